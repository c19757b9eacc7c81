export { forgetOldDrafts } from './drafts.ts'
export { invoicesModule } from './invoices.routes.ts'
