import { isStepBack, mayMove, type Mover } from '@artikul/contract/ordering/orders/line-transitions'
import { formatQty, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { isDropped, LINE_STATES, orderStatus, type LineState } from '@artikul/contract/ordering/orders/orders'
import { vatIncludedKop } from '@artikul/contract/core/vat'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import * as queries from './line-transitions.queries.ts'
import { settleMoved } from '../change-approvals/change-approvals.queries.ts'
import { publishReplacementChains, publishLineTransitions } from '../publish-orders.ts'
import { placeOnHold } from '../holds/place-on-hold.ts'

/** Quantity of a line that moves from one state into another. */
export interface LineMove {
  lineId: number
  from: LineState
  to: LineState
  /** Quantity in units of the line. */
  qty: number
  /** Reason in words that the client also reads. */
  reason?: string
  /** Shipment line of the part before and after the move: only its shipment moves such a part. */
  shipmentLine?: { from: number | null; to: number | null }
}

/** Mover: a person, or the portal by itself, at a person's request or after a supplier's message. */
export type By =
  | { mover: 'client' | 'staff'; author: Writer }
  | { mover: 'supplier'; author: null }
  | { mover: 'system' | 'decision'; author: Writer | null }

function requireAllowed({ from, to, reason }: LineMove, mover: Mover) {
  const words = `«${LINE_STATES[from]}» → «${LINE_STATES[to]}»`
  if (!mayMove(mover, from, to))
    throw new AppError('order.transition_refused', { detail: `Нельзя сменить статус: ${words}` })
  if (isStepBack(from, to) && !reason)
    throw new AppError('order.transition_refused', {
      detail: `Укажите причину, по которой строка возвращается: ${words}`,
    })
}

const ON_NO_SHIPMENT = { from: null, to: null }

/** Calculates the parts after the moves; every move is checked against the available quantity. */
function applyMoves(rows: readonly queries.PartRow[], moves: readonly LineMove[]) {
  const nameOf = (part: Omit<queries.LeftPart, 'qty'>) => `${part.line_id} ${part.state} ${part.shipment_line_id ?? ''}`
  const thousandths = new Map(rows.map((row) => [nameOf(row), toThousandths(row.qty)]))
  const touched = new Map<string, queries.LeftPart>()
  const add = (part: Omit<queries.LeftPart, 'qty'>, moved: number) => {
    const qty = (thousandths.get(nameOf(part)) ?? 0) + moved
    thousandths.set(nameOf(part), qty)
    touched.set(nameOf(part), { ...part, qty: qty / 1000 })
    return qty
  }
  for (const { lineId, from, to, qty, shipmentLine = ON_NO_SHIPMENT } of moves) {
    const moved = toThousandths(qty)
    const left = add({ line_id: lineId, state: from, shipment_line_id: shipmentLine.from }, -moved)
    if (moved <= 0 || left < 0)
      throw new AppError('order.line_changed', {
        detail: `«${LINE_STATES[from]}»: ${formatQty((left + moved) / 1000)}, а не ${formatQty(qty)}. Обновите страницу`,
      })
    add({ line_id: lineId, state: to, shipment_line_id: shipmentLine.to }, moved)
  }
  return [...touched.values()]
}

/** True when every remaining part of the order waits for a change approval; the earlier wait still applies. */
const needsClient = (states: readonly LineState[]) =>
  states.includes('needs_confirm') && states.every((state) => state === 'needs_confirm' || isDropped(state))

/**
 * Calculates the order's status from its goods, and its totals from all parts; dropped parts are neither paid nor taxed.
 */
function totalsOf(id: number, parts: readonly queries.PartRow[]): queries.OrderTotals {
  const lines = Map.groupBy(parts, ({ line_id }) => line_id)
  const states = parts.filter((part) => !part.is_delivery).map(({ state }) => state)
  const status = orderStatus(states)
  let [totalKop, vatKop] = [0, 0]
  for (const [first, ...rest] of lines.values()) {
    if (!first) continue
    const living = [first, ...rest].filter(({ state }) => !isDropped(state))
    const sum = lineSumKop(
      first.price_kop,
      living.reduce((qty, part) => qty + toThousandths(part.qty), 0),
    )
    totalKop += sum
    vatKop += vatIncludedKop(sum, first.vat_rate)
  }
  return {
    id,
    status,
    totalKop,
    vatKop,
    isReserved: states.includes('awaiting_payment') || needsClient(states),
    isOnHold: states.includes('on_hold'),
    isHeld: status === 'needs_confirm' || states.includes('on_hold'),
  }
}

const isGone = (state: LineState) => ['shipped', 'issued', 'return_requested', 'returned'].includes(state)
const isHeld = (state: LineState) => !isGone(state) && !isDropped(state)

const stockMove = ({ lineId, from, to, qty }: LineMove): queries.StockMove => ({
  line_id: lineId,
  released: (Number(isHeld(from)) - Number(isHeld(to))) * qty,
  shipped: (Number(isGone(to)) - Number(isGone(from))) * qty,
})

/** Recalculates statuses and sums of the orders from their lines. */
export async function recountOrders(tx: Transaction<DB>, orderIds: readonly number[]) {
  const ofOrder = Map.groupBy(await queries.selectPartsOf(tx, orderIds), ({ order_id }) => order_id)
  const orders = await queries.updateTotals(
    tx,
    [...ofOrder].map(([id, parts]) => totalsOf(id, parts)),
  )
  return { ofOrder, orders }
}

/** Finds the delivery charges of orders whose goods are all dropped. */
const chargesWithoutGoods = (orders: Iterable<readonly queries.PartRow[]>): LineMove[] =>
  [...orders]
    .filter((parts) => parts.every(({ is_delivery: isDelivery, state }) => isDelivery || isDropped(state)))
    .flatMap((parts) => parts.filter((part) => part.is_delivery && mayMove('decision', part.state, 'removed')))
    .map(({ line_id: lineId, state: from, qty }) => ({ lineId, from, to: 'removed', qty, reason: 'Везти нечего' }))

/**
 * Moves quantities of lines within the given transaction, all or none: writes their history, recalculates statuses and
 * totals of their orders, and frees goods that are no longer needed.
 * @throws AppError `order.transition_refused` for a transition that the mover may not make, `order.line_changed` when the
 * quantity is not available
 */
export async function moveLines(tx: Transaction<DB>, by: By, moves: readonly LineMove[], now: Date) {
  if (moves.length === 0) return
  const { mover, author } = by
  for (const move of moves) requireAllowed(move, mover)
  const orderIds = await queries.lockOrdersOf(
    tx,
    moves.map(({ lineId }) => lineId),
  )
  await queries.writeParts(tx, applyMoves(await queries.selectPartsOf(tx, orderIds), moves))
  const movesWithReason = moves.map((move) => ({ ...move, reason: move.reason ?? '' }))
  await queries.insertMoves(tx, movesWithReason, { author, bySupplier: mover === 'supplier', now })
  const approvalLineIds = moves.filter(({ from }) => from === 'needs_confirm').map(({ lineId }) => lineId)
  if (mover !== 'decision' && approvalLineIds.length > 0) await settleMoved(tx, approvalLineIds, author, now)
  const { ofOrder, orders } = await recountOrders(tx, orderIds)
  const stock = moves.map(stockMove).filter(({ released, shipped }) => released !== 0 || shipped !== 0)
  if (stock.length > 0) await queries.moveStock(tx, stock)
  const linesOf = (id: number) => new Set(ofOrder.get(id)?.map(({ line_id }) => line_id))
  const moved = orders.map((order) => ({ ...order, lineIds: linesOf(order.id) }))
  await placeOnHold(tx, by, moved, moves, now)
  await publishLineTransitions(tx, by, moved, moves, now)
  const dropped = moves.filter(({ from, to }) => isDropped(from) !== isDropped(to)).map(({ lineId }) => lineId)
  await publishReplacementChains(tx, author, dropped, now)
  await moveLines(tx, { mover: 'decision', author }, chargesWithoutGoods(ofOrder.values()), now)
}

/** Returns resaleable goods to the own warehouse; a partner's stock is not changed. */
export async function putBackInStock(tx: Transaction<DB>, goods: readonly { lineId: number; qty: number }[]) {
  const moves = goods.map(({ lineId, qty }) => ({ line_id: lineId, released: 0, shipped: -qty }))
  if (moves.length > 0) await queries.moveStock(tx, moves)
}
