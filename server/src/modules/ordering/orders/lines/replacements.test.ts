import type { AddedLine } from '@artikul/contract/ordering/cart'
import type { Problem } from '@artikul/contract/core/errors'
import type { OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { Request } from '@artikul/contract/ordering/quote-requests'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DB } from '../../../../platform/db/index.ts'
import { textOfFile } from '../../../../testing/files/file-text.ts'
import { historyOf } from '../../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { buildChangeApproval, buildApprovalLink } from '../change-approvals/change-approvals.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let sellerId: number
let warehouseId: number
let managerId: number
let manager: Headers

beforeAll(async () => {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  warehouseId = (await buildWarehouse(db, sellerId)).id
  const user = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
  managerId = user.id
  manager = await loginAs(test_, user)
})
const lineOf = (order: Order) => order.lines[0] ?? expect.fail('no line')

describe('refusals', () => {
  const body = { offer_id: 1, qty: 1, price_kop: 100, expected_date: '2026-12-01' }

  test('anonymous caller, staff in their own name and invalid body are refused', async () => {
    const buyer = await company()
    const { id } = await refused(buyer)
    expect((await post(`order-lines/${id}/replacement`, { authorization: '' }, body)).status).toBe(401)
    expect((await post(`order-lines/${id}/replacement`, manager, body)).status).toBe(403)
    expect((await post(`order-lines/${id}/replacement-to-cart`, manager, { offer_id: 1, qty: 1 })).status).toBe(403)
    expect((await post(`order-lines/${id}/replacement`, buyer.admin, { ...body, qty: 0 })).status).toBe(400)
    expect((await post(`order-lines/${id}/replacement`, buyer.admin, { ...body, replaces_line_id: 1 })).status).toBe(
      400,
    )
  })

  test('line of another company or consignee is not found, and a missing offer is refused', async () => {
    const { id } = await refused(await company())
    const stranger = await company({ all_consignees: false })
    const { id: own } = await refused(stranger)
    for (const [line, headers] of [
      [id, stranger.admin],
      [own, stranger.employee],
    ] as const) {
      expect((await post(`order-lines/${line}/replacement`, headers, body)).status).toBe(404)
      expect((await post(`order-lines/${line}/replacement-to-cart`, headers, { offer_id: 1, qty: 1 })).status).toBe(404)
    }
    const missing = await post(`order-lines/${own}/replacement`, stranger.admin, { ...body, offer_id: 999_999_999 })
    expect(missing.json).toMatchObject({ status: 409, code: 'offer.gone' })
  })

  test('replacement requires a refused, paid line and at most the refused quantity', async () => {
    const buyer = await company()
    const whole = await ordered(buyer)
    const at = await chosen(await offer(), 1)
    expect((await press(buyer, buyer.admin, lineOf(whole).id, at)).json.code).toBe('order.not_replaceable')
    const cancelled = await ordered(buyer)
    await refuse(cancelled, 2, 'cancelled_client')
    expect((await press(buyer, buyer.admin, lineOf(cancelled).id, at)).json.code).toBe('order.not_replaceable')
    const { id, order } = await refused(buyer, 2)
    const more = await press(buyer, buyer.admin, id, { ...at, qty: 3 })
    expect(more.json).toMatchObject({ status: 409, code: 'order.not_replaceable' })
    expect(more.json.detail).toContain('осталось заменить 2')
    expect(lineOf(await orderOf(order.id))).toMatchObject({ to_replace: 2, replaced_by: [] })
    const unpaid = await ordered(buyer)
    await test_.database.db
      .insertInto('line_transitions')
      .values({ line_id: lineOf(unpaid).id, from_state: 'awaiting_payment', to_state: 'removed', qty: 5 })
      .execute()
    expect((await press(buyer, buyer.admin, lineOf(unpaid).id, at)).json.code).toBe('order.not_replaceable')
  })

  test('changed price and an employee without the right to place orders are refused', async () => {
    const buyer = await company({ may_place: false })
    const { id } = await refused(buyer)
    const offerId = await offer()
    const stale = { offer_id: offerId, qty: 1, price_kop: 1, expected_date: '2030-12-01' }
    expect((await post(`order-lines/${id}/replacement`, buyer.admin, stale)).json.code).toBe('order.changed')
    const at = await chosen(offerId, 1)
    expect((await press(buyer, buyer.employee, id, at)).json.code).toBe('order.may_not_place')
    expect((await get<{ lines: unknown[] }>('cart', buyer.admin)).lines).toEqual([])
  })
})

describe('one-click replacement', () => {
  test('copies consignee, number and comments, and both orders show the chain', async () => {
    const buyer = await company()
    const { order, id } = await refused(buyer, 2)
    await post('cart/lines', buyer.admin, { offer_id: await offer(), qty: 1 })
    const key = crypto.randomUUID()
    const at = await chosen(await offer(), 2)
    const first = await press(buyer, buyer.admin, id, at, key)
    expect(first.status).toBe(201)
    expect((await press(buyer, buyer.admin, id, at, key)).text).toBe(first.text)
    const [made] = first.json.orders
    const anew = await orderOf(made?.id ?? 0, buyer.admin)
    expect(anew).toMatchObject({ consignee: 'Мира', client_number: 'З-1', comment: 'К утру' })
    expect(anew.lines).toHaveLength(1)
    const instead = lineOf(anew)
    const old = lineOf(order)
    expect(instead).toMatchObject({ qty: 2, client_ref: 'ЗН-7', comment: 'Осторожно', replaced_by: [], to_replace: 0 })
    expect(instead.replaces).toEqual({
      line_id: id,
      order_id: order.id,
      order_number: order.number,
      brand: old.brand,
      article: old.article,
      qty: 2,
      refused_on: '2026-11-17',
    })
    for (const headers of [buyer.admin, manager])
      expect(lineOf(await orderOf(order.id, headers))).toMatchObject({
        to_replace: 0,
        replaces: null,
        replaced_by: [{ line_id: instead.id, order_number: anew.number, article: instead.article, qty: 2 }],
      })
    expect((await get<{ lines: unknown[] }>('cart', buyer.admin)).lines, 'the cart stays').toHaveLength(1)
    const { results } = await get<{ results: OrderLineItem[] }>('order-lines', buyer.admin)
    expect(results.find((line) => line.id === instead.id)?.replaces?.order_number).toBe(order.number)
    expect(results.find((line) => line.id === id)?.replaced_by).toHaveLength(1)
    const file = await test_.app.inject({ url: '/api/v1/order-lines.xlsx', headers: buyer.admin })
    const text = textOfFile(file.rawPayload)
    expect(text).toContain(`${old.brand} ${old.article}, заказ № ${order.number} (отказ 17.11.2026)`)
    expect(text).toContain(`${instead.brand} ${instead.article}, заказ № ${anew.number}`)
    // The replacement is refused too, so the chain continues.
    await refuse(anew, 1, 'removed')
    expect(lineOf(await orderOf(anew.id)).to_replace).toBe(1)
  })

  test('sent in parallel orders no more than was refused and reserves nothing for the rest', async () => {
    const buyer = await company()
    const { id } = await refused(buyer, 3)
    const offers = await Promise.all([offer(), offer(), offer(), offer(), offer(), offer()])
    const choices = await Promise.all(offers.map((one) => chosen(one, 1)))
    const replies = await Promise.all(choices.map((one) => press(buyer, buyer.admin, id, one)))
    const statuses = replies.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([201, 201, 201, 409, 409, 409])
    const late = replies.filter(({ status }) => status === 409)
    expect(new Set(late.map(({ json }) => json.code))).toEqual(new Set(['order.not_replaceable']))
    const held = await test_.database.db.selectFrom('offers').select('reserved').where('id', 'in', offers).execute()
    expect(held.reduce((sum, { reserved }) => sum + reserved, 0)).toBe(3)
  })

  test('of goods in packs is rounded up to a pack and counts once', async () => {
    const buyer = await company()
    const { id } = await refused(buyer, 3)
    const at = await chosen(await offer(4), 3)
    const { status, json } = await press(buyer, buyer.admin, id, at)
    expect(status, JSON.stringify(json)).toBe(201)
    const anew = await orderOf(json.orders[0]?.id ?? 0)
    expect(lineOf(anew)).toMatchObject({ qty: 4, replaces: { line_id: id } })
    expect((await press(buyer, buyer.admin, id, { ...at, qty: 1 })).json.code).toBe('order.not_replaceable')
  })

  test('put in the cart by an employee without the right keeps its link when an admin orders', async () => {
    const buyer = await company({ may_place: false })
    const { id, order } = await refused(buyer, 2)
    const offerId = await offer()
    const put = () =>
      post<AddedLine>(`order-lines/${id}/replacement-to-cart`, buyer.employee, { offer_id: offerId, qty: 2 })
    expect((await put()).status).toBe(201)
    expect(lineOf(await orderOf(order.id))).toMatchObject({ to_replace: 2, in_cart: 2 })
    const event = await test_.database.db
      .selectFrom('events')
      .select(['kind', 'notifies_client'])
      .where('about', '=', 'order')
      .where('about_id', '=', order.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ kind: 'order.changed', notifies_client: false })
    const again = await put()
    expect(again.json).toMatchObject({ status: 409, code: 'order.not_replaceable' })
    expect(again.json.detail).toContain('в корзине уже лежит 2')
    const { lines } = await get<OrderPreview>('orders/preview', buyer.admin)
    const { json } = await post<{ orders: PlacedOrder[] }>('orders', buyer.admin, { lines })
    const anew = await orderOf(json.orders[0]?.id ?? 0)
    expect(lineOf(anew)).toMatchObject({ client_ref: 'ЗН-7', comment: 'Осторожно', replaces: { line_id: id } })
  })

  test('waiting in the cart is refused at checkout when no refused quantity is left', async () => {
    const buyer = await company()
    const { id } = await refused(buyer, 2)
    const offerId = await offer()
    expect(
      (await post(`order-lines/${id}/replacement-to-cart`, buyer.admin, { offer_id: offerId, qty: 2 })).status,
    ).toBe(201)
    await test_.database.db
      .updateTable('order_line_allocations')
      .set({ state: 'in_work' })
      .where('line_id', '=', id)
      .where('state', '=', 'refused_supplier')
      .execute()
    const { lines } = await get<OrderPreview>('orders/preview', buyer.admin)
    expect((await post('orders', buyer.admin, { lines })).json.code).toBe('order.not_replaceable')
  })
})

/** Cancels a quantity of the order's only line on behalf of its buyer. */
async function cancelBy({ admin }: Company, orderId: number, qty: number) {
  const order = await orderOf(orderId, admin)
  const { id, parts } = lineOf(order)
  const from = parts.find(({ state }) => state !== 'cancelled_client')?.state
  const moves = [{ line_id: id, from, to: 'cancelled_client', qty, reason: '' }]
  const { status, text } = await post(`orders/${orderId}/transitions`, manager, { moves })
  expect(status, text).toBe(200)
}

describe('failed replacement', () => {
  const replaced = async (qty = 3) => {
    const buyer = await company()
    const { order, id } = await refused(buyer, qty)
    const { json } = await press(buyer, buyer.admin, id, await chosen(await offer(), qty))
    return { buyer, order, id, anewId: json.orders[0]?.id ?? expect.fail('nothing is placed') }
  }
  const toReplace = async (orderId: number) => lineOf(await orderOf(orderId)).to_replace
  const pressOf = async (buyer: Company, id: number, qty: number) =>
    press(buyer, buyer.admin, id, await chosen(await offer(), qty))

  test('after cancellation can be ordered again and is shown as not completed', async () => {
    const { buyer, order, id, anewId } = await replaced()
    expect(await toReplace(order.id)).toBe(0)
    await cancelBy(buyer, anewId, 1)
    expect(lineOf(await orderOf(order.id))).toMatchObject({ to_replace: 1, replaced_by: [{ qty: 2 }] })
    expect((await pressOf(buyer, id, 2)).json.code).toBe('order.not_replaceable')
    await cancelBy(buyer, anewId, 2)
    expect(lineOf(await orderOf(order.id))).toMatchObject({ to_replace: 3, replaced_by: [{ qty: 0 }] })
    expect(await toReplace(anewId), 'what its buyer has cancelled nobody has refused').toBe(0)
    const file = await test_.app.inject({ url: '/api/v1/order-lines.xlsx', headers: buyer.admin })
    expect(textOfFile(file.rawPayload)).toContain('(не состоялась)')
    expect((await pressOf(buyer, id, 3)).status).toBe(201)
    expect(await toReplace(order.id)).toBe(0)
  })

  test('after refusal allows replacing either line, and a new order counts for both', async () => {
    const { buyer, order, id, anewId } = await replaced()
    const anew = await orderOf(anewId)
    await refuse(anew, 3)
    expect([await toReplace(order.id), await toReplace(anewId)]).toEqual([3, 3])
    expect((await pressOf(buyer, lineOf(anew).id, 2)).status).toBe(201)
    expect([await toReplace(order.id), await toReplace(anewId)]).toEqual([1, 1])
    expect((await pressOf(buyer, id, 1)).status).toBe(201)
    expect([await toReplace(order.id), await toReplace(anewId)]).toEqual([0, 0])
    expect((await pressOf(buyer, lineOf(anew).id, 1)).json.code).toBe('order.not_replaceable')
  })

  test('is not replaced beyond the refused quantity by concurrent requests on both lines', async () => {
    const { buyer, order, id, anewId } = await replaced()
    const anew = await orderOf(anewId)
    await refuse(anew, 3)
    const lines = [id, lineOf(anew).id, id, lineOf(anew).id, id, lineOf(anew).id]
    const choices = await Promise.all(lines.map(async (line) => ({ line, at: await chosen(await offer(), 1) })))
    const replies = await Promise.all(choices.map(({ line, at }) => press(buyer, buyer.admin, line, at)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409])
    expect([await toReplace(order.id), await toReplace(anewId)]).toEqual([0, 0])
  })

  test('updates open pages of the refused line when ordered and when cancelled', async () => {
    const { buyer, order, anewId } = await replaced()
    const readEvents = () =>
      test_.database.db
        .selectFrom('events')
        .select(['kind', 'contractor_id', 'consignee_id', 'notifies_client', 'notifies_staff'])
        .where('about', '=', 'order')
        .where('about_id', '=', order.id)
        .where('kind', '=', 'order.changed')
        .execute()
    const quiet = { contractor_id: buyer.id, consignee_id: buyer.other, notifies_client: false, notifies_staff: false }
    const one = { kind: 'order.changed', ...quiet }
    expect(await readEvents()).toEqual([one])
    await cancelBy(buyer, anewId, 3)
    expect(await readEvents()).toEqual([one, one])
  })
})

describe('change approval answered with «other»', () => {
  const orderWithApproval = async (buyer: Company) => {
    const order = await ordered(buyer)
    const { id } = await buildChangeApproval(test_.database.db, order.id, managerId, test_.clock.now())
    return { order, id }
  }

  test('cancels the line once and allows a replacement', async () => {
    const buyer = await company()
    const { order, id } = await orderWithApproval(buyer)
    const answer = () => post(`change-approvals/${id}/answer`, buyer.admin, { answer: 'other' })
    expect((await answer()).status).toBe(200)
    const late = await answer()
    expect(late.json).toMatchObject({ status: 409, code: 'change_approval.invalid_state' })
    const after = await orderOf(order.id)
    expect(after).toMatchObject({ status: 'cancelled', decisions: [] })
    expect(lineOf(after)).toMatchObject({ to_replace: 5, parts: [{ state: 'cancelled_client', qty: 5 }] })
    expect((await historyOf(test_, lineOf(after))).at(-1)?.reason).toBe('Клиент подбирает другое')
    const reply = await press(buyer, buyer.admin, lineOf(order).id, await chosen(await offer(), 5))
    expect(reply.status).toBe(201)
  })

  test('through the email link allows a replacement too', async () => {
    const buyer = await company()
    const { order } = await orderWithApproval(buyer)
    const token = await buildApprovalLink(test_.database.db, buyer.adminUser.id, order.id, test_.clock.now())
    const reply = await post('change-approval-links/answer', { authorization: '' }, { token, answer: 'other' })
    expect(reply.status, reply.text).toBe(200)
    expect(lineOf(await orderOf(order.id)).to_replace).toBe(5)
  })
})

describe('request about a refused line', () => {
  const request = (orderLineId: number) => ({
    text: 'Подберите замену',
    vin: '',
    car: '',
    rows: [
      { product_id: null, brand: '', article: 'X-1', name: '', qty: 2, client_ref: '', order_line_id: orderLineId },
    ],
  })

  test('is linked to it, and a line of another company is not found', async () => {
    const buyer = await company()
    const { order, id } = await refused(buyer)
    const stranger = await company()
    expect((await post('quote-requests', stranger.admin, request(id))).status).toBe(404)
    const { json } = await post<{ id: number }>('quote-requests', buyer.admin, request(id))
    for (const headers of [buyer.admin, manager]) {
      const { rows } = await get<Request>(`quote-requests/${json.id}`, headers)
      expect(rows[0]?.order).toEqual({ id: order.id, number: order.number })
    }
  })
})

test('link from a replacement line to the replaced line never changes', async () => {
  const buyer = await company()
  const { id } = await refused(buyer, 2)
  const { json } = await press(buyer, buyer.admin, id, await chosen(await offer(), 2))
  const work = test_.database.db
    .updateTable('order_lines')
    .set({ replaces_line_id: null })
    .where('order_id', '=', json.orders[0]?.id ?? 0)
    .execute()
  await expect(work).rejects.toThrow('does not change')
})

async function company(limits: Partial<Insertable<DB['user_contractors']>> = { may_place: true }) {
  const { db } = test_.database
  const { id } = await buildContractor(db, { sellerIds: [sellerId] })
  const point = (await buildConsignee(db, id, { name: 'Ленина', is_default: true })).id
  const other = (await buildConsignee(db, id, { name: 'Мира' })).id
  const adminUser = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id] })
  const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [id] })
  await db.updateTable('user_contractors').set(limits).where('user_id', '=', user.id).execute()
  const [admin, employee] = [await loginAs(test_, adminUser), await loginAs(test_, user)]
  return { id, point, other, admin, adminUser, employee }
}

type Company = Awaited<ReturnType<typeof company>>

const get = async <T>(url: string, headers: Headers) => (await send<T>(test_, { url: `/api/v1/${url}`, headers })).json

const post = <T>(url: string, headers: Headers, payload: object, key: string = crypto.randomUUID()) =>
  send<T & Problem>(test_, {
    method: 'POST',
    url: `/api/v1/${url}`,
    headers: { ...headers, 'idempotency-key': key },
    payload,
  })

const offer = async (step = 1) => {
  const product = await buildProduct(test_.database.db, { multiplicity: step })
  return (await buildOffer(test_.database.db, product.id, warehouseId, { on_hand: 1000 })).id
}

const orderOf = (id: number, headers: Headers = manager) => get<Order>(`orders/${id}`, headers)

/** Places an order of five pieces for a point other than the usual one, with a note and a comment. */
async function ordered({ admin, other }: Company, qty = 5) {
  const added = await post<AddedLine>('cart/lines', admin, {
    offer_id: await offer(),
    qty,
    consignee_id: other,
    client_ref: 'ЗН-7',
  })
  await send(test_, {
    method: 'PATCH',
    url: `/api/v1/cart/lines/${added.json.line_id}`,
    headers: admin,
    payload: { comment: 'Осторожно' },
  })
  const { lines } = await get<OrderPreview>('orders/preview', admin)
  const { json } = await post<{ orders: PlacedOrder[] }>('orders', admin, {
    lines,
    client_number: 'З-1',
    comment: 'К утру',
  })
  return orderOf(json.orders[0]?.id ?? expect.fail('nothing is placed'))
}

/** Refuses a quantity of the line. */
async function refuse(order: Order, qty: number, to = 'refused_supplier') {
  const line = lineOf(order)
  const from = line.parts[0]?.state
  const moves = [{ line_id: line.id, from, to, qty, reason: 'Снято с производства' }]
  expect((await post(`orders/${order.id}/transitions`, manager, { moves })).status).toBe(200)
}

async function refused(buyer: Company, qty = 2) {
  const order = await ordered(buyer)
  await refuse(order, qty)
  return { order, id: lineOf(order).id }
}

/** Builds the request body from the offer as shown to the buyer. */
const chosen = async (offerId: number, qty: number) => {
  const product = await test_.database.db
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .select('products.code')
    .where('offers.id', '=', offerId)
    .executeTakeFirstOrThrow()
  return { offerId, qty, code: product.code }
}

async function press(
  { other }: Company,
  headers: Headers,
  lineId: number,
  input: Awaited<ReturnType<typeof chosen>>,
  key?: string,
) {
  const { offers } = await get<{ offers: { id: number; price_kop: number | null; expected_date: string }[] }>(
    `catalog/${input.code}?consignee_id=${other}`,
    headers,
  )
  const shown = offers.find(({ id }) => id === input.offerId) ?? expect.fail('no offer')
  const { price_kop, expected_date } = shown
  const body = { offer_id: input.offerId, qty: input.qty, price_kop, expected_date }
  return post<{ orders: PlacedOrder[] }>(`order-lines/${lineId}/replacement`, headers, body, key)
}
