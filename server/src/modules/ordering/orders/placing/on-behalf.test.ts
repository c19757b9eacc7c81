import type { Cart } from '@artikul/contract/ordering/cart'
import type { Problem } from '@artikul/contract/core/errors'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
type User = Awaited<ReturnType<typeof buildUser>>
let warehouseId: number
let managerUser: User
let ownManager: User
let clientUser: User
let client: Headers
let stranger: Headers
let onBehalf: Headers

beforeAll(buildPeople)

test('confirmed_by is rejected in an order that the client places directly', async () => {
  const confirmed_by = { full_name: 'Кто-то', phone: '+79991234567' }
  expect(await place(client, { confirmed_by })).toMatchObject({
    status: 400,
    json: { code: 'input.invalid', errors: [{ path: 'confirmed_by' }] },
  })
})

test('dispute is refused for orders of others, own orders, impersonated sessions and managers', async () => {
  const own = await placed(client)
  const order = await placed(onBehalf)
  expect(await dispute(order.id, stranger)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await dispute(own.id, client)).toMatchObject({ status: 404 })
  expect(await dispute(order.id, onBehalf)).toMatchObject({
    status: 403,
    json: { code: 'auth.not_while_impersonating' },
  })
  const manager = await loginAs(test_, managerUser)
  expect(await dispute(order.id, manager)).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
  expect(await rowsOf('order.disputed')).toEqual([])
})

test('order placed on behalf records who ordered it and emails the client', async () => {
  const before = (await lettersTo(clientUser)).length
  const order = await placed(onBehalf, { confirmed_by: { full_name: 'Бухгалтер Белла', phone: '8 999 123-45-67' } })
  const page = await get<Order>(`/api/v1/orders/${order.id}`, client)
  expect(page.json).toMatchObject({
    on_behalf: {
      manager: 'Менеджер Мария',
      confirmed_by: 'Бухгалтер Белла',
      confirmed_phone: '+79991234567',
      at: '2026-11-17T09:00:00.000Z',
      disputed_at: null,
    },
    can: { dispute: true },
  })
  expect((await get<Order>(`/api/v1/orders/${order.id}`, onBehalf)).json.can.dispute).toBe(false)
  const letters = (await lettersTo(clientUser)).slice(before)
  expect(letters).toHaveLength(1)
  expect(letters[0]!.body).toContain('Менеджер Мария')
  expect(letters[0]!.body).toContain('Со слов: Бухгалтер Белла, +79991234567, 17.11.2026, 12:00 (Москва)')
  expect(letters[0]!.body).toMatch(new RegExp(`«Я этого не подтверждал»: http://\\S+/orders/${order.id}`))
  expect((await rowsOf('order.placed_on_behalf')).at(-1)).toMatchObject({
    object: `Заказ ${order.number}`,
    actor_id: managerUser.id,
    subject_id: clientUser.id,
  })
})

test('order placed on behalf defaults to the name and phone of the client', async () => {
  const order = await placed(onBehalf)
  const page = await get<Order>(`/api/v1/orders/${order.id}`, client)
  expect(page.json.on_behalf).toMatchObject({ confirmed_by: 'Клиент Кирилл', confirmed_phone: '+79990001122' })
  const own = await get<Order>(`/api/v1/orders/${(await placed(client)).id}`, client)
  expect(own.json).toMatchObject({ on_behalf: null, can: { dispute: false } })
})

test('concurrent disputes of an order are recorded once, and both managers get an email', async () => {
  const order = await placed(onBehalf)
  const replies = await Promise.all([dispute(order.id, client), dispute(order.id, client)])
  expect(replies.map((reply) => reply.status)).toEqual([200, 200])
  expect((await rowsOf('order.disputed')).map((row) => row.object)).toEqual([`Заказ ${order.number}`])
  for (const manager of [managerUser, ownManager]) {
    const letters = (await lettersTo(manager)).filter((letter) => letter.body.includes(order.number))
    expect(letters.map((letter) => letter.subject)).toEqual(['Клиент не подтверждает заказ'])
  }
  const page = await get<Order>(`/api/v1/orders/${order.id}`, client)
  expect(page.json).toMatchObject({
    on_behalf: { disputed_at: '2026-11-17T09:00:00.000Z' },
    can: { dispute: false },
  })
})

test('dispute of an order is refused after 30 days', async () => {
  const order = await placed(onBehalf)
  const ago = new Date(test_.clock.now().getTime() - 31 * 86_400_000)
  await test_.database.db.updateTable('orders').set({ created_at: ago }).where('id', '=', order.id).execute()
  expect((await get<Order>(`/api/v1/orders/${order.id}`, client)).json.can.dispute).toBe(false)
  expect(await dispute(order.id, client)).toMatchObject({ status: 404 })
})

test('cart line added by a manager shows who added it and when', async () => {
  const product = await buildProduct(test_.database.db)
  const { id } = await buildOffer(test_.database.db, product.id, warehouseId, {})
  await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: onBehalf, payload: { offer_id: id, qty: 1 } })
  const cart = await get<Cart>('/api/v1/cart', client)
  expect(cart.json.lines[0]?.added_by).toMatch(/^добавил менеджер Менеджер Мария, \d\d:\d\d$/)
})

async function buildPeople() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  warehouseId = (await buildWarehouse(db, seller.id)).id
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  const other = await buildContractor(db, { sellerIds: [seller.id] })
  await buildConsignee(db, contractor.id, { name: 'Ленина', is_default: true })
  managerUser = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Менеджер Мария' })
  ownManager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Свой Менеджер' })
  await db.updateTable('contractors').set({ manager_id: ownManager.id }).where('id', '=', contractor.id).execute()
  clientUser = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [contractor.id], name: 'Клиент Кирилл' })
  await db.updateTable('users').set({ phone: '+79990001122' }).where('id', '=', clientUser.id).execute()
  client = await loginAs(test_, clientUser)
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
  const browser = new Browser(test_)
  await browser.signIn(managerUser)
  onBehalf = (await browser.impersonate(clientUser.id)).headers
}

const get = <T>(url: string, headers: Headers) => send<T>(test_, { method: 'GET', url, headers })

const dispute = (id: number, headers: Headers) =>
  send<Problem>(test_, { method: 'POST', url: `/api/v1/orders/${id}/dispute`, headers })

async function place(headers: Headers, more: object = {}) {
  const product = await buildProduct(test_.database.db)
  const { id } = await buildOffer(test_.database.db, product.id, warehouseId, {})
  await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: { offer_id: id, qty: 1 } })
  const { lines } = (await get<OrderPreview>('/api/v1/orders/preview', headers)).json
  return send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { lines, ...more },
  })
}

const placed = async (headers: Headers, more: object = {}) => (await place(headers, more)).json.orders[0]!

const lettersTo = ({ login }: User) =>
  test_.database.db
    .selectFrom('emails')
    .selectAll()
    .where('recipient', '=', `${login}@example.test`)
    .orderBy('id')
    .execute()

const rowsOf = (event: string) =>
  test_.database.db.selectFrom('audit_log').selectAll().where('event', '=', event).orderBy('id').execute()
