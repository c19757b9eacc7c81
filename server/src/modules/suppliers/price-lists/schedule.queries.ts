import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

export interface Due {
  warehouse_id: number
  warehouse_name: string
  url: string
}

/** Claims the warehouses whose list is due in the current hour of Moscow and not fetched yet. */
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
