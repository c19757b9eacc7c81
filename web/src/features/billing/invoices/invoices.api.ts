import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

/** Refreshed after an invoice is issued or cancelled. */
export const INVOICE_KEYS: readonly KeyPrefix[] = ['invoices', 'settlements', 'documents', 'orders']
