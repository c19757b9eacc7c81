import type { DeliveryRun } from '@artikul/contract/pricing/delivery'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Selects zones with their runs and, for staff only, the number of delivery points in each. */
export async function selectZones(db: Db) {
  const { rows } = await sql<{
    id: number
    name: string
    note: string
    version: number
    runs: DeliveryRun[]
    charge_kop: number
    free_from_kop: number | null
    minimum_kop: number
    consignees_count: number
  }>`
    select zone.id, zone.name, zone.note, zone.version, zone.charge_kop, zone.free_from_kop, zone.minimum_kop,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', run.name, 'weekdays', run.weekdays,
          'leaves_at', to_char(run.leaves_at, 'HH24:MI'), 'order_before', to_char(run.order_before, 'HH24:MI'))
          order by run.leaves_at, run.id)
        from delivery_runs run where run.zone_id = zone.id), '[]') as runs,
      (select count(*) from consignees where zone_id = zone.id and archived_at is null) as consignees_count
    from delivery_zones zone order by zone.name collate "ru-x-icu", zone.id limit 500`.execute(db)
  return rows
}

export const lockZone = (db: Db, id: number) =>
  db.selectFrom('delivery_zones').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertZone = (db: Db, zone: Insertable<DB['delivery_zones']>) =>
  db.insertInto('delivery_zones').values(zone).returning('id').executeTakeFirstOrThrow()

/** Updates the zone and returns the new version. */
export async function updateZone(db: Db, id: number, changes: Updateable<DB['delivery_zones']>): Promise<number> {
  const { version } = await db
    .updateTable('delivery_zones')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Replaces the runs of the zone. */
export async function replaceDeliveryRuns(db: Db, zoneId: number, runs: readonly DeliveryRun[]) {
  await db.deleteFrom('delivery_runs').where('zone_id', '=', zoneId).execute()
  for (const { name, weekdays, leaves_at, order_before } of runs)
    await sql`
      insert into delivery_runs (zone_id, name, weekdays, leaves_at, order_before)
      values (${zoneId}, ${name}, ${weekdays}::smallint[], ${leaves_at}::time, ${order_before}::time)`.execute(db)
}

/** Checks whether active points are in the zone; archived and deleted ones just lose their zone. */
export async function isZoneUsed(db: Db, id: number): Promise<boolean> {
  const points = db.selectFrom('consignees').select('id').where('zone_id', '=', id).where('archived_at', 'is', null)
  return (await points.limit(1).executeTakeFirst()) !== undefined
}

export const deleteZone = (db: Db, id: number) => db.deleteFrom('delivery_zones').where('id', '=', id).execute()

export async function selectDaysOff(db: Db, year: number): Promise<string[]> {
  const rows = await db
    .selectFrom('days_off')
    .select('day')
    .where('day', '>=', `${year}-01-01`)
    .where('day', '<=', `${year}-12-31`)
    .orderBy('day')
    .execute()
  return rows.map((row) => row.day)
}

export const insertDaysOff = (db: Db, days: readonly string[]) =>
  sql`insert into days_off (day) select unnest(${days}::date[]) on conflict do nothing`.execute(db)

export const deleteDaysOff = (db: Db, days: readonly string[]) =>
  sql`delete from days_off where day = any(${days}::date[])`.execute(db)
