import { MAX_VIEWS, type SavedOrderView } from '@artikul/contract/ordering/orders/order-views'
import { sql } from 'kysely'
import { json, type Db } from '../../../../platform/db/index.ts'

/** Owner of views: one person on one side. */
export interface ViewOwner {
  userId: number
  /** Company of the views; null for staff. */
  contractorId: number | null
}

const ofOwner = ({ userId, contractorId }: ViewOwner) =>
  sql<boolean>`user_id = ${userId}::integer and contractor_id is not distinct from ${contractorId}::integer`

export async function selectViews(db: Db, owner: ViewOwner): Promise<SavedOrderView[]> {
  const { rows } = await sql<SavedOrderView>`
    select id, name, filter from order_views where ${ofOwner(owner)} order by lower(name), id
    limit ${MAX_VIEWS}::integer`.execute(db)
  return rows
}

/** Key of the advisory lock: concurrent saving of views by one person waits. */
const VIEWS_LOCK = 7324
export const lockViews = (tx: Db, { userId }: ViewOwner) =>
  sql`select pg_advisory_xact_lock(${sql.lit(VIEWS_LOCK)}, ${userId}::integer)`.execute(tx)

/** Saves the filter, replacing a view of the same name. */
export async function writeView(
  tx: Db,
  { userId, contractorId }: ViewOwner,
  view: Omit<SavedOrderView, 'id'>,
  now: Date,
) {
  const { name, filter } = view
  const { rows } = await sql<{ id: number }>`
    insert into order_views (user_id, contractor_id, name, filter, created_at)
    values (${userId}, ${contractorId}, ${name}, ${json(filter)}, ${now})
    on conflict (user_id, contractor_id, lower(name)) do update set name = excluded.name, filter = excluded.filter
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** @returns false when the view does not exist */
export async function deleteView(db: Db, owner: ViewOwner, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from order_views where id = ${id}::integer and ${ofOwner(owner)}`.execute(db)
  return numAffectedRows === 1n
}

export const deleteViewsOf = (db: Db, userId: number) =>
  db.deleteFrom('order_views').where('user_id', '=', userId).execute()
