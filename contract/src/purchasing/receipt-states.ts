import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/** States of a goods receipt: being counted, posted to the warehouse, cancelled or reverted. */
export const RECEIPT_STATES = { draft: 'Считается', posted: 'Принята', cancelled: 'Отменена' } as const
export type ReceiptState = keyof typeof RECEIPT_STATES
export const ReceiptState = z.enum(keysOf(RECEIPT_STATES))
