import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/**
 * States of a supplier order: a purchase for stock that is still changed, assembled, being sent, possibly received and being looked up, received, fully answered,
 * fully refused, not sent until the supplier accepts orders again.
 */
export const SUPPLIER_ORDER_STATES = {
  draft: 'Черновик',
  due: 'К отправке',
  sending: 'Отправляется',
  unknown: 'Ответ не получен',
  sent: 'Отправлен',
  done: 'Завершён',
  refused: 'Не принят',
  stopped: 'Остановлен',
} as const
export type SupplierOrderState = keyof typeof SUPPLIER_ORDER_STATES
export const SupplierOrderState = z.enum(keysOf(SUPPLIER_ORDER_STATES))
