import { brandKey } from '@artikul/contract/catalog/brand'
import { MAX_COUNTED_BRANDS, MAX_SPELLINGS } from '@artikul/contract/catalog/brands'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

interface BrandQuery {
  q?: string | undefined
  filter?: BrandFilter | undefined
}

const CONDITIONS: Record<BrandFilter, ReturnType<typeof sql>> = {
  original: sql`brand.is_original`,
  empty: sql`not exists (select from products where products.brand_id = brand.id)`,
  unverified: sql`brand.verified_at is null`,
}

/** Matches any spelling that contains the text. */
function spelledLike(q: string) {
  const pattern = `%${literal(brandKey(q))}%`
  return sql`(brand.key like ${pattern} or exists (
    select from brand_aliases alias where alias.brand_id = brand.id and alias.key like ${pattern}))`
}

const found = ({ q, filter }: BrandQuery) =>
  sql`from brands brand where ${filter ? CONDITIONS[filter] : sql`true`} and ${q ? spelledLike(q) : sql`true`}`

/** Counts spellings and products of the shown brands only, the latter up to a limit. */
const COUNTED = sql`
  brand.id, brand.name, brand.key, brand.slug, brand.is_original, brand.verified_at is not null as is_verified,
  brand.family, brand.version,
  (select count(*) from brand_aliases where brand_id = brand.id) + 1 as spellings_count,
  (select count(*) from (select from products where brand_id = brand.id limit ${sql.lit(MAX_COUNTED_BRANDS + 1)}) few)
    as products_count`

export interface BrandRow {
  id: number
  name: string
  key: string
  slug: string
  is_original: boolean
  is_verified: boolean
  family: string
  version: number
  spellings_count: number
  products_count: number
}

export async function selectBrands(db: Db, query: BrandQuery, page: Page) {
  const [shown, counted] = await Promise.all([
    sql<BrandRow>`
      select ${COUNTED} from (
        select brand.* ${found(query)}
        order by brand.name collate "ru-x-icu", brand.id limit ${page.size} offset ${page.offset}
      ) brand order by brand.name collate "ru-x-icu", brand.id`.execute(db),
    sql<{ count: number }>`select count(*) as count ${found(query)}`.execute(db),
  ])
  return { rows: shown.rows, total: counted.rows[0]?.count ?? 0 }
}

export async function selectBrand(db: Db, id: number): Promise<BrandRow | undefined> {
  const { rows } = await sql<BrandRow>`select ${COUNTED} from brands brand where brand.id = ${id}`.execute(db)
  return rows[0]
}

export const selectSpellings = (db: Db, brandId: number) =>
  db
    .selectFrom('brand_aliases')
    .select(['key', sql<string>`case when spelling = '' then key else spelling end`.as('spelling')])
    .where('brand_id', '=', brandId)
    .orderBy('key')
    .limit(MAX_SPELLINGS)
    .execute()

export async function selectNamesOfBrands(db: Db, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('brands')
    .select('name')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('name')
    .limit(100)
    .execute()
  return rows.map(({ name }) => name)
}

export async function selectFamilyNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('brands')
    .select('family')
    .distinct()
    .where('family', '<>', '')
    .orderBy('family')
    .limit(500)
    .execute()
  return rows.map(({ family }) => family)
}

/** Selects every spelling of verified brands, with the Latin form where it exists. */
export const selectKnownSpellings = (db: Db) =>
  db
    .selectFrom('brands')
    .select(['id', 'name', 'key', 'slug'])
    .where('verified_at', 'is not', null)
    .unionAll(
      db
        .selectFrom('brand_aliases as alias')
        .innerJoin('brands', 'brands.id', 'alias.brand_id')
        .select(['brands.id', 'brands.name', 'alias.key', sql<string>`''`.as('slug')])
        .where('verified_at', 'is not', null),
    )
    .limit(200_000)
    .execute()

export const lockBrand = (db: Db, id: number) =>
  db.selectFrom('brands').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Selects the owners of the keys other than the brand itself. */
export async function selectOwners(db: Db, keys: readonly string[], but: number) {
  const { rows } = await sql<{ key: string; name: string }>`
    select spelled.key, brand.name from (
      select key, id as brand_id from brands union all select key, brand_id from brand_aliases
    ) spelled join brands brand on brand.id = spelled.brand_id
    where spelled.key = any(${keys}::text[]) and brand.id <> ${but}`.execute(db)
  return rows
}

/** Updates the brand and returns the new version. */
export async function updateBrand(db: Db, id: number, changes: Updateable<DB['brands']>): Promise<number> {
  const { version } = await db
    .updateTable('brands')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Replaces the spellings of the brand other than its name. */
export async function replaceSpellings(db: Db, brandId: number, spellings: ReadonlyMap<string, string>) {
  await db.deleteFrom('brand_aliases').where('brand_id', '=', brandId).execute()
  await sql`
    insert into brand_aliases (brand_id, key, spelling)
    select ${brandId}, * from unnest(${[...spellings.keys()]}::text[], ${[...spellings.values()]}::text[])`.execute(db)
}

/** Limit of counting a brand's products: those above it are equally large. */
const LARGE = 500

/** Selects the largest verified brands, car makers first. */
export async function selectLargest(db: Db, most: number): Promise<{ name: string; is_original: boolean }[]> {
  const { rows } = await sql<{ name: string; is_original: boolean }>`
    select brand.name, brand.is_original
    from brands brand cross join lateral (
      select count(*) as products from (select from products where brand_id = brand.id limit ${LARGE}) few
    ) counted
    where brand.verified_at is not null and products > 0
    order by products desc, brand.is_original desc, brand.name limit ${most}`.execute(db)
  return rows
}

/** Selects the brands with these keys, by name or alias; `key` is the matched one. */
export async function selectBrandsByKeys(db: Db, keys: readonly string[]): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select key, name from brands where key = any(${keys}::text[])
    union
    select alias.key, brands.name from brand_aliases alias join brands on brands.id = alias.brand_id
    where alias.key = any(${keys}::text[])
    order by key`.execute(db)
  return rows
}
