export { debtsForEmail } from './letter-debts.ts'
export { paymentReminders } from './payment-reminders.jobs.ts'
