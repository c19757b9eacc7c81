export { hideRecipient } from './invoice-mails.queries.ts'
export { invoiceMailsModule } from './invoice-mails.routes.ts'
