export { debtsForEmail } from './debts-for-email.ts'
export { paymentReminders } from './payment-reminders.jobs.ts'
