import type { OfferGroup } from '@artikul/contract/catalog'
import type { OfferRow } from '../catalog/index.ts'
import type { Quote, QuotedOffer } from './pricing.service.ts'

const KINDS: Record<OfferRow['relation'], OfferGroup['kind']> = {
  asked: 'asked',
  analogue: 'analogue',
  replaced_by: 'replacement',
  replaces: 'replacement',
}
const ORDER: Record<OfferGroup['kind'], number> = { asked: 0, replacement: 1, analogue: 2 }

export type QuotedGroup = Omit<OfferGroup, 'offers'> & { offers: QuotedOffer[] }

const cheapest = (group: QuotedGroup) => group.offers[0]?.price_kop ?? Infinity

/** Marks the best price and the fastest among fresh offers that cover the quantity. */
function markBest(groups: QuotedGroup[], qty: number) {
  let best: QuotedOffer | undefined
  let fastest: QuotedOffer | undefined
  for (const { offers } of groups)
    for (const offer of offers) {
      if (offer.stale || !covers(offer, qty)) continue
      if (!best || offer.price_kop < best.price_kop) best = offer
      if (
        !fastest ||
        offer.expected_date < fastest.expected_date ||
        (offer.expected_date === fastest.expected_date && offer.price_kop < fastest.price_kop)
      )
        fastest = offer
    }
  if (best) best.is_best_price = true
  if (fastest) fastest.is_fastest = true
}

const covers = (offer: QuotedOffer, qty: number) => offer.qty >= qty || !offer.qty_exact

/**
 * Rows of a search as groups of a product: the asked numbers, then what replaces them, then analogues; the cheapest
 * first in each. Best price and fastest are marked apart for the asked number with its replacements and for analogues.
 */
export function groupOffers(rows: OfferRow[], quote: Quote, zoneId: number | null, qty = 1): QuotedGroup[] {
  const groups = new Map<number, QuotedGroup>()
  for (const row of rows) {
    let group = groups.get(row.product_id)
    if (!group) {
      const { product_id: id, code, brand, article, name, unit } = row
      group = { kind: KINDS[row.relation], product: { id, code, brand, article, name, unit }, offers: [] }
      groups.set(id, group)
    }
    const priced = quote(row, zoneId)
    if (priced) group.offers.push(priced.offer)
  }
  const found = [...groups.values()].filter((group) => group.kind === 'asked' || group.offers.length > 0)
  for (const group of found) group.offers.sort((a, b) => a.price_kop - b.price_kop || a.id - b.id)
  found.sort((a, b) => ORDER[a.kind] - ORDER[b.kind] || cheapest(a) - cheapest(b) || a.product.id - b.product.id)
  markBest(
    found.filter((group) => group.kind !== 'analogue'),
    qty,
  )
  markBest(
    found.filter((group) => group.kind === 'analogue'),
    qty,
  )
  return found
}
