import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import { orderStatus, type PlacedOrder, type PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import { moscowDate } from '../../../../platform/clock.ts'
import { pipelined, type Db, type DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import {
  deleteCartLines,
  lockCartLines,
  priceLines,
  selectCartLines,
  type Buyer,
  type CartLineRow,
} from '../../cart/index.ts'
import type { ReadDirectory } from '../../../catalog/index.ts'
import { reserveOffers } from '../../../suppliers/index.ts'
import {
  lockConsignees,
  isPublicOfferAccepted,
  lockContracts,
  readVatRates,
  selectContractorWithManager,
  selectCompanyContracts,
  selectContractBalances,
  toleranceOf,
} from '../../../companies/index.ts'
import type { Pricing } from '../../../pricing/index.ts'
import type { GoodsToRequery } from './requery-before-placing.ts'
import { lockDelivery, requireDelivery } from './delivery-charges.ts'
import { compareShown, type LineWithOffer } from './detect-changes.ts'
import { lockMonth, requireMayPlace, requireWithinLimits } from './order-limits.ts'
import type { VerbalConfirmation } from './on-behalf.ts'
import { requirePublicOffer } from './public-offer.ts'
import { insertFirstMoves, insertFirstParts, insertOrderLines, insertOrders } from './place-order.queries.ts'
import { chooseContracts, groupsOfChosen, type PlacingContractRow } from './order-contracts.ts'
import { planOrders, type PlannedOrder } from './plan-orders.ts'
import { seesReasons } from '../redaction.ts'
import { publishReplacementChains, publishPlacedOrder } from '../publish-orders.ts'
import { creditHoldDeadline, paymentDeadline } from '../holds/place-on-hold.ts'

export interface OrderDeps {
  pricing: Pricing
  clock: Clock
  readDirectory: ReadDirectory
  /** Issues the payment invoice of a new order in the same transaction; documents are a layer above orders. */
  issueInvoice: (tx: Transaction<DB>, orderId: number, author: Writer) => Promise<{ id: number; number: string }>
}

type Contractor = Awaited<ReturnType<typeof selectContractorWithManager>>['contractor']

/**
 * Requires that the contractor may order.
 * @param manager «Ваш менеджер: …», included in every refusal
 */
export function requireOpenContractor(contractor: Contractor, manager: string, buyer: Buyer): asserts contractor {
  if (contractor?.status === 'declined')
    throw new AppError('contractor.pending', { detail: `Заявка компании отклонена. ${manager}` })
  if (contractor?.status !== 'active')
    throw new AppError('contractor.pending', { detail: `Компания ещё не подтверждена. ${manager}` })
  if (contractor.stopped_reason !== null) {
    const why = seesReasons(buyer) ? `: ${contractor.stopped_reason}` : ''
    throw new AppError('contractor.stopped', { detail: `Заказы остановлены${why}. ${manager}` })
  }
}

/** Filters the deferred contracts, whose orders count against a limit. */
export const deferredOf = (contracts: readonly PlacingContractRow[]) =>
  contracts.filter((contract) => contract.prepayment_percent === 0).map((contract) => contract.id)

export const consigneeOf = ({ lines }: PlannedOrder): string => lines[0]?.line.consignee ?? ''

const nameOf = ({ product_id, warehouse_id }: GoodsToRequery) => `${product_id} ${warehouse_id}`

/** Locks the lines of the cart and reads the data for placing them. */
const lockLines = (
  tx: Transaction<DB>,
  buyer: Buyer,
  { ids, cartId, today }: { ids: number[]; cartId: number | undefined; today: string },
) =>
  pipelined(tx, (db) =>
    Promise.all([
      lockMonth(db, buyer),
      selectContractorWithManager(db, buyer.contractorId, today),
      lockCartLines(db, buyer, ids),
      selectCartLines(db, buyer, { ids, ...(cartId !== undefined && { cartId }) }),
      selectCompanyContracts(db, buyer.contractorId),
      readVatRates(db),
      isPublicOfferAccepted(db, buyer.contractorId, today),
    ]),
  )

/** Selects and locks the lines with their offers; a line whose point has just been archived has no point. */
async function lockOffersOfLines(tx: Transaction<DB>, buyer: Buyer, pricing: Pricing, lines: CartLineRow[]) {
  const points = new Set(lines.flatMap(({ consignee_id }) => consignee_id ?? []))
  const [held, priced] = await pipelined(tx, (db) =>
    Promise.all([lockConsignees(db, buyer, [...points]), priceLines(db, pricing, buyer.contractorId, lines, true)]),
  )
  const rows = lines.map((row) => (held.has(row.consignee_id ?? 0) ? row : { ...row, consignee_id: null }))
  return { rows, priced }
}

/**
 * Reads the settlement positions of the contracts and locks them, so that no other order is placed under them until the
 * transaction ends.
 */
async function lockBalances(tx: Transaction<DB>, contractIds: number[], today: string) {
  if (contractIds.length === 0) return new Map()
  const [, standings] = await pipelined(tx, (db) =>
    Promise.all([lockContracts(db, contractIds), selectContractBalances(db, contractIds, today)]),
  )
  return standings
}

/** Collects the rises and delays of the order's lines against the values shown. */
function acceptedOf({ lines }: PlannedOrder): PlacedOrder['taken'] {
  const acceptedLines = lines.filter(({ acceptedChange: { rise_kop, delay_days } }) => rise_kop > 0 || delay_days > 0)
  if (acceptedLines.length === 0) return null
  const sums = acceptedLines.map((one) => lineSumKop(one.acceptedChange.rise_kop, toThousandths(one.line.qty)))
  return {
    lines_count: acceptedLines.length,
    sum_kop: sums.reduce((sum, one) => sum + one, 0),
    delay_days: Math.max(...acceptedLines.map((one) => one.acceptedChange.delay_days)),
  }
}

/**
 * Requested lines, the person who instructed a manager, goods without an answer from their supplier, and whether it is
 * an assisted order without a user: such an order does not require an accepted public offer.
 */
export type PlaceOrderInput = Omit<PlaceOrder, 'confirmed_by'> & {
  confirmed_by?: VerbalConfirmation
  unanswered?: readonly GoodsToRequery[]
  isByTelephone?: true
  /** Accepted rise of price and delay instead of those of the company. */
  tolerance?: Tolerance | undefined
}

/**
 * Places the lines as shown: checks price, stock, terms, credit and the employee's own limits again, reserves the
 * goods, and writes all orders in the given transaction.
 * @throws AppError `order.changed` with every difference, `cart.line_changed`, every refusal of planning,
 * `order.may_not_place`, `order.employee_limit`, `public_offer.not_accepted`, `order.delivery_minimum`,
 * `order.delivery_changed`
 */
export async function placeOrders(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: OrderDeps,
  input: PlaceOrderInput,
): Promise<PlacedOrder[]> {
  // One moment for the whole placing: an order is created at the moment from which its dates are calculated, even when
  // a cut-off passes meanwhile.
  const now = deps.clock.now()
  const today = moscowDate(now)
  const ids = input.lines.map((line) => line.cart_line_id)
  const [, { contractor, managerContact }, , found, contracts, vatOn, isAccepted] = await lockLines(tx, buyer, {
    ids,
    cartId: input.cart_id,
    today,
  })
  requireOpenContractor(contractor, managerContact, buyer)
  requireMayPlace(buyer)
  if (!input.isByTelephone) await requirePublicOffer(tx, buyer, isAccepted)
  if (new Set(ids).size < ids.length)
    throw new AppError('input.invalid', { errors: [{ path: 'lines', message: 'Строка повторяется' }] })
  const terms = chooseContracts(contracts, input.contract_ids ?? [], { today, managerContact, buyer })
  const pricing: Pricing = (id) => deps.pricing(id, now, groupsOfChosen(terms))
  const { rows, priced } = await lockOffersOfLines(tx, buyer, pricing, found)
  const { unanswered = [], tolerance = toleranceOf(contractor) } = input
  const silent = new Set(unanswered.map(nameOf))
  const lines = compareShown(input.lines, rows, priced, { buyer, tolerance }).map((one) => ({
    ...one,
    isUnanswered: silent.has(nameOf(one.line)),
  }))
  const standings = await lockBalances(tx, deferredOf(contracts), today)
  const delivery = await lockDelivery(tx, buyer, deps.readDirectory, {
    contractIds: contracts.map(({ id }) => id),
    pickupIds: input.pickup_ids,
    now,
  })
  const plans = planOrders({ lines, contracts: terms, standings, vatOn, delivery })
  requireDelivery(plans, input.delivery_kop, buyer)
  await requireWithinLimits(tx, buyer, plans, now)
  const orders = await writeOrders(tx, deps, buyer, { input, plans, lines, now })
  const placed: PlacedOrder[] = []
  for (const order of orders) {
    const invoice =
      order.plan.outcome.state === 'awaiting_payment' ? await deps.issueInvoice(tx, order.id, buyer) : null
    placed.push({
      id: order.id,
      number: order.number,
      consignee: consigneeOf(order.plan),
      seller: order.plan.contract.seller_name,
      contract_id: order.plan.contract.id,
      contract: `№ ${order.plan.contract.number}`,
      status: order.status,
      total_kop: order.plan.totalKop,
      invoice_id: invoice?.id ?? null,
      invoice_number: invoice?.number ?? null,
      taken: acceptedOf(order.plan),
    })
  }
  return placed
}

/**
 * Reserves stock: exact stock decreases for others; «>10» stays as in the price list, and stock queried online is
 * visible to no other buyer.
 */
async function reserve(db: Db, lines: LineWithOffer[]) {
  const reservations = new Map<number, number>()
  for (const { line, priced } of lines)
    if (priced.offer.qty_exact && priced.warehouse.kind !== 'online')
      reservations.set(priced.offer.id, (reservations.get(priced.offer.id) ?? 0) + line.qty)
  if (reservations.size > 0)
    await reserveOffers(
      db,
      [...reservations].map(([offer_id, qty]) => ({ offer_id, qty })),
    )
}

interface Agreed {
  input: PlaceOrderInput
  plans: PlannedOrder[]
  lines: LineWithOffer[]
  now: Date
}

/** Reserves the goods, writes the orders with their lines, and deletes the lines from the cart. */
async function writeOrders(tx: Transaction<DB>, deps: OrderDeps, buyer: Buyer, { input, plans, lines, now }: Agreed) {
  const today = moscowDate(now)
  const { daysOff } = await deps.readDirectory()
  const fresh = plans.map((order) => ({ plan: order, status: orderStatus(order.lines.map((line) => line.state)) }))
  const terms = {
    contractorId: buyer.contractorId,
    clientNumber: input.client_number ?? '',
    comment: input.comment ?? '',
    toldBy: input.confirmed_by?.full_name ?? '',
    toldPhone: input.confirmed_by?.phone ?? '',
    shipComplete: new Set(input.lines.filter((line) => line.ship_complete).map((line) => line.cart_line_id)),
    heldUntil: {
      awaiting_payment: paymentDeadline(now, daysOff),
      on_hold: creditHoldDeadline(now, daysOff),
      open: null,
    },
    year: Number(today.slice(0, 4)),
    now,
  }
  const [, numbered] = await pipelined(tx, (db) =>
    Promise.all([reserve(db, lines), insertOrders(db, fresh, terms, buyer)]),
  )
  const orders = fresh.map((order, index) => ({ ...order, id: 0, number: '', ...numbered[index] }))
  const written = await insertOrderLines(tx, orders, buyer.contractorId, buyer)
  const placedOrders = orders.map(({ id, number, status, plan: { consigneeId } }) => ({
    id,
    number,
    status,
    contractor_id: buyer.contractorId,
    consignee_id: consigneeId,
  }))
  await pipelined(tx, (db) =>
    Promise.all([
      insertFirstParts(db, written),
      insertFirstMoves(db, written, buyer, now),
      publishPlacedOrder(db, buyer, placedOrders, now),
      publishReplacementChains(
        db,
        buyer,
        lines.flatMap(({ line }) => line.replaces_line_id ?? []),
        now,
      ),
      deleteCartLines(
        db,
        buyer,
        input.lines.map((line) => line.cart_line_id),
      ),
    ]),
  )
  return orders
}
