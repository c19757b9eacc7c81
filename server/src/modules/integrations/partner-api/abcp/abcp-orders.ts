import { createHash, randomUUID } from 'node:crypto'
import { cancelRequestRoutes, CANCELLED_BY_REQUEST } from '@artikul/contract/ordering/orders/cancel-requests'
import { Qty } from '@artikul/contract/core/fields'
import { formatMoney, toThousandths } from '@artikul/contract/core/money'
import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/line-states'
import { mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import {
  isDropped,
  ORDER_STATUSES,
  orderRoutes,
  type Order,
  type OrderLine,
} from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { companyScopeOf } from '../../../../platform/access/index.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { callRoute, onceForKey } from '../../../../platform/http/index.ts'
import { cancelFree, placeByKey, preparePlacing } from '../partner-orders.ts'
import type { AbcpCall } from './abcp-call.ts'
import { AbcpError } from './abcp-errors.ts'
import { cutText, requireField, wholeField } from './abcp-fields.ts'
import { openItem, supplierCodeOf, type AbcpItem } from './abcp-items.ts'
import { numberFixOf, rublesOf, deadlinesOf } from './abcp-search.ts'
import {
  clearBasket,
  countOwnOrders,
  lockBasket,
  returnToSavepoint,
  selectOrderIds,
  selectOrderOfLine,
  selectRecentOrderIds,
  setSavepoint,
} from './abcp.queries.ts'

/** «2026-11-29 14:05:00» */
const MOSCOW = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow', dateStyle: 'short', timeStyle: 'medium' })
const STATES = Object.keys(LINE_STATES) as LineState[] // its own keys
const FINAL: readonly LineState[] = ['issued', 'refused_supplier', 'cancelled_client', 'removed', 'returned']
/** Most lines of one order, and most orders of one list, by the documentation of the protocol. */
export const LINES_LIMIT = 500
const LIST_LIMIT = 100
const THOUSANDTHS = 1000

/** `GET orders/statuses`: states of lines by the numbers that `statusCode` names. */
export const statuses = () =>
  STATES.map((state, at) => ({
    id: String(at + 1),
    name: LINE_STATES[state],
    color: '808080',
    isFinalStatus: FINAL.includes(state),
  }))

const statusOf = (state: LineState, name: string = LINE_STATES[state]) => {
  const id = STATES.indexOf(state) + 1
  return { status: name, statusId: id, statusCode: String(id), statusColor: '808080' }
}

/** «2 040,74» */
const sumText = (kop: number | null) => formatMoney(kop ?? 0).replaceAll(/\s/g, ' ')

const CANCEL_ASKED = 'Запрошена отмена'

function presentLine(call: AbcpCall, line: OrderLine) {
  const living = line.parts.filter(({ state }) => !isDropped(state))
  const livingQty = living.reduce((sum, { qty }) => sum + toThousandths(qty), 0) / THOUSANDTHS
  // The protocol knows one state of a line: that of its largest part, without refused ones while there are others.
  const parts = living.length > 0 ? living : line.parts
  const largest = parts.toSorted((one, other) => other.qty - one.qty)[0]?.state ?? 'new'
  const isAsked = line.cancel !== null && line.cancel.decline_reason === null
  const { soon, late } = deadlinesOf(line, call.deps.clock.now())
  const price = rublesOf(line.price_kop)
  return {
    positionId: String(line.id),
    ...{ brand: line.brand, number: line.article, numberFix: numberFixOf(line.article), code: line.product_code },
    supplierCode: supplierCodeOf(line.warehouse),
    itemKey: '',
    description: line.name,
    quantityOrdered: String(line.qty),
    quantity: String(livingQty),
    price: price === null ? '' : price.toFixed(2),
    priceInSiteCurrency: price === null ? '' : price.toFixed(2),
    deadline: soon,
    deadlineMax: late,
    comment: line.comment,
    commentAnswer: line.cancel?.decline_reason ?? '',
    reference: line.client_ref,
    noReturn: line.return_days === 0,
    ...statusOf(largest, isAsked ? CANCEL_ASKED : LINE_STATES[largest]),
  }
}

function presentOrder(call: AbcpCall, order: Order) {
  const lines = order.lines.filter(({ is_delivery: isDelivery }) => !isDelivery)
  const delivery = order.lines.find(({ is_delivery: isDelivery }) => isDelivery)
  return {
    number: order.number,
    status: ORDER_STATUSES[order.status],
    statusId: Object.keys(ORDER_STATUSES).indexOf(order.status) + 1,
    statusCode: order.status,
    positionsQuantity: String(lines.length),
    deliveryAddressId: String(order.consignee_id),
    deliveryAddress: order.consignee_address,
    deliveryCost: sumText(delivery?.sum_kop ?? 0),
    sum: sumText(order.total_kop),
    date: MOSCOW.format(new Date(order.created_at)),
    comment: order.comment,
    clientOrderNumber: order.client_number,
    wholeOrderOnly: order.ship_complete ? '1' : '0',
    positions: lines.map((line) => presentLine(call, line)),
    notes: [],
  }
}

async function readOrders(call: AbcpCall, ids: readonly number[], tx?: Transaction<DB>) {
  const orders = []
  // One after another: a transaction runs one statement at a time.
  for (const id of ids)
    orders.push(presentOrder(call, await callRoute(call, orderRoutes.get, { params: { id }, ...(tx && { tx }) })))
  return orders
}

/** `GET orders/list`: orders by their numbers. */
export async function ordersByNumber(call: AbcpCall) {
  const numbers = call.fields.list('orders')
  if (numbers.length === 0) throw new AbcpError(2, 'Required parameter is missing: orders')
  if (numbers.length > LIST_LIMIT) throw new AbcpError(4, `Bad parameter: at most ${LIST_LIMIT} orders`)
  const ids = await selectOrderIds(call.db, companyScopeOf(call.actor), numbers)
  if (ids.length === 0) throw new AbcpError(301, 'No results')
  return readOrders(call, ids)
}

/** `GET orders`: orders, newest first. */
export async function recentOrders(call: AbcpCall) {
  const limit = wholeField(call.fields, 'limit', { least: 1, most: 1000, usual: LIST_LIMIT })
  const skip = wholeField(call.fields, 'skip')
  const ids = await selectRecentOrderIds(call.db, companyScopeOf(call.actor), skip, Math.min(limit, LIST_LIMIT))
  const items = await readOrders(call, ids)
  const count = await countOwnOrders(call.db, companyScopeOf(call.actor))
  return { count: String(count), items: Object.fromEntries(items.map((order) => [order.number, order])) }
}

/** Line of a call, with its offer when the call names a current one. */
export interface AskedLine {
  item: AbcpItem | null
  itemKey: string
  qty: number
  comment: string
}

export const UNKNOWN_LINE: string = 'Позиция не найдена'

/** Reads the lines of a call; a line of another supplier or article than its key is unknown. */
export function linesOf({ fields, deps, contractorId }: AbcpCall): AskedLine[] {
  const rows = fields.rows('positions')
  if (rows.length === 0) throw new AbcpError(2, 'Required parameter is missing: positions')
  if (rows.length > LINES_LIMIT) throw new AbcpError(4, `Bad parameter: at most ${LINES_LIMIT} positions`)
  return rows.map(({ itemKey = '', supplierCode, quantity = '', comment = '' }) => {
    const item = openItem(deps.itemKeys, itemKey, contractorId)
    const isSame = supplierCode === undefined || item?.supplier_code === supplierCode
    const qty = Number(quantity)
    if (qty !== 0 && !Qty.safeParse(qty).success) throw new AbcpError(4, 'Bad parameter: quantity')
    return { item: isSame ? item : null, itemKey, qty, comment: cutText(comment, 500) }
  })
}

interface Outcome {
  ids: number[]
  refusals: Map<number, string>
}

type Unanswered = Awaited<ReturnType<typeof preparePlacing>>
type KnownLine = AskedLine & { item: AbcpItem }

/** Places the lines; when some are refused, the others, unless the program wants all or none. */
async function place(
  call: AbcpCall,
  tx: Transaction<DB>,
  lines: readonly AskedLine[],
  unanswered: Unanswered,
): Promise<Outcome> {
  const { values } = call.fields
  const refusals = new Map<number, string>(
    lines.flatMap(({ item, qty }, at) => (item && qty > 0 ? [] : [[at, UNKNOWN_LINE] as const])),
  )
  const isWhole = values['wholeOrderOnly'] === '1'
  // Twice: the refusals of a first attempt name every line that is worse than seen.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const known = [...lines.entries()].filter((entry): entry is [number, KnownLine] => !refusals.has(entry[0]))
    if (known.length === 0 || (isWhole && refusals.size > 0)) break
    await setSavepoint(tx)
    const placed = await placeKnown(
      call,
      tx,
      known.map(([, line]) => line),
      unanswered,
    ).catch((error: unknown) => error)
    if (Array.isArray(placed)) return { ids: placed as number[], refusals }
    await returnToSavepoint(tx)
    if (!(placed instanceof AppError) || placed.details.differences === undefined) throw placed
    for (const { line = 0, message } of placed.details.differences) refusals.set(known[line]?.[0] ?? 0, message)
  }
  return { ids: [], refusals }
}

async function placeKnown(call: AbcpCall, tx: Transaction<DB>, lines: readonly KnownLine[], unanswered: Unanswered) {
  const { values } = call.fields
  const address = wholeField(call.fields, 'shipmentAddress', { most: 2_147_483_647 })
  const body = {
    lines: lines.map(({ item, qty, comment }) => ({
      ...{ offer_id: item.offer_id, qty, comment, expected_date: item.expected_date },
      ...(item.price_kop !== null && { price_kop: item.price_kop }),
    })),
    client_number: cutText(values['clientOrderNumber'] ?? '', 50),
    comment: cutText(values['comment'] ?? '', 1000),
    ...(address > 0 && { consignee_id: address }),
  }
  return (await placeByKey(tx, call.deps, { actor: call.actor, body }, unanswered)).map(({ id }) => id)
}

/**
 * Orders the lines. A number of the program's own order makes the call repeatable: the same number again answers with the
 * same orders.
 * @param basket ids of the lines when they are those of the basket of the key; ordered ones leave it, and a call that
 *   finds them ordered by another one places nothing
 */
export async function orderLines(
  call: AbcpCall,
  lines: readonly AskedLine[],
  basket?: { keyId: number; ids: readonly number[] },
) {
  const { values } = call.fields
  const number = values['clientOrderNumber'] ?? ''
  const key = number === '' ? randomUUID() : createHash('sha256').update(number).digest('base64url')
  const asked = lines.map(({ item, qty }) => [item?.offer_id ?? 0, qty])
  const goods = lines.flatMap(({ item, qty }) => (item ? [{ offer_id: item.offer_id, qty }] : []))
  const unanswered = await preparePlacing(call.db, call.deps, goods)
  const repeated = { key: `abcp-${key}`, fingerprint: basket ? 'basket' : JSON.stringify(asked) }
  return onceForKey(call.db, call.actor, repeated, async (tx) => {
    if (basket && !(await lockBasket(tx, basket.keyId, lines, basket.ids))) throw new NotPlaced(new Map())
    const { ids, refusals } = await place(call, tx, lines, unanswered)
    // A refused order leaves nothing behind, so that the corrected one may have the same number.
    if (ids.length === 0) throw new NotPlaced(refusals)
    if (basket)
      await clearBasket(
        tx,
        basket.keyId,
        basket.ids.filter((_, at) => !refusals.has(at)),
      )
    const isDone = refusals.size === 0
    return {
      ...{ status: isDone ? 1 : 0, errorMessage: isDone ? '' : refusalText(refusals), clientOrderNumber: number },
      orders: await readOrders(call, ids, tx),
    }
  }).catch((error: unknown) => {
    if (!(error instanceof NotPlaced)) throw error
    return { status: 0, errorMessage: refusalText(error.refusals), clientOrderNumber: number, orders: [] }
  })
}

class NotPlaced extends Error {
  readonly refusals: ReadonlyMap<number, string>
  constructor(refusals: ReadonlyMap<number, string>) {
    super('not placed')
    this.refusals = refusals
  }
}

const refusalText = (refusals: ReadonlyMap<number, string>) =>
  refusals.size === 0
    ? 'Корзина пуста'
    : `Не заказаны позиции: ${[...refusals].map(([at, text]) => `${at + 1} – ${text}`).join('; ')}`

/** `POST orders/instant`: orders the lines of the call at once. */
export const orderInstantly = (call: AbcpCall) => orderLines(call, linesOf(call))

/** `POST orders/cancelPosition`: cancels what is not in work yet, and requests the cancellation of the rest. */
export async function cancelPosition(call: AbcpCall) {
  requireField(call.fields, 'positionId')
  const lineId = wholeField(call.fields, 'positionId', { least: 1, most: 2_147_483_647 })
  const orderId = await selectOrderOfLine(call.db, companyScopeOf(call.actor), lineId)
  if (orderId === undefined) throw new AbcpError(301, 'Position not found')
  return call.db.transaction().execute(async (tx) => {
    const order = await callRoute(call, orderRoutes.get, { params: { id: orderId }, tx })
    const line = order.lines.find(({ id }) => id === lineId)
    const sumOf = (isOf: (state: LineState) => boolean) =>
      (line?.parts ?? []).reduce((sum, { state, qty }) => (isOf(state) ? sum + qty : sum), 0)
    const free = sumOf((state) => mayMove('client', state, 'cancelled_client'))
    const inWork = sumOf((state) => CANCELLED_BY_REQUEST.includes(state))
    if (!line || free + inWork === 0) throw new AbcpError(201, 'Позицию уже не отменить')
    if (free > 0) await cancelFree(call, tx, { order, lineId, qty: undefined, reason: '' })
    if (inWork === 0) return { message: 'Позиция отменена' }
    const body = { qty: inWork, message: 'Отмена из программы покупателя' }
    await callRoute(call, cancelRequestRoutes.create, { params: { id: lineId }, body, tx })
    return { message: 'Отмена запрошена' }
  })
}
