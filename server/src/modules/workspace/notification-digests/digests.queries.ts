import { OF_SETTLEMENTS, type About, type EventCounts, type EventKind } from '@artikul/contract/platform/events'
import { USUAL_HOURS } from '@artikul/contract/workspace/notification-settings'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { moscowDayOf, hasNeededRight, isLookedAfterBy } from '../../../platform/events/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import { planForDevices } from '../notification-devices/index.ts'
import { eventKindsFor, FRESH_MS } from './kinds.queries.ts'
import { planForRecipients } from './recipients.queries.ts'

/** Next hour in Moscow chosen by the recipient. */
const nextHour = (now: Date) => sql`(
  select min(moment) from unnest(coalesce(own_hours.hours, ${USUAL_HOURS}::integer[])) as hour,
    generate_series(0, 1) as later,
    lateral (select (date_trunc('day', ${now}::timestamptz at time zone 'Europe/Moscow')
      + later * interval '1 day' + hour * interval '1 hour') at time zone 'Europe/Moscow' as moment) as at
  where moment > ${now}::timestamptz)`

/** Limits emails about one order to one within ten minutes. */
const soon = (now: Date) => sql`greatest(${now}::timestamptz, (
  select max(before.sent_at) + interval '10 minutes' from notification_digests before
  where before.user_id = users.id and before.about = event.about and before.about_id = event.about_id
    and before.sent_at is not null and not before.is_digest))`

const planned = (now: Date) => sql`
  insert into notification_digests (event_id, user_id, contractor_id, about, about_id, is_digest, due_at)
  select event.id, users.id, chosen.contractor_id, event.about, event.about_id, way.mail = 'digest',
    case way.mail when 'digest' then ${nextHour(now)} else ${soon(now)} end`

const choice = sql`
  left join notification_choices choice on choice.user_id = users.id and choice.topic = usual.topic
    and choice.contractor_id is not distinct from chosen.contractor_id`

const choices = sql`${choice}
  left join digest_hours own_hours on own_hours.user_id = users.id
    and own_hours.contractor_id is not distinct from chosen.contractor_id
  cross join lateral (select coalesce(choice.mail, usual.mail) as mail) as way
  where way.mail <> 'none' and event.actor_id is distinct from users.id`

const mayKnow = sql`((event.about <> all(${[...OF_SETTLEMENTS]}::text[]) or membership.sees_settlements) and (membership.all_consignees or event.consignee_id is null or exists (
  select from user_consignees allowed where allowed.user_id = users.id
    and allowed.contractor_id = event.contractor_id and allowed.consignee_id = event.consignee_id)))`

/** Plans emails about events up to a position for the people of the company who may read them. */
const planForClients = (db: Db, after: number, upTo: number, now: Date) =>
  sql`${planned(now)}
    from events event
    join ${eventKindsFor(false)} on usual.kind = event.kind
    join user_contractors membership on membership.contractor_id = event.contractor_id
    join users on users.id = membership.user_id and users.is_active
    cross join lateral (select event.contractor_id) as chosen
    ${choices} and event.notifies_client and event.position > ${after} and event.position <= ${upTo}
      and event.created_at > ${new Date(now.getTime() - FRESH_MS)}
      and (event.person_id is null or event.person_id = users.id)
      and ${mayKnow}
    on conflict do nothing`.execute(db)

/** Plans emails for the staff assigned to the company on that day, or for all of them when there is none. */
const planForStaff = (db: Db, after: number, upTo: number, now: Date) =>
  sql`${planned(now)}
    from events event
    join ${eventKindsFor(true)} on usual.kind = event.kind
    left join contractors company on company.id = event.contractor_id
    join users on users.is_active and users.roles @> array['ARTIKUL_ORDER_MANAGER']
    cross join lateral (select null::integer as contractor_id) as chosen
    ${choices} and event.notifies_staff and event.position > ${after} and event.position <= ${upTo}
      and event.created_at > ${new Date(now.getTime() - FRESH_MS)}
      and ${hasNeededRight}
      and (event.contractor_id is null
        or ${isLookedAfterBy(sql`users.id`, moscowDayOf(sql`event.created_at`))})
    on conflict do nothing`.execute(db)

/**
 * Plans emails about new events; the process that locks the row plans, the others skip.
 * @returns true when there may be more
 */
export async function planNext(tx: Db, now: Date, most: number): Promise<boolean> {
  const { rows } = await sql<{ position: number; last: number | null }>`
    select position, (
      select max(position) from (
        select position from events where position > upto.position order by position limit ${most}
      ) as next) as last
    from notification_digest_cursor upto for update skip locked`.execute(tx)
  const [upTo] = rows
  if (!upTo || upTo.last === null) return false
  await planForClients(tx, upTo.position, upTo.last, now)
  await planForStaff(tx, upTo.position, upTo.last, now)
  await planForRecipients(tx, upTo.position, upTo.last, now)
  if ((await planForDevices(tx, upTo.position, upTo.last, now)) > 0) await enqueueJob(tx, 'device_messages')
  await sql`update notification_digest_cursor set position = ${upTo.last}`.execute(tx)
  return true
}

export interface DueEmail {
  user_id: number
  email: string
  contractor_id: number | null
  company: string | null
  about: About
  about_id: number
  is_digest: boolean
  /** True for a person who may open every invoice of the company. */
  sees_invoices: boolean
  /** Manager of the company; null for staff and for a company without one. */
  manager_name: string | null
  manager_phone: string | null
}

/** Selects the due emails, oldest first: one per person with a digest, else one per person and subject. */
export async function selectDueEmails(db: Db, now: Date, most: number): Promise<DueEmail[]> {
  const { rows } = await sql<DueEmail>`
    select letter.user_id, users.email::text, letter.contractor_id, company.name as company, letter.about,
      letter.about_id, letter.is_digest,
      coalesce(membership.sees_prices and membership.all_consignees, false) as sees_invoices, manager.full_name as manager_name, manager.phone as manager_phone
    from (
      select user_id, contractor_id, is_digest, min(about) as about, min(about_id) as about_id, min(due_at) as due_at
      from notification_digests where sent_at is null and due_at <= ${now}
      group by user_id, contractor_id, is_digest, case when not is_digest then (about, about_id) end
      order by min(due_at) limit ${most}
    ) letter
    join users on users.id = letter.user_id
    left join contractors company on company.id = letter.contractor_id
    left join user_contractors membership on membership.user_id = letter.user_id
      and membership.contractor_id = letter.contractor_id
    left join users manager on manager.id = company.manager_id and manager.is_active
    order by letter.due_at`.execute(db)
  return rows
}

/** Locks the person, so that no other server writes to them meanwhile. */
export const lockPerson = (tx: Db, { user_id: id }: DueEmail) =>
  tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

export interface ReportedEventRow {
  kind: EventKind
  about: About
  about_id: number
  label: string
  counts: EventCounts
  contractor: string | null
  at: Date
}

/** Filters the emails that may still be sent: recipients who left the company or changed their settings get none. */
const stillMeant = (forStaff: boolean) => sql`
  select waiting.id from waiting
  join events event on event.id = waiting.event_id
  join users on users.id = waiting.user_id and users.is_active
  join ${eventKindsFor(forStaff)} on usual.kind = event.kind
  cross join lateral (select waiting.contractor_id) as chosen
  ${choice}
  ${forStaff ? sql`` : sql`join user_contractors membership on membership.user_id = users.id and membership.contractor_id = waiting.contractor_id`}
  where coalesce(choice.mail, usual.mail) <> 'none'
    and ${forStaff ? sql`users.roles @> array['ARTIKUL_ORDER_MANAGER'] and ${hasNeededRight}` : mayKnow}`

/**
 * Takes all items of the email: everything due for a digest, everything about the order for an immediate one. Items
 * that may no longer be sent are deleted.
 */
export async function consumeReportedEvents(tx: Db, letter: DueEmail, now: Date): Promise<ReportedEventRow[]> {
  const { rows } = await sql<ReportedEventRow>`
    with waiting as (
      select id, event_id, user_id, contractor_id from notification_digests
      where user_id = ${letter.user_id} and contractor_id is not distinct from ${letter.contractor_id}::integer
        and sent_at is null
        and ${
          letter.is_digest
            ? sql`is_digest and due_at <= ${now}`
            : sql`not is_digest and about = ${letter.about} and about_id = ${letter.about_id}`
        }
    ), meant as (${stillMeant(letter.contractor_id === null)}), forgotten as (
      delete from notification_digests where id in (select id from waiting except select id from meant)
    ), taken as (
      update notification_digests set sent_at = ${now} where id in (select id from meant)
      returning event_id
    )
    select event.kind, event.about, event.about_id, event.label, event.counts,
      company.name as contractor, event.created_at as at
    from taken join events event on event.id = taken.event_id
    left join contractors company on company.id = event.contractor_id
    order by event.position`.execute(tx)
  return rows
}

export const deletePlannedEmails = (db: Db, userId: number) =>
  db.deleteFrom('notification_digests').where('user_id', '=', userId).execute()
