export {
  drawInvoiceOf,
  invoicesAtPoints,
  issueOrderInvoice,
  nextDocumentNumber,
  readForArchive,
} from './documents/index.ts'
export { loadBankFile } from './payments/index.ts'
export { debtsForEmail } from './reminders/index.ts'
