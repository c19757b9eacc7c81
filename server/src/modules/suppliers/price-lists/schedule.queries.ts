import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

export interface Due {
  warehouse_id: number
  warehouse_name: string
  url: string
  /** Person who requested the fetch; null when it is due by the schedule. */
  actor_id: number | null
  subject_id: number | null
}

export const markFetchRequested = (db: Db, { actorId, subjectId }: Writer, warehouseId: number) =>
  db
    .updateTable('price_list_settings')
    .set({ requested_actor_id: actorId, requested_subject_id: subjectId })
    .where('warehouse_id', '=', warehouseId)
    .execute()

/** Claims the warehouses whose list a person requested, or is due in the current hour of Moscow and not fetched yet. */
export async function claimDue(db: Db, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with due as (
      select * from price_list_settings
      where url <> '' and (requested_actor_id is not null
        or extract(hour from ${now}::timestamptz at time zone 'Europe/Moscow')::integer = any(fetch_hours)
          and (fetched_at is null or fetched_at < date_trunc('hour', ${now}::timestamptz)))
      for update
    ), claimed as (
      update price_list_settings settings set requested_actor_id = null, requested_subject_id = null,
        fetched_at = case when due.requested_actor_id is null then ${now}::timestamptz else due.fetched_at end
      from due where due.warehouse_id = settings.warehouse_id
    )
    select due.warehouse_id, warehouses.name as warehouse_name, due.url, due.requested_actor_id as actor_id,
      due.requested_subject_id as subject_id
    from due join warehouses on warehouses.id = due.warehouse_id`.execute(db)
  return rows
}
