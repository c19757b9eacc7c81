import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { SupplierFacts } from '@artikul/contract/purchasing/supplier-facts'
import type { SupplierOrderDetails, SupplierOrderItem } from '@artikul/contract/purchasing/supplier-orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { openSupplier } from '../../../suppliers/online-suppliers/online-suppliers.factory.ts'
import { sendDue } from '../sending/send.ts'
import { collectNow, offeredOnline, openSender, placeCart, putIntoCart } from '../supplier-orders.factory.ts'

const ARTICLES = ['OC 90', 'OC 91', 'OC 92', 'OC 93']
const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let staff: Parties['manager']
let manager: { authorization: string }
let buyer: { authorization: string }
let warranty: { authorization: string }
let supplier: Awaited<ReturnType<typeof openSupplier>>
let sender: Awaited<ReturnType<typeof openSender>>

beforeAll(openSuppliers)
afterAll(closeSuppliers)

test('supplier facts are refused to clients and not found for an unknown supplier', async () => {
  expect((await facts(supplier.id, buyer)).status).toBe(403)
  expect((await facts(2_147_483_000)).status).toBe(404)
  expect((await facts(supplier.id, warranty)).json).toEqual({ ordered: 0, refused: 0, arrived: 0, in_time: 0 })
})

test('supplier facts count ordered, refused, arrived and on-time lines', async () => {
  const orders = await ordered()
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ orderId: order.id, ...line })))
  const arrives = async ({ orderId, id }: (typeof lines)[number]) => {
    const move = { line_id: id, from: 'ordered_supplier', to: 'arrived', qty: 1 }
    expect(await call('POST', `orders/${orderId}/transitions`, { moves: [move] })).toMatchObject({ status: 200 })
  }
  const [inTime, late, refused] = lines
  if (!inTime || !late || !refused) expect.fail('too few lines')
  const [sent] = (await call<{ results: SupplierOrderItem[] }>('GET', 'supplier-orders')).json.results
  const { json } = await call<SupplierOrderDetails>('GET', `supplier-orders/${sent?.id}`)
  const refusedLine = json.lines.find((line) => line.article === refused.article)
  const answer = { confirmed_qty: 0, price_kop: null, new_article: '', promised_on: null, reason: 'Нет' }
  await call('POST', `supplier-orders/${sent?.id}/answers`, {
    answers: [{ line_id: refusedLine?.id, version: refusedLine?.version, ...answer }],
  })
  await arrives(inTime)
  test_.clock.set(`${late.expected_date}T21:30:00Z`)
  manager = await loginAs(test_, staff)
  await arrives(late)
  expect((await facts()).json).toEqual({ ordered: 4, refused: 1, arrived: 2, in_time: 1 })
})

async function openSuppliers() {
  const { db } = test_.database
  const parties = await buildParties(db)
  staff = parties.manager
  manager = await loginAs(test_, staff)
  buyer = await loginAs(test_, parties.admin)
  warranty = await loginAs(test_, parties.warranty)
  await buildConsignee(db, parties.company.id, { is_default: true })
  for (const article of ARTICLES) await buildProduct(db, { brand: 'MAHLE', article })
  const goods = ARTICLES.map((article) => ({ brand: 'MAHLE', article }))
  const fields = { fields: { sending: 'now' as const }, character: { seed: 3 } }
  supplier = await openSupplier(test_, { manager, sellerId: parties.seller.id }, goods, fields)
  sender = await openSender(test_)
}

async function closeSuppliers() {
  await sender.close()
  supplier.close()
}

const call = <T>(method: 'GET' | 'POST', path: string, payload?: object, headers = manager) =>
  send<T>(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

const facts = (id = supplier.id, headers = manager) =>
  call<SupplierFacts>('GET', `online-suppliers/${id}/facts`, undefined, headers)

async function ordered(): Promise<Order[]> {
  for (const article of ARTICLES) {
    const [offer] = await offeredOnline(test_, buyer, `MAHLE ${article}`)
    await putIntoCart(test_, buyer, { reference: offer?.reference, qty: 1 })
  }
  const { json } = await placeCart(test_, buyer)
  await collectNow(test_)
  await sendDue(sender, new AbortController().signal)
  return Promise.all(json.orders.map(async ({ id }) => (await call<Order>('GET', `orders/${id}`)).json))
}
