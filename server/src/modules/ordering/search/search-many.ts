import { articleKey } from '@artikul/contract/catalog/article'
import { brandIdsOf, selectOffersOfProducts, selectProductsByKeys, type RelatedOfferRow } from '../../catalog/index.ts'
import { groupOffers, type QuotedGroup } from '../../pricing/index.ts'
import type { SearchDeps, Searcher } from './search.ts'

/** Article of a program, with the maker in any spelling. */
export interface ArticleToFind {
  article: string
  brand?: string | undefined
}

/**
 * Finds many articles by their strict keys, with the offers of their products and of the makers' replacements.
 * @returns groups for each article in the given order; none for an unknown article or maker
 */
export async function searchMany(
  deps: Pick<SearchDeps, 'driver' | 'pricing' | 'readBrands'>,
  { contractorId, zoneId }: Pick<Searcher, 'contractorId' | 'zoneId'>,
  items: readonly ArticleToFind[],
): Promise<QuotedGroup[][]> {
  const [quote, brands, products] = await Promise.all([
    deps.pricing(contractorId),
    deps.readBrands(),
    selectProductsByKeys(
      deps.driver,
      items.map(({ article }) => articleKey(article)),
    ),
  ])
  const found = products.filter(({ at, brand_id: id }) => {
    const brand = items[at]?.brand
    return brand === undefined || brandIdsOf(brand, brands).includes(id)
  })
  const ids = [...new Set(found.map(({ product_id: id }) => id))]
  const offers = ids.length === 0 ? [] : await selectOffersOfProducts(deps.driver, ids)
  const byProduct = Map.groupBy(offers, (row) => row.asked_id)
  const byItem = Map.groupBy(found, ({ at }) => at)
  return items.map((_, at) => {
    const rows = (byItem.get(at) ?? []).flatMap(({ product_id: id }): RelatedOfferRow[] => byProduct.get(id) ?? [])
    return groupOffers(rows, quote, zoneId)
  })
}
