import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const PRICE_LIST_RETENTION_DAYS = 7
const REPORT_RETENTION_DAYS = 30
const AT_ONCE = 500

/** Purges the files of imports that have waited for a decision for a week. */
export async function purgePriceListFiles(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ storage: string }>`
    with old as (
      select id, storage from price_imports
      where storage is not null and state not in ('queued', 'running')
        and created_at < ${now}::timestamptz - make_interval(days => ${PRICE_LIST_RETENTION_DAYS})
      order by created_at limit ${AT_ONCE} for update
    )
    update price_imports import set storage = null,
      state = case when import.state in ('draft', 'checked', 'waiting') then 'declined' else import.state end
    from old where import.id = old.id returning old.storage::text as storage`.execute(db)
  return rows.map(({ storage }) => storage)
}

export async function purgeImportReports(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update price_imports set has_report = false where id in (
      select id from price_imports
      where has_report and created_at < ${now}::timestamptz - make_interval(days => ${REPORT_RETENTION_DAYS})
      order by id limit ${AT_ONCE}
    ) returning id`.execute(db)
  return rows.map(({ id }) => id)
}
