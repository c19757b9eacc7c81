import { articleKey } from '@artikul/contract/catalog/article'
import type { Db } from '../../../platform/db/index.ts'
import {
  selectArticle,
  selectByArticles,
  selectProductsByKeys,
  selectProductsByInterpretations,
  type FoundProduct,
} from '../../catalog/index.ts'
import { interpretationsOf, type Interpretation } from './interpretations.ts'
import { toArticleInterpretation, type SearchDeps } from './search.ts'

/** Article of one maker, for which suppliers can be queried. */
export interface OneArticle {
  article: string
  articleKey: string
  brandId: number
  brand: string
}

/** Finds the products matching the text in the same way as the catalogue search. */
async function findProducts(driver: SearchDeps['driver'], key: string, readings: readonly Interpretation[]) {
  const exact = await selectProductsByKeys(driver, [key])
  if (exact.length > 0) return exact
  return selectProductsByInterpretations(
    driver,
    readings.map((reading) => ({ row: 0, ...toArticleInterpretation(reading) })),
  )
}

async function ofProduct(db: Db, { product_id: id }: FoundProduct): Promise<OneArticle | null> {
  const found = await selectArticle(db, id)
  if (!found) return null
  const { article, article_key: key, brand, brand_id: brandId } = found
  return { article, articleKey: key, brand, brandId }
}

/** Finds the requested article of the only possible maker; null when it is ambiguous. */
export async function articleOf(
  db: Db,
  { driver, readBrands }: SearchDeps,
  { q, brand }: { q: string; brand?: number | undefined },
): Promise<OneArticle | null> {
  const key = articleKey(q)
  if (key.length < 2) return null
  const readings = interpretationsOf(q, await readBrands())
  const found = await findProducts(driver, key, readings)
  const meant = found.filter((product) => brand === undefined || product.brand_id === brand)
  const [product] = meant
  if (product) return new Set(meant.map((one) => one.brand_id)).size === 1 ? ofProduct(db, product) : null
  const interpretation =
    brand === undefined ? readings.find((reading) => reading.brandId !== undefined) : { key, brandId: brand }
  if (interpretation?.brandId === undefined) return null
  const [maker] = await selectByArticles(driver, [{ brandId: interpretation.brandId, articleKey: interpretation.key }])
  return maker
    ? { article: interpretation.key, articleKey: interpretation.key, brand: maker.brand, brandId: maker.brand_id }
    : null
}
