export {
  drawInvoiceOf,
  invoicesAtPoints,
  issueOrderInvoice,
  nextDocumentNumber,
  readForArchive,
} from './documents/index.ts'
export { createEntry, undoEntry } from './ledger-entries/index.ts'
export { type AccountedPayment, loadBankFile, receivePaymentOfOrder, withdrawPayment } from './payments/index.ts'
export { debtsForEmail } from './reminders/index.ts'
export { storeAccountedBalances } from './statements/index.ts'
