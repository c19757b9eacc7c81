export { nextDocumentNumber } from './documents.queries.ts'
export { documentsModule } from './documents.routes.ts'
export { issueInvoice } from './invoice.service.ts'
