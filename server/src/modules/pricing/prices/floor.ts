import { formatMoney } from '@artikul/contract/core/money'
import type { PricedOffer } from './pricing.ts'

export interface TooLow {
  message: string
  isBelowCost: boolean
}

/**
 * Checks a price set by staff: nobody may sell below the purchase price, and only people with the right below the
 * lowest price. Null when the price is valid.
 * @param kop price of a unit
 * @param sellsBelow true with the right `min_margin`
 */
export function tooLow(
  { purchaseKop, floorKop }: Pick<PricedOffer, 'purchaseKop' | 'floorKop'>,
  kop: number,
  sellsBelow: boolean,
): TooLow | null {
  if (kop < purchaseKop) return { message: `Ниже закупки: ${formatMoney(purchaseKop)} ₽`, isBelowCost: true }
  return kop < floorKop && !sellsBelow
    ? { message: `Ниже наименьшей цены: ${formatMoney(floorKop)} ₽`, isBelowCost: false }
    : null
}
