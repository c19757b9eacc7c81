export { settlementEntriesModule } from './ledger-entries.routes.ts'
