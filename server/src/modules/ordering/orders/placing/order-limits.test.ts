import type { Cart } from '@artikul/contract/ordering/cart'
import type { Problem } from '@artikul/contract/core/errors'
import type { Order, OrderItem, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../../../platform/db/index.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let sellerId: number
let warehouseId: number

beforeAll(async () => {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  warehouseId = (await buildWarehouse(db, sellerId)).id
})

const get = <T>(url: string, headers: Headers) => send<T>(test_, { method: 'GET', url, headers })
const call = <T>(method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  send<T & Problem>(test_, { method, url, headers, ...(payload && { payload }) })
const cartOf = async (headers: Headers) => (await get<Cart>('/api/v1/cart', headers)).json
const preview = async (headers: Headers) => (await get<OrderPreview>('/api/v1/orders/preview', headers)).json

describe('employee without the right to place orders', () => {
  test('previews the cart, cannot place it and sends it to administrators', async () => {
    const { admin, adminUser, employee, id } = await company({ may_place: false })
    expect(await call('POST', '/api/v1/cart/send-for-placing', employee, { comment: '' })).toMatchObject({
      status: 400,
      json: { code: 'cart.nothing_selected' },
    })
    await add(employee)
    await add(employee)
    const { lines } = await preview(employee)
    expect(await place(employee, lines)).toMatchObject({ status: 403, json: { code: 'order.may_not_place' } })
    const blocked = await buildUser(test_.database.db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id] })
    await test_.database.db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.id).execute()
    const sent = await call('POST', '/api/v1/cart/send-for-placing', employee, { comment: 'Нужно к пятнице' })
    expect(sent.json).toEqual({ sent_to: ['Админ Анна'] })
    const letters = await test_.database.db.selectFrom('emails').selectAll().execute()
    const letter = letters.filter((mail) => mail.recipient === `${adminUser.login}@example.test`)
    expect(letter).toHaveLength(1)
    expect(letter[0]!.body).toMatch(/Сотрудник Семён просит[^]*2\u00a0выбранные строки[^]*Нужно к пятнице[^]*\/cart/)
    expect((await place(admin, (await preview(admin)).lines)).status).toBe(201)
  })
})

describe('employee of one consignee', () => {
  test('does not find other consignees, their cart lines or orders', async () => {
    const { admin, employee, main, other } = await company({ all_consignees: false })
    const list = await get<{ results: { id: number }[] }>('/api/v1/consignees', employee)
    expect(list.json.results.map((one) => one.id)).toEqual([main])
    const foreign = await add(admin, 1, { consignee_id: other })
    const line = `/api/v1/cart/lines/${foreign.json.line_id}`
    expect((await cartOf(employee)).lines).toEqual([])
    expect(await call('PATCH', line, employee, { qty: 2 })).toMatchObject({ status: 404 })
    expect(await call('DELETE', line, employee)).toMatchObject({ status: 404 })
    expect(await add(employee, 1, { consignee_id: other })).toMatchObject({ status: 404 })
    expect(await call('PATCH', '/api/v1/cart', employee, { consignee_id: other })).toMatchObject({ status: 404 })
    const seen = await preview(admin)
    expect(await place(employee, seen.lines)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const own = await add(employee)
    expect(own.json.cart_lines).toBe(1)
    expect(
      await call('PATCH', `/api/v1/cart/lines/${own.json.line_id}`, employee, { consignee_id: other }),
    ).toMatchObject({
      status: 404,
    })
    await call('PATCH', '/api/v1/cart', employee, { selected: false })
    expect((await cartOf(admin)).lines.map((one) => one.selected)).toEqual([true, false])
    expect(await get('/api/v1/user', employee)).toMatchObject({ json: { cart_lines: 1 } })
  })

  test('reads only orders of this consignee', async () => {
    const { admin, employee, main, other } = await company({ all_consignees: false }, { prepayment_percent: 100 })
    const far = (await order(admin, 1, { consignee_id: other })).json.orders[0]!
    const near = (await order(admin, 1, { consignee_id: main })).json.orders[0]!
    const list = await get<{ results: OrderItem[]; pagination: object }>('/api/v1/orders', employee)
    expect(list.json.results.map((one) => one.id)).toEqual([near.id])
    expect(list.json.pagination).toMatchObject({ total_count: 1 })
    expect((await get(`/api/v1/orders/${near.id}/invoice`, employee)).status).toBe(200)
    for (const tail of ['', '/invoice', '/invoice/pdf', '/invoice/xlsx'])
      expect(await get(`/api/v1/orders/${far.id}${tail}`, employee)).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      })
    const issued = await send(test_, {
      method: 'POST',
      url: `/api/v1/orders/${far.id}/invoice`,
      headers: { ...employee, 'idempotency-key': crypto.randomUUID() },
    })
    expect(issued).toMatchObject({ status: 404 })
  })
})

describe('employee without price access', () => {
  test('gets no sums in the cart, preview, orders and refusals', async () => {
    const { admin, employee } = await company({ sees_prices: false }, { limit_kop: 100 })
    const offerId = await offer()
    await call('POST', '/api/v1/cart/lines', employee, { offer_id: offerId, qty: 1 })
    const shown = await preview(employee)
    expect(shown.plans[0]).toMatchObject({ total_kop: null, outcome: 'Приостановлен. Ждёт решения по оплате' })
    await test_.database.db.updateTable('offers').set({ purchase_kop: 20_000 }).where('id', '=', offerId).execute()
    const cart = await get<Cart>('/api/v1/cart', employee)
    expect(cart.json.lines[0]).toMatchObject({ sum_kop: null, difference: { message: 'Цена выросла' } })
    const refused = await place(employee, shown.lines)
    expect(refused).toMatchObject({ status: 409, json: { code: 'order.changed' } })
    expect(refused.json.differences).toMatchObject([
      { message: 'Цена выросла', old_price_kop: null, new_price_kop: null },
    ])
    // A submitted price is not compared, because trial and error would reveal the real one.
    const tried = await place(
      employee,
      shown.lines.map((line) => ({ ...line, price_kop: 999_999_999 })),
    )
    expect(tried.status).toBe(409)
    await test_.database.db.updateTable('offers').set({ purchase_kop: 10_000 }).where('id', '=', offerId).execute()
    const placed = await place(employee, shown.lines)
    expect(placed.json.orders[0]).toMatchObject({ total_kop: null, status: 'on_hold' })
    const { id } = placed.json.orders[0]!
    const page = await get<Order>(`/api/v1/orders/${id}`, employee)
    expect(page.json).toMatchObject({ hold_reason: 'Ждёт решения по оплате', can: { issue_invoice: false } })
    expect((await get<Order>(`/api/v1/orders/${id}`, admin)).json.hold_reason).toContain('Превышен лимит')
    for (const reply of [cart, page, placed]) expect(reply.text).not.toMatch(/_kop":\d|\d ₽|12[  ]?000|120,00/)
  })

  test('learns no price of goods that are gone', async () => {
    const { employee } = await company({ sees_prices: false })
    const offerId = await offer()
    await call('POST', '/api/v1/cart/lines', employee, { offer_id: offerId, qty: 1 })
    await test_.database.db.deleteFrom('offers').where('id', '=', offerId).execute()
    const refused = await get('/api/v1/orders/preview', employee)
    expect(refused).toMatchObject({ status: 409, json: { differences: [{ kind: 'gone', old_price_kop: null }] } })
  })

  test('is refused invoices and sorting by total', async () => {
    const { admin, employee } = await company({ sees_prices: false }, { prepayment_percent: 100 })
    const { id } = (await order(admin)).json.orders[0]!
    for (const tail of ['', '/pdf', '/xlsx'])
      expect(await get(`/api/v1/orders/${id}/invoice${tail}`, employee)).toMatchObject({
        status: 403,
        json: { code: 'section.hidden' },
      })
    const headers = { ...employee, 'idempotency-key': crypto.randomUUID() }
    expect(await send(test_, { method: 'POST', url: `/api/v1/orders/${id}/invoice`, headers })).toMatchObject({
      status: 403,
    })
    for (const sort of ['total', '-total'])
      expect(await get(`/api/v1/orders?sort=${sort}`, employee)).toMatchObject({ status: 403 })
    expect((await get('/api/v1/orders?sort=created_at', employee)).status).toBe(200)
  })
})

test.each([{ sees_prices: false }, { sees_settlements: false }])(
  'employee with %j does not see why the orders of the company are stopped',
  async (limits) => {
    const { id, admin, employee } = await company(limits)
    await add(employee)
    const { lines } = await preview(employee)
    await test_.database.db
      .updateTable('contractors')
      .set({ stopped_reason: 'Просрочено 150 000,00 ₽, 12 дней' })
      .where('id', '=', id)
      .execute()
    for (const reply of [await get<Problem>('/api/v1/orders/preview', employee), await place(employee, lines)]) {
      expect(reply).toMatchObject({ status: 409, json: { code: 'contractor.stopped' } })
      expect(reply.json.detail).toContain('Заказы остановлены.')
      expect(reply.text).not.toContain('150 000')
      expect(reply.text).not.toContain('12 дней')
    }
    expect((await place(admin, lines)).json.detail).toContain('Просрочено 150 000,00 ₽, 12 дней')
  },
)

describe('employee limit', () => {
  test('per order refuses a more expensive order', async () => {
    const { admin, employee } = await company({ order_limit_kop: 20_000 })
    const refused = await order(employee, 2)
    expect(refused).toMatchObject({ status: 409, json: { code: 'order.employee_limit' } })
    expect(refused.json.detail).toMatch(/^Ваш предел — 200,00 ₽ на заказ, а выходит 240,00 ₽/)
    const [line] = (await cartOf(employee)).lines
    await call('PATCH', `/api/v1/cart/lines/${line!.id}`, employee, { qty: 1 })
    expect((await place(employee, (await preview(employee)).lines)).status).toBe(201)
    expect((await order(admin, 2)).status).toBe(201)
  })

  test('per month counts orders since its first day in Moscow, without cancelled ones', async () => {
    test_.clock.set('2026-11-30T20:55:00Z')
    const { employee } = await company({ month_limit_kop: 30_000 })
    const { id } = (await order(employee, 2)).json.orders[0]!
    expect(await order(employee)).toMatchObject({ status: 409, json: { code: 'order.employee_limit' } })
    await test_.database.db.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', id).execute()
    expect((await place(employee, (await preview(employee)).lines)).status).toBe(201)
    await test_.database.db.updateTable('orders').set({ status: 'in_work' }).where('id', '=', id).execute()
    test_.clock.set('2026-11-30T21:01:00Z')
    expect((await order(employee, 2)).status).toBe(201)
    test_.clock.set('2026-11-17T09:00:00Z')
  })

  test('per month is not exceeded by concurrent orders', async () => {
    const { employee } = await company({ month_limit_kop: 30_000 })
    for (let left = 4; left > 0; left -= 1) await add(employee, 1)
    const { lines } = await preview(employee)
    const replies = await Promise.all(lines.map((line) => place(employee, [line])))
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 409, 409])
  })
})

/** Creates a company with two points, its admin and an employee with the limits. */
async function company(
  limits: Partial<Insertable<DB['user_contractors']>> = {},
  contract: Partial<Insertable<DB['contracts']>> = {},
) {
  const { db } = test_.database
  const { id } = await buildContractor(db, { sellerIds: [sellerId], contract })
  const main = (await buildConsignee(db, id, { name: 'Ленина', is_default: true })).id
  const other = (await buildConsignee(db, id, { name: 'Мира' })).id
  const adminUser = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id], name: 'Админ Анна' })
  const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [id], name: 'Сотрудник Семён' })
  await db.updateTable('user_contractors').set(limits).where('user_id', '=', user.id).execute()
  if (limits.all_consignees === false)
    await db.insertInto('user_consignees').values({ user_id: user.id, contractor_id: id, consignee_id: main }).execute()
  return {
    id,
    main,
    other,
    user,
    adminUser,
    admin: await loginAs(test_, adminUser),
    employee: await loginAs(test_, user),
  }
}

/** Creates an offer at 120 roubles apiece. */
async function offer() {
  const product = await buildProduct(test_.database.db)
  return (await buildOffer(test_.database.db, product.id, warehouseId, { on_hand: 1000 })).id
}

const add = async (headers: Headers, qty = 1, more: object = {}) =>
  call<{ line_id: number; cart_lines: number }>('POST', '/api/v1/cart/lines', headers, {
    offer_id: await offer(),
    qty,
    ...more,
  })

const place = (headers: Headers, lines: OrderPreview['lines'], more: object = {}) =>
  send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload: { lines, ...more },
  })

const order = async (headers: Headers, qty = 1, more: object = {}) => {
  await add(headers, qty, more)
  return place(headers, (await preview(headers)).lines)
}
