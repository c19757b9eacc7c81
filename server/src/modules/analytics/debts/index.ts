export { computeDebts, readDebts, selectDebtAges } from './debts.queries.ts'
