import type { Sql } from '../../../platform/db/index.ts'
import { selectBrandNamesOf } from './catalog.queries.ts'
import type { ReadDirectory } from './directory.ts'
import { selectOffersByArticle, type OfferRow } from './offers.queries.ts'

interface Deps {
  driver: Sql
  readDirectory: ReadDirectory
}

/**
 * The asked products by the strict key with their offers and, when one maker is meant, what replaces them and their
 * analogues.
 */
export async function offersByArticle(deps: Deps, key: string, brandId: number | null): Promise<OfferRow[]> {
  const { driver, readDirectory } = deps
  const [rows, { brandNames }] = await Promise.all([selectOffersByArticle(driver, key, brandId), readDirectory()])
  // A brand may be younger than what is remembered.
  const unknown = rows.filter((row) => !brandNames.has(row.brand_id)).map((row) => row.brand_id)
  const added = new Map(
    unknown.length === 0 ? [] : (await selectBrandNamesOf(driver, unknown)).map(({ id, name }) => [id, name]),
  )
  // Written where the statement left a place: a copy of each row, or one more field, would cost more than the name.
  for (const row of rows) row.brand = brandNames.get(row.brand_id) ?? added.get(row.brand_id) ?? ''
  return rows
}
