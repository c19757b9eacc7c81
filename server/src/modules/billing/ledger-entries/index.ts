export { createEntry, undoEntry } from './ledger-entries.ts'
export { ledgerEntriesModule } from './ledger-entries.routes.ts'
