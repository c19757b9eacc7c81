import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

/** Kinds of documents in a company's register. */
export const DOCUMENT_KINDS = {
  invoice: 'Счёт на оплату',
  shipment: 'Отгрузка',
  claim: 'Акт по обращению',
  correction: 'Корректировка',
} as const
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const DocumentKind = z.enum(keysOf(DOCUMENT_KINDS))
