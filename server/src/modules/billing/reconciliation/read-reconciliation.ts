import {
  MAX_DIFFERENCE_MESSAGES,
  type ReconciliationDifference,
  type DifferenceMessages,
  type Reconciliation,
  type ReconciliationBrief,
} from '@artikul/contract/billing/reconciliation'
import type { Db } from '../../../platform/db/index.ts'
import { isOnBehalf } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'
import {
  selectDifference,
  selectDifferences,
  selectDifferenceMessages,
  type DifferenceRow,
  type StoredOwnDocument,
  type StoredBuyerDocument,
} from './differences.queries.ts'
import { reconciliationNotFound, scopeOfReconciliation, type ReconciliationParty } from './reconciliation.ts'
import {
  selectBriefs,
  selectReconciliation,
  type BriefRow,
  type ReconciliationListFilter,
} from './reconciliation.queries.ts'

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

export async function listReconciliations(
  db: Db,
  party: ReconciliationParty,
  filter: ReconciliationListFilter,
  page: Page,
) {
  const { rows, total } = await selectBriefs(db, scopeOfReconciliation(party), filter, page)
  return { results: rows.map(briefOf), total }
}

/** @throws AppError `not_found`, also for another company's reconciliation */
export async function readReconciliation(db: Db, party: ReconciliationParty, id: number): Promise<Reconciliation> {
  const row = await selectReconciliation(db, scopeOfReconciliation(party), id)
  if (!row) throw reconciliationNotFound()
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
const shownOf = (kept: StoredOwnDocument | null) => kept && { text: kept.text, day: kept.day, kop: kept.kop }

const differenceOf = (row: DifferenceRow): ReconciliationDifference => ({
  id: row.id,
  kind: row.kind as ReconciliationDifference['kind'],
  // Only this module writes the column, so its shape is known.
  ours: shownOf(row.ours as unknown as StoredOwnDocument | null),
  theirs: row.theirs as unknown as StoredBuyerDocument | null,
  outcome: row.outcome as ReconciliationDifference['outcome'],
  closed_by: row.closed_by,
  closed_at: row.closed_at?.toISOString() ?? null,
  messages_count: row.messages_count ?? 0,
  last_from_staff: row.last_from_staff,
  version: row.version,
})

/** @throws AppError `not_found`, also for another company's reconciliation */
export async function readDifferences(
  db: Db,
  party: ReconciliationParty,
  { id, state }: { id: number; state: 'open' | 'closed' | undefined },
  page: Page,
) {
  const reconciliation = await selectReconciliation(db, scopeOfReconciliation(party), id)
  if (!reconciliation) throw reconciliationNotFound()
  const { rows, total } = await selectDifferences(db, id, state, page)
  return { reconciliation, results: rows.map(differenceOf), total }
}

/** @throws AppError `not_found`, also for another company's difference */
export async function readDifferenceMessages(
  db: Db,
  party: ReconciliationParty,
  differenceId: number,
): Promise<DifferenceMessages> {
  if (!(await selectDifference(db, scopeOfReconciliation(party), differenceId))) throw reconciliationNotFound()
  const messages = await selectDifferenceMessages(db, differenceId, MAX_DIFFERENCE_MESSAGES)
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
