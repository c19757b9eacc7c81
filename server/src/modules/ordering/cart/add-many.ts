import { toThousandths } from '@artikul/contract/core/money'
import { roundedUp } from '@artikul/contract/catalog/sale-step'
import type { Db } from '../../../platform/db/index.ts'
import { selectPoint, selectConsigneePoints } from '../../companies/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { insertCartLines, raiseQuantities, selectTwins, type ManyLine, type Twin } from './add-many.queries.ts'
import { countCartLines, MAX_LINES } from './cart.queries.ts'
import { priceLines, type Buyer } from './cart.ts'
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

const GONE = 'Предложение больше не действует'
const FULL = `В корзине уже ${MAX_LINES.toLocaleString('ru-RU')} строк: оформите часть`

const nameOf = (line: Omit<ManyGoods, 'qty'>) =>
  [line.product_id, line.warehouse_id, line.consignee_id ?? '', line.vehicle_id ?? '', line.client_ref].join(' ')

const added = (a: number, b: number) => (toThousandths(a) + toThousandths(b)) / 1000

/**
 * Adds many goods to the cart within a transaction, in as many statements as one item takes; the same goods for the
 * same point, note and vehicle become one line.
 * @returns for each of the goods a readable reason for the refusal, or null when it was added
 */
export async function putManyIntoCart(
  tx: Db,
  buyer: Buyer,
  pricing: Pricing,
  goods: readonly ManyGoods[],
): Promise<(string | null)[]> {
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
  const priced = await priceLines(tx, pricing, contractorId, placed)
  const twins = new Map<string, Twin>(
    (
      await selectTwins(
        tx,
        cartId,
        placed.map((one) => one.product_id),
      )
    ).map((twin) => [nameOf(twin), twin]),
  )
  const raised = new Map<number, number>()
  const inserted = new Map<string, ManyLine>()
  const room = MAX_LINES - (await countCartLines(tx, buyer, cartId)).lines
  const outcomes = placed.map((one): string | null => {
    const offer = priced.get(one.id)?.offer
    if (!offer) return GONE
    const name = nameOf(one)
    const [twin, before] = [twins.get(name), inserted.get(name)]
    const rounded = (qty: number) => roundedUp(qty, offer)
    if (twin) raised.set(twin.id, rounded(added(raised.get(twin.id) ?? twin.qty, one.qty)))
    else if (before) before.qty = rounded(added(before.qty, one.qty))
    else if (inserted.size >= room) return FULL
    else {
      const { product_id, warehouse_id, consignee_id, client_ref, vehicle_id } = one
      const { price_kop, return_days, expected_date, guaranteed_date } = offer
      const promise = { price_kop, return_days, expected_date, guaranteed_date }
      const place = { product_id, warehouse_id, consignee_id, client_ref, vehicle_id }
      inserted.set(name, { ...place, qty: rounded(one.qty), ...promise })
    }
    return null
  })
  await raiseQuantities(
    tx,
    [...raised].map(([id, qty]) => ({ id, qty })),
    buyer,
  )
  await insertCartLines(tx, { ...buyer, cartId, contractorId }, [...inserted.values()])
  return outcomes
}
