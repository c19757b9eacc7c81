import { keysOf } from '@artikul/contract/core/keys'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { LIST_STATES } from '@artikul/contract/ordering/bulk-order-states'

/** Row filters: all, rows for the cart, rows that need attention, or rows of one state. */
export const SHOWN = ['chosen', 'attention', ...keysOf(LIST_STATES)] as const
export type Shown = (typeof SHOWN)[number]

const needsAttention = (row: ListRow) => row.notes.some(({ tone }) => tone !== 'info')
export const isToCart = (row: ListRow) => row.selected && !row.in_cart && row.choices.length > 0

export const isShown = (row: ListRow, shown: Shown | undefined): boolean => {
  if (shown === undefined) return true
  if (shown === 'chosen') return isToCart(row)
  return shown === 'attention' ? needsAttention(row) : row.state === shown
}

export const shownText = (shown: Shown | undefined): string => {
  if (shown === undefined) return 'Все'
  if (shown === 'chosen') return 'К заказу'
  return shown === 'attention' ? 'Требуют внимания' : LIST_STATES[shown]
}

/** Returns the filters that match at least one row, with counts. */
export function countShown(rows: readonly ListRow[]): { shown: Shown | undefined; count: number }[] {
  const counts = [undefined, ...SHOWN].map((shown) => ({
    shown,
    count: rows.filter((row) => isShown(row, shown)).length,
  }))
  return counts.filter(({ shown, count }) => shown === undefined || count > 0)
}
