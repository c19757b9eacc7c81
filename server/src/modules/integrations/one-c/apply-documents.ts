import { formatMoney, formatQty, toThousandths } from '@artikul/contract/core/money'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'
import type { OneCDirection, OneCDocumentKind } from '@artikul/contract/integrations/one-c'
import { leavesByShipment, mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import type { LineState } from '@artikul/contract/ordering/orders/line-states'
import { isDropped } from '@artikul/contract/ordering/orders/order-status'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { createEntry, receivePaymentOfOrder, undoEntry, withdrawPayment } from '../../billing/index.ts'
import { cancelShipment, setUpdNumber, shipReady, type ShipmentDeps } from '../../fulfilment/index.ts'
import { moveLines, type LineMove, setExternalNumber } from '../../ordering/index.ts'
import * as queries from './documents.queries.ts'
import { selectProductsOf } from './goods.queries.ts'
import { isOrderConfirmed, noteOwnChange, noteOwnNumber } from './orders.queries.ts'
import type { DocumentLine, ReceivedDocument } from './reading/documents.ts'
import { goodsIdOf } from './reading/values.ts'
import type { Node } from './sessions.queries.ts'
import { authorOfNode, Waits, waitReason } from './waits.ts'

type Tx = Transaction<DB>

export interface ApplyDeps extends ShipmentDeps {
  db: Kysely<DB>
}

/** Reason of changes that 1C has made; the buyer reads it too. */
const CHANGED_IN_ONE_C = 'Изменено в учётной системе'
const TRIAL = 'Пробный режим: документ не проведён'

/** Direction that permits documents of the kind. */
const DIRECTION_OF: Record<OneCDocumentKind, OneCDirection> = {
  order: 'orders_in',
  shipment: 'shipments',
  return: 'shipments',
  payment: 'payments',
}

interface Work {
  tx: Tx
  deps: ApplyDeps
  node: Node
  stored: queries.StoredDocument
  document: ReceivedDocument
}

async function requireOrder({ tx, node, stored }: Work): Promise<queries.OrderOfDocument> {
  const order =
    stored.order_id === null ? undefined : await queries.selectOrderOfSeller(tx, node.seller_id, stored.order_id)
  if (!order) throw new Waits('Заказа нет на портале: он создан в 1С или принадлежит другой нашей компании')
  return order
}

const isOpen = ({ state, shipment_line_id: shipped }: queries.LinePart) => shipped === null && !isDropped(state)

/** Products of the lines: by 1C's id, else by the portal's code that stood in the order. */
async function productsOf({ tx, node, document }: Work, parts: readonly queries.LinePart[]) {
  const matched = await selectProductsOf(
    tx,
    node.id,
    document.lines.map((line) => goodsIdOf(line.external_id)),
  )
  const byCode = new Map(parts.map((part) => [part.product_code, part.product_id]))
  return (line: DocumentLine) => matched.get(goodsIdOf(line.external_id)) ?? byCode.get(line.external_id)
}

/** Quantities by product; lines of goods that the order does not contain are named. */
async function quantitiesOf(work: Work, parts: readonly queries.LinePart[]): Promise<Map<number, number>> {
  const productOf = await productsOf(work, parts)
  const ordered = new Set(parts.map((part) => part.product_id))
  const quantities = new Map<number, number>()
  for (const line of work.document.lines) {
    const product = productOf(line)
    if (product === undefined || !ordered.has(product))
      throw new Waits(`Товара «${line.name || line.article || line.external_id}» нет в заказе или он не сопоставлен`)
    quantities.set(product, (quantities.get(product) ?? 0) + toThousandths(line.qty))
  }
  return quantities
}

/** Takes quantities from the parts in order; what remains untaken is left in `quantities`. */
function takeParts(parts: readonly queries.LinePart[], quantities: Map<number, number>) {
  const taken: { part: queries.LinePart; thousandths: number }[] = []
  for (const part of parts) {
    const wanted = quantities.get(part.product_id) ?? 0
    const thousandths = Math.min(wanted, toThousandths(part.qty))
    if (thousandths <= 0) continue
    quantities.set(part.product_id, wanted - thousandths)
    taken.push({ part, thousandths })
  }
  return taken
}

async function move({ tx, deps, node }: Work, moves: readonly LineMove[]) {
  if (moves.length > 0) await moveLines(tx, { mover: 'staff', author: authorOfNode(node) }, moves, deps.clock.now())
}

const removed = (part: queries.LinePart, thousandths: number): LineMove => ({
  lineId: part.line_id,
  from: part.state,
  to: 'removed',
  qty: thousandths / 1000,
  reason: CHANGED_IN_ONE_C,
})

/** Moves that leave of each product no more than 1C has in the order; a larger quantity of 1C changes nothing. */
async function movesToReduce(work: Work, parts: readonly queries.LinePart[]): Promise<LineMove[]> {
  const wanted = await quantitiesOf(work, parts)
  const kept = parts.filter((part) => !isDropped(part.state) && !part.is_delivery)
  const surplus = new Map<number, number>()
  for (const part of kept) surplus.set(part.product_id, (surplus.get(part.product_id) ?? 0) + toThousandths(part.qty))
  for (const [product, qty] of surplus) surplus.set(product, Math.max(0, qty - (wanted.get(product) ?? 0)))
  return takeParts(kept.filter(isOpen).toReversed(), surplus).map(({ part, thousandths }) => removed(part, thousandths))
}

/** Moves of the open parts to the state that the status of 1C stands for. */
async function movesToState({ tx, node, document }: Work, parts: readonly queries.LinePart[]): Promise<LineMove[]> {
  const state = document.status === '' ? null : await queries.stateOf(tx, node.id, document.status)
  if (state === null) return []
  return parts
    .filter(
      (part) =>
        isOpen(part) &&
        !part.is_delivery &&
        part.state !== state &&
        mayMove('staff', part.state, state) &&
        !leavesByShipment(part.state, state),
    )
    .map((part) => ({ lineId: part.line_id, from: part.state, to: state, qty: part.qty, reason: CHANGED_IN_ONE_C }))
}

/** Order that came back from 1C: its number, status, cancellations and reduced quantities. */
async function applyOrder(work: Work): Promise<number> {
  const { tx, node, document } = work
  const order = await requireOrder(work)
  if (document.own_number !== '') {
    await noteOwnNumber(tx, node.id, order.id, document.own_number)
    await setExternalNumber(tx, order.id, document.own_number)
  }
  const parts = await queries.selectLineParts(tx, order.id)
  if (document.is_deleted || document.is_cancelled) {
    await move(
      work,
      parts.filter((part) => isOpen(part) && !part.is_delivery).map((part) => removed(part, toThousandths(part.qty))),
    )
    return order.id
  }
  if (document.lines.length > 0) await move(work, await movesToReduce(work, parts))
  await move(work, await movesToState(work, await queries.selectLineParts(tx, order.id)))
  return order.id
}

const READY: readonly LineState[] = SHIPPABLE_STATES

/** Makes the parts ready that the shipment takes: 1C has them in its hands, whatever the portal knew. */
async function makeReady(work: Work, taken: ReturnType<typeof takeParts>) {
  const moves = taken
    .filter(({ part }) => !READY.includes(part.state) || part.state === 'reserved')
    .map(({ part, thousandths }) => ({
      lineId: part.line_id,
      from: part.state,
      to: 'ready' as const,
      qty: thousandths / 1000,
    }))
  await move(work, moves)
}

/** Cancels the shipment of an earlier state of the document. */
async function withdrawShipment({ tx, deps, node, stored }: Work): Promise<void> {
  if (stored.target_id === null) return
  const reason = 'документ изменён в 1С'
  await cancelShipment(tx, deps, authorOfNode(node), { id: stored.target_id, reason, isByAccounting: true })
}

/** Shipment of 1C: replaces its earlier state, ships the goods whatever holds they are under. */
async function applyShipment(work: Work): Promise<number | null> {
  const { tx, deps, node, document } = work
  await withdrawShipment(work)
  if (document.is_deleted || !document.is_posted) return null
  const order = await requireOrder(work)
  const parts = await queries.selectLineParts(tx, order.id)
  const quantities = await quantitiesOf(work, parts)
  const taken = takeParts(
    parts.filter((part) => isOpen(part) && !part.is_delivery),
    quantities,
  )
  const missing = parts.find((part) => !part.is_delivery && (quantities.get(part.product_id) ?? 0) > 0)
  if (missing)
    throw new Waits(
      `В отгрузке на ${formatQty((quantities.get(missing.product_id) ?? 0) / 1000)} больше, чем осталось в заказе № ${order.number}`,
    )
  await makeReady(work, taken)
  const ofLine = new Map<number, number>()
  for (const { part, thousandths } of taken) ofLine.set(part.line_id, (ofLine.get(part.line_id) ?? 0) + thousandths)
  const number = document.own_number || document.number
  const [made] = await shipReady(
    tx,
    deps,
    { mayDespite: true, author: authorOfNode(node), shippedOn: document.own_day || document.day },
    {
      lines: [...ofLine].map(([lineId, thousandths]) => ({ line_id: lineId, qty: thousandths / 1000 })),
      allow_partial: true,
      despite_reason: 'Отгружено в 1С',
      ...(order.accounting_mode === '1c' && {
        numbers: [{ contract_id: order.contract_id, consignee_id: order.consignee_id, number }],
      }),
    },
  )
  if (!made) throw new Waits('В отгрузке нет товаров')
  if (document.sum_kop > 0 && document.sum_kop !== made.total_kop)
    throw new Waits(`Сумма в 1С ${formatMoney(document.sum_kop)} ₽, а по ценам заказа ${formatMoney(made.total_kop)} ₽`)
  if (document.upd_number !== '') await setUpdNumber(tx, made.id, document.upd_number)
  return made.id
}

/** Payment of 1C: replaces its earlier state. */
async function applyPayment(work: Work): Promise<number | null> {
  const { tx, deps, node, document, stored } = work
  const author = authorOfNode(node)
  if (stored.target_id !== null)
    await withdrawPayment(tx, deps, author, { id: stored.target_id, reason: 'Изменён в 1С' })
  if (document.is_deleted || !document.is_posted) return null
  const order = await requireOrder(work)
  if (document.sum_kop <= 0) throw new Waits('Сумма оплаты не указана')
  const { id, isKnown } = await receivePaymentOfOrder(tx, deps, author, {
    sellerId: order.seller_id,
    contractId: order.contract_id,
    contractorId: order.contractor_id,
    orderId: order.id,
    number: document.own_number || document.number,
    day: document.own_day || document.day,
    sumKop: document.sum_kop,
    payer: document.payer,
    payerInn: document.payer_inn,
    purpose: document.comment || `Оплата заказа № ${order.number}`,
  })
  if (isKnown)
    throw new Waits('Оплата с этим номером, днём и суммой уже проведена: из банка или по другому документу 1С')
  return id
}

/** Return or correction of 1C: reduces the debt of the contract; replaces its earlier state. */
async function applyReturn(work: Work): Promise<number | null> {
  const { tx, deps, node, document, stored } = work
  const author = authorOfNode(node)
  const now = deps.clock.now()
  if (stored.target_id !== null) await undoEntry(tx, author, stored.target_id, 'Документ изменён в 1С', now)
  if (document.is_deleted || !document.is_posted) return null
  const order = await requireOrder(work)
  if (document.sum_kop <= 0) throw new Waits('Сумма возврата не указана')
  const { id } = await createEntry(
    tx,
    author,
    {
      contract_id: order.contract_id,
      kind: 'offset',
      number: document.own_number || document.number,
      day: document.own_day || document.day,
      side: 'credit',
      sum_kop: document.sum_kop,
      due_on: null,
      note: `Возврат по данным 1С, заказ № ${order.number}`,
    },
    now,
  )
  return id
}

const APPLY: Record<OneCDocumentKind, (work: Work) => Promise<number | null>> = {
  order: applyOrder,
  shipment: applyShipment,
  payment: applyPayment,
  return: applyReturn,
}

/**
 * Applies a stored document through the commands of the modules, in one transaction. What they refuse waits with its
 * reason, and nothing of it is written.
 * @throws any error that is no refusal
 */
export async function applyStored(deps: ApplyDeps, node: Node, id: number): Promise<queries.StoredDocument['state']> {
  const { db, clock } = deps
  const wait = async (reason: string) => {
    await queries.noteWaiting(db, id, reason)
    return 'waiting' as const
  }
  if (node.is_trial) return wait(TRIAL)
  try {
    return await db.transaction().execute(async (tx) => {
      const stored = await queries.lockDocument(tx, id)
      if (!stored) throw new AppError('not_found')
      if (stored.state !== 'waiting') return stored.state
      const document: ReceivedDocument = { ...stored.content, children: [] }
      const { order_id: orderId } = stored
      const isConfirmed = orderId !== null && (await isOrderConfirmed(tx, node.id, orderId))
      const target = await APPLY[stored.kind]({ tx, deps, node, stored, document })
      if (orderId !== null && isConfirmed) await noteOwnChange(tx, node.id, orderId)
      const isGone = stored.kind !== 'order' && target === null
      const outcome = isGone
        ? { state: 'refused' as const, reason: 'В 1С удалён или не проведён', target_id: null }
        : { state: 'applied' as const, reason: '', target_id: target }
      await queries.setDocumentOutcome(tx, id, outcome, clock.now())
      return outcome.state
    })
  } catch (error) {
    const reason = waitReason(error)
    if (reason === null) throw error
    return wait(reason)
  }
}

const PORTAL_ID = /^[1-9]\d{0,8}$/

/** Order that a document belongs to: named by the portal's id, or by the id under which 1C sent it before. */
async function orderIdOf(db: Kysely<DB>, nodeId: number, named: string): Promise<number | null> {
  if (PORTAL_ID.test(named)) return Number(named)
  return named === '' ? null : queries.selectOrderOfDocument(db, nodeId, named)
}

interface Received {
  node: Node
  sessionId: number
}

/**
 * Stores and applies a document with its subordinate ones; one that says nothing new is left alone.
 * @returns the state of the document itself; `skipped` for a kind, or a direction, that the portal does not take
 */
export async function receiveDocument(
  deps: ApplyDeps,
  { node, sessionId }: Received,
  document: ReceivedDocument,
  parentId: number | null = null,
): Promise<'applied' | 'waiting' | 'skipped'> {
  const { db, clock } = deps
  const { kind } = document
  const named = kind === 'order' || kind === null ? document.external_id : document.basis
  const found = parentId ?? (await orderIdOf(db, node.id, named))
  const order = found === null ? undefined : await queries.selectOrderOfSeller(db, node.seller_id, found)
  const orderId = order?.id ?? null
  const isTaken = kind !== null && document.external_id !== '' && (document.own_day || document.day) !== ''
  let state: queries.StoredDocument['state'] | 'skipped' = 'skipped'
  if (isTaken && node.directions.includes(DIRECTION_OF[kind])) {
    const place = { nodeId: node.id, kind, orderId, document, sessionId }
    const { isNew, stored } = await db.transaction().execute((tx) => queries.storeDocument(tx, place, clock.now()))
    state = isNew || stored.state === 'waiting' ? await applyStored(deps, node, stored.id) : stored.state
  }
  for (const one of document.children) await receiveDocument(deps, { node, sessionId }, one, orderId)
  return state === 'refused' ? 'applied' : state
}

const RETRIED_AT_ONCE = 500

/** Tries the waiting documents of a node again: what they lacked may have come. */
export async function retryWaiting(deps: ApplyDeps, node: Node): Promise<void> {
  if (node.is_trial) return
  for (const id of await queries.selectWaitingDocuments(deps.db, node.id, RETRIED_AT_ONCE))
    await applyStored(deps, node, id)
}
