export { invoicesModule } from './invoices.routes.ts'
