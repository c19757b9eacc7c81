export { storeAccountedBalances } from './settlements.queries.ts'
export { readReconciled, type ReconciledMovement } from './reconciled.ts'
export { settlementsModule } from './settlements.routes.ts'
