import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { Kysely, Transaction } from 'kysely'
import { dayText, moscowDate, type Clock } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { lockContracts, selectContractBalances } from '../../../companies/index.ts'
import { publishEvents } from '../../../../platform/events/index.ts'
import { processEach } from '../../../../platform/process-each.ts'
import type { Pricing } from '../../../pricing/index.ts'
import { selectTermed } from '../change-approvals/change-approvals.queries.ts'
import { moveLines, type LineMove } from '../lines/line-transitions.ts'
import { lockStockOf, lockOrderOfLines, selectPartsOf, type PartRow } from '../lines/line-transitions.queries.ts'
import { repriceHeldOrder } from '../lines/reprice.ts'
import { evaluateRelease, type ReleaseFacts } from './order-holds.ts'
import * as queries from './order-holds.queries.ts'

export interface ReleaseDeps {
  clock: Clock
  pricing: Pricing
}

export type HeldOrder = queries.WaitRow & ReleaseFacts

const AT_ONCE = 200
const DAY_MS = 86_400_000

/** Reads the waiting orders of the contracts, oldest first, each with the verdict whether it can be released now. */
export async function readWaiting(db: Db, contractIds: readonly number[], now: Date): Promise<HeldOrder[]> {
  if (contractIds.length === 0) return []
  const [orders, facts, standings] = [
    await queries.selectHolds(db, contractIds),
    await queries.selectReleaseFacts(db, contractIds),
    await selectContractBalances(db, [...contractIds], moscowDate(now)),
  ]
  return [...Map.groupBy(orders, (order) => order.contract_id)].flatMap(([id, own]) => {
    const terms = facts.get(id)
    const weighed = terms ? evaluateRelease({ ...terms, standing: standings.get(id) }, own) : []
    return weighed.flatMap((one, at) => {
      const order = own[at]
      return order ? [{ ...order, ...one }] : []
    })
  })
}

/** Describes in the history why the order is released; without sums, because every reader of the order sees it. */
async function reasonOf(tx: Db, { goes, contract_id: contractId }: HeldOrder, now: Date): Promise<string> {
  if (goes === 'credit') return 'Лимит позволяет, просрочки нет'
  if (goes === 'unblocked') {
    const until = (await selectContractBalances(tx, [contractId], moscowDate(now))).get(contractId)?.override_until
    return until ? `Разблокировано до ${dayText(until)}` : 'Разблокировано'
  }
  const payment = await queries.selectLastPayment(tx, contractId)
  return payment ? `Поступила оплата: платёж № ${payment.number} от ${dayText(payment.paid_on)}` : 'Оплата есть'
}

const isWaiting = (state: LineState) => state === 'awaiting_payment' || state === 'on_hold'

/** Moves waiting parts on: own goods stay reserved, all others go to procurement. */
export async function movesOn(tx: Db, parts: readonly PartRow[], reason: string): Promise<LineMove[]> {
  const waiting = parts.filter(({ state }) => isWaiting(state))
  const lines = await selectTermed(tx, [...new Set(waiting.map((part) => part.line_id))])
  const own = new Map(lines.map((line) => [line.id, line.is_own]))
  return waiting.map(({ line_id: lineId, state: from, qty }) => ({
    lineId,
    from,
    to: own.get(lineId) === true ? ('reserved' as const) : ('in_work' as const),
    qty,
    reason,
  }))
}

/**
 * Locks the order, the stock of its lines and its contract in the common order of locks, and evaluates again which
 * orders wait under the contract.
 */
export async function lockWaitingOrders(tx: Transaction<DB>, id: number, now: Date): Promise<HeldOrder | undefined> {
  const order = await lockOrderOfLines(tx, id)
  if (!order) return undefined
  const lineIds = (await selectPartsOf(tx, [id])).map((part) => part.line_id)
  await lockStockOf(tx, lineIds)
  await lockContracts(tx, [order.contract_id])
  return (await readWaiting(tx, [order.contract_id], now)).find((one) => one.id === id)
}

/**
 * Selects the parts that the order's rule moves; parts held manually next to parts waiting for payment wait for the
 * manager.
 */
const selectWaitingParts = async (tx: Db, { id, hold_reason: reason }: HeldOrder) =>
  (await selectPartsOf(tx, [id])).filter(
    ({ state }) => state === 'awaiting_payment' || (state === 'on_hold' && reason !== ''),
  )

/** Releases the order: held parts at today's prices, parts payable by invoice at the prices of the invoice. */
async function goOn(tx: Transaction<DB>, { pricing }: ReleaseDeps, order: HeldOrder, now: Date) {
  const parts = await selectWaitingParts(tx, order)
  const held = order.pays_whole ? [] : parts.filter(({ state }) => state === 'on_hold')
  const { approvalLineIds, words } = await repriceHeldOrder(tx, pricing, {
    contractorId: order.contractor_id,
    parts: held,
    now,
  })
  const going = parts.filter((part) => !approvalLineIds.has(part.line_id))
  const moves = await movesOn(tx, going, await reasonOf(tx, order, now))
  const movesWithReason = moves.map((move) => ({
    ...move,
    reason: [move.reason, words.get(move.lineId)].filter(Boolean).join(', '),
  }))
  await moveLines(tx, { mover: 'system', author: null }, movesWithReason, now)
}

/** Releases one order in one transaction; with several servers it is released once. */
const releaseOrder = (db: Kysely<DB>, deps: ReleaseDeps, id: number, now: Date) =>
  db.transaction().execute(async (tx) => {
    const order = await lockWaitingOrders(tx, id, now)
    if (order?.goes) await goOn(tx, deps, order, now)
  })

/** Releases the contracts' orders that are paid or no longer under a credit hold, oldest first. */
async function releaseOf(db: Kysely<DB>, deps: ReleaseDeps, contractIds: readonly number[], stopping?: AbortSignal) {
  const now = deps.clock.now()
  const going = (await readWaiting(db, contractIds, now)).filter(({ goes }) => goes !== null)
  await processEach(going, ({ id }) => releaseOrder(db, deps, id, now), stopping)
}

/** Releases the orders of contracts with recent changes. */
export async function releaseChanged(db: Kysely<DB>, deps: ReleaseDeps, stopping?: AbortSignal) {
  for (;;) {
    // When the server crashes now, the next full pass processes these contracts.
    const contractIds = await queries.consumeRecheckQueue(db, AT_ONCE)
    if (contractIds.length === 0 || stopping?.aborted) return
    await releaseOf(db, deps, contractIds, stopping)
  }
}

/**
 * Evaluates all waiting orders: days pass, temporary unblocking ends, and a notification of a change may have been
 * lost.
 */
export async function releaseAll(db: Kysely<DB>, deps: ReleaseDeps, stopping?: AbortSignal) {
  await processEach(selectAllWaiting(db), (contractIds) => releaseOf(db, deps, contractIds, stopping), stopping)
}

async function* selectAllWaiting(db: Db) {
  for (let after: number | undefined = 0; after !== undefined;) {
    const contractIds = await queries.selectWaitingContracts(db, after, AT_ONCE)
    yield contractIds
    after = contractIds.at(AT_ONCE - 1)
  }
}

const endedText = (order: HeldOrder) =>
  order.kind === 'payment'
    ? `Срок оплаты истёк ${dayText(moscowDate(order.reserved_until))}`
    : 'Срок резерва приостановленного заказа истёк'

/**
 * Ends an expired reservation once and frees its goods; an order that can be released at this moment is released
 * instead.
 */
const endReservation = (db: Kysely<DB>, deps: ReleaseDeps, id: number, now: Date) =>
  db.transaction().execute(async (tx) => {
    const order = await lockWaitingOrders(tx, id, now)
    if (!order || order.reserved_until > now) return
    if (order.goes) return goOn(tx, deps, order, now)
    const reason = endedText(order)
    const moves = (await selectWaitingParts(tx, order)).map(({ line_id: lineId, state: from, qty }) => {
      return { lineId, from, to: 'removed' as const, qty, reason }
    })
    await moveLines(tx, { mover: 'system', author: null }, moves, now)
  })

/** Notifies buyers once, a day before their reservation ends. */
async function notifyOfReservationEnd(db: Kysely<DB>, now: Date) {
  await db.transaction().execute(async (tx) => {
    const orders = await queries.markEndingHolds(tx, now, new Date(now.getTime() + DAY_MS), AT_ONCE)
    await publishEvents(
      tx,
      orders.map(({ id, number, contractor_id: contractorId, consignee_id: consigneeId }) => ({
        kind: 'order.expiring' as const,
        about: 'order' as const,
        aboutId: id,
        label: number,
        contractorId,
        consigneeId,
      })),
      now,
    )
  })
}

/** Ends expired reservations, each in its own transaction, and notifies about those that end soon. */
export async function endReservations(db: Kysely<DB>, deps: ReleaseDeps, stopping?: AbortSignal) {
  const now = deps.clock.now()
  await notifyOfReservationEnd(db, now)
  const ended = await queries.selectEnded(db, now, AT_ONCE)
  await processEach(ended, ({ id }) => endReservation(db, deps, id, now), stopping)
}
