import { formatMoney, formatPercent, formatQty } from '@artikul/contract/core/money'
import { SENDINGS, type Sending } from '@artikul/contract/suppliers/online-suppliers'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { SupplyRouteKind } from '@artikul/contract/suppliers/supply-routes'
import type { CancellationState } from '@artikul/contract/purchasing/supplier-cancellations'
import {
  MAX_SUPPLIER_ORDER_LINES,
  type SupplierAnswerLine,
  type SupplierLineState,
  type SupplierOrderDetails,
  type SupplierOrderItem,
  type SupplierOrderLine,
  type SupplierQueue,
  type SupplierTerms,
} from '@artikul/contract/purchasing/supplier-orders'
import { SUPPLIER_ORDER_STATES } from '@artikul/contract/purchasing/supplier-order-states'
import type { Kysely, Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { enqueueJob } from '../../../platform/jobs.ts'
import type { Page } from '../../../platform/paging.ts'
import { changesBetween, recordEvent, type AuditedField } from '../../../platform/audit/index.ts'
import { lockRouteTerms, updateOrderTerms } from '../../suppliers/index.ts'
import { applyAnswers } from './answers/answers.ts'
import { formNow } from './sending/form.ts'
import { selectHistory, type EventRow } from './answers/history.queries.ts'
import { selectOrderingRoute } from './sending/form.queries.ts'
import { releaseRoute } from './sending/send.queries.ts'
import * as queries from './supplier-orders.queries.ts'
import { markLinesSent } from './sending/wanted.ts'

export const presentOrder = ({
  supply_route_id: id,
  source: name,
  ...row
}: queries.SupplierOrderRow): SupplierOrderItem => ({
  ...row,
  source: { id, name },
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  asked_at: row.asked_at?.toISOString() ?? null,
  next_at: row.next_at?.toISOString() ?? null,
})

export const presentLine = (row: queries.SupplierOrderLineRow): SupplierOrderLine => ({
  ...row,
  state: row.state as SupplierLineState, // the columns' CHECKs allow nothing else
  line_state: row.line_state as LineState,
  source: { id: row.supply_route_id, name: row.source },
  order: row.order_id === null ? null : { id: row.order_id, number: row.order_number ?? '' },
  contractor: row.contractor ?? '',
  warehouse: row.stock_warehouse_id === null ? null : { id: row.stock_warehouse_id, name: row.warehouse ?? '' },
  status:
    row.status_code === '' ? null : { code: row.status_code, name: row.status_name, is_mapped: row.meaning !== null },
  cancellation:
    row.wish_state === null
      ? null
      : {
          state: row.wish_state as CancellationState, // the column's CHECK allows nothing else
          qty: row.wish_qty ?? 0,
          cancelled_qty: row.cancelled_qty ?? 0,
          reason: row.wish_reason ?? '',
        },
  changed_at: row.changed_at.toISOString(),
})

const notFound = () => new AppError('not_found', { detail: 'Заказ поставщику не найден' })

/** Checks whether a person may send the order again; an order in transit cannot be repeated. */
const mayRetry = ({ state, channel }: queries.SupplierOrderRow) =>
  channel === 'api' && ['unknown', 'stopped'].includes(state)
const mayAnswer = ({ state }: queries.SupplierOrderRow) => ['sent', 'done'].includes(state)

/** @throws AppError `not_found` */
export async function readSupplierOrder(db: Db, id: number): Promise<SupplierOrderDetails> {
  const order = await queries.selectSupplierOrder(db, id)
  if (!order) throw notFound()
  const lines = await queries.selectSupplierOrderLines(db, id, MAX_SUPPLIER_ORDER_LINES)
  return {
    ...presentOrder(order),
    lines: lines.map(presentLine),
    can: { retry: mayRetry(order), answer: mayAnswer(order), change: order.state === 'draft' },
    min_order_kop: order.min_order_kop,
  }
}

/** @throws AppError `not_found` */
export async function readSupplierOrderHistory(db: Db, id: number, page: Page) {
  if (!(await queries.selectSupplierOrder(db, id))) throw notFound()
  const { rows, total } = await selectHistory(db, id, page)
  const present = ({ at, order_id, order_number, from_state: from, to_state: to, qty, unit, ...row }: EventRow) => ({
    ...row,
    at: at.toISOString(),
    order: order_id === null ? null : { id: order_id, number: order_number ?? '' },
    move: to === null || qty === null ? null : { from, to, qty, unit },
  })
  return { rows: rows.map(present), total }
}

export async function listQueues(db: Db): Promise<SupplierQueue[]> {
  const rows = await queries.selectSupplierQueues(db)
  return rows.map(({ id, name, reason, stopped_at, retry_at, ...row }) => ({
    ...row,
    source: { id, name },
    kind: row.kind as SupplyRouteKind, // the columns' CHECKs allow nothing else
    sending: row.sending as Sending,
    waiting_count: row.waiting_count ?? 0,
    held_count: row.held_count ?? 0,
    waiting_kop: row.waiting_kop ?? 0,
    short_kop: Math.max(0, row.min_order_kop - (row.waiting_kop ?? 0)),
    oldest_at: row.oldest_at?.toISOString() ?? null,
    stopped:
      reason !== null && stopped_at && retry_at
        ? { reason, stopped_at: stopped_at.toISOString(), retry_at: retry_at.toISOString() }
        : null,
  }))
}

/**
 * Sends the whole queue of the source now; for a source without a channel, it is recorded as ordered by word of mouth.
 * @throws AppError `not_found`, `supplier_order.nothing_to_send`
 */
export async function sendNow(tx: Transaction<DB>, author: Author, supplyRouteId: number, now: Date) {
  const source = await selectOrderingRoute(tx, supplyRouteId)
  if (!source) throw new AppError('not_found', { detail: 'Поставщик не найден' })
  const made = await formNow(tx, supplyRouteId, author.actorId, now)
  if (made.length === 0) throw new AppError('supplier_order.nothing_to_send')
  await releaseRoute(tx, supplyRouteId)
  for (const { id, channel } of made) if (channel === 'hand') await markLinesSent(tx, id, author, now)
  await recordEvent(tx, author, {
    event: 'supplier_order.sent',
    object: `Поставщик «${source.name}», ${made.map(({ number }) => number).join(', ')}`,
  })
  return { orders: made.map(({ id, number }) => ({ id, number })) }
}

/** @throws AppError `not_found`, `stale`, `supplier_order.invalid_state` */
export const retryOrder = (
  db: Kysely<DB>,
  author: Author,
  { id, version }: { id: number; version: number },
  now: Date,
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    await queries.lockSupplierOrder(tx, id)
    const order = await queries.selectSupplierOrder(tx, id)
    if (!order) throw notFound()
    if (order.version !== version) throw new AppError('stale')
    if (!mayRetry(order)) throw new AppError('supplier_order.invalid_state')
    await releaseRoute(tx, order.supply_route_id)
    await queries.putNextNow(tx, id, now)
    await enqueueJob(tx, 'supplier_orders')
    await recordEvent(tx, author, {
      event: 'supplier_order.retried',
      object: `Поставщик «${order.source}», заказ ${order.number}`,
      changes: [{ field: 'Статус', before: SUPPLIER_ORDER_STATES[order.state], after: order.reason }],
    })
    return { version: version + 1 }
  })

const wordsOf = ({ confirmed_qty: qty, price_kop: kop, new_article: article, reason }: SupplierAnswerLine) =>
  [
    `${formatQty(qty)} шт.`,
    kop === null ? '' : `по ${formatMoney(kop)}`,
    article === '' ? '' : `номер ${article}`,
    reason,
  ]
    .filter(Boolean)
    .join(', ')

/** Validates the answers of one order and reports faults by their path in the body. */
function refusedAnswers(answers: readonly SupplierAnswerLine[], lines: readonly queries.SupplierOrderLineRow[]) {
  const byId = new Map(lines.map((line) => [line.id, line]))
  return answers.flatMap((answer, at) => {
    const line = byId.get(answer.line_id)
    const fieldError = (field: string, message: string) => [{ path: `answers.${at}.${field}`, message }]
    if (!line) return fieldError('line_id', 'В этом заказе нет такой строки')
    if (answer.confirmed_qty > line.qty) return fieldError('confirmed_qty', `Заказано ${formatQty(line.qty)}`)
    if (answer.confirmed_qty < (line.confirmed_qty ?? line.qty) && answer.reason === '')
      return fieldError('reason', 'Укажите причину отказа')
    return []
  })
}

/**
 * Records a supplier's answers given by word of mouth.
 * @throws AppError `not_found`, `stale`, `input.invalid`, `supplier_order.invalid_state`
 */
export const recordSupplierAnswers = (
  db: Kysely<DB>,
  author: Author,
  { id, answers }: { id: number; answers: readonly SupplierAnswerLine[] },
  now: Date,
) =>
  db.transaction().execute(async (tx) => {
    await queries.lockSupplierOrder(tx, id)
    const order = await queries.selectSupplierOrder(tx, id)
    if (!order) throw notFound()
    if (!mayAnswer(order)) throw new AppError('supplier_order.invalid_state')
    const lines = await queries.selectSupplierOrderLines(tx, id, MAX_SUPPLIER_ORDER_LINES)
    const errors = refusedAnswers(answers, lines)
    if (errors.length > 0) throw new AppError('input.invalid', { errors })
    const byId = new Map(lines.map((line) => [line.id, line]))
    if (answers.some((answer) => byId.get(answer.line_id)?.version !== answer.version)) throw new AppError('stale')
    const notApplied = await applyAnswers(
      tx,
      author,
      answers.map((answer) => ({
        lineId: answer.line_id,
        confirmedQty: answer.confirmed_qty,
        priceKop: answer.price_kop,
        newArticle: answer.new_article,
        promisedOn: answer.promised_on,
        reason: answer.reason,
        ...(answer.confirmed_qty > 0 && { target: 'confirmed_supplier' as const }),
      })),
      now,
    )
    await recordEvent(tx, author, {
      event: 'supplier_order.answered',
      object: `Поставщик «${order.source}», заказ ${order.number}`,
      changes: answers.map((answer) => {
        const line = byId.get(answer.line_id)
        return { field: `${line?.brand} ${line?.article}`, before: null, after: wordsOf(answer) }
      }),
    })
    return { not_applied: notApplied.map(({ lineId, reason }) => ({ line_id: lineId, reason })) }
  })

/** @throws AppError `not_found`, `stale`, `supplier_order.invalid_state` once it was sent */
export const postponeLine = (
  db: Kysely<DB>,
  author: Author,
  { id, version, isHeld }: { id: number; version: number; isHeld: boolean },
  now: Date,
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const line = await queries.lockLine(tx, id)
    if (!line) throw new AppError('not_found', { detail: 'Строка не найдена' })
    if (line.version !== version) throw new AppError('stale')
    if (line.state !== (isHeld ? 'waiting' : 'held')) throw new AppError('supplier_order.invalid_state')
    await queries.setLineHeld(tx, id, isHeld, now)
    if (!isHeld) await enqueueJob(tx, 'supplier_lines')
    const held = (is: boolean) => (is ? 'отложена' : 'ждёт отправки')
    await recordEvent(tx, author, {
      event: 'supplier_order.line_postponed',
      object: `${line.brand} ${line.article}, ${formatQty(line.qty)}`,
      changes: [{ field: 'Строка', before: held(!isHeld), after: held(isHeld) }],
    })
    return { version: version + 1 }
  })

const TERMS: readonly AuditedField<SupplierTerms>[] = [
  ['Отправка заказов', ({ sending }) => SENDINGS[sending]],
  ['Наименьший заказ', ({ min_order_kop: sum }) => formatMoney(sum)],
  ['Допустимый рост закупки', ({ tolerance_hundredths: share }) => formatPercent(share)],
  ['Почта для заказов', ({ orders_email: email }) => email],
  ['Способ оплаты', ({ payment_method: method }) => method],
  ['Способ доставки', ({ shipment_method: method }) => method],
  ['Адрес доставки', ({ shipment_address: address }) => address],
]

/** @throws AppError `not_found`, `stale` */
export const changeTerms = (
  db: Kysely<DB>,
  author: Author,
  { id, version, ...fields }: SupplierTerms & { id: number; version: number },
): Promise<{ version: number }> =>
  db.transaction().execute(async (tx) => {
    const before = await lockRouteTerms(tx, id)
    if (!before) throw new AppError('not_found', { detail: 'Поставщик не найден' })
    if (before.version !== version) throw new AppError('stale')
    const was = { ...before, sending: before.sending as Sending } // the column's CHECK allows nothing else
    const changes = changesBetween(TERMS, was, fields)
    if (changes.length === 0) return { version }
    await updateOrderTerms(tx, id, fields)
    await enqueueJob(tx, 'supplier_lines')
    await recordEvent(tx, author, { event: 'supplier_terms.changed', object: `Поставщик «${before.name}»`, changes })
    return { version: version + 1 }
  })
