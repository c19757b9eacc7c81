export { settlementEntriesModule } from './settlement-entries.routes.ts'
