export { supplierReturnsModule } from './supplier-returns.routes.ts'
