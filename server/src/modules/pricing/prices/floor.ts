import { formatMoney } from '@artikul/contract/core/money'
import type { PricedOffer } from './pricing.service.ts'

export interface TooLow {
  message: string
  isBelowCost: boolean
}

/**
 * What is wrong with a price that staff name: below the purchase nobody sells, below the lowest price only those who have
 * the right to. Null: it may stand.
 * @param kop the price of a unit
 * @param sellsBelow has the right `min_margin`
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
