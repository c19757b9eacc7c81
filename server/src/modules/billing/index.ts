export { drawInvoiceOf, invoicesAtPoints, issueInvoice, nextDocumentNumber, readForArchive } from './documents/index.ts'
export { loadBankFile } from './payments/index.ts'
export { letterDebts } from './reminders/index.ts'
