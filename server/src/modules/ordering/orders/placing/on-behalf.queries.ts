import type { AccessScope } from '../../../../platform/access/index.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { readableOrders } from '../../../companies/index.ts'
import { moscowDayOf, assignedManager } from '../../../../platform/events/index.ts'

export const selectParty = (db: Db, userId: number) =>
  db.selectFrom('users').select(['full_name', 'phone', 'email']).where('id', '=', userId).executeTakeFirstOrThrow()

export interface OnBehalfRow {
  actor_id: number
  subject_id: number
  placed_by: string
  confirmed_by: string
  confirmed_phone: string
  created_at: Date
  disputed_at: Date | null
}

/** Locks the order, so that of two concurrent denials only one is published. */
export async function selectOnBehalf(db: Db, reader: AccessScope, id: number) {
  const { rows } = await sql<OnBehalfRow & { number: string; contractor_id: number }>`
    select orders.number, orders.contractor_id, orders.actor_id, orders.subject_id, author.full_name as placed_by,
      orders.confirmed_by, orders.confirmed_phone, orders.created_at, orders.disputed_at
    from orders join users author on author.id = orders.actor_id
    where orders.id = ${id} and ${readableOrders(reader)}
    for no key update of orders`.execute(db)
  return rows[0]
}

export const markDisputed = (db: Db, id: number, at: Date) =>
  db.updateTable('orders').set({ disputed_at: at }).where('id', '=', id).execute()

/** Selects the manager who placed the order and the company's assigned manager, without duplicates. */
export const selectPeopleToNotify = (db: Db, actorId: number, contractorId: number, now: Date) =>
  db
    .selectFrom('users')
    .select('email')
    .where(
      sql<boolean>`(id = ${actorId} or exists (select from contractors company
        where company.id = ${contractorId} and users.id in ${assignedManager(moscowDayOf(sql`${now}::timestamptz`))}))`,
    )
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
