import type { List } from '@artikul/contract/ordering/bulk-orders'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

type Headers = { authorization: string }
const app = useTestApp()
let parties: Parties
let admin: Headers
let warehouseId: number
let consigneeId: number

beforeAll(async () => {
  const { db } = app.database
  parties = await buildParties(db)
  warehouseId = (await buildWarehouse(db, parties.seller.id)).id
  consigneeId = (await buildConsignee(db, parties.company.id, { name: 'Сервис на Ленина' })).id
  admin = await loginAs(app, parties.admin)
})
beforeEach(() => app.database.db.deleteFrom('bulk_orders').execute())
const askedIn = ({ rows }: List) => rows.map(({ asked, qty, client_ref }) => [asked.article, qty, client_ref])

test('order of another company or a hidden consignee cannot be repeated', async () => {
  const { db } = app.database
  const order = await ordered({ qty: 2 })
  const stranger = await buildUser(db, {
    role: 'CONTRACTOR_ADMIN',
    contractorIds: [(await buildContractor(db, { sellerIds: [parties.seller.id] })).id],
  })
  expect((await repeat(order.id, await loginAs(app, stranger))).status).toBe(404)
  const limited = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
  await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', limited.id).execute()
  expect((await repeat(order.id, await loginAs(app, limited))).status).toBe(404)
  expect((await repeat(999_999)).status).toBe(404)
})

test('staff cannot repeat an order', async () => {
  const order = await ordered({ qty: 2 })
  expect((await repeat(order.id, await loginAs(app, parties.manager))).status).toBe(403)
})

test('repeated order becomes a list with its goods, quantities, marks and consignee', async () => {
  const order = await ordered(
    { qty: 2, client_ref: 'ЗН-77' },
    { qty: 3, name: 'Диск "900"; тормозной | вентилируемый' },
  )
  const created = await repeat(order.id)
  expect(created.status).toBe(201)
  const list = await listOf(created.json.id)
  expect(list).toMatchObject({ name: `Повтор заказа № ${order.number}`, consignee_id: consigneeId, rows_count: 2 })
  expect(askedIn(list)).toEqual([
    [order.lines[0]?.article, 2, 'ЗН-77'],
    [order.lines[1]?.article, 3, ''],
  ])
  expect(list.rows.map(({ state, asked }) => [state, asked.name])).toEqual([
    ['found', 'Фильтр масляный'],
    ['found', 'Диск "900"; тормозной | вентилируемый'],
  ])
})

test('cancelled quantity is not repeated, unless the whole order was cancelled', async () => {
  const order = await ordered({ qty: 4 }, { qty: 5 }, { qty: 6 })
  await cancel(order, 0, 1)
  await cancel(order, 1, 5)
  const left = await listOf((await repeat(order.id)).json.id)
  expect(askedIn(left).map(([, qty]) => qty)).toEqual([3, 6])
  const whole = await ordered({ qty: 4 })
  await cancel(whole, 0, 4)
  const again = await listOf((await repeat(whole.id)).json.id)
  expect(askedIn(again).map(([, qty]) => qty)).toEqual([4])
})

test('archived consignee of a repeated order is replaced by the default one', async () => {
  const { db } = app.database
  const order = await ordered({ qty: 1 })
  await db.updateTable('consignees').set({ archived_at: new Date() }).where('id', '=', consigneeId).execute()
  const created = await repeat(order.id)
  await db.updateTable('consignees').set({ archived_at: null }).where('id', '=', consigneeId).execute()
  expect((await listOf(created.json.id)).consignee_id).toBeNull()
})

const call = <T>(method: 'GET' | 'POST', path: string, payload?: object, headers = admin) =>
  send<T>(app, {
    method,
    url: `/api/v1/${path}`,
    headers: { ...headers, ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }) },
    ...(payload && { payload }),
  })

const repeat = (orderId: number, headers = admin) =>
  call<{ id: number }>('POST', 'bulk-orders/of-order', { order_id: orderId }, headers)

/** Places an order of several goods with the given quantities. */
async function ordered(...wanted: { qty: number; client_ref?: string; name?: string }[]) {
  const { db } = app.database
  for (const { qty, client_ref = '', name = 'Фильтр масляный' } of wanted) {
    const product = await buildProduct(db, { name })
    const offer = await buildOffer(db, product.id, warehouseId, { on_hand: 100, qty_text: '100' })
    await call('POST', 'cart/lines', { offer_id: offer.id, qty, consignee_id: consigneeId, client_ref })
  }
  const { lines } = (await call<OrderPreview>('GET', 'orders/preview')).json
  const { orders } = (await call<{ orders: PlacedOrder[] }>('POST', 'orders', { lines })).json
  return (await call<Order>('GET', `orders/${orders[0]?.id ?? 0}`)).json
}

/** Gets the list once its progress stream has ended. */
async function listOf(id: number) {
  await send(app, { url: `/api/v1/bulk-orders/${id}/progress`, headers: admin })
  return (await call<List>('GET', `bulk-orders/${id}`)).json
}

const cancel = (order: Order, at: number, qty: number) =>
  call('POST', `orders/${order.id}/transitions`, {
    moves: [{ line_id: order.lines[at]?.id, from: order.lines[at]?.parts[0]?.state, to: 'cancelled_client', qty }],
  })
