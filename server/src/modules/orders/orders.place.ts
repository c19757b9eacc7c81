import type { Difference } from '@artikul/contract/errors'
import { formatQty } from '@artikul/contract/money'
import { orderStatus, type OrderPreview, type PlacedOrder, type PlaceOrder } from '@artikul/contract/orders'
import type { Transaction } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { moscowDate } from '../../platform/clock.ts'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Writer } from '../../platform/http/index.ts'
import {
  deleteCartLines,
  findDifference,
  holdCartLines,
  priceLines,
  selectCartLines,
  withoutSums,
  type Buyer,
  type CartLineRow,
} from '../cart/index.ts'
import { reserveOffers, type ReadDirectory } from '../catalog/index.ts'
import { holdPoints, seesPrices, selectConsignees } from '../consignees/index.ts'
import { lockContracts, selectContracts, selectContractor, selectManagerContact } from '../contractors/index.ts'
import { readVatRates, selectStandings, vatLabel } from '../finances/index.ts'
import { addWorkingDays, type PricedOffer, type Pricing } from '../pricing/index.ts'
import type { Goods } from './orders.ask-again.ts'
import { requireMayPlace, requireWithinLimits } from './orders.limits.ts'
import type { ToldBy } from './orders.on-behalf.ts'
import { insertOrderLines, insertOrders, nextOrderNumbers } from './orders.place.queries.ts'
import { planOrders, type PlannedOrder } from './orders.plan.ts'
import { seesReasons, shownReason } from './orders.read.ts'
import { tellOfPlaced } from './orders.tell.ts'

/** Reserved goods wait for money this many banking days. */
const RESERVE_DAYS = 3

export interface OrderDeps {
  pricing: Pricing
  clock: Clock
  readDirectory: ReadDirectory
  /** Issues the payment invoice of a fresh order in the same transaction; documents are above orders. */
  issueInvoice: (tx: Transaction<DB>, orderId: number, author: Writer) => Promise<{ id: number; number: string }>
}

type LineWithOffer = { line: CartLineRow; priced: PricedOffer; isUnanswered?: boolean }

async function requireOpenContractor(db: Db, buyer: Buyer): Promise<string> {
  const { contractorId } = buyer
  const [contractor, manager] = await Promise.all([
    selectContractor(db, contractorId),
    selectManagerContact(db, contractorId),
  ])
  if (contractor?.status === 'declined')
    throw new AppError('contractor.pending', { detail: `Заявка компании отклонена. ${manager}` })
  if (contractor?.status !== 'active')
    throw new AppError('contractor.pending', { detail: `Компания ещё не подтверждена. ${manager}` })
  if (contractor.stopped_reason !== null) {
    const why = seesReasons(buyer) ? `: ${contractor.stopped_reason}` : ''
    throw new AppError('contractor.stopped', { detail: `Заказы остановлены${why}. ${manager}` })
  }
  return manager
}

async function plan(db: Db, deps: OrderDeps, contractorId: number, lines: LineWithOffer[], managerContact: string) {
  const today = moscowDate(deps.clock.now())
  const [contracts, vatOn] = await Promise.all([selectContracts(db, contractorId), readVatRates(db)])
  const deferred = contracts.filter((contract) => contract.prepayment_percent === 0).map((contract) => contract.id)
  const standings = await selectStandings(db, deferred, today)
  return planOrders({ lines, contracts, standings, vatOn, today, managerContact })
}

function outcomeText({ outcome, lines }: PlannedOrder, buyer: Buyer): string {
  if (outcome.state === 'awaiting_payment') return 'Ожидает оплаты, счёт будет выставлен сразу'
  if (outcome.state === 'on_hold') return `Приостановлен. ${shownReason(buyer, outcome.reason)}`
  const asks = lines.some((line) => line.state === 'needs_confirm')
  return asks ? 'Часть строк требует подтверждения' : 'Сразу пойдёт в работу'
}

/**
 * On which orders the selected cart lines will split, at today's prices and dates.
 * @throws AppError `cart.nothing_selected`, `offer.gone`, and what planning refuses
 */
export async function previewOrders(db: Db, buyer: Buyer, deps: OrderDeps): Promise<OrderPreview> {
  const { contractorId } = buyer
  const manager = await requireOpenContractor(db, buyer)
  const rows = await selectCartLines(db, buyer, { selectedOnly: true })
  if (rows.length === 0) throw new AppError('cart.nothing_selected')
  const [priced, consignees] = await Promise.all([
    priceLines(db, deps.pricing, contractorId, rows),
    selectConsignees(db, buyer),
  ])
  const lines = requirePriced(rows, priced, buyer)
  const plans = await plan(db, deps, contractorId, lines, manager)
  const names = new Map(consignees.map((consignee) => [consignee.id, consignee.name]))
  return {
    plans: plans.map((order) => {
      const final = order.lines.filter((line) => line.priced.offer.return_days === 0)
      return {
        seller: order.contract.seller_name,
        contract: `№ ${order.contract.number}`,
        consignee_id: order.consigneeId,
        consignee: names.get(order.consigneeId) ?? '',
        expected_date: order.expectedDate,
        lines_count: order.lines.length,
        total_kop: order.totalKop,
        vat_kop: order.vatKop,
        vat_label: vatLabel(order.lines[0]?.vatRate ?? 'none'),
        outcome: outcomeText(order, buyer),
        no_return_count: final.length,
        no_return_sum_kop: final.reduce((sum, line) => sum + line.sumKop, 0),
      }
    }),
    total_kop: plans.reduce((sum, order) => sum + order.totalKop, 0),
    lines: lines.map(({ line, priced: { offer } }) => ({
      cart_line_id: line.id,
      qty: line.qty,
      price_kop: offer.price_kop,
      expected_date: offer.expected_date,
    })),
  }
}

/** Goods that are gone are told line by line, before anything else. */
function requirePriced(rows: CartLineRow[], priced: ReadonlyMap<number, PricedOffer>, buyer: Buyer): LineWithOffer[] {
  const differences: Difference[] = []
  const lines: LineWithOffer[] = []
  for (const line of rows) {
    const offer = priced.get(line.id)
    const gone = offer ? null : findDifference(line, null)
    if (offer) lines.push({ line, priced: offer })
    if (gone) differences.push(seesPrices(buyer) ? gone : withoutSums(gone))
  }
  if (differences.length > 0) throw new AppError('order.changed', { differences })
  return lines
}

/**
 * Compares what the buyer saw with what stands now, under the locks of lines and offers. Whoever sees no prices cannot
 * name one either, or he would find them out by trying.
 */
function compare(
  asked: PlaceOrder['lines'],
  rows: CartLineRow[],
  priced: ReadonlyMap<number, PricedOffer>,
  buyer: Buyer,
): LineWithOffer[] {
  const isPriced = seesPrices(buyer)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const differences: Difference[] = []
  const lines: LineWithOffer[] = []
  const left = new Map<number, number>()
  for (const shown of asked) {
    const row = byId.get(shown.cart_line_id)
    if (!row) throw new AppError('not_found', { detail: 'Строки уже нет в корзине, обновите страницу' })
    const offer = priced.get(row.id)
    const available = offer && (left.get(offer.offer.id) ?? offer.available)
    const now = offer && available !== undefined ? { ...offer, available } : null
    const price = (isPriced ? shown.price_kop : null) ?? row.price_kop
    const seen = { ...row, ...shown, price_kop: price, id: row.id }
    const found = row.qty === shown.qty ? findDifference(seen, now) : changedQty(row, shown.qty)
    if (found) differences.push(isPriced ? found : withoutSums(found))
    if (!offer || available === undefined) continue
    // Two lines of the same goods (for two points) share what is left.
    left.set(offer.offer.id, available - row.qty)
    lines.push({ line: row, priced: offer })
  }
  if (differences.length > 0) throw new AppError('order.changed', { differences })
  return lines
}

const nameOf = ({ product_id, warehouse_id }: Goods) => `${product_id} ${warehouse_id}`

const changedQty = (row: CartLineRow, shown: number): Difference => ({
  cart_line_id: row.id,
  kind: 'stock',
  brand: row.brand,
  article: row.article,
  message: `Количество в корзине изменено: ${formatQty(shown)} → ${formatQty(row.qty)}`,
  old_price_kop: null,
  new_price_kop: null,
  old_date: null,
  new_date: null,
  asked_qty: shown,
  available_qty: row.qty,
})

/** The lines with their points; one whose point was archived this very moment has nowhere to go. */
async function holdLines(tx: Db, buyer: Buyer, ids: number[]): Promise<CartLineRow[]> {
  const rows = await holdCartLines(tx, buyer, ids)
  const points = new Set(rows.flatMap(({ consignee_id }) => consignee_id ?? []))
  const held = await holdPoints(tx, buyer, [...points])
  return rows.map((row) => (held.has(row.consignee_id ?? 0) ? row : { ...row, consignee_id: null }))
}

/** What was asked for, whose words a manager placed it by, and of which goods their suppliers were asked in vain. */
export type Asked = Omit<PlaceOrder, 'told_by'> & { told_by?: ToldBy; unanswered?: readonly Goods[] }

/**
 * Places the lines as shown: re-prices, re-checks stock, terms, credit and the employee's own limits, reserves, and
 * writes all orders in the one transaction given.
 * @throws AppError `order.changed` with every difference, what planning refuses, `order.may_not_place`,
 * `order.employee_limit`
 */
export async function placeOrders(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: OrderDeps,
  asked: Asked,
): Promise<PlacedOrder[]> {
  const { contractorId } = buyer
  const manager = await requireOpenContractor(tx, buyer)
  await requireMayPlace(tx, buyer)
  const ids = asked.lines.map((line) => line.cart_line_id)
  if (new Set(ids).size < ids.length)
    throw new AppError('input.invalid', { errors: [{ path: 'lines', message: 'Строка повторяется' }] })
  const rows = await holdLines(tx, buyer, ids)
  const priced = await priceLines(tx, deps.pricing, contractorId, rows, true)
  const { unanswered = [] } = asked
  const silent = new Set(unanswered.map(nameOf))
  const lines = compare(asked.lines, rows, priced, buyer).map((one) => ({
    ...one,
    isUnanswered: silent.has(nameOf(one.line)),
  }))
  const deferred = (await selectContracts(tx, contractorId)).filter((contract) => contract.prepayment_percent === 0)
  if (deferred.length > 0)
    await lockContracts(
      tx,
      deferred.map((contract) => contract.id),
    )
  const plans = await plan(tx, deps, contractorId, lines, manager)
  await requireWithinLimits(tx, buyer, plans, deps.clock.now())
  await reserve(tx, lines)
  const orders = await writeOrders(tx, deps, buyer, asked, plans)
  await deleteCartLines(tx, buyer, ids)
  const consignees = new Map((await selectConsignees(tx, buyer)).map((one) => [one.id, one.name]))
  const placed: PlacedOrder[] = []
  for (const order of orders) {
    const invoice =
      order.plan.outcome.state === 'awaiting_payment' ? await deps.issueInvoice(tx, order.id, buyer) : null
    placed.push({
      id: order.id,
      number: order.number,
      consignee: consignees.get(order.plan.consigneeId) ?? '',
      status: order.status,
      total_kop: order.plan.totalKop,
      invoice_id: invoice?.id ?? null,
      invoice_number: invoice?.number ?? null,
    })
  }
  return placed
}

/** Exact stock is taken off what others see; «>10» stays as the price list says, and nobody else sees what was asked at once. */
async function reserve(tx: Transaction<DB>, lines: LineWithOffer[]) {
  const taken = new Map<number, number>()
  for (const { line, priced } of lines)
    if (priced.offer.qty_exact && priced.warehouse.kind !== 'online')
      taken.set(priced.offer.id, (taken.get(priced.offer.id) ?? 0) + line.qty)
  if (taken.size > 0)
    await reserveOffers(
      tx,
      [...taken].map(([offer_id, qty]) => ({ offer_id, qty })),
    )
}

async function writeOrders(tx: Transaction<DB>, deps: OrderDeps, buyer: Buyer, asked: Asked, plans: PlannedOrder[]) {
  const now = deps.clock.now()
  const today = moscowDate(now)
  const { daysOff } = await deps.readDirectory()
  const numbers = await nextOrderNumbers(tx, plans.length, Number(today.slice(0, 4)))
  const fresh = plans.map((order, index) => ({
    plan: order,
    number: numbers[index] ?? '',
    status: orderStatus(order.lines.map((line) => line.state)),
  }))
  const terms = {
    contractorId: buyer.contractorId,
    clientNumber: asked.client_number ?? '',
    comment: asked.comment ?? '',
    toldBy: asked.told_by?.full_name ?? '',
    toldPhone: asked.told_by?.phone ?? '',
    reservedUntil: new Date(`${addWorkingDays(today, RESERVE_DAYS, daysOff)}T20:59:59Z`),
    now,
  }
  const ids = await insertOrders(tx, fresh, terms, buyer)
  const orders = fresh.map((order, index) => ({ ...order, id: ids[index] ?? 0 }))
  await insertOrderLines(tx, orders, buyer.contractorId, buyer)
  const told = orders.map(({ id, number, status, plan: { consigneeId } }) => ({
    id,
    number,
    status,
    contractor_id: buyer.contractorId,
    consignee_id: consigneeId,
  }))
  await tellOfPlaced(tx, buyer, told, now)
  return orders
}
