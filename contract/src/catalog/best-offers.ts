import type { Offer, OfferGroup } from './catalog.ts'
import { roundedUp, type SaleStep } from './sale-step.ts'

type Comparable = Pick<Offer, 'qty' | 'qty_exact' | 'qty_prices' | 'expected_date' | 'stale'> &
  SaleStep & { price_kop: number }

interface Best<O> {
  cheapest: O | undefined
  fastest: O | undefined
}

/**
 * Checks that the quantity can be sold, rounded up to the sale step; a lower bound («>10») may cover any quantity.
 * @param qty in the item's unit
 */
export const covers = (offer: Pick<Offer, 'qty' | 'qty_exact'> & SaleStep, qty: number) =>
  !offer.qty_exact || offer.qty >= roundedUp(qty, offer)

/**
 * Finds the unit price for a quantity, rounded up to the sale step.
 *
 * @param qty in the item's unit
 */
export function priceAt<Kop extends number | null>(
  offer: { price_kop: Kop } & Pick<Offer, 'qty_prices'> & SaleStep,
  qty: number,
): Kop | number | null {
  const sold = roundedUp(qty, offer)
  return offer.qty_prices?.findLast(({ qty_from }) => qty_from <= sold)?.price_kop ?? offer.price_kop
}

/**
 * Finds «Лучшая цена» and «Быстрее всех» among fresh offers that cover the quantity, separately for the requested
 * numbers with their replacements and for analogues, and not among products found by name; among equally fast offers
 * the cheapest wins.
 *
 * @param qty in the item's unit
 */
export function bestOffers<O extends Comparable>(
  groups: readonly { kind: OfferGroup['kind']; offers: readonly O[] }[],
  qty: number,
): [Best<O>, Best<O>] {
  const requested: Best<O> = { cheapest: undefined, fastest: undefined }
  const analogues: Best<O> = { cheapest: undefined, fastest: undefined }
  for (const { kind, offers } of groups) {
    if (kind === 'found') continue
    const best = kind === 'analogue' ? analogues : requested
    for (const offer of offers) {
      if (offer.stale || !covers(offer, qty)) continue
      if (!best.cheapest || isCheaper(offer, best.cheapest, qty)) best.cheapest = offer
      if (!best.fastest || isFaster(offer, best.fastest, qty)) best.fastest = offer
    }
  }
  return [requested, analogues]
}

const isCheaper = (one: Comparable, other: Comparable, qty: number) =>
  (priceAt(one, qty) ?? one.price_kop) < (priceAt(other, qty) ?? other.price_kop)

const isFaster = (one: Comparable, other: Comparable, qty: number) =>
  one.expected_date < other.expected_date || (one.expected_date === other.expected_date && isCheaper(one, other, qty))
