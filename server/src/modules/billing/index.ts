export { blocksModule } from './credit-holds/index.ts'
export {
  documentsModule,
  drawInvoiceOf,
  invoicesAtPoints,
  issueInvoice,
  nextDocumentNumber,
  readForArchive,
} from './documents/index.ts'
export { hideRecipient, invoiceMailsModule } from './invoice-mails/index.ts'
export { forgetOldDrafts, invoicesModule } from './invoices/index.ts'
export { loadBankFile, paymentsModule } from './payments/index.ts'
export { reconciliationModule } from './reconciliation/index.ts'
export { letterDebts, paymentRemindersWork } from './reminders/index.ts'
export { settlementEntriesModule } from './settlement-entries/index.ts'
export { settlementsModule } from './statements/index.ts'
