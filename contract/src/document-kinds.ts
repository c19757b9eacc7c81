import { z } from 'zod'

/** What stands in the register of a company's documents. */
export const DOCUMENT_KINDS = {
  invoice: 'Счёт на оплату',
  shipment: 'Отгрузка',
  claim: 'Акт по обращению',
  correction: 'Корректировка',
} as const
export type DocumentKind = keyof typeof DOCUMENT_KINDS
export const DocumentKind = z.enum(Object.keys(DOCUMENT_KINDS) as [DocumentKind, ...DocumentKind[]])
