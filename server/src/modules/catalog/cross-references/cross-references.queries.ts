import type { CrossReferenceKind, CrossReferenceItem, Reliability } from '@artikul/contract/catalog/cross-references'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Page } from '../../../platform/paging.ts'

export interface CrossReferenceFacts {
  kind: CrossReferenceKind
  reliability: Reliability
  source: string
}

export interface ProductPair {
  product_id: number
  related_product_id: number
}

/** Selects products of an article, of the given brands or of all. */
export async function selectProductIdsOfArticles(db: Db, key: string, brandIds: readonly number[] | null) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'brand_id', 'article'])
    .where('article_key', '=', key)
    .$if(brandIds !== null, (query) => query.where('brand_id', '=', sql<number>`any(${brandIds ?? []}::integer[])`))
    .orderBy('id')
    .limit(100)
    .execute()
  return rows
}

const brief = (product: string, brand: string) => sql`
  jsonb_build_object('id', ${sql.ref(`${product}.id`)}, 'code', ${sql.ref(`${product}.code`)},
    'brand', ${sql.ref(`${brand}.name`)}, 'article', ${sql.ref(`${product}.article`)},
    'name', ${sql.ref(`${product}.name`)}, 'unit', ${sql.ref(`${product}.unit`)})`

/** Relations of the products in their own direction, plus those that exist in the opposite one only. */
const related = (productIds: readonly number[]): RawBuilder<unknown> => sql`
  from (
    select * from cross_references where product_id = any(${productIds}::integer[])
    union all
    select * from cross_references one_sided where related_product_id = any(${productIds}::integer[])
      and not (one_sided.product_id = any(${productIds}::integer[]))
      and not exists (select from cross_references back
        where back.product_id = one_sided.related_product_id and back.related_product_id = one_sided.product_id)
  ) related`

export async function selectCrossReferences(db: Db, productIds: readonly number[], page: Page) {
  const [shown, counted] = await Promise.all([
    sql<CrossReferenceItem>`
      select ${brief('product', 'brand')} as product, ${brief('other', 'other_brand')} as other, related.kind,
        related.reliability, related.source, related.version, cross_reference_imports.file_name as file
      ${related(productIds)}
      join products product on product.id = related.product_id join brands brand on brand.id = product.brand_id
      join products other on other.id = related.related_product_id join brands other_brand on other_brand.id = other.brand_id
      left join cross_reference_imports on cross_reference_imports.id = related.import_id
      order by brand.name, product.article, related.kind <> 'replaced_by', related.kind <> 'replaces',
        other_brand.name, other.article
      limit ${page.size} offset ${page.offset}`.execute(db),
    sql<{ count: number }>`select count(*) as count ${related(productIds)}`.execute(db),
  ])
  return { rows: shown.rows, total: counted.rows[0]?.count ?? 0 }
}

/** Selects titles such as «MAHLE OC 264» by product id; deleted products are absent. */
export async function selectTitles(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['products.id', sql<string>`brands.name || ' ' || products.article`.as('title')])
    .where('products.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

const isPair = ({ product_id, related_product_id }: ProductPair) =>
  sql<boolean>`(product_id, related_product_id) = (${product_id}::integer, ${related_product_id}::integer)`

/** Locks both directions of the pair in the common order of their keys. */
export async function lockPair(db: Db, pair: ProductPair) {
  const { rows } = await sql<ProductPair & CrossReferenceFacts & { version: number }>`
    select product_id, related_product_id, kind, reliability, source, version from cross_references
    where ${isPair(pair)} or ${isPair({ product_id: pair.related_product_id, related_product_id: pair.product_id })}
    order by product_id, related_product_id for update`.execute(db)
  return rows
}

/** Inserts the pair; false when either direction already exists. */
export async function insertCrossReference(db: Db, pair: ProductPair, facts: CrossReferenceFacts): Promise<boolean> {
  const inserted = await db
    .insertInto('cross_references')
    .values({ ...pair, ...facts })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Saves a person's change, which stays when the file of the pair is rolled back. */
export async function saveCrossReference(db: Db, pair: ProductPair, facts: CrossReferenceFacts): Promise<number> {
  const { version } = await db
    .insertInto('cross_references')
    .values({ ...pair, ...facts })
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'related_product_id'])
        .doUpdateSet({ ...facts, import_id: null, version: sql`cross_references.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

export const deletePair = (db: Db, pair: ProductPair) =>
  sql`
    delete from cross_references
    where ${isPair(pair)} or ${isPair({ product_id: pair.related_product_id, related_product_id: pair.product_id })}`.execute(
    db,
  )
