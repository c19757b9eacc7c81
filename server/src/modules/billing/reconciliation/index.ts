export { reconciliationModule } from './reconciliation.routes.ts'
