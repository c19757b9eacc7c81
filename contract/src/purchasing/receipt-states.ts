import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/** Being counted; taken to the warehouse; given up or taken back. */
export const RECEIPT_STATES = { draft: 'Считается', posted: 'Принята', cancelled: 'Отменена' } as const
export type ReceiptState = keyof typeof RECEIPT_STATES
export const ReceiptState = z.enum(keysOf(RECEIPT_STATES))
