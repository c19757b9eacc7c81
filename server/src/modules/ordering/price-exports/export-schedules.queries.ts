import type { PriceScheduleFields } from '@artikul/contract/ordering/price-exports'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { filterColumns, groupsGone, namedBrands, namedGroups, pointName } from './price-exports.queries.ts'

export const selectSchedule = (db: Db, contractorId: number, subjectId: number) =>
  db
    .selectFrom('price_export_schedules as filtered')
    .selectAll('filtered')
    .select([namedBrands.as('brands'), namedGroups.as('groups'), groupsGone.as('groups_gone'), pointName.as('point')])
    .where('filtered.contractor_id', '=', contractorId)
    .where('filtered.subject_id', '=', subjectId)
    .executeTakeFirst()
export type ScheduleRow = NonNullable<Awaited<ReturnType<typeof selectSchedule>>>

export const saveSchedule = (
  db: Db,
  contractorId: number,
  author: Writer,
  schedule: PriceScheduleFields,
  { at, nextAt }: { at: Date; nextAt: Date },
) => {
  const state = {
    ...filterColumns(schedule),
    hour: schedule.hour,
    is_on: schedule.is_on,
    next_at: nextAt,
    ...writtenBy(author),
  }
  return db
    .insertInto('price_export_schedules')
    .values({ contractor_id: contractorId, created_at: at, ...state })
    .onConflict((conflict) => conflict.columns(['contractor_id', 'subject_id']).doUpdateSet(state))
    .execute()
}

/** Selects and locks the next due schedule after the named one; other servers skip it until the transaction ends. */
export const lockDueSchedule = (db: Db, now: Date, after: number) =>
  db
    .selectFrom('price_export_schedules')
    .selectAll()
    .where('is_on', '=', true)
    .where('next_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export type DueSchedule = NonNullable<Awaited<ReturnType<typeof lockDueSchedule>>>

export const stopSchedule = (db: Db, id: number) =>
  db.updateTable('price_export_schedules').set({ is_on: false }).where('id', '=', id).execute()

export const moveSchedule = (db: Db, id: number, nextAt: Date) =>
  db.updateTable('price_export_schedules').set({ next_at: nextAt }).where('id', '=', id).execute()

export const deleteSchedulesOf = (db: Db, userId: number) =>
  db.deleteFrom('price_export_schedules').where('subject_id', '=', userId).execute()
