import { bestOffers } from '@artikul/contract/catalog/best-offers'
import type { OfferGroup } from '@artikul/contract/catalog/catalog'
import type { OfferRow } from '../../catalog/index.ts'
import type { Quote, QuotedOffer } from './pricing.ts'

const KINDS: Record<OfferRow['relation'], OfferGroup['kind']> = {
  asked: 'asked',
  found: 'found',
  analogue: 'analogue',
  replaced_by: 'replacement',
  replaces: 'replacement',
}
const ORDER: Record<OfferGroup['kind'], number> = { asked: 0, found: 0, replacement: 1, analogue: 2 }

export type QuotedGroup = Omit<OfferGroup, 'offers'> & { offers: QuotedOffer[] }

/** Reliability is omitted for an ordinary cross reference. */
function crossReferenceOf({
  relation,
  cross_source: source = '',
  cross_reliability: storedReliability,
}: OfferRow): Pick<OfferGroup, 'cross'> {
  if (relation === 'asked' || relation === 'found') return {}
  const reliability =
    storedReliability === 'sure' || storedReliability === 'doubtful' ? { reliability: storedReliability } : {}
  return { cross: { kind: relation, source, ...reliability } }
}

const cheapest = (group: QuotedGroup) => group.offers[0]?.price_kop ?? Infinity

function markBest(groups: QuotedGroup[], qty: number) {
  for (const { cheapest, fastest } of bestOffers(groups, qty)) {
    if (cheapest) cheapest.is_best_price = true
    if (fastest) fastest.is_fastest = true
  }
}

/**
 * Groups the rows of a search by product: the requested numbers, then their replacements, then analogues; the cheapest
 * first in each, with the best one marked for the quantity.
 */
export function groupOffers(rows: OfferRow[], quote: Quote, zoneId: number | null, qty = 1): QuotedGroup[] {
  const groups = new Map<number, QuotedGroup>()
  for (const row of rows) {
    let group = groups.get(row.product_id)
    if (!group) {
      const { product_id: id, code, brand, article, name, unit, photo } = row
      group = {
        kind: KINDS[row.relation],
        ...crossReferenceOf(row),
        product: { id, code, brand, article, name, unit, ...(photo && { photo }) },
        offers: [],
      }
      groups.set(id, group)
    }
    const priced = quote(row, zoneId)
    if (priced) group.offers.push(priced.offer)
  }
  const found = [...groups.values()].filter((group) => ORDER[group.kind] === 0 || group.offers.length > 0)
  for (const group of found) group.offers.sort((a, b) => a.price_kop - b.price_kop || a.id - b.id)
  found.sort((a, b) => ORDER[a.kind] - ORDER[b.kind] || cheapest(a) - cheapest(b) || a.product.id - b.product.id)
  markBest(found, qty)
  return found
}
