import { z } from 'zod'
import { keysOf } from '../../core/keys.ts'
import { LINE_STATES, type LineState } from './line-states.ts'

/** Order statuses, derived from the states of the lines. */
export const ORDER_STATUSES = {
  new: 'Новый',
  awaiting_payment: 'Ожидает оплаты',
  on_hold: 'Приостановлен',
  needs_confirm: 'Требует подтверждения',
  in_work: 'В работе',
  ready: 'Готов к отгрузке',
  partly_shipped: 'Частично отгружен',
  shipped: 'Отгружен',
  done: 'Выполнен',
  cancelled: 'Отменён',
} as const
export type OrderStatus = keyof typeof ORDER_STATUSES
export const OrderStatus = z.enum(keysOf(ORDER_STATUSES))

const DROPPED: readonly LineState[] = ['refused_supplier', 'cancelled_client', 'removed']
/** Part that is no longer expected, paid or delivered. */
export const isDropped = (state: LineState) => DROPPED.includes(state)

const FULFILLED: readonly LineState[] = ['shipped', 'issued', 'return_requested', 'returned']
const BEFORE_WORK: readonly LineState[] = ['awaiting_payment', 'on_hold', 'needs_confirm', 'new', 'reserved']

/** States of ordered parts that have not been received. */
export const COMING: readonly LineState[] = keysOf(LINE_STATES).filter(
  (state) => ![...DROPPED, 'issued', 'return_requested', 'returned'].includes(state),
)

/** Derives the order's status from the states of all parts of its lines. */
export function orderStatus(states: readonly LineState[]): OrderStatus {
  const living = states.filter((state) => !isDropped(state))
  if (living.length === 0) return 'cancelled'
  if (living.every((state) => FULFILLED.includes(state))) return living.includes('shipped') ? 'shipped' : 'done'
  if (living.some((state) => FULFILLED.includes(state))) return 'partly_shipped'
  if (living.every((state) => state === 'ready')) return 'ready'
  if (living.every((state) => BEFORE_WORK.includes(state))) {
    for (const waiting of ['on_hold', 'needs_confirm', 'awaiting_payment'] as const)
      if (living.includes(waiting)) return waiting
    return living.includes('reserved') ? 'in_work' : 'new'
  }
  return 'in_work'
}
