import { formatQty, toThousandths } from '../core/money.ts'

/**
 * Rounds a quantity up to the multiplicity, counted in thousandths.
 * @param qty units
 * @param multiplicity units that are sold together
 */
export function roundedUp(qty: number, multiplicity: number): number {
  const step = toThousandths(multiplicity)
  return (Math.ceil(toThousandths(qty) / step) * step) / 1000
}

/** Rounds up to the multiplicity with a message when the quantity changed: «Кратно 4, исправлено 3 → 4». */
export function roundToMultiplicity(qty: number, multiplicity: number): { qty: number; message: string | null } {
  const rounded = roundedUp(qty, multiplicity)
  if (rounded === qty) return { qty, message: null }
  return {
    qty: rounded,
    message: `Кратно ${formatQty(multiplicity)}, исправлено ${formatQty(qty)} → ${formatQty(rounded)}`,
  }
}

/** Rounds the available quantity down to the multiplicity: the most that can be sold. */
export function roundedDown(available: number, multiplicity: number): number {
  const step = toThousandths(multiplicity)
  return (Math.floor(toThousandths(available) / step) * step) / 1000
}
