import { roundedUp, type SaleStep } from '@artikul/contract/catalog/sale-step'
import { formatQty } from '@artikul/contract/core/money'

const MAX_QTY = 999_999

/** Rounds up to a quantity that is sold, at least one multiple; a typed fraction is rounded to thousandths before. */
export function roundQtyUp(wanted: number, step: SaleStep): number {
  const thousandths = Math.round(Math.min(wanted, MAX_QTY) * 1000)
  return roundedUp(Math.max(thousandths / 1000, step.multiplicity), step)
}

/** «от 10», «4», «4, от 12»: the quantities in which an offer is sold. */
export const saleStepText = ({ multiplicity, min_qty }: SaleStep): string =>
  [(multiplicity !== 1 || !min_qty) && formatQty(multiplicity), min_qty && `от ${formatQty(min_qty)}`]
    .filter(Boolean)
    .join(', ')

/** «, кратно 4, мин. заказ 12», to be appended to other facts; empty when goods are sold one by one. */
export const saleStepNote = ({ multiplicity, min_qty }: SaleStep): string =>
  `${multiplicity > 1 ? `, кратно ${formatQty(multiplicity)}` : ''}${min_qty ? `, мин. заказ ${formatQty(min_qty)}` : ''}`
