import { toThousandths } from '@artikul/contract/core/money'
import type { AddedLines, AddManyToCart } from '@artikul/contract/ordering/cart'
import { roundToSaleStep } from '@artikul/contract/catalog/sale-step'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { selectPairsOfOffers } from '../../catalog/index.ts'
import { selectPoint, selectConsigneePoints } from '../../companies/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { insertCartLines, raiseQuantities, selectTwins, type ManyLine, type Twin } from './add-many.queries.ts'
import { countCartLines, MAX_LINES } from './cart.queries.ts'
import { consigneeNotFound, joinMessages, priceLines, shortageOf, type Buyer } from './cart.ts'
import { lockCurrentCart } from './current-cart.queries.ts'

/** Goods of one warehouse; a null `consignee_id` means the usual point. */
export interface ManyGoods {
  product_id: number
  warehouse_id: number
  consignee_id: number | null
  client_ref: string
  vehicle_id: number | null
  qty: number
}

type Added = AddedLines['lines'][number]

const refused = (refusal: string): Added => ({ qty: null, message: null, refusal })
const GONE = refused('Предложение больше не действует')
const FULL = refused(`В корзине уже ${MAX_LINES.toLocaleString('ru-RU')} строк: оформите часть`)

const nameOf = (line: Omit<ManyGoods, 'qty'>) =>
  [line.product_id, line.warehouse_id, line.consignee_id ?? '', line.vehicle_id ?? '', line.client_ref].join(' ')

const added = (a: number, b: number) => (toThousandths(a) + toThousandths(b)) / 1000

/**
 * Adds many goods to the cart within a transaction, in as many statements as one item takes; the same goods for the
 * same point, note and vehicle become one line.
 */
export async function putManyIntoCart(
  tx: Db,
  buyer: Buyer,
  pricing: Pricing,
  goods: readonly ManyGoods[],
): Promise<AddedLines> {
  const { contractorId } = buyer
  const cartId = await lockCurrentCart(tx, buyer)
  const [points, usual] = [await selectConsigneePoints(tx, buyer), await selectPoint(tx, buyer, undefined)]
  const zones = new Map(points.map(({ id, zone_id }) => [id, zone_id]))
  const placed = goods.map((one, id) => {
    const consignee_id =
      one.consignee_id !== null && zones.has(one.consignee_id) ? one.consignee_id : (usual?.id ?? null)
    const zone_id = consignee_id === null ? null : (zones.get(consignee_id) ?? null)
    return { ...one, id, consignee_id, zone_id, answer_id: null }
  })
  const prices = await priceLines(tx, pricing, contractorId, placed)
  const ids = placed.map((one) => one.product_id)
  const twins = new Map<string, Twin>((await selectTwins(tx, cartId, ids)).map((twin) => [nameOf(twin), twin]))
  const counts = await countCartLines(tx, buyer, cartId)
  const raised = new Map<number, number>()
  const inserted = new Map<string, ManyLine>()
  const lines = placed.map((one): Added => {
    const priced = prices.get(one.id)
    if (!priced) return GONE
    const name = nameOf(one)
    const [twin, before] = [twins.get(name), inserted.get(name)]
    if (!twin && !before && counts.lines + inserted.size >= MAX_LINES) return FULL
    const present = twin ? (raised.get(twin.id) ?? twin.qty) : (before?.qty ?? 0)
    const { qty, message } = roundToSaleStep(added(present, one.qty), priced.offer)
    if (twin) raised.set(twin.id, qty)
    else {
      const { product_id, warehouse_id, consignee_id, client_ref, vehicle_id } = one
      const { price_kop, return_days, expected_date, guaranteed_date } = priced.offer
      const promise = { price_kop, return_days, expected_date, guaranteed_date }
      inserted.set(name, { product_id, warehouse_id, consignee_id, client_ref, vehicle_id, qty, ...promise })
    }
    return { qty, message: joinMessages(message, shortageOf(priced, qty)), refusal: null }
  })
  await raiseQuantities(
    tx,
    [...raised].map(([id, qty]) => ({ id, qty })),
    buyer,
  )
  await insertCartLines(tx, { ...buyer, cartId, contractorId }, [...inserted.values()])
  return { lines, cart_lines: counts.shown + inserted.size }
}

/**
 * Adds catalogue offers to the cart; a refused one does not prevent the others.
 * @throws AppError `not_found` for another company's consignee
 */
export async function addManyToCart(
  db: Kysely<DB>,
  buyer: Buyer,
  pricing: Pricing,
  { lines }: AddManyToCart,
): Promise<AddedLines> {
  return db.transaction().execute(async (tx) => {
    const named = lines.flatMap(({ consignee_id: id }) => id ?? [])
    const known = named.length === 0 ? [] : await selectConsigneePoints(tx, buyer)
    const points = new Set(known.map(({ id }) => id))
    if (named.some((id) => !points.has(id))) throw consigneeNotFound()
    const ids = lines.map(({ offer_id: id }) => id)
    const pairs = new Map((await selectPairsOfOffers(tx, ids)).map(({ id, ...pair }) => [id, pair]))
    const goods = lines.map(({ offer_id: id, qty, consignee_id = null, client_ref = '' }) => {
      // Goods of an unknown offer have no price, so they are refused like those whose offer is gone.
      const { product_id, warehouse_id } = pairs.get(id) ?? { product_id: 0, warehouse_id: 0 }
      return { product_id, warehouse_id, consignee_id, client_ref, vehicle_id: null, qty }
    })
    return putManyIntoCart(tx, buyer, pricing, goods)
  })
}
