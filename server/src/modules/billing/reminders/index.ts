export { debtsForEmail } from './debts-for-email.ts'
export { paymentRemindersJob } from './payment-reminders.jobs.ts'
