import { articleKey, looseArticleKey } from '@artikul/contract/article'
import type { Maker, SearchReply } from '@artikul/contract/search'
import type { Clock } from '../../platform/clock.ts'
import type { Sql } from '../../platform/db/index.ts'
import { selectOffersByArticle, type OfferRow, type ReadDirectory } from '../catalog/index.ts'
import type { ReadZone } from '../consignees/index.ts'
import { groupOffers, type Pricing, type QuotedGroup } from '../pricing/index.ts'

export interface SearchDeps {
  driver: Sql
  pricing: Pricing
  readZone: ReadZone
  clock: Clock
  readDirectory: ReadDirectory
}

/** For whom the search answers: his company (none for staff) and the delivery zone of his point. */
export interface Searcher {
  contractorId: number | null
  zoneId: number | null
}

function makersOf(rows: OfferRow[], groups: QuotedGroup[]): Maker[] {
  const brands = new Map(rows.map((row) => [row.product_id, row.brand_id]))
  const makers = new Map<number, Maker>()
  for (const { product, offers } of groups) {
    const brandId = brands.get(product.id)
    if (brandId === undefined) continue
    const prices = offers.map((offer) => offer.price_kop)
    const known = makers.get(brandId)
    makers.set(brandId, {
      ...(known ?? product),
      brand_id: brandId,
      offers_count: (known?.offers_count ?? 0) + offers.length,
      min_price_kop: minOf([...prices, ...(known?.min_price_kop ? [known.min_price_kop] : [])]),
    })
  }
  return [...makers.values()].sort((a, b) => b.offers_count - a.offers_count || a.brand.localeCompare(b.brand))
}

const minOf = (prices: number[]): number | null => (prices.length === 0 ? null : Math.min(...prices))

/**
 * Finds an article however it is written: by the strict key, else by the loose one («возможно, вы искали»). Several
 * makers: the buyer chooses one before analogues are shown.
 */
export async function searchByArticle(
  deps: SearchDeps,
  { contractorId, zoneId }: Searcher,
  asked: { q: string; brand?: number | undefined },
): Promise<SearchReply> {
  const key = articleKey(asked.q)
  const nothing: SearchReply = { key, found: 'nothing', makers: [], groups: [], offers_count: 0 }
  if (key.length < 2) return nothing
  const brandId = asked.brand ?? null
  const [quote, exact] = await Promise.all([
    deps.pricing(contractorId),
    selectOffersByArticle(deps.driver, 'article_key', key, brandId),
  ])
  const found = exact.length > 0 ? 'exact' : 'loose'
  const rows = exact.length > 0 ? exact : await selectLoose(deps.driver, key, brandId)
  if (rows.length === 0) return nothing
  const groups = groupOffers(rows, quote, zoneId)
  const makers =
    brandId === null
      ? makersOf(
          rows,
          groups.filter((group) => group.kind === 'asked'),
        )
      : []
  return {
    key,
    found,
    makers: makers.length > 1 ? makers : [],
    groups,
    offers_count: groups.reduce((sum, group) => sum + group.offers.length, 0),
  }
}

/** Articles with the same loose key: written with other look-alikes of 0, 1 than the asked one. */
async function selectLoose(driver: Sql, key: string, brandId: number | null): Promise<OfferRow[]> {
  const loose = looseArticleKey(key)
  const twins = await selectOffersByArticle(driver, 'loose_key', loose, brandId)
  if (twins.length > 0 || loose === key) return twins
  return selectOffersByArticle(driver, 'article_key', loose, brandId)
}
