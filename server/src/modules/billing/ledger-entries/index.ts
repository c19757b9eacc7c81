export { ledgerEntriesModule } from './ledger-entries.routes.ts'
