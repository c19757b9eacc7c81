import type {
  ReconciliationDifferenceKind,
  DifferenceOutcome,
  ReconciledDocument,
} from '@artikul/contract/billing/reconciliation'
import { sql } from 'kysely'
import { json, type Db, type TenantScope } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

/** Own document as stored with a difference. */
export type StoredOwnDocument = ReconciledDocument & { key: string }
export type StoredBuyerDocument = ReconciledDocument & { row_number: number }

/** Difference found by the comparison. */
export interface FoundDifference {
  kind: ReconciliationDifferenceKind
  day: string
  ours: StoredOwnDocument | null
  theirs: StoredBuyerDocument | null
}

export interface KnownDifference extends FoundDifference {
  id: number
  outcome: DifferenceOutcome | null
  is_talked_of: boolean
}

/** Selects every stored difference of a reconciliation, at most as many as documents of both sides. */
export async function selectKnownDifferences(db: Db, reconciliationId: number): Promise<KnownDifference[]> {
  const { rows } = await sql<KnownDifference>`
    select id, kind, day, ours, theirs, outcome,
      exists (select from reconciliation_messages where difference_id = one.id) as is_talked_of
    from reconciliation_differences one where reconciliation_id = ${reconciliationId} order by id`.execute(db)
  return rows
}

export const insertDifferences = (
  db: Db,
  place: { id: number; contractorId: number },
  rows: readonly FoundDifference[],
) =>
  sql`
  insert into reconciliation_differences (reconciliation_id, contractor_id, kind, day, ours, theirs)
  select ${place.id}, ${place.contractorId}, kind, day, nullif(ours, 'null'), nullif(theirs, 'null')
  from jsonb_to_recordset(${json(rows)}) as found (kind text, day date, ours jsonb, theirs jsonb)
  order by day`.execute(db)

/** Reopens differences with their new values. */
export const reopenDifferences = (db: Db, rows: readonly (FoundDifference & { id: number })[]) =>
  sql`
  update reconciliation_differences one
  set kind = found.kind, day = found.day, ours = nullif(found.ours, 'null'), theirs = nullif(found.theirs, 'null'),
    outcome = null, closed_by = null, closed_at = null, version = version + 1
  from jsonb_to_recordset(${json(rows)})
    as found (id integer, kind text, day date, ours jsonb, theirs jsonb)
  where one.id = found.id`.execute(db)

const within = (ids: readonly number[]) => sql<number>`any(${[...ids]}::integer[])`

/** Marks differences as resolved; their messages stay readable. */
export const agreeDifferences = (db: Db, ids: readonly number[], at: Date) =>
  db
    .updateTable('reconciliation_differences')
    .set({ outcome: 'agreed', closed_by: null, closed_at: at, version: sql`version + 1` })
    .where('id', '=', within(ids))
    .execute()

export const deleteDifferences = (db: Db, ids: readonly number[]) =>
  db.deleteFrom('reconciliation_differences').where('id', '=', within(ids)).execute()

const ofState = (state: 'open' | 'closed' | undefined) =>
  state === undefined
    ? sql<boolean>`true`
    : state === 'open'
      ? sql<boolean>`one.outcome is null`
      : sql<boolean>`one.outcome is not null`

/** Selects a page of differences by day, and their number. */
export async function selectDifferences(
  db: Db,
  reconciliationId: number,
  state: 'open' | 'closed' | undefined,
  { size, offset }: Page,
) {
  const rows = await db
    .selectFrom('reconciliation_differences as one')
    .leftJoin('users', 'users.id', 'one.closed_by')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('reconciliation_messages')
          .select((message) => message.fn.countAll<number>().as('messages_count'))
          .select(sql<boolean | null>`(array_agg(from_staff order by id desc))[1]`.as('last_from_staff'))
          .whereRef('difference_id', '=', 'one.id')
          .as('talk'),
      (join) => join.onTrue(),
    )
    .select(['one.id', 'one.kind', 'one.ours', 'one.theirs', 'one.outcome', 'one.closed_at', 'one.version'])
    .select(['users.full_name as closed_by', 'talk.messages_count', 'talk.last_from_staff'])
    .where('one.reconciliation_id', '=', reconciliationId)
    .where(ofState(state))
    .orderBy('one.day')
    .orderBy('one.id')
    .limit(size)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('reconciliation_differences as one')
    .select((row) => row.fn.countAll<number>().as('total'))
    .where('one.reconciliation_id', '=', reconciliationId)
    .where(ofState(state))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
export type DifferenceRow = Awaited<ReturnType<typeof selectDifferences>>['rows'][number]

/** Selects one difference with the fields that identify its reconciliation. */
const differences = (db: Db, owner: TenantScope, id: number) =>
  db
    .selectFrom('reconciliation_differences as one')
    .innerJoin('reconciliations as rec', 'rec.id', 'one.reconciliation_id')
    .innerJoin('contracts', 'contracts.id', 'rec.contract_id')
    .select(['one.id', 'one.contractor_id', 'one.outcome', 'one.version', 'one.reconciliation_id'])
    .select(['contracts.number as contract', 'rec.first_day as from', 'rec.last_day as to'])
    .where('one.id', '=', id)
    .where(owner === 'any' ? sql<boolean>`true` : sql<boolean>`one.contractor_id = ${owner}`)

export const selectDifference = (db: Db, owner: TenantScope, id: number) =>
  differences(db, owner, id).executeTakeFirst()
export const lockDifference = (db: Db, owner: TenantScope, id: number) =>
  differences(db, owner, id).forUpdate('one').executeTakeFirst()

export const openDifference = (db: Db, id: number) =>
  db
    .updateTable('reconciliation_differences')
    .set({ outcome: null, closed_by: null, closed_at: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const markDifferenceClosed = (
  db: Db,
  id: number,
  closed: { outcome: DifferenceOutcome; closed_by: number; closed_at: Date },
) =>
  db
    .updateTable('reconciliation_differences')
    .set({ ...closed, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const selectDifferenceMessages = (db: Db, differenceId: number, most: number) =>
  db
    .selectFrom('reconciliation_messages as message')
    .innerJoin('users as author', 'author.id', 'message.actor_id')
    .innerJoin('users as subject', 'subject.id', 'message.subject_id')
    .select(['message.id', 'message.text', 'message.from_staff', 'message.created_at'])
    .select(['message.actor_id', 'message.subject_id', 'author.full_name as author', 'subject.full_name as subject'])
    .where('message.difference_id', '=', differenceId)
    .orderBy('message.id')
    .limit(most)
    .execute()

export const countDifferenceMessages = async (db: Db, differenceId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('reconciliation_messages')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('difference_id', '=', differenceId)
    .executeTakeFirstOrThrow()
  return count
}

/** Checks whether a reconciliation has messages or decisions. */
export const isTalkedOf = async (db: Db, reconciliationId: number): Promise<boolean> =>
  (await db
    .selectFrom('reconciliation_differences as one')
    .select('one.id')
    .where('one.reconciliation_id', '=', reconciliationId)
    .where(
      sql<boolean>`(one.closed_by is not null
        or exists (select from reconciliation_messages where difference_id = one.id))`,
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertDifferenceMessage = (
  db: Db,
  place: { difference_id: number; contractor_id: number },
  author: Writer,
  message: { text: string; from_staff: boolean; created_at: Date },
) =>
  db
    .insertInto('reconciliation_messages')
    .values({ ...place, ...message, ...writtenBy(author) })
    .execute()
