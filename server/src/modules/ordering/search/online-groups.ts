import type { OnlineGroup } from '@artikul/contract/ordering/search'
import { selectByArticles, type ArticleRow } from '../../catalog/index.ts'
import type { KnownOffer, SupplierReply } from '../../suppliers/index.ts'
import type { OfferData } from '../../pricing/index.ts'
import type { OneArticle } from './online-article.ts'
import type { OnlineSearchDeps } from './online-search.ts'
import type { Searcher } from './search.ts'

/** Maximum number of offers of one supplier. */
const MAX_OFFERS = 300

export type ShowingDeps = Pick<OnlineSearchDeps, 'pricing' | 'readDirectory' | 'driver' | 'clock' | 'references'>
type Pair = Pick<OneArticle, 'brandId' | 'articleKey'>
const nameOf = ({ brandId, articleKey }: Pair) => `${brandId} ${articleKey}`

/**
 * Filters offers that can be bought, because an unrecognised brand may be one that is not sold; the requested article
 * first, then the cheapest.
 */
function shownOf(offers: SupplierReply['offers'], article: OneArticle): KnownOffer[] {
  const isOther = (offer: KnownOffer) => Number(nameOf(offer) !== nameOf(article))
  return offers
    .flatMap((offer) => (offer.brandId === null ? [] : [{ ...offer, brandId: offer.brandId }]))
    .toSorted((a, b) => isOther(a) - isOther(b) || a.purchaseKop - b.purchaseKop)
    .slice(0, MAX_OFFERS)
}

const dataOf = (offer: KnownOffer, known: ArticleRow): OfferData => ({
  offer_id: 0, // assigned when a buyer chooses the offer
  product_id: known.product_id ?? 0,
  brand_id: offer.brandId,
  inventory_group_id: known.inventory_group_id,
  warehouse_id: offer.warehouseId,
  purchase_kop: offer.purchaseKop,
  available: offer.qty,
  qty_exact: offer.qtyExact,
  qty_text: offer.qtyText,
  multiplicity: Math.max(offer.multiplicity, known.multiplicity ?? 0),
  min_qty: 0,
  weight_g: known.weight_g,
  term_days: offer.termDays,
  no_return: offer.noReturn,
})

const productOf = (offer: KnownOffer, known: ArticleRow): OnlineGroup['product'] => ({
  id: known.product_id,
  code: known.code,
  brand: known.brand,
  article: known.article ?? offer.article,
  name: known.name ?? offer.name,
  unit: known.unit ?? 'шт',
})

/** A supplier's warehouse discovered a moment ago may not be in the directory yet. */
async function quoteFor(
  { pricing, readDirectory }: ShowingDeps,
  contractorId: number | null,
  offers: readonly KnownOffer[],
) {
  const { warehouses } = await readDirectory()
  if (offers.some(({ warehouseId }) => !warehouses.has(warehouseId))) readDirectory.invalidate()
  return pricing(contractorId)
}

/**
 * @returns a function that presents an offer for the company with dates of a zone, or null when the company may not see
 * it
 */
export async function createShowing(
  deps: ShowingDeps,
  contractorId: number | null,
  { offers, ageMs }: { offers: readonly KnownOffer[]; ageMs: number },
) {
  const [quote, known] = await Promise.all([
    quoteFor(deps, contractorId, offers),
    selectByArticles(deps.driver, offers),
  ])
  const rows = new Map(offers.map((offer, at) => [offer, known[at]]))
  const toldAt = new Date(deps.clock.now().getTime() - ageMs).toISOString()
  return async (offer: KnownOffer, zoneId: number | null, qty?: number) => {
    const row = rows.get(offer)
    const priced = row ? quote(dataOf(offer, row), zoneId, { isChosen: true, qty }) : null
    if (!row || !priced) return null
    const { id: _, ...shown } = priced.offer
    const reference = await deps.references.seal(offer, contractorId)
    return { product: productOf(offer, row), offer: { ...shown, updated_at: toldAt, reference } }
  }
}

/**
 * Groups a supplier's offers as the buyer sees them: by product, the requested one first, the cheapest first in each.
 */
export async function groupsOf(
  deps: OnlineSearchDeps,
  searcher: Searcher,
  article: OneArticle,
  answer: SupplierReply,
): Promise<OnlineGroup[]> {
  const offers = shownOf(answer.offers, article)
  if (offers.length === 0) return []
  const show = await createShowing(deps, searcher.contractorId, { offers, ageMs: answer.ageMs })
  const groups = new Map<string, OnlineGroup>()
  for (const offer of offers) {
    const shown = await show(offer, searcher.zoneId)
    if (!shown) continue
    const name = nameOf(offer)
    const kind = name === nameOf(article) ? 'asked' : 'analogue'
    const group = groups.get(name) ?? { kind, product: shown.product, offers: [] }
    group.offers.push(shown.offer)
    groups.set(name, group)
  }
  for (const group of groups.values()) group.offers.sort((a, b) => (a.price_kop ?? 0) - (b.price_kop ?? 0))
  return [...groups.values()]
}
