import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { inBackground, whileListening } from '../../../platform/background.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/index.ts'
import { remindOfPayments } from './remind.ts'

/** How soon after the hour of reminding, or after a server has come back. */
const LOOK_EVERY_MS = 10 * 60_000

/** Companies are reminded of what they owe by itself; of several servers each company is one's. */
export function paymentRemindersWork(app: FastifyInstance, database: Database, deps: { clock: Clock; log: Logger }) {
  const reminders = inBackground((stopping) => remindOfPayments(database.as('any'), deps, stopping), {
    work: 'payment_reminders',
    everyMs: LOOK_EVERY_MS,
    log: deps.log,
    failure: 'companies were not reminded of what they owe',
  })
  whileListening(app, reminders)
}
