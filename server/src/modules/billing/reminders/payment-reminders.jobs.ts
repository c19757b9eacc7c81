import type { Logger } from 'pino'
import { createJob, type StartedJob } from '../../../platform/jobs.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { remindOfPayments } from './remind.ts'

/** Interval of checks, which bounds the delay after the hour of reminding or after a restart. */
const LOOK_EVERY_MS = 10 * 60_000

/** Job that reminds companies of their debts; with several servers each company is processed by one. */
export function paymentReminders(database: Database, deps: { clock: Clock; log: Logger }): StartedJob {
  return createJob((stopping) => remindOfPayments(database.forTenant('any'), deps, stopping), {
    name: 'payment_reminders',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'payment reminders not sent',
  })
}
