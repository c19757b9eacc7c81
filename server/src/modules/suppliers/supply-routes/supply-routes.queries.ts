import {
  MAX_SUPPLY_ROUTES,
  type SupplyRouteFields,
  type WarehouseFields,
} from '@artikul/contract/suppliers/supply-routes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export const selectSources = (db: Db) =>
  db
    .selectFrom('supply_routes')
    .innerJoin('sellers', 'sellers.id', 'supply_routes.seller_id')
    .select([
      'supply_routes.id',
      'supply_routes.version',
      'supply_routes.name',
      'supply_routes.kind',
      'supply_routes.vat_mode',
    ])
    .select(['supply_routes.fresh_hours', 'supply_routes.markup_hundredths', 'sellers.name as seller'])
    .select(['kg_markup_kop', 'price_from_kop', 'price_to_kop', 'stated_delivery_percent'])
    .orderBy('supply_routes.kind')
    .orderBy('supply_routes.name')
    .limit(MAX_SUPPLY_ROUTES)
    .execute()

export const selectWarehouses = (db: Db) =>
  db
    .selectFrom('warehouses')
    .select(['id', 'version', 'supply_route_id', 'name', 'shown_as', 'region', 'time_zone', 'ships_on', 'term_days'])
    .select([
      'off_hours_days',
      'guarantee_days',
      'return_days',
      'imported_at',
      sql<string>`to_char(cutoff, 'HH24:MI')`.as('cutoff'),
    ])
    .orderBy('name')
    .limit(5000)
    .execute()

export const selectNoReturnBrands = (db: Db) =>
  db
    .selectFrom('supply_route_no_return_brands as rule')
    .innerJoin('brands', 'brands.id', 'rule.brand_id')
    .select(['rule.supply_route_id', 'brands.id', 'brands.name'])
    .orderBy('brands.name')
    .limit(100_000)
    .execute()

export const lockSupplyRoute = (db: Db, id: number) =>
  db.selectFrom('supply_routes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateSupplyRoute(
  db: Db,
  id: number,
  source: Omit<SupplyRouteFields, 'no_return_brand_ids'>,
): Promise<number> {
  const { version } = await db
    .updateTable('supply_routes')
    .set({ ...source, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export async function replaceNoReturnBrands(db: Db, supplyRouteId: number, brandIds: readonly number[]) {
  await db.deleteFrom('supply_route_no_return_brands').where('supply_route_id', '=', supplyRouteId).execute()
  await sql`
    insert into supply_route_no_return_brands (supply_route_id, brand_id)
    select ${supplyRouteId}::integer, unnest(${[...new Set(brandIds)]}::integer[])`.execute(db)
}

export async function selectRouteBrandNames(db: Db, supplyRouteId: number): Promise<string> {
  const rows = await db
    .selectFrom('supply_route_no_return_brands as rule')
    .innerJoin('brands', 'brands.id', 'rule.brand_id')
    .select('brands.name')
    .where('rule.supply_route_id', '=', supplyRouteId)
    .orderBy('brands.name')
    .execute()
  return rows.map(({ name }) => name).join(', ')
}

export const lockWarehouse = (db: Db, id: number) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .select(['warehouses.id', 'warehouses.version', 'warehouses.name', 'shown_as', 'region', 'time_zone'])
    .select([
      'ships_on',
      'term_days',
      'off_hours_days',
      'guarantee_days',
      'return_days',
      'supply_routes.name as source',
      'supply_routes.kind',
    ])
    .select(sql<string>`to_char(cutoff, 'HH24:MI')`.as('cutoff'))
    .where('warehouses.id', '=', id)
    .forUpdate('warehouses')
    .executeTakeFirst()

export async function updateSourceWarehouse(
  db: Db,
  id: number,
  { cutoff, ships_on, ...warehouse }: WarehouseFields,
): Promise<number> {
  const { version } = await db
    .updateTable('warehouses')
    .set({
      ...warehouse,
      ships_on: ships_on?.toSorted() ?? null,
      cutoff: sql`${cutoff}::time`,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Selects and locks sources with outdated price lists that were not reported on this day yet. */
export async function markStaleRoutes(db: Db, now: Date, day: string) {
  const { rows } = await sql<{ name: string; warehouse: string; imported_at: Date; is_hidden: boolean }>`
    with stale as (
      select source.id, source.name, warehouse.shown_as as warehouse, warehouse.imported_at,
        warehouse.imported_at < ${now}::timestamptz - 2 * source.fresh_hours * interval '1 hour' as is_hidden
      from supply_routes source join warehouses warehouse on warehouse.supply_route_id = source.id
      where source.kind = 'partner' and source.stale_notified_on is distinct from ${day}::date
        and warehouse.imported_at < ${now}::timestamptz - source.fresh_hours * interval '1 hour'
      for update of source skip locked
    ), told as (
      update supply_routes set stale_notified_on = ${day}::date where id in (select id from stale)
    )
    select name, warehouse, imported_at, is_hidden from stale order by imported_at`.execute(db)
  return rows
}

/** Selects the people who maintain price lists. */
export async function selectKeepers(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_active', '=', true)
    .where(sql<boolean>`'ARTIKUL_ORDER_MANAGER' = any(roles) and 'prices' = any(rights)`)
    .orderBy('id')
    .limit(100)
    .execute()
  return rows.map(({ email }) => email)
}

/** Selects an open own company; undefined when there is none. */
export const selectOpenSeller = (db: Db, id: number) =>
  db.selectFrom('sellers').select('name').where('id', '=', id).where('closed_at', 'is', null).executeTakeFirst()

/** Finds the supply route of the company's own warehouses, or creates it. */
export async function ensureOwnRoute(db: Db, sellerId: number, name: string): Promise<number> {
  const known = await db
    .selectFrom('supply_routes')
    .select('id')
    .where('kind', '=', 'own')
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (known) return known.id
  const { id } = await db
    .insertInto('supply_routes')
    .values({ name, kind: 'own', seller_id: sellerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const insertOwnWarehouse = (
  db: Db,
  supplyRouteId: number,
  { cutoff, ships_on, ...warehouse }: WarehouseFields,
) =>
  db
    .insertInto('warehouses')
    .values({
      ...warehouse,
      supply_route_id: supplyRouteId,
      name: warehouse.shown_as,
      ships_on: ships_on?.toSorted() ?? null,
      cutoff: sql`${cutoff}::time`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
