export { issueDebtInvoice } from './issue.ts'
export type { InvoicesDeps } from './compose.ts'
export { invoicesModule } from './invoices.routes.ts'
