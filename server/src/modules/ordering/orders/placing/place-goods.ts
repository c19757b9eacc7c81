import { randomUUID } from 'node:crypto'
import type { LineDifference } from '@artikul/contract/core/errors'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { pipelined, type Db, type DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { selectOfferPair } from '../../../catalog/index.ts'
import { selectPoint } from '../../../companies/index.ts'
import {
  insertCart,
  insertCartLines,
  priceLines,
  requireOwnConsignee,
  selectCartLines,
  updateCart,
  type Buyer,
} from '../../cart/index.ts'
import { placeOrders, type OrderDeps } from './place-order.ts'
import type { GoodsToRequery, RequeryBeforePlacing } from './requery-before-placing.ts'

/** Offer as a program saw it: of the catalogue by its id, or of an online supplier by its reference. */
export interface GoodsToPlace {
  offer_id?: number | undefined
  reference?: string | undefined
  qty: number
  /** Price and day seen; the current ones are accepted when absent. */
  price_kop?: number | undefined
  expected_date?: string | undefined
  client_ref?: string | undefined
  comment?: string | undefined
}

export interface GoodsOrder {
  lines: readonly GoodsToPlace[]
  /** Delivery point; the usual one when absent. */
  consignee_id?: number | undefined
  client_number?: string | undefined
  comment?: string | undefined
  ship_complete?: boolean | undefined
  /** Accepted rise of price and delay; those of the company when absent. */
  tolerance?: Tolerance | undefined
  unanswered: readonly GoodsToRequery[]
}

export interface PlaceGoodsDeps extends OrderDeps {
  takeOffer: (tx: Transaction<DB>, reference: string, contractorId: number) => Promise<GoodsToRequery>
}

/** Difference of a line whose offer is gone, before the line has an id. */
const goneAt = (line: number, qty: number): LineDifference => ({
  ...{ cart_line_id: 0, line, kind: 'gone', brand: '', article: '', message: 'Предложение больше не действует' },
  ...{ old_price_kop: null, new_price_kop: null, old_date: null, new_date: null, asked_qty: qty, available_qty: null },
})

function requireNoneGone(lines: readonly GoodsToPlace[], isGone: (at: number) => boolean) {
  const differences = lines.flatMap(({ qty }, at) => (isGone(at) ? [goneAt(at, qty)] : []))
  if (differences.length > 0) throw new AppError('order.changed', { differences })
}

/** Selects the goods of catalogue offers; undefined for offers of online suppliers and for those that are gone. */
const selectPairs = (db: Db, lines: readonly GoodsToPlace[]) =>
  Promise.all(lines.map(async ({ offer_id: id }) => (id === undefined ? undefined : selectOfferPair(db, id))))

/** Queries the suppliers of the offers again before the transaction that orders them begins. */
export const requerySuppliersOfGoods = (db: Db, askAgain: RequeryBeforePlacing, lines: readonly GoodsToPlace[]) =>
  askAgain(async () => (await selectPairs(db, lines)).filter((pair) => pair !== undefined))

async function takeGoods(tx: Transaction<DB>, buyer: Buyer, deps: PlaceGoodsDeps, lines: readonly GoodsToPlace[]) {
  const pairs = await pipelined(tx, (db) => selectPairs(db, lines))
  requireNoneGone(lines, (at) => lines[at]?.reference === undefined && pairs[at] === undefined)
  const goods: GoodsToRequery[] = []
  for (const [at, { reference }] of lines.entries()) {
    const pair = reference === undefined ? pairs[at] : await deps.takeOffer(tx, reference, buyer.contractorId)
    if (pair) goods.push(pair)
  }
  return goods
}

/** Puts the goods into a cart of their own, one line each, in the given order. */
async function fillCart(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: PlaceGoodsDeps,
  { lines, consignee_id: pointId }: GoodsOrder,
) {
  await requireOwnConsignee(tx, buyer, pointId)
  const point = await selectPoint(tx, buyer, pointId)
  if (!point) throw new AppError('order.consignee_required')
  const goods = await takeGoods(tx, buyer, deps, lines)
  const priced = await priceLines(
    tx,
    deps.pricing,
    buyer.contractorId,
    goods.map((pair, id) => ({ ...pair, id, zone_id: point.zone_id, answer_id: null, qty: lines[id]?.qty ?? 1 })),
  )
  requireNoneGone(lines, (at) => !priced.has(at))
  const cartId = await insertCart(tx, buyer, `API ${randomUUID()}`)
  if (cartId === undefined) throw new Error('a random name is used twice')
  const rows = goods.flatMap(({ product_id, warehouse_id }, at) => {
    const offer = priced.get(at)?.offer
    if (!offer) return []
    const { price_kop, return_days, expected_date, guaranteed_date } = offer
    const { qty = 1, client_ref = '', comment = '' } = lines[at] ?? {}
    const place = { product_id, warehouse_id, consignee_id: point.id, client_ref, vehicle_id: null, comment }
    return [{ ...place, qty, price_kop, return_days, expected_date, guaranteed_date }]
  })
  await insertCartLines(tx, { ...buyer, cartId }, rows)
  return { cartId, filled: await selectCartLines(tx, buyer, { cartId }) }
}

/** Names the lines of differences by their position in the order of the program. */
function inPositions(error: unknown, positions: ReadonlyMap<number, number>): unknown {
  if (!(error instanceof AppError) || error.details.differences === undefined) return error
  const differences = error.details.differences.map((one): LineDifference => ({
    ...one,
    line: positions.get(one.cart_line_id) ?? one.line ?? 0,
  }))
  return new AppError(error.code, { ...error.details, differences })
}

/**
 * Places goods at once, past the carts of people: a program names offers with the price and the day it saw.
 * @throws AppError `offer.outdated` for an online offer, `not_found` for another company's consignee, `order.consignee_required`, and every
 * refusal of `placeOrders`; differences name the position of their line
 */
export async function placeGoods(
  tx: Transaction<DB>,
  buyer: Buyer,
  deps: PlaceGoodsDeps,
  order: GoodsOrder,
): Promise<PlacedOrder[]> {
  const { cartId, filled } = await fillCart(tx, buyer, deps, order)
  const { client_number, comment, tolerance, unanswered } = order
  const lines = filled.map((line, at) => ({
    cart_line_id: line.id,
    qty: line.qty,
    price_kop: order.lines[at]?.price_kop ?? line.price_kop,
    expected_date: order.lines[at]?.expected_date ?? line.expected_date,
    ship_complete: order.ship_complete ?? false,
  }))
  const positions = new Map(filled.map(({ id }, at) => [id, at]))
  const placed = await placeOrders(tx, buyer, deps, {
    ...{ lines, unanswered, tolerance },
    ...(client_number !== undefined && { client_number }),
    ...(comment !== undefined && { comment }),
  }).catch((error: unknown) => {
    throw inPositions(error, positions)
  })
  await updateCart(tx, buyer, cartId, { archived_at: deps.clock.now() })
  return placed
}
