export { hideRecipient } from './invoice-emails.queries.ts'
export { invoiceEmailsModule } from './invoice-emails.routes.ts'
