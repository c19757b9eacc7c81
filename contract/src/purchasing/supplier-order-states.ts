import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/**
 * Made up, on its way, perhaps there and being looked for, there, all said of it, nothing taken of it, not sent until
 * the supplier lets us order again.
 */
export const SUPPLIER_ORDER_STATES = {
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
