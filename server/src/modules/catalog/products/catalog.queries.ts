import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'

export const selectCatalogWarehouses = (db: Db) =>
  db
    .selectFrom('warehouses')
    .innerJoin('supply_routes', 'supply_routes.id', 'warehouses.supply_route_id')
    .innerJoin('sellers', 'sellers.id', 'supply_routes.seller_id')
    .select([
      'warehouses.id',
      'warehouses.supply_route_id',
      'warehouses.shown_as',
      'warehouses.time_zone',
      'warehouses.cutoff',
      'warehouses.ships_on',
      'warehouses.term_days',
      'warehouses.off_hours_days',
      'warehouses.guarantee_days',
      'warehouses.return_days',
      'warehouses.imported_at',
      'supply_routes.kind',
      'supply_routes.name as source',
      'supply_routes.fresh_hours',
      'supply_routes.seller_id',
      'supply_routes.markup_hundredths',
      'supply_routes.vat_mode',
      'supply_routes.stated_delivery_percent',
      'supply_routes.kg_markup_kop',
      'supply_routes.price_from_kop',
      'supply_routes.price_to_kop',
      'sellers.tax_regime',
    ])
    .select(
      sql<
        number[]
      >`array(select brand_id from supply_route_no_return_brands where supply_route_id = supply_routes.id)`.as(
        'no_return_brands',
      ),
    )
    .orderBy('warehouses.id')
    .limit(5000)
    .execute()
export type WarehouseRow = Awaited<ReturnType<typeof selectCatalogWarehouses>>[number]

/** Selects the delivery runs by zone. */
export const selectDeliveryRuns = (db: Db) =>
  db
    .selectFrom('delivery_runs')
    .select(['zone_id', 'name', 'weekdays', 'leaves_at', 'order_before'])
    .orderBy('zone_id')
    .orderBy('leaves_at')
    .limit(5000)
    .execute()
export type DeliveryRunRow = Awaited<ReturnType<typeof selectDeliveryRuns>>[number]

/** Selects the prices of delivery by zone. */
export const selectDeliveryPrices = (db: Db) =>
  db
    .selectFrom('delivery_zones')
    .select(['id', 'name', 'charge_kop', 'charge_product_id', 'free_from_kop', 'minimum_kop'])
    .limit(500)
    .execute()
export type DeliveryPrices = Awaited<ReturnType<typeof selectDeliveryPrices>>[number]

export const selectWarehouseDaysOff = (db: Db) =>
  db.selectFrom('days_off').select('day').orderBy('day').limit(10_000).execute()

export const selectSpellingsOfBrands = (db: Db) =>
  db.selectFrom('brands').select(['id', 'name']).limit(200_000).execute()

export const selectBrandNamesOf = (driver: Sql, ids: readonly number[]) =>
  driver<{ id: number; name: string }[]>`select id, name from brands where id = any(${ids})`

/** Selects every spelling of every brand. */
export const selectBrandKeys = (db: Db) =>
  db
    .selectFrom('brands')
    .select(['key', 'id as brand_id'])
    .unionAll(db.selectFrom('brand_aliases').select(['key', 'brand_id']))
    .limit(200_000)
    .execute()

export const selectProductByCode = (db: Db, code: string) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.code',
      'brands.name as brand',
      'products.article',
      'products.name',
      'products.unit',
      'products.multiplicity',
      'products.weight_g',
      'products.barcode',
      'products.country',
      'products.gtd',
      'products.group_id',
      'products.description',
    ])
    .where((where) =>
      where.or([
        where('products.code', '=', code),
        where(
          'products.id',
          '=',
          where.selectFrom('product_code_redirects').select('product_id').where('code', '=', code),
        ),
      ]),
    )
    .executeTakeFirst()

/** Selects the maker and article of a product as spelled in the catalogue. */
export const selectArticle = (db: Db, productId: number) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.brand_id', 'brands.name as brand', 'products.article', 'products.article_key'])
    .where('products.id', '=', productId)
    .executeTakeFirst()

/** Selects a group's name and marking, its own or that of the nearest ancestor. */
export async function selectGroupFacts(db: Db, groupId: number) {
  const { rows } = await sql<{ name: string; marking: string | null; marking_from: string | null }>`
    with recursive path as (
      select id, parent_id, name, marking, marking_from, 0 as step from inventory_groups where id = ${groupId}
      union all
      select above.id, above.parent_id, above.name, above.marking, above.marking_from, step + 1
      from path join inventory_groups above on above.id = path.parent_id where step < 20
    )
    select (select name from path where step = 0) as name, told.marking, told.marking_from
    from (select 1) as one
    left join lateral (select * from path where marking is not null order by step limit 1) told on true`.execute(db)
  return rows[0] ?? { name: '', marking: null, marking_from: null }
}

/** Selects the maker's chain of numbers through this product, oldest first; empty when there is none. */
export async function selectSupersession(db: Db, productId: number) {
  const { rows } = await sql<{ id: number; code: string; brand: string; article: string; name: string; unit: string }>`
    with recursive newer (id, step) as (
      select ${productId}::integer, 0
      union
      select cross_references.related_product_id, newer.step + 1 from newer
      join cross_references on cross_references.product_id = newer.id and cross_references.kind = 'replaced_by' where newer.step < 20
    ), older (id, step) as (
      select ${productId}::integer, 0
      union
      select cross_references.related_product_id, older.step - 1 from older
      join cross_references on cross_references.product_id = older.id and cross_references.kind = 'replaces' where older.step > -20
    ), chain as (
      select id, max(step) as step from (select * from newer union all select * from older) as steps group by id
    )
    select products.id, products.code, brands.name as brand, products.article, products.name, products.unit
    from chain join products using (id) join brands on brands.id = products.brand_id
    order by chain.step, products.id`.execute(db)
  return rows.length > 1 ? rows : []
}

/** Selects brands that staff have assigned to families. */
export const selectFamilies = (db: Db) =>
  db.selectFrom('brands').select(['id as brand_id', 'family']).where('family', '<>', '').limit(50_000).execute()
