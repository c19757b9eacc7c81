export { invoiceMailsModule } from './invoice-mails.routes.ts'
