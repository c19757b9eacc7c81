export { loadBankFile } from './load-file.ts'
export { receivePaymentOfOrder, withdrawPayment, type AccountedPayment } from './accounted-payments.ts'
export { paymentsModule } from './payments.routes.ts'
