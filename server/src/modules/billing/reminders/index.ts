export { debtsForEmail } from './debts-for-email.ts'
export { paymentRemindersJob } from './remind.ts'
