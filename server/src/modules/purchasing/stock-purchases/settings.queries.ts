import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export const selectPurchaseSettings = (db: Db) =>
  db.selectFrom('purchase_settings').selectAll().executeTakeFirstOrThrow()
export type PurchaseSettingsRow = Awaited<ReturnType<typeof selectPurchaseSettings>>

export const lockPurchaseSettings = (db: Db) =>
  db.selectFrom('purchase_settings').selectAll().forUpdate().executeTakeFirstOrThrow()

export const updatePurchaseSettings = (
  db: Db,
  fields: Pick<
    PurchaseSettingsRow,
    'demand_days' | 'service_percent' | 'cover_days' | 'min_demand_days' | 'warehouse_id'
  >,
) =>
  db
    .updateTable('purchase_settings')
    .set({ ...fields, computed_at: null, version: sql`version + 1` })
    .execute()

export const setComputed = (db: Db, at: Date | null) =>
  db.updateTable('purchase_settings').set({ computed_at: at }).execute()

export const selectStockWarehouses = (db: Db) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select(['warehouses.id', 'warehouses.name'])
    .where('supply_routes.kind', '=', 'own')
    .orderBy('warehouses.name')
    .execute()

/** Keeps the rule of the remaining product where both have one; proposals of the removed product are computed again. */
export async function mergeStockRules(db: Db) {
  await sql`
    delete from stock_rules gone using merged_products pair, stock_rules kept
    where gone.product_id = pair.from_id and kept.product_id = pair.into_id
      and kept.warehouse_id = gone.warehouse_id`.execute(db)
  await sql`delete from purchase_proposals gone using merged_products pair where gone.product_id = pair.from_id`.execute(
    db,
  )
}

export const moveBrandOfProposals = (db: Db, fromId: number, keptId: number) =>
  sql`update purchase_proposals set brand_id = ${keptId} where brand_id = ${fromId}`.execute(db)
