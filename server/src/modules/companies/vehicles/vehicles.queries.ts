import { toLatinLetters, toPlateLetters, type VehicleNumber } from '@artikul/contract/companies/vehicle-numbers'
import type { VehiclesQuery } from '@artikul/contract/companies/vehicles'
import { sql, type Insertable, type Updateable } from 'kysely'
import { pointsOf, type CompanyScope } from '../../../platform/access/index.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'

/** Vehicles of the company, with the usual point where the person has access to it. */
function vehiclesOf(db: Db, member: CompanyScope) {
  const points = pointsOf(member)
  return db
    .selectFrom('vehicles')
    .leftJoin('consignees as point', (join) => {
      const usual = join.onRef('point.id', '=', 'vehicles.consignee_id').on('point.archived_at', 'is', null)
      return points ? usual.on('point.id', '=', sql<number>`any(${points}::integer[])`) : usual
    })
    .where('vehicles.contractor_id', '=', member.contractorId)
    .where('vehicles.deleted_at', 'is', null)
}

const COLUMNS = [
  'vehicles.id',
  'vehicles.name',
  'vehicles.vin',
  'vehicles.frame_number',
  'vehicles.plate',
  'vehicles.make',
  'vehicles.model',
  'vehicles.year',
  'vehicles.notes',
  'vehicles.archived_at',
  'vehicles.version',
  'point.id as point_id',
  'point.name as point_name',
] as const

export const selectVehicle = (db: Db, member: CompanyScope, id: number) =>
  vehiclesOf(db, member).select(COLUMNS).where('vehicles.id', '=', id).executeTakeFirst()
export type VehicleRow = NonNullable<Awaited<ReturnType<typeof selectVehicle>>>

/** Selects the vehicle in use with this number; numbers are unique among them. */
export const selectByNumber = (db: Db, member: CompanyScope, { kind, number }: VehicleNumber) =>
  vehiclesOf(db, member)
    .select(COLUMNS)
    .where(`vehicles.${kind}`, '=', number)
    .where('vehicles.archived_at', 'is', null)
    .executeTakeFirst()

type VehiclesFilter = Omit<VehiclesQuery, 'page' | 'page_size'>

function matching(db: Db, member: CompanyScope, { q: words, archived }: VehiclesFilter) {
  const query = vehiclesOf(db, member).where('vehicles.archived_at', archived ? 'is not' : 'is', null)
  if (!words) return query
  const patterns = [words, toLatinLetters(words), toPlateLetters(words.replace(/\s+/g, ''))].map(
    (text) => `%${literal(text)}%`,
  )
  return query.where(
    sql<boolean>`concat_ws(' ', vehicles.name, make, model, vin, frame_number, plate, notes) ilike any(${patterns}::text[])`,
  )
}

/** Selects a page of vehicles by name. */
export async function selectVehicles(db: Db, member: CompanyScope, filter: VehiclesFilter, page: Page) {
  const query = matching(db, member, filter)
  const [rows, { total }] = await Promise.all([
    query
      .select(COLUMNS)
      .orderBy(sql`vehicles.name collate "ru-x-icu"`)
      .orderBy('vehicles.id')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Locks a vehicle, also a deleted one. */
export const lockVehicle = (db: Db, contractorId: number, id: number) =>
  db
    .selectFrom('vehicles')
    .selectAll()
    .where('id', '=', id)
    .where('contractor_id', '=', contractorId)
    .forUpdate()
    .executeTakeFirst()
export type VehicleRecord = NonNullable<Awaited<ReturnType<typeof lockVehicle>>>

export const insertVehicle = (db: Db, vehicle: Insertable<DB['vehicles']>) =>
  db.insertInto('vehicles').values(vehicle).returning('id').executeTakeFirstOrThrow()

/** Updates the vehicle with its last author and returns the new version. */
export async function updateVehicle(
  db: Db,
  author: Writer,
  id: number,
  changes: Updateable<DB['vehicles']>,
): Promise<number> {
  const { version } = await db
    .updateTable('vehicles')
    .set({ ...changes, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Checks whether anything was ordered for the vehicle. */
export const isBoughtFor = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('order_lines').select('id').where('vehicle_id', '=', id).limit(1).executeTakeFirst()) !==
  undefined

export const selectPointName = async (db: Db, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((await db.selectFrom('consignees').select('name').where('id', '=', id).executeTakeFirst())?.name ?? null)
