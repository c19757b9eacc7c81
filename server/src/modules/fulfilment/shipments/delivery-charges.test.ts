import type { Problem } from '@artikul/contract/core/errors'
import type { ClaimableShipment } from '@artikul/contract/fulfilment/claim-goods'
import type { ReadyLine } from '@artikul/contract/fulfilment/shipments'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { describe, expect, test } from 'vitest'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildShop, ship, type Headers, type Shop } from './shipments.factory.ts'

const test_ = useTestApp()

const get = <T>(path: string, headers: Headers) => send<T>(test_, { url: `/api/v1/${path}`, headers })
const post = <T>(path: string, payload: object, headers: Headers) =>
  send<T & Problem>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

let zones = 0
const CHARGE = { charge_kop: 300_00, free_from_kop: 5000_00, minimum_kop: 0 }

/** Builds a company whose only point is in a zone with the prices of delivery. */
async function buildDelivered(prices: Partial<typeof CHARGE> = {}, contract: Parameters<typeof buildShop>[1] = {}) {
  const shop = await buildShop(test_, contract)
  const zone = { name: `Зона ${++zones}`, note: '', runs: [], ...CHARGE, ...prices }
  const { json } = await post<{ id: number }>('delivery/zones', zone, shop.manager)
  const { db } = test_.database
  await db.updateTable('consignees').set({ zone_id: json.id }).where('id', '=', shop.consigneeId).execute()
  return shop
}

/** Puts goods of about the price in roubles into the cart. */
async function addGoods(shop: Shop, roubles: number) {
  const { db } = test_.database
  const product = await buildProduct(db)
  const offer = await buildOffer(db, product.id, shop.warehouseId, { on_hand: 9, purchase_kop: roubles * 100 })
  await post('cart/lines', { offer_id: offer.id, qty: 1, consignee_id: shop.consigneeId }, shop.client)
}

const preview = async (shop: Shop, query = '') =>
  (await get<OrderPreview & Problem>(`orders/preview${query}`, shop.client)).json

async function place(shop: Shop, more: object = {}) {
  const { lines, delivery_kop } = await preview(shop)
  return post<{ orders: PlacedOrder[] }>('orders', { lines, delivery_kop, ...more }, shop.client)
}
const orderOf = async (shop: Shop, placed: Awaited<ReturnType<typeof place>>) =>
  (await get<Order>(`orders/${placed.json.orders[0]?.id ?? expect.fail(placed.text)}`, shop.client)).json
const chargeIn = ({ lines }: Order) => lines.find((line) => line.is_delivery)

describe('delivery charge', () => {
  test('is an order line with VAT, charged once a day for a point, and part of the totals', async () => {
    const shop = await buildDelivered()
    await addGoods(shop, 1000)
    const shown = await preview(shop)
    const goodsKop = shown.lines[0]?.price_kop ?? 0
    expect(shown).toMatchObject({
      delivery_kop: 300_00,
      total_kop: goodsKop + 300_00,
      plans: [
        {
          delivery: { is_pickup: false, charge_kop: 300_00, free_from_kop: 5000_00, missing_kop: 5000_00 - goodsKop },
        },
      ],
    })
    const order = await orderOf(shop, await place(shop))
    expect(order.total_kop).toBe(goodsKop + 300_00)
    expect(chargeIn(order)).toMatchObject({
      brand: 'Услуги',
      name: 'Доставка',
      position: 2,
      sum_kop: 300_00,
      vat_kop: Math.round((300_00 * 22) / 122),
      return_days: 0,
    })
    await addGoods(shop, 1000)
    const second = await orderOf(shop, await place(shop))
    expect(chargeIn(second)).toBeUndefined()
  })

  test.each([
    ['from the sum', 9000, {}],
    ['without a charge', 100, { charge_kop: 0, free_from_kop: null }],
  ])('is free %s', async (_, roubles, prices) => {
    const shop = await buildDelivered(prices as Partial<typeof CHARGE>)
    await addGoods(shop, roubles)
    const order = await orderOf(shop, await place(shop))
    expect([chargeIn(order), order.is_pickup]).toEqual([undefined, false])
  })

  test('is not taken when the buyer collects the goods', async () => {
    const shop = await buildDelivered({ minimum_kop: 4000_00 })
    await addGoods(shop, 1000)
    const collected = await preview(shop, `?pickup_ids=${shop.consigneeId}`)
    expect(collected.plans[0]?.delivery).toMatchObject({ is_pickup: true, charge_kop: 0, refusal: '' })
    const order = await orderOf(shop, await place(shop, { pickup_ids: [shop.consigneeId] }))
    expect([chargeIn(order), order.is_pickup]).toEqual([undefined, true])
    const ready = await get<{ results: ReadyLine[] }>(
      `shipments/ready/lines?groups=${shop.contractId}-${shop.consigneeId}`,
      shop.manager,
    )
    expect(ready.json.results).toMatchObject([{ is_pickup: true }])
  })

  test('is refused below the minimum, and when it grew since it was shown', async () => {
    const shop = await buildDelivered({ minimum_kop: 4000_00 })
    await addGoods(shop, 1000)
    const { refusal } = (await preview(shop)).plans[0]?.delivery ?? {}
    expect(refusal).toMatch(/^Доставка в зону «Зона \d+»: от 4\s000,00 ₽ за день, не хватает/)
    expect(await place(shop)).toMatchObject({
      status: 409,
      json: { code: 'order.delivery_minimum', detail: refusal },
    })
    const dear = await buildDelivered()
    await addGoods(dear, 1000)
    expect(await place(dear, { delivery_kop: 0 })).toMatchObject({
      status: 409,
      json: { code: 'order.delivery_changed' },
    })
  })

  test('leaves with the first goods, is dropped with the last, and is not cancelled by the buyer alone', async () => {
    const shop = await buildDelivered()
    await addGoods(shop, 1000)
    await addGoods(shop, 1000)
    const order = await orderOf(shop, await place(shop))
    const [first, second, charge] = order.lines
    const move = (line: typeof first, headers: Headers) =>
      post<object>(
        `orders/${order.id}/transitions`,
        { moves: [{ line_id: line?.id, from: 'reserved', to: 'cancelled_client', qty: 1 }] },
        headers,
      )
    expect((await move(charge, shop.client)).json.code).toBe('order.transition_refused')
    expect((await move(first, shop.client)).status).toBe(200)
    const shipped = await ship(test_, shop.manager, [{ line_id: second?.id ?? 0, qty: 1 }])
    expect(shipped.json.shipments).toMatchObject([{ total_kop: (second?.sum_kop ?? 0) + 300_00 }])
    const after = (await get<Order>(`orders/${order.id}`, shop.client)).json
    expect([after.status, chargeIn(after)?.parts[0]?.state]).toEqual(['shipped', 'shipped'])
    const claimable = await get<{ results: ClaimableShipment[] }>(`claims/shipments?order_id=${order.id}`, shop.client)
    expect(claimable.json.results).toMatchObject([{ lines_count: 1 }])

    const other = await buildDelivered()
    await addGoods(other, 1000)
    const cancelled = await orderOf(other, await place(other))
    const moves = [{ line_id: cancelled.lines[0]?.id, from: 'reserved', to: 'cancelled_client', qty: 1 }]
    expect((await post(`orders/${cancelled.id}/transitions`, { moves }, other.client)).status).toBe(200)
    const empty = (await get<Order>(`orders/${cancelled.id}`, other.client)).json
    expect([empty.status, empty.total_kop, chargeIn(empty)?.parts[0]?.state]).toEqual(['cancelled', 0, 'removed'])
  })

  test('of a cancelled order is not moved to the orders of the day, and the next one is charged', async () => {
    const shop = await buildDelivered()
    const placeOne = async () => {
      await addGoods(shop, 1000)
      return orderOf(shop, await place(shop))
    }
    const [charged, free] = [await placeOne(), await placeOne()]
    const moves = [{ line_id: charged.lines[0]?.id, from: 'reserved', to: 'cancelled_client', qty: 1 }]
    await post(`orders/${charged.id}/transitions`, { moves }, shop.client)
    expect((await get<Order>(`orders/${free.id}`, shop.client)).json.total_kop).toBe(free.total_kop)
    expect([chargeIn(free), chargeIn(await placeOne())?.sum_kop]).toEqual([undefined, 300_00])
  })

  test('of a prepaid order is invoiced and waits for the payment', async () => {
    const shop = await buildDelivered({}, { prepayment_percent: 100 })
    await addGoods(shop, 1000)
    const order = await orderOf(shop, await place(shop))
    expect(order.invoices[0]?.total_kop).toBe(order.total_kop)
    expect(chargeIn(order)?.parts).toEqual([{ state: 'awaiting_payment', qty: 1 }])
  })

  test('of a cancelled shipment leaves again, has no stock, and is removed with the last goods', async () => {
    const shop = await buildDelivered()
    await addGoods(shop, 1000)
    const order = await orderOf(shop, await place(shop))
    const goods = { line_id: order.lines[0]?.id ?? 0, qty: 1 }
    const cancel = async (id: number) =>
      (await post(`shipments/${id}/cancel`, { reason: 'Не та точка' }, shop.manager)).status
    for (let time = 0; time < 2; time++) {
      const shipped = await ship(test_, shop.manager, [goods])
      expect(shipped.json.shipments, String(time)).toMatchObject([{ total_kop: order.total_kop }])
      expect(await cancel(shipped.json.shipments[0]?.id ?? 0)).toBe(200)
    }
    const charge = chargeIn(order)
    const ofService = test_.database.sql`
      select offers.id from offers join order_lines on order_lines.product_id = offers.product_id
      where order_lines.id = ${charge?.id ?? 0}`
    expect([...(await ofService)]).toEqual([])
    const moves = [{ line_id: goods.line_id, from: 'ready', to: 'refused_supplier', qty: 1 }]
    expect((await post(`orders/${order.id}/transitions`, { moves }, shop.manager)).status).toBe(200)
    const after = (await get<Order>(`orders/${order.id}`, shop.client)).json
    expect([after.status, after.total_kop]).toEqual(['cancelled', 0])
  })

  test('stays with the part of a held order that fits the limit', async () => {
    const shop = await buildDelivered({}, { prepayment_percent: 0, deferment_days: 14, limit_kop: 1 })
    await addGoods(shop, 1000)
    await addGoods(shop, 500)
    const order = await orderOf(shop, await place(shop))
    expect(order.status).toBe('on_hold')
    const [first, second] = order.lines
    const kop = (first?.sum_kop ?? 0) + 300_00
    const raise = (limit_kop: number) =>
      test_.database.db.updateTable('contracts').set({ limit_kop }).where('id', '=', shop.contractId).execute()
    const placePart = (line_ids: (number | undefined)[]) =>
      post(`orders/${order.id}/place-part`, { line_ids }, shop.client)
    await raise(kop - 1)
    expect((await placePart([first?.id])).json.code).toBe('order.over_credit')
    await raise(kop)
    expect((await placePart([chargeIn(order)?.id])).json.code).toBe('order.line_changed')
    expect((await placePart([first?.id])).status).toBe(200)
    const after = (await get<Order>(`orders/${order.id}`, shop.client)).json
    expect(after.total_kop).toBe(kop)
    expect(after.lines.find(({ id }) => id === second?.id)?.parts).toMatchObject([{ state: 'cancelled_client' }])
  })
})
