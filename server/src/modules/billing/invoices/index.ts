export { purgeExpiredInvoiceDrafts } from './drafts.ts'
export { invoicesModule } from './invoices.routes.ts'
