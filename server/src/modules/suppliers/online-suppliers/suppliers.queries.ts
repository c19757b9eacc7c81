import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Selects the data needed for queries, without what was learned from answers. */
export const selectSuppliers = (db: Db) =>
  db
    .selectFrom('online_suppliers as supplier')
    .innerJoin('supply_routes as source', 'source.id', 'supplier.supply_route_id')
    .selectAll('supplier')
    .select(['source.name', 'source.sending', 'source.min_order_kop', 'source.tolerance_hundredths'])
    .select(['source.payment_method', 'source.shipment_method', 'source.shipment_address'])
    .orderBy('supplier.priority')
    .orderBy('source.name')
    .execute()
export type ConnectionRow = Awaited<ReturnType<typeof selectSuppliers>>[number]

export const selectBrandRules = (db: Db) =>
  db
    .selectFrom('online_supplier_brand_rules as rule')
    .innerJoin('brands', 'brands.id', 'rule.brand_id')
    .select(['rule.supply_route_id', 'brands.id', 'brands.name'])
    .orderBy('brands.name')
    .execute()

/** Selects spellings with a brand assigned by a person. */
export const selectMappedBrands = (db: Db) =>
  db
    .selectFrom('online_supplier_brands')
    .select(['supply_route_id', 'key', 'spelling', 'brand_id'])
    .where('brand_id', 'is not', null)
    .execute()

export const selectRoutes = (db: Db) =>
  db
    .selectFrom('online_supplier_warehouses')
    .select(['supply_route_id', 'code', 'warehouse_id', 'is_allowed', 'term_correction_days'])
    .execute()
export type RouteRow = Awaited<ReturnType<typeof selectRoutes>>[number]

/** Counts the queries to each supplier since the moment by all servers. */
export const countQueriesSince = (db: Db, since: Date) =>
  db
    .selectFrom('online_supplier_minutes')
    .select(['supply_route_id', sql<number>`sum(asked)::integer`.as('asked')])
    .where('minute', '>=', since)
    .groupBy('supply_route_id')
    .execute()

/** Inserts warehouses for new places in answers; places inserted concurrently are kept. */
export async function insertRoutes(
  db: Db,
  supplyRouteId: number,
  routes: readonly { code: string; name: string }[],
  isAllowed: boolean,
): Promise<void> {
  await db.selectFrom('supply_routes').select('id').where('id', '=', supplyRouteId).forUpdate().execute()
  const { count } = await db
    .selectFrom('online_supplier_warehouses')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('supply_route_id', '=', supplyRouteId)
    .executeTakeFirstOrThrow()
  await sql`
    with fresh as (
      select code, name, ${count}::integer + row_number() over (order by code) as number
      from unnest(${routes.map(({ code }) => code)}::text[], ${routes.map(({ name }) => name)}::text[]) as met (code, name)
      where not exists (
        select from online_supplier_warehouses known where known.supply_route_id = ${supplyRouteId} and known.code = met.code
      )
    ), made as (
      insert into warehouses (supply_route_id, name, shown_as)
      select source.id, source.name || ': ' || fresh.number || coalesce(' ' || nullif(fresh.name, ''), ''),
        'Склад ' || source.id || '-' || fresh.number
      from fresh cross join supply_routes source where source.id = ${supplyRouteId}
      returning id, shown_as
    )
    insert into online_supplier_warehouses (warehouse_id, supply_route_id, code, is_allowed)
    select made.id, ${supplyRouteId}, fresh.code, ${isAllowed}
    from made join fresh on made.shown_as = 'Склад ' || ${supplyRouteId} || '-' || fresh.number`.execute(db)
}

/** Records spellings that the catalogue does not know. */
export const noteUnknownBrands = (
  db: Db,
  brands: readonly { supply_route_id: number; key: string; spelling: string }[],
  now: Date,
) =>
  sql`
    insert into online_supplier_brands (supply_route_id, key, spelling, seen_at)
    select *, ${now}::timestamptz from unnest(
      ${brands.map((brand) => brand.supply_route_id)}::integer[], ${brands.map(({ key }) => key)}::text[],
      ${brands.map(({ spelling }) => spelling)}::text[])
    on conflict (supply_route_id, key) do update set seen_at = excluded.seen_at`.execute(db)
