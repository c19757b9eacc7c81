import type { Problem } from '@artikul/contract/core/errors'
import type { ReadyLine, ShipmentPlan } from '@artikul/contract/fulfilment/shipments'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, expect, test } from 'vitest'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildShop, ship, type Headers, type Shop } from './shipments.factory.ts'

const test_ = useTestApp()
let shop: Shop
beforeAll(async () => {
  shop = await buildShop(test_)
})

const get = <T>(path: string, headers: Headers) => send<T>(test_, { url: `/api/v1/${path}`, headers })
const post = <T>(path: string, payload: object, headers: Headers) =>
  send<T & Problem>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

/** Places an order of three lines of two pieces that the buyer wants whole; the number of lines is not ready. */
async function buildWhole(notReady: number, whole = true) {
  const { db } = test_.database
  for (let count = 0; count < 3; count++) {
    const offer = await buildOffer(db, (await buildProduct(db)).id, shop.warehouseId, { on_hand: 100 })
    const goods = { offer_id: offer.id, qty: 2, consignee_id: shop.consigneeId }
    await post('cart/lines', goods, shop.client)
  }
  const { lines, plans } = (await get<OrderPreview>('orders/preview', shop.client)).json
  expect(plans.map((plan) => plan.cart_line_ids)).toEqual([lines.map((line) => line.cart_line_id)])
  const chosen = lines.map((line) => (whole ? { ...line, ship_complete: true } : line))
  const placed = await post<{ orders: PlacedOrder[] }>('orders', { lines: chosen }, shop.client)
  const id = placed.json.orders[0]?.id ?? expect.fail(placed.text)
  const order = (await get<Order>(`orders/${id}`, shop.client)).json
  const moves = order.lines
    .slice(0, notReady)
    .map((line) => ({ line_id: line.id, from: 'reserved', to: 'in_transit', qty: 2 }))
  if (moves.length > 0) expect((await post(`orders/${id}/transitions`, { moves }, shop.manager)).status).toBe(200)
  return { id, number: order.number, order, lines: order.lines.map((line) => ({ line_id: line.id, qty: 2 })) }
}

const statusOf = async (id: number) => (await get<Order>(`orders/${id}`, shop.client)).json.status

test('wish to ship an order whole must be yes or no', async () => {
  const { lines } = (await get<OrderPreview>('orders/preview', shop.client)).json as Partial<OrderPreview>
  expect(lines).toBeUndefined()
  const line = { cart_line_id: 1, qty: 1, price_kop: 1, expected_date: '2026-11-24', ship_complete: 'yes' }
  expect(await post('orders', { lines: [line] }, shop.client)).toMatchObject({ status: 400 })
  const shipped = await ship(test_, shop.manager, [{ line_id: 1, qty: 1 }], { allow_partial: 'yes' })
  expect(shipped.status).toBe(400)
})

test.each([
  [2, 1, 2, 'не готовы 2 строки'],
  [0, 2, 2, 'не полностью отгружается 1 строка'],
  [0, 3, 1, 'не полностью отгружаются 3 строки'],
  [1, 1, 2, 'не готова 1 строка, не полностью отгружается 1 строка'],
])(
  'order wanted whole, with %i lines not ready, is not shipped by %i lines of %i pieces unless confirmed',
  async (notReady, shipped, qty, why) => {
    const { id, number, lines } = await buildWhole(notReady)
    const wanted = lines.slice(notReady, notReady + shipped).map((line) => ({ ...line, qty }))
    const text = `Покупатель просил отгружать заказ целиком: ${why}`
    const words = (spaced: string | null | undefined) => spaced?.replaceAll('\u00a0', ' ')
    const plan = await post<ShipmentPlan>('shipments/preview', { lines: wanted }, shop.manager)
    expect(plan.json.shipments[0]?.orders.map(({ incomplete }) => words(incomplete))).toEqual([text])
    const refused = await ship(test_, shop.manager, wanted)
    expect(refused).toMatchObject({ status: 409, json: { code: 'shipment.order_incomplete' } })
    expect(words(refused.json.detail)).toBe(`Заказ № ${number}. ${text}`)
    const confirmed = await ship(test_, shop.manager, wanted, { allow_partial: true })
    expect(confirmed.status).toBe(201)
    expect(await statusOf(id)).toBe('partly_shipped')
    const events = await test_.database.db
      .selectFrom('audit_log')
      .select('changes')
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    expect(JSON.stringify(events)).toContain(`Заказ № ${number}`)
  },
)

test('order wanted whole is shipped when all its other lines are cancelled', async () => {
  const { id, order, lines } = await buildWhole(1)
  expect(order.ship_complete).toBe(true)
  const ready = await get<{ results: ReadyLine[] }>(
    `shipments/ready/lines?groups=${shop.contractId}-${shop.consigneeId}`,
    shop.manager,
  )
  expect(ready.json.results.filter((line) => line.order_id === id).map((line) => line.ship_complete)).toEqual([
    true,
    true,
    true,
  ])
  expect((await ship(test_, shop.manager, lines.slice(1))).status).toBe(409)
  const move = { line_id: lines[0]?.line_id, from: 'in_transit', to: 'refused_supplier', qty: 2, reason: 'Нет' }
  expect((await post(`orders/${id}/transitions`, { moves: [move] }, shop.manager)).status).toBe(200)
  expect((await ship(test_, shop.manager, lines.slice(1))).status).toBe(201)
  expect(await statusOf(id)).toBe('shipped')
})

test('other orders are shipped in part as before', async () => {
  const { id, order, lines } = await buildWhole(1, false)
  expect(order.ship_complete).toBe(false)
  const plan = await post<ShipmentPlan>('shipments/preview', { lines: lines.slice(1) }, shop.manager)
  expect(plan.json.shipments[0]?.orders).toMatchObject([{ id, incomplete: null }])
  expect((await ship(test_, shop.manager, lines.slice(1))).status).toBe(201)
})
