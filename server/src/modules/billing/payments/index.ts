export { loadBankFile } from './load-file.ts'
export { paymentsModule } from './payments.routes.ts'
