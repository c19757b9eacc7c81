import { formatMoney } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { moscowDate, moscowTime, type Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { addCompanies, selectOwed, lockCompaniesToRemind, writeLooked, type Owed } from './payment-reminders.queries.ts'

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
 * transaction that notifies, and companies locked by one server are skipped by the others.
 */
export async function remindOfPayments(db: Kysely<DB>, { clock }: { clock: Clock }, stopping?: AbortSignal) {
  const now = clock.now()
  if (moscowTime(now) < FROM_TIME) return
  const today = moscowDate(now)
  await addCompanies(db)
  let isMore = true
  while (isMore && !stopping?.aborted)
    isMore = await db.transaction().execute(async (tx) => {
      const ids = await lockCompaniesToRemind(tx, today, AT_ONCE)
      if (ids.length === 0) return false
      const reminded = (await selectOwed(tx, ids, { today, tomorrow: daysLater(today, 1) })).filter((owed) =>
        isReminded(owed, today),
      )
      await publishEvents(tx, reminded.map(eventOf), now)
      const told = reminded.map((owed) => owed.contractor_id)
      await writeLooked(tx, { ids, told, today })
      return true
    })
}
