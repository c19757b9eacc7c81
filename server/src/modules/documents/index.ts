export { documentsModule } from './documents.routes.ts'
export { issueInvoice, type DocumentDeps } from './invoice.service.ts'
