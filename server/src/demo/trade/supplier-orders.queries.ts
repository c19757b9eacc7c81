import { sql, type Kysely } from 'kysely'
import type { DB } from '../../platform/db/index.ts'

/** Selects goods of a partner's price list that past orders do not use. */
export async function selectPartnerGoods(db: Kysely<DB>, warehouseId: number, most: number) {
  const { rows } = await sql<{ product_id: number; warehouse_id: number; multiplicity: number }>`
    select product_id, warehouse_id, multiplicity from offers
    where warehouse_id = ${warehouseId} and id % 89 = 7 and on_hand >= 8 and multiplicity = 1
      and purchase_kop between 40000 and 600000
    order by id limit ${most}`.execute(db)
  return rows
}

/** Sets the address for orders as files. */
export const setOrdersEmail = (db: Kysely<DB>, supplyRouteId: number, email: string) =>
  db
    .updateTable('supply_routes')
    .set({ orders_email: email, tolerance_hundredths: 500 })
    .where('id', '=', supplyRouteId)
    .execute()

export const selectSourceOf = async (db: Kysely<DB>, warehouseId: number): Promise<number> =>
  (await db.selectFrom('warehouses').select('supply_route_id').where('id', '=', warehouseId).executeTakeFirstOrThrow())
    .supply_route_id

export const selectSentLines = (db: Kysely<DB>, orderId: number) =>
  db
    .selectFrom('supplier_order_lines')
    .select(['id', 'brand', 'article', 'qty', 'purchase_kop'])
    .where('supplier_order_id', '=', orderId)
    .orderBy('id')
    .execute()

/** Disables state queries, because the simulated suppliers lose their orders on restart. */
export const leaveAlone = (db: Kysely<DB>) => db.updateTable('supplier_orders').set({ next_at: null }).execute()
