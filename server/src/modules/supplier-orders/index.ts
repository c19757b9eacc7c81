export { applyAnswers, type NotApplied, type SupplierAnswer } from './answers.ts'
export { supplierOrdersModule } from './supplier-orders.routes.ts'
export { holdWanted, markSent } from './wanted.ts'
