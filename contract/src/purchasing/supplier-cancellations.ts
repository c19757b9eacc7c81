import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/**
 * States of a cancellation at the supplier: due, being requested, requested without an answer; cancelled or refused; to
 * be requested by a person; given up, so that the goods are delivered to us.
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
  /** Quantity that the supplier does not deliver. */
  cancelled_qty: z.number(),
  reason: z.string(),
})
