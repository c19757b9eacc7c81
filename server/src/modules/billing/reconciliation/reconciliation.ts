import type { AccessScope } from '../../../platform/access/index.ts'
import {
  DAYS_APART,
  reconcile,
  reconciledNumber,
  type DocumentPair,
} from '@artikul/contract/billing/reconciliation-rules'
import {
  MAX_RECONCILIATIONS,
  type RequestedStatementLayout,
  type StatementLayout,
} from '@artikul/contract/billing/reconciliation'
import type { Kysely } from 'kysely'
import { dayText, type Clock } from '../../../platform/clock.ts'
import type { Db, DB, TenantScope } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { readReconciled, type ReconciledMovement } from '../statements/index.ts'
import {
  agreeDifferences,
  deleteDifferences,
  insertDifferences,
  isTalkedOf,
  reopenDifferences,
  selectKnownDifferences,
  type FoundDifference,
  type KnownDifference,
} from './differences.queries.ts'
import { readStatementFile, type ReadStatement } from './read-file.ts'
import {
  countReconciliations,
  deleteReconciliation,
  insertReconciliation,
  lockReconciliation,
  selectSent,
  updateComparison,
  type StoredComparison,
} from './reconciliation.queries.ts'
import type { TheirDocument } from './statement-rows.ts'

export interface ReconciliationDeps {
  clock: Clock
}

/** Participant of reconciliations and the scope in which they can access them. */
export interface ReconciliationParty {
  reader: AccessScope
  author: Author
}

export interface ReconciliationPeriod {
  from: string
  to: string
}

export const scopeOfReconciliation = ({ reader }: ReconciliationParty): TenantScope =>
  reader === 'any' ? 'any' : reader.contractorId
export const reconciliationNotFound = () => new AppError('not_found', { detail: 'Сверка не найдена' })
/** Formats the label: «договор 17/26, 01.10.2026–21.11.2026». */
export const labelOf = ({ contract, from, to }: ReconciliationPeriod & { contract: string }) =>
  `по договору ${contract} за ${dayText(from)}–${dayText(to)}`

const oursOf = ({ key, text, day, kop }: ReconciledMovement) => ({ key, text, day, kop })
const theirsOf = ({ row_number, text, day, kop }: TheirDocument) => ({ row_number, text, day, kop })

/** Finds the documents of the period that differ; documents of adjacent days only serve to find matches. */
function differencesOf(
  ours: readonly ReconciledMovement[],
  theirs: readonly TheirDocument[],
  pairs: readonly DocumentPair[],
  { from, to }: ReconciliationPeriod,
): FoundDifference[] {
  const [oursLeft, theirsLeft] = [new Set(ours), new Set(theirs)]
  const differ: FoundDifference[] = []
  for (const pair of pairs) {
    const [our, their] = [ours[pair.ours], theirs[pair.theirs]]
    if (!our || !their) continue
    oursLeft.delete(our)
    theirsLeft.delete(their)
    if (pair.agreement !== 'whole')
      differ.push({ kind: pair.agreement, day: our.day, ours: oursOf(our), theirs: theirsOf(their) })
  }
  for (const our of oursLeft)
    if (our.day >= from && our.day <= to) differ.push({ kind: 'ours', day: our.day, ours: oursOf(our), theirs: null })
  for (const their of theirsLeft) differ.push({ kind: 'theirs', day: their.day, ours: null, theirs: theirsOf(their) })
  return differ
}

interface Matched {
  reading: StoredComparison
  differences: FoundDifference[]
}

type Ours = Awaited<ReturnType<typeof readReconciled>>

/** Closing balance of the buyer: as given in the file, or calculated from its opening balance and documents. */
const closingOf = ({ closing_kop, opening_kop, documents }: ReadStatement) =>
  closing_kop ?? (opening_kop === null ? null : documents.reduce((sum, { kop }) => sum + kop, opening_kop))

function match(ours: Ours, statement: ReadStatement, period: ReconciliationPeriod): Matched {
  const { documents: theirs, layout, preview, passed } = statement
  const numbered = ours.documents.map((our) => ({ ...our, numbers: [reconciledNumber(our.number) ?? our.number] }))
  const pairs = reconcile(numbered, theirs)
  return {
    reading: {
      layout,
      preview,
      passed,
      rows_count: theirs.length,
      matched_count: pairs.filter(({ agreement }) => agreement === 'whole').length,
      our_opening_kop: ours.opening_kop,
      our_closing_kop: ours.closing_kop,
      their_opening_kop: statement.opening_kop,
      their_closing_kop: closingOf(statement),
    },
    // A file with unrecognised columns would differ in everything, so no differences are stored.
    differences: theirs.length === 0 ? [] : differencesOf(ours.documents, theirs, pairs, period),
  }
}

/**
 * Parses a company's own statement of one contract and period and compares it with the portal's documents.
 * @throws AppError `not_found` for a contract of another company, `file.refused`, `reconciliation.limit_reached`,
 * `statements.too_long`
 */
export async function createReconciliation(
  db: Kysely<DB>,
  { clock }: ReconciliationDeps,
  { author, contractorId }: { author: Author; contractorId: number },
  sent: ReconciliationPeriod & { name: string; contractId: number; content: Buffer },
) {
  const period = { from: sent.from, to: sent.to }
  const ours = await readReconciled(db, { contractorId, contractId: sent.contractId }, period, DAYS_APART)
  if ((await countReconciliations(db, contractorId)) >= MAX_RECONCILIATIONS)
    throw new AppError('reconciliation.limit_reached')
  const read = await readStatementFile({ content: sent.content, company: contractorId }, null, period)
  const { reading, differences } = match(ours, read, period)
  const now = clock.now()
  const place = { contractor_id: contractorId, contract_id: sent.contractId, first_day: sent.from, last_day: sent.to }
  return db.transaction().execute(async (tx) => {
    const file = { file_name: sent.name, content: sent.content }
    const { id } = await insertReconciliation(tx, place, file, { reading, author, at: now })
    if (differences.length > 0) await insertDifferences(tx, { id, contractorId }, differences)
    const label = labelOf({ contract: ours.contract, ...period })
    await publishDifferenceChange(tx, { id, contractorId, label, author }, now)
    return { id }
  })
}

const publishDifferenceChange = (
  tx: Db,
  about: { id: number; contractorId: number; label: string; author: Author },
  now: Date,
) =>
  publishEvents(
    tx,
    [
      {
        kind: 'reconciliation.changed',
        about: 'reconciliation',
        aboutId: about.id,
        contractorId: about.contractorId,
        label: about.label,
        author: about.author,
      },
    ],
    now,
  )

const factsOf = ({ kind, ours, theirs }: FoundDifference) =>
  [kind, ours?.key, ours?.kop, ours?.day, theirs?.row_number, theirs?.kop, theirs?.day].join(' ')
const isSame = (known: KnownDifference, found: FoundDifference) => factsOf(known) === factsOf(found)

/** Updates the differences; messages and decisions about a document stay with it, whatever the new difference is. */
async function renewDifferences(
  tx: Db,
  place: { id: number; contractorId: number },
  found: readonly FoundDifference[],
  now: Date,
) {
  const known = await selectKnownDifferences(tx, place.id)
  const byOurs = new Map(known.flatMap((one) => (one.ours ? [[one.ours.key, one] as const] : [])))
  const byTheirs = new Map(known.flatMap((one) => (one.theirs ? [[one.theirs.row_number, one] as const] : [])))
  const left = new Set(known)
  const [fresh, changed]: [FoundDifference[], (FoundDifference & { id: number })[]] = [[], []]
  for (const one of found) {
    const candidates = [one.ours && byOurs.get(one.ours.key), one.theirs && byTheirs.get(one.theirs.row_number)]
    const was = candidates.find((candidate) => candidate && left.has(candidate))
    if (!was) fresh.push(one)
    else {
      left.delete(was)
      if (!isSame(was, one) || was.outcome === 'agreed') changed.push({ ...one, id: was.id })
    }
  }
  const obsolete = [...left].filter(({ outcome }) => outcome !== 'agreed')
  const [kept, forgotten] = [obsolete.filter((one) => one.is_talked_of), obsolete.filter((one) => !one.is_talked_of)]
  if (fresh.length > 0) await insertDifferences(tx, place, fresh)
  if (changed.length > 0) await reopenDifferences(tx, changed)
  if (kept.length > 0)
    await agreeDifferences(
      tx,
      kept.map(({ id }) => id),
      now,
    )
  if (forgotten.length > 0)
    await deleteDifferences(
      tx,
      forgotten.map(({ id }) => id),
    )
}

/**
 * Compares the same file again: with a new layout, or with the current documents.
 * @throws AppError `not_found`, `stale`, `file.refused`, `statements.too_long`
 */
export async function reconcileAgain(
  db: Kysely<DB>,
  { clock }: ReconciliationDeps,
  party: ReconciliationParty,
  id: number,
  input: RequestedStatementLayout | null,
) {
  const sent = await selectSent(db, scopeOfReconciliation(party), id)
  if (!sent) throw reconciliationNotFound()
  const before = sent.layout as unknown as StatementLayout // only this module writes the column
  const { from, to, contract_id: contractId, contractor_id: contractorId } = sent
  const ours = await readReconciled(db, { contractorId, contractId }, { from, to }, DAYS_APART)
  const isKnown = before.columns.some(({ field }) => field !== null)
  const layout = input ?? (isKnown ? before : { ...before, columns: null })
  const read = await readStatementFile({ content: sent.content, company: contractorId }, layout, { from, to })
  const { reading, differences } = match(ours, read, { from, to })
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const held = await lockReconciliation(tx, scopeOfReconciliation(party), id)
    if (!held) throw reconciliationNotFound()
    if (held.version !== sent.version) throw new AppError('stale')
    // Selecting a sheet by its name hides the other sheets from the parser.
    const layout = { ...reading.layout, sheets: before.sheets }
    await updateComparison(tx, id, { ...reading, layout }, party.author, now)
    await renewDifferences(tx, { id, contractorId }, differences, now)
    await publishDifferenceChange(tx, { id, contractorId, label: labelOf(sent), author: party.author }, now)
  })
}

/** @throws AppError `not_found`, `reconciliation.discussed` */
export async function removeReconciliation(db: Kysely<DB>, party: ReconciliationParty, id: number) {
  await db.transaction().execute(async (tx) => {
    if (!(await lockReconciliation(tx, scopeOfReconciliation(party), id))) throw reconciliationNotFound()
    if (await isTalkedOf(tx, id)) throw new AppError('reconciliation.discussed')
    await deleteReconciliation(tx, id)
  })
}
