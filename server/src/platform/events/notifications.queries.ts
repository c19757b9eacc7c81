import type { About, EventCounts, EventKind } from '@artikul/contract/platform/events'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/index.ts'
import { moscowDayOf, isLookedAfterBy } from './assigned-manager.queries.ts'

/** Owner of notifications. */
export interface BellOwner {
  actorId: number
  subjectId: number
  /** Company of the owner; null for staff. */
  contractorId: number | null
  /** Available delivery points; null for all. */
  consigneeIds: readonly number[] | null
  about: readonly About[]
  /** Kinds of events that the owner has hidden. */
  hidden: readonly EventKind[]
}

const markOf = ({ actorId, subjectId, contractorId }: BellOwner) => sql`coalesce((
  select mark.position from notification_marks mark
  where mark.actor_id = ${actorId} and mark.subject_id = ${subjectId}
    and mark.contractor_id is not distinct from ${contractorId}::integer), 0)`

const isRead = (owner: BellOwner) => sql<boolean>`(event.position <= ${markOf(owner)} or exists (
  select from notification_reads own
  where own.event_id = event.id and own.actor_id = ${owner.actorId} and own.subject_id = ${owner.subjectId}))`

/**
 * Events of companies assigned to the staff member on that day, or to no active manager. Claims belong to the managers
 * of claims, regardless of the company's manager.
 */
const isTheirs = (staffId: number) => sql`(event.about = 'claim' or event.contractor_id is null
  or ${isLookedAfterBy(sql`${staffId}`, moscowDayOf(sql`event.created_at`))})`

/** Events for the owner, except those caused by themselves. */
function mine({ actorId, subjectId, contractorId, consigneeIds, about, hidden }: BellOwner): RawBuilder<unknown> {
  const own = [
    sql`event.position is not null`,
    sql`event.about = any(${[...about]}::text[])`,
    sql`event.kind <> all(${[...hidden]}::text[])`,
    sql`event.actor_id is distinct from ${actorId}`,
  ]
  if (contractorId === null) own.push(sql`event.notifies_staff`, isTheirs(actorId))
  else
    own.push(
      sql`event.notifies_client and event.contractor_id = ${contractorId}`,
      sql`(event.person_id is null or event.person_id = ${subjectId})`,
    )
  if (consigneeIds !== null)
    own.push(sql`(event.consignee_id is null or event.consignee_id = any(${[...consigneeIds]}::integer[]))`)
  return sql.join(own, sql` and `)
}

const FROM = sql`from events event left join contractors company on company.id = event.contractor_id`

export interface NotificationRow {
  id: number
  kind: EventKind
  about: About
  about_id: number
  label: string
  counts: EventCounts
  contractor: string | null
  at: Date
  is_read: boolean
}

/** Selects the newest notifications before the position; for staff, the newest of each object within their work. */
export async function selectNotifications(db: Db, owner: BellOwner, before: number, most: number) {
  const newest = sql`
    select event.position as id, event.kind, event.about, event.about_id, event.label,
      event.counts, company.name as contractor, event.created_at as at, ${isRead(owner)} as is_read
    ${FROM} where event.position < ${before} and ${mine(owner)}`
  const { rows } = await (
    owner.contractorId === null
      ? sql<NotificationRow>`
          select newest.* from unnest(${[...owner.about]}::text[]) as work (about) cross join lateral (
            ${newest} and event.about = work.about order by event.position desc limit ${most}) as newest
          order by id desc limit ${most}`
      : sql<NotificationRow>`${newest} order by event.position desc limit ${most}`
  ).execute(db)
  return rows
}

/** Period of unread notifications for staff, limited because they cover all companies. */
const UNREAD_MS = 14 * 86_400_000

const unreadSince = (since: Date) => sql`(
  select old.position from events old
  where (old.notifies_client or old.notifies_staff) and old.created_at < ${since} and old.position is not null
  order by old.created_at desc limit 1)`

/** Counts unread notifications up to a limit. */
export async function countUnread(db: Db, owner: BellOwner, most: number, now: Date): Promise<number> {
  const since = owner.contractorId === null ? unreadSince(new Date(now.getTime() - UNREAD_MS)) : sql`0`
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      select ${FROM} where event.position > greatest(${markOf(owner)}, ${since})
        and ${mine(owner)} and not ${isRead(owner)}
      limit ${most}) as latest`.execute(db)
  return rows[0]?.unread ?? 0
}

/** Marks all notifications up to the position as read; a future position counts as the last one. */
export const moveMark = (db: Db, { actorId, subjectId, contractorId }: BellOwner, position: number) =>
  sql`
    insert into notification_marks as mark (actor_id, subject_id, contractor_id, position)
    values (${actorId}, ${subjectId}, ${contractorId}::integer,
      least(${position}::bigint, coalesce(pg_sequence_last_value('event_position'), 0)))
    on conflict (actor_id, subject_id, contractor_id)
      do update set position = greatest(mark.position, excluded.position)`.execute(db)

/** Marks one of the owner's notifications as read. */
export const markRead = (db: Db, owner: BellOwner, position: number) =>
  sql`
    insert into notification_reads (event_id, actor_id, subject_id)
    select event.id, ${owner.actorId}::integer, ${owner.subjectId}::integer
    ${FROM} where event.position = ${position} and ${mine(owner)}
    on conflict do nothing`.execute(db)
