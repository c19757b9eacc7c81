import type { MissingStock } from '@artikul/contract/suppliers/price-list'
import type { PriceListSettings } from '@artikul/contract/suppliers/price-lists'
import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { USUAL_LIMITS } from './warnings.ts'

const MAX_WAREHOUSES = 1000

const warehouses = (db: Db) =>
  db
    .selectFrom('warehouses as warehouse')
    .innerJoin('supply_routes as source', 'source.id', 'warehouse.supply_route_id')
    .innerJoin('sellers as seller', 'seller.id', 'source.seller_id')
    .leftJoin('price_list_settings as settings', 'settings.warehouse_id', 'warehouse.id')
    .select([
      'warehouse.id',
      'warehouse.name',
      'warehouse.supply_route_id',
      'warehouse.imported_at',
      'source.kind',
      'seller.name as seller',
      'settings.default_brand',
      'settings.gone_percent',
      'settings.median_percent',
      'settings.jumped_percent',
      'settings.url',
      'settings.fetch_hours',
      'settings.photo_licence',
      'settings.version',
    ])
    // Online suppliers are queried and have no files.
    .where('source.kind', '!=', 'online')

export const selectPriceListWarehouses = (db: Db) =>
  warehouses(db).orderBy('warehouse.name').limit(MAX_WAREHOUSES).execute()
export const selectWarehouse = (db: Db, id: number) => warehouses(db).where('warehouse.id', '=', id).executeTakeFirst()
type WarehouseRow = NonNullable<Awaited<ReturnType<typeof selectWarehouse>>>

/** Version of the default settings, for which no row exists yet. */
const FIRST_VERSION = 1

/** Returns the stored settings or the defaults. */
export const settingsOf = ({ version, ...row }: WarehouseRow) =>
  version === null
    ? { default_brand: '', ...USUAL_LIMITS, url: '', fetch_hours: [], photo_licence: '', version: FIRST_VERSION }
    : {
        default_brand: row.default_brand ?? '',
        gone_percent: row.gone_percent,
        median_percent: row.median_percent,
        jumped_percent: row.jumped_percent,
        url: row.url ?? '',
        fetch_hours: row.fetch_hours ?? [],
        photo_licence: row.photo_licence ?? '',
        version,
      }

export const selectPriceListSellers = (db: Db) =>
  db.selectFrom('sellers').select(['id', 'name']).where('closed_at', 'is', null).orderBy('id').execute()

export async function insertPartner(db: Db, name: string, sellerId: number): Promise<number> {
  const source = await db
    .insertInto('supply_routes')
    .values({ name, kind: 'partner', seller_id: sellerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const warehouse = await db
    .insertInto('warehouses')
    .values({ supply_route_id: source.id, name, shown_as: `Партнёр ${source.id}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return warehouse.id
}

export async function isSupplyRouteNameUsed(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from supply_routes where name = ${name}) or exists (select from warehouses where name = ${name})
      as taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** Saves the settings; false when they were changed meanwhile. */
export async function savePriceListSettings(db: Db, warehouseId: number, input: PriceListSettings): Promise<boolean> {
  const { version, ...settings } = input
  const next = { ...settings, version: version + 1 }
  const saved =
    version === FIRST_VERSION
      ? await db
          .insertInto('price_list_settings')
          .values({ warehouse_id: warehouseId, ...next })
          .onConflict((conflict) =>
            conflict.column('warehouse_id').doUpdateSet(next).where('price_list_settings.version', '=', version),
          )
          .returning('version')
          .executeTakeFirst()
      : await db
          .updateTable('price_list_settings')
          .set(next)
          .where('warehouse_id', '=', warehouseId)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst()
  return saved !== undefined
}

/** Selects the maker whose products have most of these article keys, with their number. */
export const selectMakerOfArticles = (db: Db, keys: readonly string[]) =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['brands.name', (select) => select.fn.count<number>('products.article_key').distinct().as('count')])
    .where('products.article_key', '=', sql<string>`any(${keys}::text[])`)
    .groupBy(['brands.id', 'brands.name'])
    .orderBy('count', 'desc')
    .orderBy('brands.id')
    .limit(1)
    .executeTakeFirst()

/** Selects the columns stored last for one of these headers. */
export async function selectLayout(db: Db, supplyRouteId: number, fingerprints: readonly string[]) {
  const stored = await db
    .selectFrom('price_list_layouts')
    .select(['fingerprint', 'columns'])
    .where('supply_route_id', '=', supplyRouteId)
    .where('fingerprint', '=', sql<string>`any(${fingerprints}::text[])`)
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Only `saveLayout` writes the column, so its shape is known.
  return stored && { fingerprint: stored.fingerprint, ...(stored.columns as unknown as RememberedLayout) }
}

export interface RememberedLayout {
  columns: { index: number; field: string | null }[]
  default_brand: string
  has_brand_groups: boolean
  missing_stock: MissingStock | null
  currency_rate: number | null
}

interface NewLayout extends Writer {
  supplyRouteId: number
  fingerprint: string
  layout: RememberedLayout
  at: Date
}

export const deletePriceListLayout = (db: Db, supplyRouteId: number, fingerprint: string) =>
  db
    .deleteFrom('price_list_layouts')
    .where('supply_route_id', '=', supplyRouteId)
    .where('fingerprint', '=', fingerprint)
    .execute()

export function savePriceListLayout(db: Db, { supplyRouteId, fingerprint, layout, at, ...writer }: NewLayout) {
  const state = { columns: json(layout), ...writtenBy(writer), changed_at: at }
  return db
    .insertInto('price_list_layouts')
    .values({ supply_route_id: supplyRouteId, fingerprint, ...state })
    .onConflict((conflict) => conflict.columns(['supply_route_id', 'fingerprint']).doUpdateSet(state))
    .execute()
}
