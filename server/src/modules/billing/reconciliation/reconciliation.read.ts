import {
  MOST_DIFFERENCE_MESSAGES,
  type Difference,
  type DifferenceTalk,
  type Reconciliation,
  type ReconciliationBrief,
} from '@artikul/contract/billing/reconciliation'
import type { Db } from '../../../platform/db/index.ts'
import { isOnBehalf } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'
import {
  selectDifference,
  selectDifferences,
  selectMessages,
  type DifferenceRow,
  type KeptOurs,
  type KeptTheirs,
} from './differences.queries.ts'
import { notFound, ownerOf, type Party } from './reconciliation.ts'
import { selectBriefs, selectReconciliation, type BriefRow, type BriefsAsked } from './reconciliation.queries.ts'

const briefOf = (row: BriefRow): ReconciliationBrief => ({
  id: row.id,
  contract_id: row.contract_id,
  contract: row.contract,
  contractor: row.contractor,
  from: row.from,
  to: row.to,
  file_name: row.file_name,
  created_at: row.created_at.toISOString(),
  by: row.by,
  matched_count: row.matched_count,
  open_count: row.counts.open,
  closed_count: row.counts.closed,
  waiting_count: row.counts.waiting,
})

export async function listReconciliations(db: Db, party: Party, asked: BriefsAsked, page: Page) {
  const { rows, total } = await selectBriefs(db, ownerOf(party), asked, page)
  return { results: rows.map(briefOf), total }
}

/** @throws AppError `not_found`, also for another company's reconciliation */
export async function readReconciliation(db: Db, party: Party, id: number): Promise<Reconciliation> {
  const row = await selectReconciliation(db, ownerOf(party), id)
  if (!row) throw notFound()
  return {
    ...briefOf(row),
    // Only this module writes the column, so its shape is known.
    layout: row.layout as unknown as Reconciliation['layout'],
    preview: row.preview as unknown as Reconciliation['preview'],
    passed: row.passed as unknown as Reconciliation['passed'],
    rows_count: row.rows_count,
    matched_at: row.matched_at.toISOString(),
    opening: { ours_kop: row.our_opening_kop, theirs_kop: row.their_opening_kop },
    closing: { ours_kop: row.our_closing_kop, theirs_kop: row.their_closing_kop },
    may_change: party.reader !== 'any',
  }
}

/** Omits the internal key. */
const shownOf = (kept: KeptOurs | null) => kept && { text: kept.text, day: kept.day, kop: kept.kop }

const differenceOf = (row: DifferenceRow): Difference => ({
  id: row.id,
  kind: row.kind as Difference['kind'],
  // Only this module writes the column, so its shape is known.
  ours: shownOf(row.ours as unknown as KeptOurs | null),
  theirs: row.theirs as unknown as KeptTheirs | null,
  outcome: row.outcome as Difference['outcome'],
  closed_by: row.closed_by,
  closed_at: row.closed_at?.toISOString() ?? null,
  messages_count: row.messages_count ?? 0,
  last_from_staff: row.last_from_staff,
  version: row.version,
})

/** @throws AppError `not_found`, also for another company's reconciliation */
export async function readDifferences(
  db: Db,
  party: Party,
  { id, state }: { id: number; state: 'open' | 'closed' | undefined },
  page: Page,
) {
  const reconciliation = await selectReconciliation(db, ownerOf(party), id)
  if (!reconciliation) throw notFound()
  const { rows, total } = await selectDifferences(db, id, state, page)
  return { reconciliation, results: rows.map(differenceOf), total }
}

/** @throws AppError `not_found`, also for another company's difference */
export async function readTalk(db: Db, party: Party, differenceId: number): Promise<DifferenceTalk> {
  if (!(await selectDifference(db, ownerOf(party), differenceId))) throw notFound()
  const messages = await selectMessages(db, differenceId, MOST_DIFFERENCE_MESSAGES)
  return {
    messages: messages.map(({ id, text, from_staff, author, subject, ...row }) => ({
      id,
      text,
      from_staff,
      by: isOnBehalf({ actorId: row.actor_id, subjectId: row.subject_id }) ? `${author} от имени: ${subject}` : author,
      at: row.created_at.toISOString(),
    })),
  }
}
