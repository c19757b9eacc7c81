export {
  invoicesAtPoints,
  nextDocumentNumber,
  selectInvoice,
  selectInvoiceParties,
  type InvoiceRecord,
  type InvoiceParties,
  endInvoices,
  lockInvoices,
  settleInvoices,
} from './documents.queries.ts'
export { documentsModule } from './documents.routes.ts'
export { drawInvoice, drawInvoiceOf, requirePriceReader } from './invoice-documents.ts'
export { readForArchive } from './register.ts'
export { issueOrderInvoice, payUntilOf, readInvoice, writeInvoice, type DocumentDeps } from './order-invoice.ts'
export { countInvoice, GOODS_SUBJECT, type SnapshotRow } from './invoice-snapshot.ts'
