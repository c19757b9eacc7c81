import type { Database } from '../../../platform/db/index.ts'
import type { Job } from '../../../platform/jobs.ts'
import type { InvoicesDeps } from '../invoices/index.ts'
import { remindOfPayments } from './remind.ts'

/** Interval of checks, which bounds the delay after the hour of reminding or after a restart. */
const EVERY_MS = 10 * 60_000

/** Job that reminds companies of their debts. */
export const paymentRemindersJob = (database: Database, deps: InvoicesDeps): Job => ({
  name: 'payment_reminders',
  everyMs: EVERY_MS,
  work: (stopping) => remindOfPayments(database.forTenant('any'), deps, stopping),
})
