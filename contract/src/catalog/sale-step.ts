import { formatQty, toThousandths } from '../core/money.ts'

/** Quantities in which an offer is sold, in its unit. */
export interface SaleStep {
  /** Units that are sold together. */
  multiplicity: number
  /** Smallest order; absent or below the multiplicity when one multiple is enough. */
  min_qty?: number | undefined
}

/** Goods without an offer to ask for more. */
export const ONE_BY_ONE: SaleStep = { multiplicity: 1 }

/** Rounds a quantity up to one that is sold: at least the smallest order, a whole number of multiples. */
export function roundedUp(qty: number, { multiplicity, min_qty = 0 }: SaleStep): number {
  const step = toThousandths(multiplicity)
  return (Math.ceil(toThousandths(Math.max(qty, min_qty)) / step) * step) / 1000
}

/**
 * Rounds up to a quantity that is sold, with a message when it changed: «Кратно 4, исправлено 3 → 4»,
 * «Минимальный заказ 10, исправлено 3 → 10».
 */
export function roundToSaleStep(qty: number, step: SaleStep): { qty: number; message: string | null } {
  const rounded = roundedUp(qty, step)
  if (rounded === qty) return { qty, message: null }
  return { qty: rounded, message: roundingText(qty, rounded, step) }
}

/** «Кратно 4, исправлено 3 → 4». */
export const roundingText = (qty: number, rounded: number, step: SaleStep): string =>
  `${roundingReason(qty, step)}, исправлено ${formatQty(qty)} → ${formatQty(rounded)}`

/** Returns the rule that a quantity violates: «Кратно 4» or «Минимальный заказ 10». */
export const roundingReason = (qty: number, { multiplicity, min_qty = 0 }: SaleStep): string =>
  qty < min_qty ? `Минимальный заказ ${formatQty(min_qty)}` : `Кратно ${formatQty(multiplicity)}`

/** Rounds the available quantity down to the most that can be sold; 0 below the smallest order. */
export function roundedDown(available: number, { multiplicity, min_qty = 0 }: SaleStep): number {
  const step = toThousandths(multiplicity)
  const qty = (Math.floor(toThousandths(available) / step) * step) / 1000
  return qty < min_qty ? 0 : qty
}
