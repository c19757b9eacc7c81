export { hideRecipient } from './invoice-mails.queries.ts'
export { invoiceEmailsModule } from './invoice-mails.routes.ts'
