export { nextDocumentNumber } from './documents.queries.ts'
export { documentsModule } from './documents.routes.ts'
export { holdInvoices, settleInvoices } from './invoice-payments.queries.ts'
export { issueInvoice } from './invoice.service.ts'
