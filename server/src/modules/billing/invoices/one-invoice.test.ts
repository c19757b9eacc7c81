import type { Problem } from '@artikul/contract/core/errors'
import type { Invoice } from '@artikul/contract/billing/invoices'
import type { InvoicePreview } from '@artikul/contract/billing/new-invoice'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { expect, test } from 'vitest'
import { releasing } from '../../../testing/pricing.ts'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { releaseChanged } from '../../ordering/orders/holds/release.ts'
import { buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'

const test_ = useTestApp()

const get = <T>(path: string, headers: Headers) => send<T>(test_, { url: `/api/v1/${path}`, headers })
const post = <T>(path: string, payload: object, headers: Headers) =>
  send<T>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

/** Places one order for each of two points by a prepaid contract; each gets an invoice at once. */
async function placeTwo(shop: Shop): Promise<PlacedOrder[]> {
  const { db } = test_.database
  const offer = await buildOffer(db, (await buildProduct(db)).id, shop.warehouseId, { on_hand: 100 })
  const far = await buildConsignee(db, shop.companyId, { name: 'Склад Парнас' })
  for (const consignee_id of [shop.consigneeId, far.id])
    await post('cart/lines', { offer_id: offer.id, qty: 2, consignee_id }, shop.client)
  const { lines } = (await get<OrderPreview>('orders/preview', shop.client)).json
  return (await post<{ orders: PlacedOrder[] }>('orders', { lines }, shop.client)).json.orders
}

async function issueTogether(shop: Shop, orders: readonly PlacedOrder[], contract_id = shop.contractId) {
  const ask = { kind: 'orders', contract_id, order_ids: orders.map(({ id }) => id) }
  const { json } = await post<Partial<InvoicePreview>>('invoices/preview', { ask, replaces_id: null }, shop.client)
  const shown = json.lines?.map((line) => line.sum_kop) ?? [0]
  return post<{ id: number } & Problem>('invoices', { ask, shown, replaces_id: null, draft_id: null }, shop.client)
}

test('orders of another contract cannot share an invoice', async () => {
  const [shop, other] = [await buildShop(test_, { prepayment_percent: 100 }), await buildShop(test_)]
  const orders = await placeTwo(shop)
  expect((await issueTogether(shop, orders, other.contractId)).status).toBe(404)
})

test('one invoice replaces those of the placed orders, is the only one to pay, and its payment releases them', async () => {
  const shop = await buildShop(test_, { prepayment_percent: 100 })
  const orders = await placeTwo(shop)
  expect(orders.map(({ status }) => status)).toEqual(['awaiting_payment', 'awaiting_payment'])
  const total = orders.reduce((sum, order) => sum + (order.total_kop ?? 0), 0)
  const issued = await issueTogether(shop, orders)
  expect(issued.status, issued.text).toBe(201)
  for (const { id, invoice_id } of orders) {
    const own = (await get<Invoice>(`invoices/${invoice_id}`, shop.client)).json
    expect(own).toMatchObject({ state: 'replaced', replaced_by: { id: issued.json.id } })
    expect((await get<Invoice>(`orders/${id}/invoice`, shop.client)).json.id).toBe(issued.json.id)
    const order = (await get<Order>(`orders/${id}`, shop.client)).json
    expect(order.invoices.map((invoice) => invoice.id)).toEqual([issued.json.id])
  }
  const unpaid = await get<{ results: { id: number; total_kop: number }[] }>('settlements/invoices', shop.client)
  expect(unpaid.json.results.map(({ id, total_kop }) => ({ id, total_kop }))).toEqual([
    { id: issued.json.id, total_kop: total },
  ])
  const parts = [{ contract_id: shop.contractId, invoice_id: issued.json.id, sum_kop: total }]
  const payment = { contractor_id: shop.companyId, number: '7', day: '2026-11-16', purpose: '', parts }
  expect((await post('payments', payment, shop.manager)).status).toBe(201)
  await releaseChanged(test_.appDatabase.forTenant('any'), releasing(test_))
  for (const { id } of orders) {
    const order = (await get<Order>(`orders/${id}`, shop.client)).json
    expect(order).toMatchObject({ status: 'in_work', wait: null })
  }
  expect((await get<{ results: unknown[] }>('settlements/invoices', shop.client)).json.results).toEqual([])
})
