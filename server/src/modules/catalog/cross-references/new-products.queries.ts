import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Stages brands and articles of the import that are missing in the catalogue. */
export async function stageUnknown(db: Db, importId: number): Promise<void> {
  await sql`
    create temp table unknown_goods on commit drop as
    select row_number() over () as number, brand_id, article, null::integer as product_id from (
      select brand_id, article from cross_reference_import_rows
      where import_id = ${importId} and state = 'unknown' and product_id is null
      union
      select other_brand_id, other_article from cross_reference_import_rows
      where import_id = ${importId} and state = 'unknown' and related_product_id is null
    ) goods`.execute(db)
  await sql`create unique index on unknown_goods (number)`.execute(db)
  await sql`create unique index on unknown_goods (brand_id, article)`.execute(db)
  await sql`analyze unknown_goods`.execute(db)
}

interface UnknownGoods {
  number: number
  brand_id: number
  brand_slug: string
  article: string
}

export async function selectUnknownArticles(db: Db, after: number, most: number) {
  const { rows } = await sql<UnknownGoods>`
    select goods.number, goods.brand_id, goods.article, brands.slug as brand_slug
    from unknown_goods goods join brands on brands.id = goods.brand_id
    where goods.number > ${after} order by goods.number limit ${most}`.execute(db)
  return rows
}

export interface NewProduct {
  brand_id: number
  article: string
  article_key: string
  loose_key: string
  code: string
}

/**
 * Inserts products whose key is new to the catalogue; a code that is or was in use gets a suffix «-2», «-3»….
 * @returns the number of new products
 */
export async function insertProducts(db: Db, products: readonly NewProduct[]): Promise<number> {
  const column = (of: keyof NewProduct) => products.map((product) => product[of])
  const fresh = sql`
    select distinct on (brand_id, article_key) * from unnest(${column('brand_id')}::integer[], ${column('article')}::text[],
      ${column('article_key')}::text[], ${column('loose_key')}::text[], ${column('code')}::text[])
      as fresh (brand_id, article, article_key, loose_key, code)
    where not exists (select from products where products.brand_id = fresh.brand_id
      and products.article_key = fresh.article_key)`
  let added = 0
  for (let suffix = 1; ; suffix += 1) {
    const tail = suffix === 1 ? '' : `-${suffix}`
    const { rows } = await sql<{ left: number; added: number }>`
      with fresh as materialized (${fresh}), free as (
        select distinct on (code) brand_id, article, article_key, loose_key, code || ${tail}::text as code from fresh
        where not exists (select from products where products.code = fresh.code || ${tail}::text)
          and not exists (select from product_code_redirects old where old.code = fresh.code || ${tail}::text)
      ), inserted as (
        insert into products (brand_id, article, article_key, loose_key, code, name)
        select brand_id, article, article_key, loose_key, code, 'Наименование не указано' from free order by code
        returning id
      )
      select (select count(*) from fresh) as left, (select count(*) from inserted) as added`.execute(db)
    const { left = 0, added: now = 0 } = rows[0] ?? {}
    added += now
    if (left <= now) return added
  }
}

/** Finds the product of each staged item by the key of its article. */
export async function nameUnknown(db: Db, keys: ReadonlyMap<number, string>): Promise<void> {
  await sql`
    update unknown_goods goods set product_id = product.id
    from unnest(${[...keys.keys()]}::integer[], ${[...keys.values()]}::text[]) as keyed (number, key), products product
    where goods.number = keyed.number and product.brand_id = goods.brand_id
      and product.article_key = keyed.key`.execute(db)
}

/** Updates the rows of the import with the products of formerly unknown articles. */
export async function settleRows(db: Db, importId: number): Promise<void> {
  for (const [brand, article, product] of [
    ['brand_id', 'article', 'product_id'],
    ['other_brand_id', 'other_article', 'related_product_id'],
  ] as const)
    await sql`
      update cross_reference_import_rows set ${sql.ref(product)} = goods.product_id from unknown_goods goods
      where import_id = ${importId} and state = 'unknown' and ${sql.ref(`cross_reference_import_rows.${product}`)} is null
        and goods.brand_id = ${sql.ref(`cross_reference_import_rows.${brand}`)}
        and goods.article = ${sql.ref(`cross_reference_import_rows.${article}`)}`.execute(db)
}
