import type { SupplierOrderChannel } from '@artikul/contract/purchasing/supplier-orders'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export const lockDraft = (db: Db, id: number) =>
  db
    .selectFrom('supplier_orders')
    .innerJoin('supply_routes', 'supply_routes.id', 'supplier_orders.supply_route_id')
    .select(['supplier_orders.id', 'supplier_orders.number', 'supplier_orders.state', 'supplier_orders.version'])
    .select(['supply_routes.id as supply_route_id', 'supply_routes.name as source'])
    .where('supplier_orders.id', '=', id)
    .forUpdate('supplier_orders')
    .executeTakeFirst()
export type DraftRow = NonNullable<Awaited<ReturnType<typeof lockDraft>>>

export const selectDraftLines = (db: Db, orderId: number) =>
  db
    .selectFrom('supplier_order_lines')
    .select(['id', 'brand', 'article', 'qty', 'product_id'])
    .where('supplier_order_id', '=', orderId)
    .orderBy('id')
    .execute()

export const setDraftQuantities = (db: Db, lines: readonly { id: number; qty: number }[], now: Date) =>
  sql`
    update supplier_order_lines line set qty = given.qty, version = version + 1, changed_at = ${now}
    from unnest(${lines.map(({ id }) => id)}::integer[], ${lines.map(({ qty }) => qty)}::numeric[]) as given (id, qty)
    where line.id = given.id`.execute(db)

export const deletePurchaseDraftLines = (db: Db, ids: readonly number[]) =>
  sql`delete from supplier_order_lines where id = any(${ids}::integer[])`.execute(db)

export const touchDraft = (db: Db, id: number) =>
  sql`update supplier_orders set version = version + 1 where id = ${id}`.execute(db)

export const deletePurchaseDraft = (db: Db, id: number) =>
  db.deleteFrom('supplier_orders').where('id', '=', id).execute()

/** Makes the draft an order that is due, by the channel that its supplier has now. */
export const setDue = (db: Db, id: number, channel: SupplierOrderChannel, now: Date) =>
  db
    .updateTable('supplier_orders')
    .set({ state: 'due', channel, next_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
