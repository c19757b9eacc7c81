import type { NewOnlineSupplier, OnlineSupplierFields } from '@artikul/contract/suppliers/online-suppliers'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export const selectSupplierSellers = (db: Db) =>
  db.selectFrom('sellers').select(['id', 'name']).where('closed_at', 'is', null).orderBy('id').execute()

export async function countSuppliers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('online_suppliers')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const joined = (db: Db) =>
  db
    .selectFrom('online_suppliers as supplier')
    .innerJoin('supply_routes as source', 'source.id', 'supplier.supply_route_id')
    .selectAll('supplier')
    .select(['source.name', 'source.sending', 'source.min_order_kop', 'source.tolerance_hundredths'])

export const lockSupplier = (db: Db, id: number) =>
  joined(db).where('supplier.supply_route_id', '=', id).forUpdate('supplier').executeTakeFirst()

export const selectSupplier = (db: Db, id: number) =>
  joined(db).where('supplier.supply_route_id', '=', id).executeTakeFirst()
export type OnlineSupplierRow = NonNullable<Awaited<ReturnType<typeof selectSupplier>>>

/** Terms of ordering are stored in the source, as for suppliers without online queries. */
type Terms = Pick<OnlineSupplierFields, 'sending' | 'min_order_kop' | 'tolerance_hundredths'>
type Columns = Omit<OnlineSupplierFields, 'hours' | 'brand_ids' | 'settings' | keyof Terms> & { secret: Buffer }

function columnsOf(fields: OnlineSupplierFields & { secret: Buffer }) {
  const { hours, settings, brand_ids: _, sending, min_order_kop, tolerance_hundredths, ...columns } = fields
  return {
    terms: { sending, min_order_kop, tolerance_hundredths } satisfies Terms,
    columns: {
      ...(columns satisfies Columns),
      settings: JSON.stringify(settings),
      hours_from: hours?.from ?? null,
      hours_to: hours?.to ?? null,
    },
  }
}

type NewRow = Omit<NewOnlineSupplier, 'secret'> & { secret: Buffer }

export async function insertSupplier(db: Db, { name, seller_id, ...fields }: NewRow): Promise<number> {
  const { terms, columns } = columnsOf(fields)
  const { id } = await db
    .insertInto('supply_routes')
    .values({ name, kind: 'online', seller_id, ...terms })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('online_suppliers')
    .values({ supply_route_id: id, ...columns })
    .execute()
  return id
}

export async function updateSupplier(db: Db, id: number, fields: OnlineSupplierFields & { secret: Buffer }) {
  const { terms, columns } = columnsOf(fields)
  await db
    .updateTable('online_suppliers')
    .set({ ...columns, version: sql`version + 1` })
    .where('supply_route_id', '=', id)
    .execute()
  await db.updateTable('supply_routes').set(terms).where('id', '=', id).execute()
}

export const setSupplierEnabled = (db: Db, id: number, isOn: boolean) =>
  db
    .updateTable('online_suppliers')
    .set({ is_on: isOn, version: sql`version + 1` })
    .where('supply_route_id', '=', id)
    .execute()

/** Locks the common order of suppliers, so that it changes once at a time. */
export const lockOrderTerms = (db: Db) =>
  db.selectFrom('online_suppliers').select('supply_route_id').orderBy('supply_route_id').forUpdate().execute()

/** Sets priorities from one, in the order of the ids. */
export const orderSuppliers = (db: Db, ids: readonly number[]) =>
  sql`
    update online_suppliers supplier set priority = given.priority::integer, version = version + 1
    from unnest(${ids}::integer[]) with ordinality as given (id, priority)
    where supplier.supply_route_id = given.id and supplier.priority <> given.priority`.execute(db)

export const setSecret = (db: Db, id: number, secret: Buffer) =>
  db.updateTable('online_suppliers').set({ secret }).where('supply_route_id', '=', id).execute()

export async function replaceBrandRules(db: Db, id: number, brandIds: readonly number[]): Promise<void> {
  await db.deleteFrom('online_supplier_brand_rules').where('supply_route_id', '=', id).execute()
  await sql`
    insert into online_supplier_brand_rules (supply_route_id, brand_id)
    select ${id}::integer, unnest(${[...new Set(brandIds)]}::integer[])`.execute(db)
}

export async function selectSupplierBrandNames(db: Db, id: number): Promise<string> {
  const rows = await db
    .selectFrom('online_supplier_brand_rules as rule')
    .innerJoin('brands', 'brands.id', 'rule.brand_id')
    .select('brands.name')
    .where('rule.supply_route_id', '=', id)
    .orderBy('brands.name')
    .execute()
  return rows.map(({ name }) => name).join(', ')
}

/** Selects for each supplier the values that wait for a person to define their meaning. */
export async function selectUnknownWords(db: Db) {
  const { rows } = await sql<{ supply_route_id: number; brands: number; statuses: number }>`
    select supply_route_id,
      (select count(*)::integer from online_supplier_brands brand
        where brand.supply_route_id = supplier.supply_route_id and brand_id is null) as brands,
      (select count(*)::integer from online_supplier_statuses status
        where status.supply_route_id = supplier.supply_route_id and state is null) as statuses
    from online_suppliers supplier`.execute(db)
  return rows
}

const MAX_UNMAPPED_BRANDS = 500

/** Selects brands in answers, unrecognised spellings first. */
export const selectUnmappedBrands = (db: Db, id: number) =>
  db
    .selectFrom('online_supplier_brands as met')
    .leftJoin('brands', 'brands.id', 'met.brand_id')
    .select(['met.key', 'met.spelling', 'met.brand_id', 'brands.name'])
    .where('met.supply_route_id', '=', id)
    .orderBy(sql`met.brand_id is not null`)
    .orderBy('met.spelling')
    .limit(MAX_UNMAPPED_BRANDS)
    .execute()

interface MetBrand {
  supply_route_id: number
  key: string
  spelling: string
  brand_id: number | null
  seen_at: Date
}

export const saveUnmappedBrand = (db: Db, brand: MetBrand) =>
  db
    .insertInto('online_supplier_brands')
    .values(brand)
    .onConflict((conflict) => conflict.columns(['supply_route_id', 'key']).doUpdateSet(brand))
    .execute()

/**
 * Combined version of a place and its warehouse; the warehouse is also edited among all sources, so either change
 * increases it.
 */
const versionOfBoth = sql<number>`place.version + warehouse.version - 1`.as('version')

export const selectSupplierWarehouses = (db: Db, id: number) =>
  db
    .selectFrom('online_supplier_warehouses as place')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 'place.warehouse_id')
    .select(['place.warehouse_id as id', versionOfBoth, 'place.code', 'warehouse.name'])
    .select(['place.is_allowed', 'place.term_correction_days', 'warehouse.ships_on'])
    .where('place.supply_route_id', '=', id)
    .orderBy('warehouse.name')
    .execute()

export const lockSupplierWarehouse = (db: Db, id: number) =>
  db
    .selectFrom('online_supplier_warehouses as place')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 'place.warehouse_id')
    .select([versionOfBoth, 'warehouse.name', 'warehouse.ships_on'])
    .select(['place.is_allowed', 'place.term_correction_days'])
    .where('place.warehouse_id', '=', id)
    .forUpdate(['place', 'warehouse'])
    .executeTakeFirst()

export async function updateSupplierWarehouseRow(
  db: Db,
  id: number,
  place: { is_allowed: boolean; term_correction_days: number },
): Promise<void> {
  await db
    .updateTable('online_supplier_warehouses')
    .set({ ...place, version: sql`version + 1` })
    .where('warehouse_id', '=', id)
    .execute()
}

export async function updateShippingDays(db: Db, id: number, weekdays: readonly number[] | null): Promise<void> {
  await db
    .updateTable('warehouses')
    .set({ ships_on: weekdays?.toSorted() ?? null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const selectStatuses = (db: Db, id: number) =>
  db
    .selectFrom('online_supplier_statuses')
    .select(['code', 'name', 'state'])
    .where('supply_route_id', '=', id)
    .orderBy('name')
    .execute()

/** Inserts new states; meanings of known ones defined by staff stay. */
export const addStatuses = (db: Db, id: number, statuses: readonly { code: string; name: string }[]) =>
  sql`
    insert into online_supplier_statuses (supply_route_id, code, name)
    select ${id}::integer, * from unnest(
      ${statuses.map(({ code }) => code)}::text[], ${statuses.map(({ name }) => name)}::text[])
    on conflict (supply_route_id, code) do update set name = excluded.name`.execute(db)

/** @returns the previous status; undefined when it does not exist */
export async function insertStatusMapping(db: Db, id: number, code: string, state: string | null) {
  const before = await db
    .selectFrom('online_supplier_statuses')
    .select(['name', 'state'])
    .where('supply_route_id', '=', id)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  await db
    .updateTable('online_supplier_statuses')
    .set({ state })
    .where('supply_route_id', '=', id)
    .where('code', '=', code)
    .execute()
  return before
}
