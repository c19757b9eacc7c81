import type { OrderStatus } from '@artikul/contract/orders'

/** How loudly a status speaks; the same wherever an order is shown. */
export const ORDER_TONES = {
  new: 'info',
  awaiting_payment: 'warn',
  on_hold: 'warn',
  needs_confirm: 'accent',
  in_work: 'info',
  ready: 'success',
  partly_shipped: 'success',
  shipped: 'neutral',
  done: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<OrderStatus, string>
