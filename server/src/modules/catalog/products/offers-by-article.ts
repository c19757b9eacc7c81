import type { Sql } from '../../../platform/db/index.ts'
import { selectBrandNamesOf } from './catalog.queries.ts'
import type { ReadDirectory } from './directory.ts'
import { selectOffersByArticle, type OfferRow } from './offers.queries.ts'

interface Deps {
  driver: Sql
  readDirectory: ReadDirectory
}

/**
 * Reads the requested products by the strict key with their offers and, when a single maker matches, their replacements
 * and analogues.
 */
export async function offersByArticle(deps: Deps, key: string, brandId: number | null): Promise<OfferRow[]> {
  const { driver, readDirectory } = deps
  const [rows, { brandNames }] = await Promise.all([selectOffersByArticle(driver, key, brandId), readDirectory()])
  // A brand may be newer than the cache.
  const unknown = rows.filter((row) => !brandNames.has(row.brand_id)).map((row) => row.brand_id)
  const added = new Map(
    unknown.length === 0 ? [] : (await selectBrandNamesOf(driver, unknown)).map(({ id, name }) => [id, name]),
  )
  // Assigned in place: copying each row, or another field in the statement, would cost more than the name itself.
  for (const row of rows) row.brand = brandNames.get(row.brand_id) ?? added.get(row.brand_id) ?? ''
  return rows
}
