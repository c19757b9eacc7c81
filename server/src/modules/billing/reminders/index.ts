export { letterDebts } from './letter-debts.ts'
export { paymentRemindersWork } from './payment-reminders.routes.ts'
