import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/**
 * A cancellation at the supplier: to be asked for, being asked for, asked for and not answered yet; answered; a person's
 * to ask for; given up: the goods come to us.
 */
export const CANCELLATION_STATES = {
  due: 'Попросим отменить',
  sending: 'Просим отменить',
  asked: 'Ждём ответа на отмену',
  cancelled: 'Отменено у поставщика',
  refused: 'Поставщик не отменил',
  by_hand: 'Отмените у поставщика сами',
  kept: 'Не отменено, товар придёт нам',
} as const
export type CancellationState = keyof typeof CANCELLATION_STATES

/** Quantity that the client no longer wants from the supplier; for staff only. */
export const SupplierCancellation = z.object({
  state: z.enum(keysOf(CANCELLATION_STATES)),
  qty: z.number(),
  /** As much of it he does not bring. */
  cancelled_qty: z.number(),
  reason: z.string(),
})
