import type { About, EventCounts, EventKind } from '@artikul/contract/platform/events'
import type { WebhookEvent } from '@artikul/contract/core/webhook-events'
import type { LineState } from '@artikul/contract/ordering/orders/line-states'
import type { WebhookData } from '@artikul/contract/integrations/partner-webhooks'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

export interface Span {
  after: number
  upTo: number
}

/** Selects the positions of the next events to turn into messages; undefined when there are none. */
export async function selectSpan(db: Db, most: number): Promise<Span | undefined> {
  const { rows } = await sql<{ after: number; upTo: number | null }>`
    select cursor.position as after, (select max(position) from (
      select position from events where position > cursor.position order by position limit ${most}) as next) as "upTo"
    from webhook_cursor cursor`.execute(db)
  const [span] = rows
  return span && span.upTo !== null ? { after: span.after, upTo: span.upTo } : undefined
}

/** Event with a webhook of its company. */
export interface WebhookEventRow {
  id: number
  kind: EventKind
  about: About
  about_id: number
  label: string
  counts: EventCounts
  person_id: number | null
  created_at: Date
  contractor_id: number
  webhook_id: number
  /** Chosen events. */
  events: WebhookEvent[]
  /** Delivery point of the webhook; null for all. */
  point: number | null
  webhook_since: Date
}

/**
 * Selects the events between the positions, oldest first, once for every webhook of their company. Events without a
 * point, as payments, concern webhooks of all points only.
 */
export async function selectWebhookEvents(db: Db, { after, upTo }: Span): Promise<WebhookEventRow[]> {
  const { rows } = await sql<WebhookEventRow>`
    select event.id, event.kind, event.about, event.about_id, event.label, event.counts, event.person_id,
      event.created_at, hook.contractor_id, hook.id as webhook_id, hook.events, hook.consignee_id as point,
      hook.created_at as webhook_since
    from events event
    join webhooks hook on hook.contractor_id = event.contractor_id and hook.position < event.position
      and (hook.consignee_id is null or hook.consignee_id = event.consignee_id)
    where event.position > ${after} and event.position <= ${upTo}
    order by event.position, hook.id`.execute(db)
  return rows
}

export interface KnownOrder {
  webhook_id: number
  order_id: number
  /** Digest by line id. */
  lines: Record<string, string>
}

/** Selects the lines of orders as the receivers know them. */
export const selectKnownOrders = (db: Db, pairs: readonly Omit<KnownOrder, 'lines'>[]) =>
  sql<KnownOrder>`
    select known.webhook_id, known.order_id, known.lines from webhook_orders known
    join unnest(${pairs.map((one) => one.webhook_id)}::integer[], ${pairs.map((one) => one.order_id)}::integer[])
      as asked (webhook_id, order_id) using (webhook_id, order_id)`
    .execute(db)
    .then(({ rows }) => rows)

export interface NewMessage {
  webhook_id: number
  type: WebhookEvent
  label: string
  body: string
  created_at: Date
}

/**
 * Stores messages and what receivers know of orders, and moves the cursor.
 * @returns false when another server has planned these events
 */
export async function insertMessages(
  tx: Db,
  { after, upTo }: Span,
  messages: readonly NewMessage[],
  orders: readonly KnownOrder[],
  now: Date,
): Promise<boolean> {
  const moved = await sql`
    update webhook_cursor set position = ${upTo} where position = ${after}`.execute(tx)
  if (moved.numAffectedRows !== 1n) return false
  await sql`
    insert into webhook_messages (webhook_id, type, label, body, created_at)
    select hook.id, fresh.type, fresh.label, fresh.body, fresh.created_at
    from unnest(
      ${messages.map((one) => one.webhook_id)}::integer[], ${messages.map((one) => one.type)}::text[],
      ${messages.map((one) => one.label)}::text[], ${messages.map((one) => one.body)}::text[],
      ${messages.map((one) => one.created_at.toISOString())}::timestamptz[])
      with ordinality as fresh (webhook_id, type, label, body, created_at, place)
    join webhooks hook on hook.id = fresh.webhook_id
    order by fresh.place`.execute(tx)
  await sql`
    insert into webhook_orders (webhook_id, order_id, lines, changed_at)
    select hook.id, known.order_id, known.lines::jsonb, ${now}
    from unnest(
      ${orders.map((one) => one.webhook_id)}::integer[], ${orders.map((one) => one.order_id)}::integer[],
      ${orders.map((one) => JSON.stringify(one.lines))}::text[]) as known (webhook_id, order_id, lines)
    join webhooks hook on hook.id = known.webhook_id
    on conflict (webhook_id, order_id) do update set lines = excluded.lines, changed_at = excluded.changed_at`.execute(
    tx,
  )
  return true
}

interface MoveRow {
  line_id: number
  at: Date
  from: LineState | null
  to: LineState
  qty: number
  reason: string
}

/** Selects the transitions of lines, oldest first. */
export async function selectMovesOfLines(db: Db, lineIds: readonly number[]): Promise<MoveRow[]> {
  const { rows } = await sql<MoveRow>`
    select line_id, created_at as at, from_state as "from", to_state as "to", qty, reason
    from line_transitions where line_id = any(${lineIds}::integer[]) order by id`.execute(db)
  return rows
}

type Payment = WebhookData<'payment.received'>['payment']

export async function selectPaymentData(db: Db, contractorId: number, id: number): Promise<Payment | undefined> {
  const { rows } = await sql<Payment>`
    select payment.id, payment.number, payment.paid_on as day, contract.number as contract, payment.sum_kop
    from payments payment join contracts contract on contract.id = payment.contract_id
    where payment.id = ${id} and payment.contractor_id = ${contractorId}`.execute(db)
  return rows[0]
}

type Claim = WebhookData<'claim.changed'>['claim']

export async function selectClaimData(db: Db, contractorId: number, id: number): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    select claim.id, claim.number, claim.kind, claim.state, claim.shipment_id, shipment.number as shipment_number,
      claim.answer_by
    from claims claim join shipments shipment on shipment.id = claim.shipment_id
    where claim.id = ${id} and claim.contractor_id = ${contractorId}`.execute(db)
  return rows[0]
}

interface AlertRow {
  id: number
  kind: 'stock' | 'price'
  qty: number | null
  price_kop: number | null
  product_id: number
  code: string
  brand: string
  article: string
  name: string
  unit: string
}

/** Selects the alerts of a person that were triggered at the moment of an event. */
export async function selectTriggeredAlerts(
  db: Db,
  { contractorId, personId, at }: { contractorId: number; personId: number; at: Date },
): Promise<AlertRow[]> {
  const { rows } = await sql<AlertRow>`
    select alert.id, alert.kind, alert.qty, alert.price_kop, product.id as product_id, product.code,
      brand.name as brand, product.article, product.name, product.unit
    from product_alerts alert
    join products product on product.id = alert.product_id
    join brands brand on brand.id = product.brand_id
    where alert.contractor_id = ${contractorId} and alert.subject_id = ${personId} and alert.notified_at = ${at}
    order by alert.id`.execute(db)
  return rows
}

interface ExportRow {
  id: number
  format: 'xlsx' | 'csv'
  state: 'queued' | 'running' | 'ready' | 'failed'
  rows_count: number
  created_at: Date
  finished_at: Date | null
  keep_until: Date | null
}

export const selectExport = (db: Db, contractorId: number, id: number) =>
  sql<ExportRow>`select id, format, state, rows_count, created_at, finished_at, keep_until
    from price_exports where id = ${id} and contractor_id = ${contractorId}`
    .execute(db)
    .then(({ rows }) => rows[0])
