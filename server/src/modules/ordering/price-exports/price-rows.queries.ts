import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'
import type { OfferRow } from '../../catalog/index.ts'

/** Selects the given brands, or all of them, by name. */
export const selectExportBrands = (db: Db, ids: readonly number[]) => {
  const query = db
    .selectFrom('brands')
    .select(['id', 'name'])
    .orderBy(sql`name collate "ru-x-icu"`)
    .orderBy('id')
  return (ids.length > 0 ? query.where('id', '=', sql<number>`any(${ids}::integer[])`) : query).execute()
}

const MAX_GROUPS = 2000

/** Selects the groups of goods visible to clients, each with its parents: «Тормозная система / Колодки». */
export async function selectExportGroups(db: Db) {
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive shown as (
      select id, name from inventory_groups where parent_id is null and is_hidden is not true
      union all
      select below.id, shown.name || ' / ' || below.name
      from shown join inventory_groups below on below.parent_id = shown.id and below.is_hidden is not true
    )
    select id, name from shown order by name collate "ru-x-icu", id limit ${MAX_GROUPS}`.execute(db)
  return rows
}

/** Checks whether groups were selected and none of them exists any more. */
export async function areGroupsGone(db: Db, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false
  const left = await db
    .selectFrom('inventory_groups')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .limit(1)
    .execute()
  return left.length === 0
}

/** Selects the groups with all of their descendants. */
export async function selectGroupsWithin(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive inside as (
      select id from inventory_groups where id = any(${ids}::integer[])
      union
      select below.id from inside join inventory_groups below on below.parent_id = inside.id
    )
    select id from inside`.execute(db)
  return rows.map((row) => row.id)
}

/** Product with one of its offers in the shape of a quote, or the last product of a page without an offer. */
export type PageRow = Omit<OfferRow, 'relation' | 'cross_source' | 'cross_reliability' | 'code' | 'brand'>

/**
 * Reads products by ascending id, in their order on the disk, page by page; no lock or transaction is held between
 * pages. Brands and groups are filtered within a page, so that every page costs the same; its last product is always
 * returned as the position to continue from.
 */
const NEXT_PAGE = `
  with page as materialized (
    select id, brand_id, group_id, article, name, unit, multiplicity, weight_g,
      ($2::integer[] = '{}' or brand_id = any($2)) and ($4::integer[] is null or group_id = any($4)) as is_asked
    from products where id > $1 order by id limit 1000
  ), wanted as (
    select * from page where is_asked or id = (select max(id) from page)
  )
  select wanted.id as product_id, wanted.brand_id, wanted.group_id as inventory_group_id, wanted.article, wanted.name, wanted.unit, offer.id as offer_id,
    offer.warehouse_id, offer.purchase_kop, greatest(offer.on_hand - offer.reserved, 0) as available, offer.qty_exact,
    offer.qty_text, greatest(offer.multiplicity, wanted.multiplicity) as multiplicity, offer.min_qty, offer.term_days,
    wanted.weight_g
  from wanted
  left join offers offer
    on wanted.is_asked and offer.product_id = wanted.id and (offer.on_hand > offer.reserved or not $3)
  order by wanted.id`

interface ExportFilter {
  brandIds: readonly number[]
  /** Selected groups; null for products of any group or none. */
  groupIds: readonly number[] | null
  inStock: boolean
}

/** Selects the next products with their offers; empty at the end. */
export const selectPage = (driver: Sql, afterId: number, { brandIds, groupIds, inStock }: ExportFilter) =>
  driver.query<PageRow>(NEXT_PAGE, [afterId, brandIds, inStock, groupIds])
