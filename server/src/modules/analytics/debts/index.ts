export { computeDebts, readDebts, selectDebtors } from './debts.queries.ts'
