export {
  invoicesAtPoints,
  nextDocumentNumber,
  selectInvoice,
  selectParties,
  type InvoiceRecord,
  type Parties,
} from './documents.queries.ts'
export { documentsModule } from './documents.routes.ts'
export { holdInvoices, settleInvoices } from './invoice-payments.queries.ts'
export { endInvoices } from './invoice-ends.queries.ts'
export { drawInvoice, drawInvoiceOf, requirePriceReader } from './invoice.papers.ts'
export { readForArchive } from './register.ts'
export { issueInvoice, payUntilOf, readInvoice, writeInvoice, type DocumentDeps } from './invoice.service.ts'
export { countInvoice, GOODS_SUBJECT, type InvoiceRow } from './invoice.snapshot.ts'
