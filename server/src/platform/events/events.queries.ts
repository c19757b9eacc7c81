import { EVENTS, type About, type EventKind } from '@artikul/contract/platform/events'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../db/index.ts'

export type NewEvent = Insertable<DB['events']>

const RANKS = sql`${[...EVENTS]}::text[]`

/** Inserts events; those of one transaction about one object are merged and named by the most severe one. */
export const insertEvents = (db: Db, rows: readonly NewEvent[]) =>
  db
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['xid', 'about', 'about_id']).doUpdateSet({
        kind: sql`case when array_position(${RANKS}, excluded.kind) < array_position(${RANKS}, events.kind)
          then excluded.kind else events.kind end`,
        counts: sql`(select coalesce(jsonb_object_agg(name, total), '{}') from (
          select name, sum(count::integer) as total from (
            select * from jsonb_each_text(events.counts) union all select * from jsonb_each_text(excluded.counts)
          ) as each (name, count) group by name) as summed)`,
        notifies_client: sql`events.notifies_client or excluded.notifies_client`,
        notifies_staff: sql`events.notifies_staff or excluded.notifies_staff`,
        label: sql`case when excluded.label = '' then events.label else excluded.label end`,
      }),
    )
    .execute()

/** Event as sent to streams. */
export interface LiveRow {
  position: number
  kind: EventKind
  about: About
  about_id: number
  contractor_id: number | null
  consignee_id: number | null
  person_id: number | null
  created_at: Date
}

const LIVE = sql`position, kind, about, about_id, contractor_id, consignee_id, person_id, created_at`

/** Selects events after the position, oldest first. */
export async function selectAfter(db: Db, position: number, most: number): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select ${LIVE} from events where position > ${position} order by position limit ${most}`.execute(db)
  return rows
}

/** Selects the latest events, oldest first. */
export async function selectLatest(db: Db, most: number): Promise<LiveRow[]> {
  const { rows } = await sql<LiveRow>`
    select * from (select ${LIVE} from events where position is not null order by position desc limit ${most}) as latest
    order by position`.execute(db)
  return rows
}

/** Retention of events that only concern open pages. */
export const QUIET_EVENT_RETENTION_DAYS = 3
