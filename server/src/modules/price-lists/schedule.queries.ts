import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export interface Due {
  warehouse_id: number
  warehouse_name: string
  url: string
}

/**
 * Warehouses whose list is to be fetched in this hour of Moscow and has not been yet; whoever asks has taken them.
 */
export async function claimDue(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update price_list_settings settings set fetched_at = ${now}
    from warehouses
    where warehouses.id = settings.warehouse_id and settings.url <> ''
      and extract(hour from ${now}::timestamptz at time zone 'Europe/Moscow')::integer = any(settings.fetch_hours)
      and (settings.fetched_at is null or settings.fetched_at < date_trunc('hour', ${now}::timestamptz))
    returning settings.warehouse_id, warehouses.name as warehouse_name, settings.url`.execute(db)
  return rows
}

interface Failure {
  warehouse_id: number
  warehouse_name: string
  file_name: string
  failure: string
  actor_id?: number
  subject_id?: number
  at: Date
}

/** A list that did not come stands in the history too. */
export const insertFailedFetch = (db: Db, { at, ...failed }: Failure) =>
  db
    .insertInto('price_imports')
    .values({ ...failed, origin: 'schedule', state: 'failed', created_at: at, started_at: at, finished_at: at })
    .execute()
