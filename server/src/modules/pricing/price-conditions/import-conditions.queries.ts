import { articleKey } from '@artikul/contract/catalog/article'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const folded = (name: string) => name.trim().toLowerCase()

const idsByName = (rows: readonly { id: number; name: string }[]) => {
  const ids = new Map(rows.map(({ id, name }) => [folded(name), id]))
  return (name: string): number | null => ids.get(folded(name)) ?? null
}

/** Selects companies by ИНН (and КПП for branches), and price groups, groups of goods and sources by name. */
export async function selectNamedIds(db: Db, inns: readonly string[]) {
  const [companies, groups, inventory, sources] = await Promise.all([
    db
      .selectFrom('contractors')
      .select(['id', 'inn', 'kpp'])
      .where('inn', '=', sql<string>`any(${inns}::text[])`)
      .execute(),
    db.selectFrom('price_groups').select(['id', 'name']).limit(1000).execute(),
    db.selectFrom('inventory_groups').select(['id', 'name']).limit(10_000).execute(),
    db.selectFrom('supply_routes').select(['id', 'name']).limit(5000).execute(),
  ])
  const byInn = Map.groupBy(companies, ({ inn }) => inn)
  return {
    contractor: (inn: string, kpp: string): number | null => {
      const found = (byInn.get(inn) ?? []).filter((one) => kpp === '' || one.kpp === kpp)
      return found.length === 1 ? (found[0]?.id ?? null) : null
    },
    priceGroup: idsByName(groups),
    inventoryGroup: idsByName(inventory),
    source: idsByName(sources),
  }
}

interface ProductToFind {
  brandId: number
  key: string
  article: string
}

/** Selects products by brand and article; among several spellings of one key the exact one. */
export async function selectProductIdsOfConditions(db: Db, products: readonly ProductToFind[]) {
  const { rows } = await sql<{ id: number; brand_id: number; article: string; article_key: string }>`
    select product.id, product.brand_id, product.article, product.article_key
    from (
      select distinct * from unnest(${products.map(({ brandId }) => brandId)}::integer[], ${products.map(({ key }) => key)}::text[])
        as asked (brand_id, key)
    ) asked
    join products product on product.article_key = asked.key and product.brand_id = asked.brand_id`.execute(db)
  const byKey = Map.groupBy(rows, (row) => `${row.brand_id} ${row.article_key}`)
  return (brandId: number | null, article: string): number | null => {
    const found = byKey.get(`${brandId ?? 0} ${articleKey(article)}`) ?? []
    return (found.find((row) => row.article === article) ?? found[0])?.id ?? null
  }
}
