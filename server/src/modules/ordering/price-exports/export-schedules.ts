import {
  PriceExportFormat,
  type PriceSchedule,
  type PriceScheduleFields,
} from '@artikul/contract/ordering/price-exports'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { selectRecipient } from './build-export.queries.ts'
import { priceExportStoppedEmail } from './export-emails.ts'
import { lockCompanyFiles, selectQueuedPriceExports } from './price-exports.queries.ts'
import { addFile, checkedFilters, presentFilters, type PriceExportCaller, type Surplus } from './order-export.ts'
import type { FileStore } from './export-storage.ts'
import { areGroupsGone } from './price-rows.queries.ts'
import {
  moveSchedule,
  saveSchedule,
  selectSchedule,
  stopSchedule,
  lockDueSchedule,
  type DueSchedule,
  type ScheduleRow,
} from './export-schedules.queries.ts'

const DAY_MS = 86_400_000

/** Moment of the given hour on the same day in Moscow. */
const hourOf = (moment: Date, hour: number) =>
  new Date(`${moscowDate(moment)}T${String(hour).padStart(2, '0')}:00:00+03:00`)

const nextDay = (moment: Date) => new Date(moment.getTime() + DAY_MS)

/** Calculates the next moment at which the clock in Moscow shows the hour. */
function nextTime(now: Date, hour: number): Date {
  const today = hourOf(now, hour)
  return today > now ? today : nextDay(today)
}

interface DueDeps {
  db: Kysely<DB>
  clock: Clock
  mailer: Mailer
  store: FileStore
}

/**
 * Orders the files of due schedules. A missed hour is made up on the same day but not later; while another file of the
 * company waits, the schedule waits too. Two servers never order one file twice.
 */
export async function orderDueFiles(deps: DueDeps): Promise<void> {
  let last = 0
  for (;;) {
    const id = await orderNext(deps, last)
    if (id === null) return
    last = id
  }
}

async function orderNext({ db, clock, mailer, store }: DueDeps, after: number): Promise<number | null> {
  const now = clock.now()
  const ordered = await db.transaction().execute(async (tx) => {
    const schedule = await lockDueSchedule(tx, now, after)
    return schedule ? { id: schedule.id, surplus: await orderOf(tx, schedule, { now, mailer }) } : null
  })
  if (!ordered) return null
  await store.remove(ordered.surplus)
  return ordered.id
}

interface Due {
  now: Date
  mailer: Mailer
}

/**
 * Orders the file of a schedule unless it must wait, has no recipient, or its selected groups no longer exist, which
 * ends the schedule; returns the superseded files.
 */
async function orderOf(tx: Transaction<DB>, schedule: DueSchedule, { now, mailer }: Due): Promise<Surplus> {
  const isToday = moscowDate(schedule.next_at) === moscowDate(now)
  if (isToday || hourOf(now, schedule.hour) <= now) {
    const filters = { ...schedule, format: PriceExportFormat.parse(schedule.format) }
    await lockCompanyFiles(tx, schedule.contractor_id)
    if (await selectQueuedPriceExports(tx, schedule.contractor_id, filters)) return []
    await moveSchedule(tx, schedule.id, nextTime(now, schedule.hour))
    const person = await selectRecipient(tx, schedule)
    if (!person) return []
    if (await areGroupsGone(tx, schedule.group_ids)) {
      await stopSchedule(tx, schedule.id)
      await mailer.queue(tx, priceExportStoppedEmail(mailer, person))
      return []
    }
    const author = { actorId: schedule.actor_id, subjectId: schedule.subject_id }
    const order = { contractorId: schedule.contractor_id, author, filters, isDaily: true, at: now }
    return (await addFile(tx, order)).surplus
  }
  await moveSchedule(tx, schedule.id, nextTime(now, schedule.hour))
  return []
}

const present = (row: ScheduleRow): PriceSchedule => ({
  ...presentFilters(row),
  hour: row.hour,
  is_on: row.is_on,
  next_at: row.next_at.toISOString(),
})

/** Reads the person's daily schedule; null when it was never set. */
export async function readSchedule(db: Db, contractorId: number, subjectId: number): Promise<PriceSchedule | null> {
  const row = await selectSchedule(db, contractorId, subjectId)
  return row ? present(row) : null
}

/** @throws AppError `not_found` for a point not available to the person, `input.invalid` for an unknown brand */
export async function changeSchedule(
  db: Db,
  { member, author }: PriceExportCaller,
  fields: PriceScheduleFields,
  clock: Clock,
): Promise<PriceSchedule> {
  const now = clock.now()
  const filters = await checkedFilters(db, member, fields)
  const schedule = { ...fields, ...filters }
  await saveSchedule(db, member.contractorId, author, schedule, { at: now, nextAt: nextTime(now, fields.hour) })
  const saved = await readSchedule(db, member.contractorId, author.subjectId)
  if (!saved) throw new Error('the schedule that was saved is not there')
  return saved
}
