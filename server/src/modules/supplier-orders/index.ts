export { applyAnswers, type NotApplied, type SupplierAnswer } from './answers.ts'
