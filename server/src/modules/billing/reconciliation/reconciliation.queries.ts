import type { PassedRow, Reconciliation, StatementLayout } from '@artikul/contract/billing/reconciliation'
import { sql } from 'kysely'
import { json, type Db, type TenantScope } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

const ofOwner = (owner: TenantScope) =>
  owner === 'any' ? sql<boolean>`true` : sql<boolean>`rec.contractor_id = ${owner}`

/** Parsed content of a file and the result of its comparison. */
export interface StoredComparison {
  layout: StatementLayout
  preview: Reconciliation['preview']
  passed: PassedRow[]
  rows_count: number
  matched_count: number
  our_opening_kop: number
  our_closing_kop: number
  their_opening_kop: number | null
  their_closing_kop: number | null
}

const columnsOf = ({ layout, preview, passed, ...counts }: StoredComparison) => ({
  ...counts,
  layout: json(layout),
  preview: json(preview),
  passed: json(passed),
})

export const countReconciliations = async (db: Db, contractorId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('reconciliations')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('contractor_id', '=', contractorId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertReconciliation = (
  db: Db,
  place: { contractor_id: number; contract_id: number; first_day: string; last_day: string },
  file: { file_name: string; content: Buffer },
  { reading, author, at }: { reading: StoredComparison; author: Writer; at: Date },
) =>
  db
    .insertInto('reconciliations')
    .values({ ...place, ...file, ...columnsOf(reading), ...writtenBy(author), created_at: at, matched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Updates the reading after the file was compared again, with newer documents or another layout. */
export const updateComparison = (db: Db, id: number, reading: StoredComparison, author: Writer, at: Date) =>
  db
    .updateTable('reconciliations')
    .set({ ...columnsOf(reading), ...writtenBy(author), matched_at: at, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const deleteReconciliation = (db: Db, id: number) =>
  db.deleteFrom('reconciliations').where('id', '=', id).execute()

/** Locks the reconciliation, so that its differences change one after another. */
export const lockReconciliation = (db: Db, owner: TenantScope, id: number) =>
  db
    .selectFrom('reconciliations as rec')
    .select(['rec.id', 'rec.version'])
    .where('rec.id', '=', id)
    .where(ofOwner(owner))
    .forUpdate()
    .executeTakeFirst()

const counts = sql<{ open: number; closed: number; waiting: number }>`(
  select jsonb_build_object('open', count(*) filter (where one.outcome is null),
    'closed', count(*) filter (where one.outcome is not null),
    'waiting', count(*) filter (where one.outcome is null and last.from_staff = false))
  from reconciliation_differences one
  left join lateral (
    select from_staff from reconciliation_messages where difference_id = one.id order by id desc limit 1
  ) last on true
  where one.reconciliation_id = rec.id)`

const briefs = (db: Db, owner: TenantScope) =>
  db
    .selectFrom('reconciliations as rec')
    .innerJoin('contracts', 'contracts.id', 'rec.contract_id')
    .innerJoin('contractors', 'contractors.id', 'rec.contractor_id')
    .innerJoin('users', 'users.id', 'rec.actor_id')
    .select(['rec.id', 'rec.contractor_id', 'rec.contract_id', 'contracts.number as contract'])
    .select(['contractors.name as contractor', 'rec.first_day as from', 'rec.last_day as to', 'rec.file_name'])
    .select(['rec.created_at', 'rec.matched_at', 'rec.matched_count', 'users.full_name as by'])
    .select(counts.as('counts'))
    .where(ofOwner(owner))

export interface ReconciliationListFilter {
  contract_id?: number | undefined
  state?: 'open' | 'closed' | undefined
}

const hasOpen = sql<boolean>`exists (
  select from reconciliation_differences one where one.reconciliation_id = rec.id and one.outcome is null)`

/** Selects a page of reconciliations, newest first, and their number. */
export async function selectBriefs(
  db: Db,
  owner: TenantScope,
  { contract_id, state }: ReconciliationListFilter,
  page: Page,
) {
  const wanted = sql<boolean>`${contract_id === undefined ? sql`true` : sql`rec.contract_id = ${contract_id}`}
    and ${state === undefined ? sql`true` : state === 'open' ? hasOpen : sql`not ${hasOpen}`}`
  const rows = await briefs(db, owner)
    .where(wanted)
    .orderBy('rec.id', 'desc')
    .limit(page.size)
    .offset(page.offset)
    .execute()
  const { total } = await db
    .selectFrom('reconciliations as rec')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where(ofOwner(owner))
    .where(wanted)
    .executeTakeFirstOrThrow()
  return { rows, total }
}
export type BriefRow = Awaited<ReturnType<typeof selectBriefs>>['rows'][number]

export const selectReconciliation = (db: Db, owner: TenantScope, id: number) =>
  briefs(db, owner)
    .select(['rec.layout', 'rec.preview', 'rec.passed', 'rec.rows_count', 'rec.version'])
    .select(['rec.our_opening_kop', 'rec.our_closing_kop', 'rec.their_opening_kop', 'rec.their_closing_kop'])
    .where('rec.id', '=', id)
    .executeTakeFirst()

/** Selects the data needed to parse the file again. */
export const selectSent = (db: Db, owner: TenantScope, id: number) =>
  db
    .selectFrom('reconciliations as rec')
    .innerJoin('contracts', 'contracts.id', 'rec.contract_id')
    .select(['rec.id', 'rec.contractor_id', 'rec.contract_id', 'contracts.number as contract', 'rec.version'])
    .select(['rec.first_day as from', 'rec.last_day as to', 'rec.content', 'rec.layout'])
    .where('rec.id', '=', id)
    .where(ofOwner(owner))
    .executeTakeFirst()
