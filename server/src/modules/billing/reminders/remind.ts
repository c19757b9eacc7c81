import { formatMoney } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { moscowDate, moscowTime } from '../../../platform/clock.ts'
import type { Db, DB, Database } from '../../../platform/db/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { processBatch } from '../../../platform/process-each.ts'
import type { InvoicesDeps } from '../invoices/index.ts'
import { issueDebtInvoices } from './debt-invoices.ts'
import {
  addCompanies,
  lockCompaniesToRemind,
  selectCompaniesToRemind,
  selectOwed,
  writeChecked,
  type Owed,
} from './payment-reminders.queries.ts'
import type { Job } from '../../../platform/jobs.ts'

/** No reminders are sent at night. */
const FROM_TIME = '09:00'
/** Days after which a reminder of the same debt is repeated. */
const AGAIN_DAYS = 7
/** Companies per transaction. */
const AT_ONCE = 20

const daysLater = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Decides whether the company is reminded today: the day before a due date, the day after, and weekly while a debt is
 * overdue. After an outage a missed reminder is sent once.
 */
export function isReminded(
  { soon_kop: soon, overdue_kop: overdue, latest_overdue: latest, reminded_on: last }: Owed,
  today: string,
): boolean {
  if (soon > 0) return true
  if (overdue === 0) return false
  // A sum with a due day on or after the last reminder was not overdue then.
  return last === null || (latest !== null && latest >= last) || last <= daysLater(today, -AGAIN_DAYS)
}

const textOf = ({ soon_kop: soon, overdue_kop: overdue }: Owed) =>
  [soon > 0 && `завтра срок оплаты ${formatMoney(soon)} ₽`, overdue > 0 && `просрочено ${formatMoney(overdue)} ₽`]
    .filter(Boolean)
    .join(', ')

const eventOf = (owed: Owed): DomainEvent => ({
  kind: 'debt.reminded',
  about: 'debt',
  aboutId: owed.contractor_id,
  contractorId: owed.contractor_id,
  label: textOf(owed),
})

/**
 * Reminds companies of sums due tomorrow and overdue ones, at most once a day each: the day is recorded in the
 * transaction that notifies. Invoices for the debts are issued before, so that the email finds them.
 */
export async function remindOfPayments(db: Kysely<DB>, deps: InvoicesDeps, stopping?: AbortSignal) {
  const now = deps.clock.now()
  if (moscowTime(now) < FROM_TIME) return
  const today = moscowDate(now)
  await addCompanies(db)
  while (!stopping?.aborted) {
    const ids = await selectCompaniesToRemind(db, today, AT_ONCE)
    if (ids.length === 0) return
    await processBatch(ids, (some) => remindCompanies(db, deps, some), stopping)
  }
}

async function remindCompanies(db: Kysely<DB>, deps: InvoicesDeps, ids: readonly number[]) {
  const now = deps.clock.now()
  for (const { contractor_id: id } of await selectReminded(db, ids, moscowDate(now)))
    await issueDebtInvoices(db, deps, id)
  await db.transaction().execute((tx) => remind(tx, ids, now))
}

const selectReminded = async (db: Db, ids: readonly number[], today: string) =>
  (await selectOwed(db, ids, { today, tomorrow: daysLater(today, 1) })).filter((company) => isReminded(company, today))

async function remind(tx: Db, contractorIds: readonly number[], now: Date) {
  const today = moscowDate(now)
  const ids = await lockCompaniesToRemind(tx, today, contractorIds)
  const due = await selectReminded(tx, ids, today)
  await publishEvents(tx, due.map(eventOf), now)
  await writeChecked(tx, { ids, remindedIds: due.map((company) => company.contractor_id), today })
}

/** Interval of checks, which bounds the delay after the hour of reminding or after a restart. */
const EVERY_MS = 10 * 60_000

/** Job that reminds companies of their debts. */
export const paymentRemindersJob = (database: Database, deps: InvoicesDeps): Job => ({
  name: 'payment_reminders',
  everyMs: EVERY_MS,
  work: (stopping) => remindOfPayments(database.forTenant('any'), deps, stopping),
})
