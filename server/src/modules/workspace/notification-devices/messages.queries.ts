import type { About, EventCounts, EventKind } from '@artikul/contract/platform/events'
import { DEVICE_KINDS, topicsOf } from '@artikul/contract/workspace/notification-settings'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { hasNeededRight, isLookedAfterBy, moscowDayOf } from '../../../platform/events/index.ts'
import type { Device } from './channels.ts'

/** Maximum age of a message: later nobody needs it. */
export const MESSAGE_AGE_MS = 86_400_000

/** Kinds of one side with their topics. */
function deviceKinds(forStaff: boolean) {
  const kinds = DEVICE_KINDS[forStaff ? 'staff' : 'client']
  const rows = topicsOf(forStaff).flatMap(([topic, own]) =>
    own.kinds.filter((kind) => kinds.includes(kind)).map((kind) => ({ kind, topic })),
  )
  return sql`unnest(${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ topic }) => topic)}::text[])
    as usual (kind, topic)`
}

/** True while the person may read the event and has not hidden its topic. */
const isMeant = sql`users.is_active and coalesce((
    select choice.on_screen from notification_choices choice
    where choice.user_id = users.id and choice.topic = usual.topic
      and choice.contractor_id is not distinct from chosen.contractor_id), true)
  and event.actor_id is distinct from users.id`

const isOfClient = sql`event.notifies_client and (event.person_id is null or event.person_id = users.id)
  and exists (
    select from user_contractors membership
    where membership.user_id = users.id and membership.contractor_id = event.contractor_id
      and (membership.all_consignees or event.consignee_id is null or exists (
        select from user_consignees allowed where allowed.user_id = users.id
          and allowed.contractor_id = event.contractor_id and allowed.consignee_id = event.consignee_id)))`

const isOfStaff = sql`event.notifies_staff and users.roles @> array['ARTIKUL_ORDER_MANAGER'] and ${hasNeededRight}
  and (event.contractor_id is null or ${isLookedAfterBy(sql`users.id`, moscowDayOf(sql`event.created_at`))})`

/**
 * Plans messages about events between the positions for people with a connected device.
 * @returns number of messages
 */
export async function planForDevices(db: Db, after: number, upTo: number, now: Date): Promise<number> {
  let planned = 0
  for (const forStaff of [false, true]) {
    const { numAffectedRows = 0n } = await sql`
      insert into device_messages (device_id, event_id, contractor_id, next_try_at, created_at)
      select device.id, event.id, chosen.contractor_id, ${now}, ${now}
      from notification_devices device
      join users on users.id = device.user_id
      join events event on event.position > ${after} and event.position <= ${upTo}
        and event.created_at > ${new Date(now.getTime() - MESSAGE_AGE_MS)}
      left join contractors company on company.id = event.contractor_id
      join ${deviceKinds(forStaff)} on usual.kind = event.kind
      cross join lateral (select ${forStaff ? sql`null::integer` : sql`event.contractor_id`} as contractor_id) as chosen
      where ${isMeant} and ${forStaff ? isOfStaff : isOfClient}
      on conflict do nothing`.execute(db)
    planned += Number(numAffectedRows)
  }
  return planned
}

/** Claims due messages; other servers skip them until the lease ends. */
export async function claimMessages(db: Db, now: Date, leaseUntil: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update device_messages set next_try_at = ${leaseUntil}, attempts = attempts + 1
    where id in (
      select id from device_messages where next_try_at <= ${now} order by next_try_at limit ${most}
      for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DueMessage extends Device {
  id: number
  attempts: number
  created_at: Date
  /** Null for a trial message. */
  kind: EventKind | null
  about: About | null
  about_id: number | null
  label: string | null
  counts: EventCounts | null
  for_staff: boolean
}

/** Selects a message with its device; undefined when its person may no longer read it. */
export async function selectMessage(db: Db, id: number): Promise<DueMessage | undefined> {
  const meant = (forStaff: boolean) => sql`exists (
    select from ${deviceKinds(forStaff)}
    cross join lateral (select ${forStaff ? sql`null::integer` : sql`event.contractor_id`} as contractor_id) as chosen
    where usual.kind = event.kind and ${isMeant} and ${forStaff ? isOfStaff : isOfClient})`
  const { rows } = await sql<DueMessage>`
    select message.id, message.attempts, message.created_at, device.channel, device.address, device.p256dh, device.auth,
      event.kind, event.about, event.about_id, event.label, event.counts, message.contractor_id is null as for_staff
    from device_messages message
    join notification_devices device on device.id = message.device_id
    join users on users.id = device.user_id
    left join events event on event.id = message.event_id
    left join contractors company on company.id = event.contractor_id
    where message.id = ${id} and users.is_active
      and case when message.event_id is null then true
        when message.contractor_id is null then ${meant(true)} else ${meant(false)} end`.execute(db)
  return rows[0]
}

export const deleteMessage = (db: Db, id: number) => db.deleteFrom('device_messages').where('id', '=', id).execute()

export const delayMessage = (db: Db, id: number, nextTryAt: Date) =>
  db.updateTable('device_messages').set({ next_try_at: nextTryAt }).where('id', '=', id).execute()

/** Queues a trial message in place of an earlier one. */
export async function writeTrial(db: Db, deviceId: number, now: Date) {
  await db.deleteFrom('device_messages').where('device_id', '=', deviceId).where('event_id', 'is', null).execute()
  await db.insertInto('device_messages').values({ device_id: deviceId, next_try_at: now, created_at: now }).execute()
}
