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
