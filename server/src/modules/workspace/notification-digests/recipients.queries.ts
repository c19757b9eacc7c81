import { OF_SETTLEMENTS } from '@artikul/contract/platform/events'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { FRESH_MS, eventKindsFor } from './kinds.queries.ts'
import type { DueEmail, ReportedEventRow } from './digests.queries.ts'

const DIGEST_HOUR = 9

/** Next nine o'clock in Moscow. */
const nextMorning = (now: Date) => sql`(
  select min(moment) from generate_series(0, 1) as later,
    lateral (select (date_trunc('day', ${now}::timestamptz at time zone 'Europe/Moscow')
      + later * interval '1 day' + ${DIGEST_HOUR} * interval '1 hour') at time zone 'Europe/Moscow' as moment) as at
  where moment > ${now}::timestamptz)`

/** Limits emails about one order to one within ten minutes, as for people of the company. */
const soon = (now: Date) => sql`greatest(${now}::timestamptz, (
  select max(before.sent_at) + interval '10 minutes' from recipient_digests before
  where before.recipient_id = recipient.id and before.about = event.about
    and before.about_id = event.about_id and before.sent_at is not null and not before.is_digest))`

/**
 * Requires that the recipient has agreed and the event still concerns them: their topic and point, and no sums without
 * access to prices.
 */
const isMeant = sql`(recipient.confirmed_at is not null and recipient.stopped_at is null
  and recipient.removed_at is null and recipient.topics @> array[usual.topic]
  and (recipient.consignee_id is null or recipient.consignee_id = event.consignee_id)
  and (recipient.sees_prices or event.about <> all(${[...OF_SETTLEMENTS]}::text[])))`

/** Plans emails about events up to a position for recipients without an account who had agreed by then. */
export const planForRecipients = (tx: Db, after: number, upTo: number, now: Date) =>
  sql`insert into recipient_digests (event_id, recipient_id, about, about_id, is_digest, due_at)
    select event.id, recipient.id, event.about, event.about_id, recipient.mail = 'digest',
      case recipient.mail when 'digest' then ${nextMorning(now)} else ${soon(now)} end
    from events event
    join ${eventKindsFor(false)} on usual.kind = event.kind
    join email_recipients recipient on recipient.contractor_id = event.contractor_id
    where event.notifies_client and event.person_id is null
      and event.position > ${after} and event.position <= ${upTo}
      and event.created_at > ${new Date(now.getTime() - FRESH_MS)}
      and event.created_at >= recipient.confirmed_at and ${isMeant}
    on conflict do nothing`.execute(tx)

export interface DueRecipient extends Pick<DueEmail, 'about' | 'about_id' | 'is_digest'> {
  recipient_id: number
  email: string
  secret: string
  company: string
  point: string | null
  sees_prices: boolean
}

/** Selects the due emails, oldest first: one per recipient with a digest, else one per recipient and subject. */
export async function selectDueRecipients(db: Db, now: Date, most: number): Promise<DueRecipient[]> {
  const { rows } = await sql<DueRecipient>`
    select letter.recipient_id, recipient.email, recipient.secret, company.name as company, point.name as point,
      recipient.sees_prices, letter.about, letter.about_id, letter.is_digest
    from (
      select recipient_id, is_digest, min(about) as about, min(about_id) as about_id, min(due_at) as due_at
      from recipient_digests where sent_at is null and due_at <= ${now}
      group by recipient_id, is_digest, case when not is_digest then (about, about_id) end
      order by min(due_at) limit ${most}
    ) letter
    join email_recipients recipient on recipient.id = letter.recipient_id
    join contractors company on company.id = recipient.contractor_id
    left join consignees point on point.id = recipient.consignee_id
    order by letter.due_at`.execute(db)
  return rows
}

/** Locks the recipient, so that no other server writes to them meanwhile. */
export const lockRecipient = (tx: Db, { recipient_id: id }: DueRecipient) =>
  tx.selectFrom('email_recipients').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/**
 * Takes all items of the email; items excluded by a later change of the recipient's or company's settings are deleted.
 */
export async function consumeEventsForRecipient(tx: Db, letter: DueRecipient, now: Date): Promise<ReportedEventRow[]> {
  const { rows } = await sql<ReportedEventRow>`
    with waiting as (
      select id, event_id, recipient_id from recipient_digests
      where recipient_id = ${letter.recipient_id} and sent_at is null
        and ${
          letter.is_digest
            ? sql`is_digest and due_at <= ${now}`
            : sql`not is_digest and about = ${letter.about} and about_id = ${letter.about_id}`
        }
    ), meant as (
      select waiting.id from waiting
      join events event on event.id = waiting.event_id
      join email_recipients recipient on recipient.id = waiting.recipient_id
      join ${eventKindsFor(false)} on usual.kind = event.kind
      where ${isMeant}
    ), forgotten as (
      delete from recipient_digests where id in (select id from waiting except select id from meant)
    ), taken as (
      update recipient_digests set sent_at = ${now} where id in (select id from meant)
      returning event_id
    )
    select event.kind, event.about, event.about_id, event.label, event.counts,
      null as contractor, event.created_at as at
    from taken join events event on event.id = taken.event_id
    order by event.position`.execute(tx)
  return rows
}

export interface ShippedRow {
  order: string
  brand: string
  article: string
  name: string
  client_ref: string
  qty: number
  unit: string
  price_kop: number
  sum_kop: number
}

/** Selects the lines of a shipment as printed in its documents. */
export async function selectShipped(tx: Db, shipmentId: number, most: number): Promise<ShippedRow[]> {
  const { rows } = await sql<ShippedRow>`
    select orders.number as "order", line.brand, line.article, line.name, line.client_ref, own.qty, line.unit,
      own.price_kop, own.sum_kop
    from shipment_lines own
    join order_lines line on line.id = own.order_line_id
    join orders on orders.id = line.order_id
    where own.shipment_id = ${shipmentId} order by own.position, own.id limit ${most}`.execute(tx)
  return rows
}

export const selectInvoiced = (tx: Db, invoiceId: number) =>
  tx.selectFrom('invoices').select(['number', 'pay_until', 'total_kop']).where('id', '=', invoiceId).executeTakeFirst()
