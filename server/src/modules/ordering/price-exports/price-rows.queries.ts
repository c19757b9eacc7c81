import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'
import type { OfferRow } from '../../catalog/index.ts'

/** Brands by their names: those chosen, or all. */
export const selectBrands = (db: Db, ids: readonly number[]) => {
  const query = db
    .selectFrom('brands')
    .select(['id', 'name'])
    .orderBy(sql`name collate "ru-x-icu"`)
    .orderBy('id')
  return (ids.length > 0 ? query.where('id', '=', sql<number>`any(${ids}::integer[])`) : query).execute()
}

const MOST_GROUPS = 2000

/** Groups of goods that clients are shown, each with those it lies in: «Тормозная система / Колодки». */
export async function selectGroups(db: Db) {
  const { rows } = await sql<{ id: number; name: string }>`
    with recursive shown as (
      select id, name from inventory_groups where parent_id is null and is_hidden is not true
      union all
      select below.id, shown.name || ' / ' || below.name
      from shown join inventory_groups below on below.parent_id = shown.id and below.is_hidden is not true
    )
    select id, name from shown order by name collate "ru-x-icu", id limit ${MOST_GROUPS}`.execute(db)
  return rows
}

/** Groups were chosen, and none of them is there any more. */
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

/** The groups with all that lie within them. */
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

/** A product with one of its offers, or the last one of a page with none, as a quote takes it. */
export type PageRow = Omit<OfferRow, 'relation' | 'cross_source' | 'cross_reliability' | 'code' | 'brand'>

/**
 * Along the numbers of products, as they lie on the disk, from page to page: nothing is held between them, not even a
 * transaction. Brands and groups are picked out of a page, so that each costs the same however few products they have; its last
 * product is always answered, to go on from.
 */
const NEXT_PAGE = `
  with page as materialized (
    select id, brand_id, group_id, article, name, unit, multiplicity,
      ($2::integer[] = '{}' or brand_id = any($2)) and ($4::integer[] is null or group_id = any($4)) as is_asked
    from products where id > $1 order by id limit 1000
  ), wanted as (
    select * from page where is_asked or id = (select max(id) from page)
  )
  select wanted.id as product_id, wanted.brand_id, wanted.group_id as inventory_group_id, wanted.article, wanted.name, wanted.unit, offer.id as offer_id,
    offer.warehouse_id, offer.purchase_kop, greatest(offer.on_hand - offer.reserved, 0) as available, offer.qty_exact,
    offer.qty_text, greatest(offer.multiplicity, wanted.multiplicity) as multiplicity, offer.term_days
  from wanted
  left join offers offer
    on wanted.is_asked and offer.product_id = wanted.id and (offer.on_hand > offer.reserved or not $3)
  order by wanted.id`

interface Asked {
  brandIds: readonly number[]
  /** Null: of any group, and of none. */
  groupIds: readonly number[] | null
  inStock: boolean
}

/** The next products with their offers; none: there are no more. */
export const selectPage = (driver: Sql, afterId: number, { brandIds, groupIds, inStock }: Asked) =>
  driver.query<PageRow>(NEXT_PAGE, [afterId, brandIds, inStock, groupIds])
