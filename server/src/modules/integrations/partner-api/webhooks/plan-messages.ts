import { createHash } from 'node:crypto'
import { messageOf, type WebhookData } from '@artikul/contract/integrations/partner-webhooks'
import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import type { Reply } from '@artikul/contract/core/route'
import { WEBHOOK_VERSION, type WebhookEvent } from '@artikul/contract/core/webhook-events'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { isDatabaseAway, isTimeLimitExceeded, isTransactionLost } from '../../../../platform/db/errors.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { setAside } from '../../../../platform/db/set-aside.queries.ts'
import type { Sql } from '../../../../platform/db/statements.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, RouteReader } from '../../../../platform/http/index.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import { openApprovalsOf } from '../../../ordering/index.ts'
import * as queries from './planning.queries.ts'

export interface PlanDeps {
  db: Kysely<DB>
  sql: Sql
  clock: Clock
  log: Logger
  /** Reads a route for a person of the company. */
  readRoute: RouteReader
}

/** Events that become messages in one transaction. */
const EVENTS_AT_ONCE = 200
/** An order is new to a receiver for this long after it was placed. */
const NEW_ORDER_MS = 60_000

type Row = queries.WebhookEventRow
type Draft = { [E in WebhookEvent]: { type: E; data: WebhookData<E> } }[WebhookEvent]

/** A reader of everything that the company may see at the webhook's point. */
const readerOf = ({ contractor_id: contractorId, point }: Row): Actor => ({
  ...{ userId: 0, subjectId: 0, sessionId: 0, impersonationId: null, mustSetSecondFactor: false },
  roles: ['CONTRACTOR_USER'],
  rights: [],
  contractorId,
  limits: {
    ...{ seesPrices: true, seesSettlements: true, mayPlace: true, orderLimitKop: null, monthLimitKop: null },
    consigneeIds: point === null ? null : [point],
  },
})

/** Returns null for what is gone or belongs to another point. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

type Order = Reply<(typeof PARTNER_API)['orders']['order']>
type OrderLine = WebhookData<'order.line.changed'>['lines'][number]

/** Digest of what makes a line changed; a field that the API gains later does not. */
function digestOf(line: Omit<OrderLine, 'history'>): string {
  const { brand, article, qty, price_kop, expected_date, guaranteed_date, parts, cancel, replaced_by } = line
  const facts = [brand, article, qty, price_kop, expected_date, guaranteed_date, parts, cancel, replaced_by]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
}

async function withHistory(db: Kysely<DB>, lines: readonly Omit<OrderLine, 'history'>[]): Promise<OrderLine[]> {
  const moves = await queries.selectMovesOfLines(
    db,
    lines.map(({ id }) => id),
  )
  const movesOf = Map.groupBy(moves, ({ line_id: id }) => id)
  return lines.map((line) => ({
    ...line,
    history: (movesOf.get(line.id) ?? []).map(({ at, from, to, qty, reason }) => ({
      ...{ at: at.toISOString(), from, to, qty, reason },
    })),
  }))
}

/** Orders of one round: as they are now, and their lines as the receivers know them. */
class KnownOrders {
  readonly changed = new Map<string, queries.KnownOrder>()
  readonly #known: Map<string, queries.KnownOrder>
  readonly #orders = new Map<string, Promise<Order | null>>()
  constructor(known: readonly queries.KnownOrder[]) {
    this.#known = new Map(known.map((one) => [KnownOrders.#keyOf(one.webhook_id, one.order_id), one]))
  }

  /** Reads an order once for all its events and for all webhooks of a point. */
  read(row: Row, readRoute: RouteReader) {
    const key = `${row.contractor_id} ${row.point ?? ''} ${row.about_id}`
    const params = { id: row.about_id }
    const reading = this.#orders.get(key) ?? orNull(readRoute(readerOf(row), PARTNER_API.orders.order, { params }))
    this.#orders.set(key, reading)
    return reading
  }

  static readonly #keyOf = (webhookId: number, orderId: number) => `${webhookId} ${orderId}`

  linesOf(webhookId: number, orderId: number): Record<string, string> | undefined {
    const key = KnownOrders.#keyOf(webhookId, orderId)
    return (this.changed.get(key) ?? this.#known.get(key))?.lines
  }

  note(webhookId: number, orderId: number, lines: Record<string, string>) {
    const key = KnownOrders.#keyOf(webhookId, orderId)
    this.changed.set(key, { webhook_id: webhookId, order_id: orderId, lines })
  }
}

/**
 * A new order is described whole; of a known one, the lines that differ from what the receiver knows. The first message
 * about an order placed before the webhook has all its lines.
 */
async function orderDrafts({ db, readRoute }: PlanDeps, row: Row, known: KnownOrders): Promise<Draft[]> {
  if (!row.events.includes('order.created') && !row.events.includes('order.line.changed')) return []
  const order = await known.read(row, readRoute)
  if (!order) return []
  const before = known.linesOf(row.webhook_id, order.id)
  const after = Object.fromEntries(order.lines.map((line) => [String(line.id), digestOf(line)]))
  const isNew = row.created_at.getTime() - Date.parse(order.created_at) < NEW_ORDER_MS
  if (!before && isNew) {
    known.note(row.webhook_id, order.id, after)
    return [{ type: 'order.created', data: { order } }]
  }
  const changed = order.lines.filter(({ id }) => before?.[id] !== after[id])
  const isWanted = changed.length > 0 && row.events.includes('order.line.changed')
  const lines = isWanted ? await withHistory(db, changed) : []
  known.note(row.webhook_id, order.id, after)
  if (!isWanted) return []
  const { id, number, client_number, status } = order
  return [{ type: 'order.line.changed', data: { order: { id, number, client_number, status }, lines } }]
}

async function approvalDrafts({ db }: PlanDeps, { about_id: orderId, counts, events }: Row): Promise<Draft[]> {
  if ((counts.asked ?? 0) === 0 || !events.includes('approval.requested')) return []
  const approvals = await openApprovalsOf(db, orderId)
  return approvals.length === 0 ? [] : [{ type: 'approval.requested', data: { approvals } }]
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

async function alertDrafts({ db }: PlanDeps, row: Row): Promise<Draft[]> {
  const { contractor_id: contractorId, person_id: personId, created_at: at } = row
  const alerts = await queries.selectTriggeredAlerts(db, { contractorId, personId: personId ?? 0, at })
  const described = alerts.map(({ id, kind, qty, price_kop, product_id: productId, ...product }) => ({
    ...{ id, kind, qty, price_kop, product: { id: productId, ...product } },
  }))
  return described.length === 0 ? [] : [{ type: 'product_alert.triggered', data: { alerts: described } }]
}

/** Chosen events that an event of a subject may become. */
const BECOMES: Partial<Record<Row['about'], readonly WebhookEvent[]>> = {
  order: ['order.created', 'order.line.changed', 'approval.requested'],
  shipment: ['shipment.created'],
  invoice: ['invoice.issued'],
  payment: ['payment.received'],
  price_export: ['price_export.ready'],
  claim: ['claim.changed'],
  product_alert: ['product_alert.triggered'],
}
const concerns = ({ about, events }: Row) => (BECOMES[about] ?? []).some((event) => events.includes(event))

/** Reads what one event means to one webhook. */
async function draftsOf(deps: PlanDeps, row: Row, known: KnownOrders): Promise<Draft[]> {
  if (!concerns(row)) return []
  const { db, readRoute } = deps
  const { about, about_id: id, kind, contractor_id: contractorId } = row
  const input = { params: { id } }
  if (about === 'order') return [...(await orderDrafts(deps, row, known)), ...(await approvalDrafts(deps, row))]
  if (kind === 'shipment.created') {
    const shipment = await orNull(readRoute(readerOf(row), PARTNER_API.documents.shipment, input))
    return shipment ? [{ type: kind, data: { shipment } }] : []
  }
  if (kind === 'invoice.issued' || kind === 'invoice.changed') {
    const invoice = await orNull(readRoute(readerOf(row), PARTNER_API.documents.invoice, input))
    return invoice ? [{ type: 'invoice.issued', data: { invoice } }] : []
  }
  if (kind === 'payment.received') {
    const payment = await queries.selectPaymentData(db, contractorId, id)
    return payment ? [{ type: kind, data: { payment } }] : []
  }
  if (kind === 'price_export.ready') {
    const file = await queries.selectExport(db, contractorId, id)
    if (!file) return []
    const moments = { finished_at: iso(file.finished_at), keep_until: iso(file.keep_until) }
    return [{ type: kind, data: { price_export: { ...file, ...moments, created_at: file.created_at.toISOString() } } }]
  }
  if (about === 'claim' && kind !== 'claim.message') {
    const claim = await queries.selectClaimData(db, contractorId, id)
    return claim ? [{ type: 'claim.changed', data: { claim } }] : []
  }
  return kind === 'product_alert.triggered' ? alertDrafts(deps, row) : []
}

/** Detects an error that another attempt may not meet. */
const mayPass = (error: unknown) => isDatabaseAway(error) || isTimeLimitExceeded(error) || isTransactionLost(error)

function toMessage(row: Row, { type, data }: Draft): queries.NewMessage {
  const message = { type, version: WEBHOOK_VERSION, timestamp: row.created_at.toISOString(), data }
  // The schema cuts the data to what is promised to programs.
  const body = JSON.stringify(messageOf(type).parse(message))
  return { webhook_id: row.webhook_id, type, label: row.label, body, created_at: row.created_at }
}

/**
 * Turns the next events into messages of the webhooks of their companies. An event that cannot be described is set
 * aside, so that it does not stop those after it.
 * @returns true when there may be more events
 */
export async function planMessages(deps: PlanDeps): Promise<boolean> {
  const { db, sql, log } = deps
  const span = await queries.selectSpan(db, EVENTS_AT_ONCE)
  if (!span) return false
  const rows = await queries.selectWebhookEvents(db, span)
  const pairs = rows.flatMap(({ about, about_id, webhook_id }) =>
    about === 'order' ? [{ webhook_id, order_id: about_id }] : [],
  )
  const known = new KnownOrders(await queries.selectKnownOrders(db, pairs))
  const messages: queries.NewMessage[] = []
  for (const row of rows) {
    try {
      const drafts = await draftsOf(deps, row, known)
      messages.push(...drafts.filter(({ type }) => row.events.includes(type)).map((draft) => toMessage(row, draft)))
    } catch (error) {
      if (mayPass(error)) throw error
      log.error({ err: loggable(error), event: row.id }, 'event not turned into a webhook message')
      await setAside(sql, 'webhooks', row.id, String(error).slice(0, 300))
    }
  }
  const orders = [...known.changed.values()]
  return db.transaction().execute((tx) => queries.insertMessages(tx, span, messages, orders, deps.clock.now()))
}
