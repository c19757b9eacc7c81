import type { Cart } from '@artikul/contract/ordering/cart'
import type { Problem } from '@artikul/contract/core/errors'
import type { Invoice } from '@artikul/contract/billing/invoices'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { historyOf } from '../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let buyer: Headers
let stranger: Headers
let manager: Headers
let contractorId: number
let warehouseId: number
const points: number[] = []

beforeAll(buildPeople)

describe('refusals', () => {
  test('anonymous order is refused with 401', async () => {
    const reply = await send<Problem>(test_, { method: 'POST', url: '/api/v1/orders', payload: {} })
    expect(reply).toMatchObject({ status: 401, json: { code: 'auth.required' } })
  })

  test('manager cannot read the cart of a client', async () => {
    expect(await get('/api/v1/cart', manager)).toMatchObject({ status: 403, json: { code: 'auth.forbidden' } })
  })

  test('unknown fields, text for a number and a missing idempotency key are rejected', async () => {
    const { id } = await offer()
    expect(await add(id, 1, { price_kop: 1 })).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect(await add(id, '2' as unknown as number)).toMatchObject({ status: 400 })
    await add(id, 1)
    const { lines } = await preview()
    const keyless = await send(test_, { method: 'POST', url: '/api/v1/orders', headers: buyer, payload: { lines } })
    expect(keyless).toMatchObject({ status: 400, json: { code: 'idempotency.key_required' } })
    await place(lines, 'cleans the cart')
  })

  test('C-30 cart line named twice in an order is rejected', async () => {
    const { id } = await offer()
    await add(id, 1)
    const { lines } = await preview()
    expect(await place([...lines, ...lines], 'twice')).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    await place(lines, 'once')
  })

  test('C-29 consignee, order and invoice of another contractor are answered with 404', async () => {
    const { id } = await offer()
    const foreign = await add(id, 1, { consignee_id: points[0] }, stranger)
    expect(foreign).toMatchObject({ status: 404, json: { code: 'not_found' } })
    await add(id, 1)
    const placed = await place((await preview()).lines, 'a hidden order')
    const order = placed.json.orders[0]!
    expect(await get(`/api/v1/orders/${order.id}`, stranger)).toMatchObject({ status: 404 })
    expect(await get(`/api/v1/orders/${order.id}/invoice`, stranger)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
    expect(await get(`/api/v1/orders/${order.id}`, manager)).toMatchObject({ status: 200 })
  })

  test('request from a page of another company is refused with 409', async () => {
    const reply = await get('/api/v1/cart', { ...buyer, 'x-contractor-id': String(contractorId + 1) } as Headers)
    expect(reply).toMatchObject({ status: 409, json: { code: 'contractor.changed' } })
  })
})

describe('cart', () => {
  test.each([
    ['multiplicity', 0, { qty: 8, message: 'Кратно 4, исправлено 5 → 8' }],
    ['smallest order', 10, { qty: 12, message: 'Минимальный заказ 12, исправлено 5 → 12' }],
  ])('C-30 rounds up to the %s and reports it', async (_, min_qty, expected) => {
    const { id } = await offer({ on_hand: 100, min_qty }, 4)
    const added = await add(id, 5)
    expect(added.status).toBe(201)
    expect(added.json).toMatchObject(expected)
    await place((await preview()).lines, `rounded ${min_qty}`)
  })

  test('stock below the smallest order is reported when a line is added', async () => {
    const { id } = await offer({ on_hand: 5, min_qty: 10 })
    const { json } = await add(id, 3)
    expect(json.message).toBe(
      'Минимальный заказ 10, исправлено 3 → 10. В наличии 5, минимальный заказ 10: выберите другое предложение',
    )
    await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${json.line_id}`, headers: buyer })
  })

  test('line below a smallest order that was raised since is not placed, and the order names the quantity', async () => {
    const { id } = await offer({ on_hand: 100 })
    const { json } = await add(id, 3)
    await test_.database.db.updateTable('offers').set({ min_qty: 10 }).where('id', '=', id).execute()
    const refused = await place((await preview()).lines, 'below the minimum')
    expect(refused).toMatchObject({
      status: 409,
      json: {
        differences: [{ kind: 'multiplicity', message: 'Минимальный заказ 10, в корзине 3', available_qty: 10 }],
      },
    })
    await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${json.line_id}`, headers: buyer })
  })

  test('C-30 keeps one line for the same product and consignee', async () => {
    const { id } = await offer({ on_hand: 100 })
    const first = await add(id, 2)
    const second = await add(id, 3)
    expect(second.json).toMatchObject({ line_id: first.json.line_id, qty: 5 })
    await place((await preview()).lines, 'one line')
  })

  test('never exposes the purchase price', async () => {
    const { id } = await offer()
    await add(id, 1)
    const cart = await get<Cart>('/api/v1/cart')
    expect(cart.json.lines[0]?.offer?.price_kop).toBe(12_000)
    expect(cart.text).not.toMatch(/purchase|10000|tracked/)
    await place((await preview()).lines, 'no purchase price')
  })
})

describe('order placement', () => {
  test('creates an order per consignee, and a repeated key returns the same orders', async () => {
    const { id } = await offer({ on_hand: 30 })
    for (const consignee_id of points) await add(id, 2, { consignee_id })
    const shown = await preview()
    expect(shown.plans).toHaveLength(3)
    const placed = await place(shown.lines, 'three orders')
    expect(placed.status).toBe(201)
    expect(placed.json.orders).toHaveLength(3)
    const again = await place(shown.lines, 'three orders')
    expect(again.text).toBe(placed.text)
    expect(again.headers['idempotent-replayed']).toBe('true')
    const other = await place(shown.lines.slice(1), 'three orders')
    expect(other).toMatchObject({ status: 422, json: { code: 'idempotency.body_differs' } })
    const stock = await test_.database.db
      .selectFrom('offers')
      .select('reserved')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stock.reserved).toBe(6)
  })

  test('reports every price and stock difference and places nothing', async () => {
    const dear = await offer()
    const short = await offer()
    await add(dear.id, 1)
    await add(short.id, 5)
    const { lines } = await preview()
    await test_.database.db.updateTable('offers').set({ purchase_kop: 20_000 }).where('id', '=', dear.id).execute()
    await test_.database.db.updateTable('offers').set({ on_hand: 3 }).where('id', '=', short.id).execute()
    const refused = await place(lines, 'changed')
    expect(refused).toMatchObject({ status: 409, json: { code: 'order.changed' } })
    expect(refused.json.differences?.map((one) => [one.kind, one.message])).toEqual([
      ['price', 'Цена выросла: 120,00 → 240,00 ₽'.replace(/ (?=\d)/, ' ')],
      ['stock', 'Осталось 3, нужно 5'],
    ])
    const cart = await get<Cart>('/api/v1/cart')
    expect(cart.json.lines).toHaveLength(2)
    await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${cart.json.lines[1]!.id}`, headers: buyer })
    const accepted = await place((await preview()).lines, 'accepted')
    expect(accepted.json.orders[0]?.total_kop).toBe(24_000)
  })

  test('accepts a lower price without confirmation', async () => {
    const { id } = await offer()
    await add(id, 1)
    const { lines } = await preview()
    await test_.database.db.updateTable('offers').set({ purchase_kop: 5_000 }).where('id', '=', id).execute()
    const placed = await place(lines, 'cheaper')
    expect(placed.json.orders[0]?.total_kop).toBe(6_000)
  })

  test('holds an order over the credit limit and shows the excess', async () => {
    const { db } = test_.database
    const seller = await buildSeller(db)
    const poor = await buildContractor(db, { sellerIds: [seller.id], contract: { limit_kop: 10_000 } })
    await buildConsignee(db, poor.id, { is_default: true })
    const user = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [poor.id] }))
    const own = await buildWarehouse(db, seller.id)
    const product = await buildProduct(db)
    const { id } = await buildOffer(db, product.id, own.id)
    await add(id, 1, {}, user)
    const placed = await place((await preview(user)).lines, 'too dear', user)
    expect(placed.json.orders[0]).toMatchObject({ status: 'on_hold' })
    const order = await get<{ hold_reason: string }>(`/api/v1/orders/${placed.json.orders[0]!.id}`, user)
    expect(order.json.hold_reason).toBe('Превышен лимит на 20,00 ₽')
  })
})

describe('contract of an order', () => {
  async function company() {
    const { db } = test_.database
    const seller = await buildSeller(db)
    const { id, contractIds } = await buildContractor(db, { sellerIds: [seller.id] })
    await buildConsignee(db, id, { name: 'Склад', is_default: true })
    const { id: warehouse } = await buildWarehouse(db, seller.id)
    const product = await buildProduct(db)
    const goods = await buildOffer(db, product.id, warehouse, { purchase_kop: 10_000 })
    const headers = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [id] }))
    return { id, sellerId: seller.id, contractId: contractIds[0] ?? 0, offerId: goods.id, headers }
  }

  const copy = (contractId: number, signed_on: string) =>
    send<{ id: number }>(test_, {
      method: 'POST',
      url: `/api/v1/contracts/${contractId}/copy`,
      headers: manager,
      payload: { version: 1, number: 'Д-2027', signed_on, valid_to: null },
    })

  test('stays the old one until the renewed contract begins', async () => {
    const { contractId, offerId, headers } = await company()
    await add(offerId, 1, {}, headers)
    const before = (await preview(headers)).plans[0]?.contract
    expect((await copy(contractId, '2027-01-12')).status).toBe(201)
    expect((await preview(headers)).plans[0]?.contract).toBe(before)
    const { db } = test_.database
    await db.updateTable('contracts').set({ signed_on: '2026-11-17' }).where('number', '=', 'Д-2027').execute()
    expect((await preview(headers)).plans[0]?.contract).toBe('№ Д-2027')
  })

  test('is missing before its first day, and the refusal names that day', async () => {
    const { contractId, offerId, headers } = await company()
    await add(offerId, 1, {}, headers)
    const { db } = test_.database
    await db.updateTable('contracts').set({ signed_on: '2027-01-12' }).where('id', '=', contractId).execute()
    const reply = await get<Problem>('/api/v1/orders/preview', headers)
    expect(reply).toMatchObject({ status: 409, json: { code: 'contract.missing' } })
    expect(reply.json.detail).toContain('действует с 12.01.2027')
  })

  test('can have a price group of its own', async () => {
    const { contractId, offerId, headers, sellerId } = await company()
    const { db } = test_.database
    await add(offerId, 1, {}, headers)
    const price = async () => (await get<Cart>('/api/v1/cart', headers)).json.lines[0]?.offer?.price_kop
    expect(await price()).toBe(12_000)
    const { id: group } = await db
      .insertInto('price_groups')
      .values({ name: `Закупка ${sellerId}`, markup_hundredths: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.updateTable('contracts').set({ price_group_id: group }).where('id', '=', contractId).execute()
    await expect.poll(price).toBe(10_000)
  })
})

describe('archived consignee', () => {
  test('receives no order, and its cart line requires another consignee', async () => {
    const point = await buildConsignee(test_.database.db, contractorId, { name: 'Закрытая' })
    const { id } = await offer()
    const added = await add(id, 1, { consignee_id: point.id })
    const { lines } = await preview()
    await test_.database.db
      .updateTable('consignees')
      .set({ archived_at: new Date() })
      .where('id', '=', point.id)
      .execute()
    const asks = {
      status: 400,
      json: { code: 'order.consignee_required', errors: [{ path: `lines.${added.json.line_id}.consignee_id` }] },
    }
    expect(await get('/api/v1/orders/preview')).toMatchObject(asks)
    expect(await place(lines, 'to a closed point')).toMatchObject(asks)
    const { json } = await get<Cart>('/api/v1/cart')
    expect(json.lines.find((line) => line.id === added.json.line_id)?.consignee_id).toBeNull()
    await send(test_, { method: 'DELETE', url: `/api/v1/cart/lines/${added.json.line_id}`, headers: buyer })
  })
})

describe('invoice', () => {
  /** Creates a company that pays in advance, and an offer for it. */
  async function prepaying() {
    const { db } = test_.database
    const seller = await buildSeller(db)
    const prepaid = await buildContractor(db, { sellerIds: [seller.id], contract: { prepayment_percent: 100 } })
    await buildConsignee(db, prepaid.id, { is_default: true })
    const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [prepaid.id] })
    const own = await buildWarehouse(db, seller.id)
    const product = await buildProduct(db)
    const { id } = await buildOffer(db, product.id, own.id, { purchase_kop: 102_880 })
    return { id, admin }
  }

  test('is issued at once for a prepaid contract and never changes', async () => {
    const { db } = test_.database
    const { id, admin } = await prepaying()
    const user = await loginAs(test_, admin)
    await add(id, 3, { client_ref: 'А123ВС77' }, user)
    const placed = await place((await preview(user)).lines, 'prepaid', user)
    const order = placed.json.orders[0]!
    expect(order.status).toBe('awaiting_payment')
    expect(order.invoice_number).toMatch(/^Т\d+-000001$/)
    const invoice = await get<Invoice>(`/api/v1/orders/${order.id}/invoice`, user)
    expect(invoice.json).toMatchObject({
      total_kop: 370_368,
      vat_totals: [{ label: 'В том числе НДС (22%)', sum_kop: 66_788 }],
      in_words: 'Три тысячи семьсот три рубля 68 копеек',
      pay_until: '2026-11-20',
      outdated: null,
    })
    expect(invoice.json.lines[0]?.name).toContain('(А123ВС77)')
    await expect(
      db.updateTable('invoices').set({ total_kop: 1 }).where('order_id', '=', order.id).execute(),
    ).rejects.toThrow('never changes')
    const pdf = await test_.app.inject({ url: `/api/v1/orders/${order.id}/invoice/pdf`, headers: user })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const xlsx = await test_.app.inject({ url: `/api/v1/orders/${order.id}/invoice/xlsx`, headers: user })
    expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })

  test('numbers restart with the year in Moscow time', async () => {
    const { id, admin } = await prepaying()
    const today = test_.clock.now().toISOString()
    onTestFinished(() => test_.clock.set(today))
    const numbers: (string | null)[] = []
    for (const moment of ['2026-12-31T20:50:00Z', '2026-12-31T20:58:00Z', '2026-12-31T21:02:00Z']) {
      test_.clock.set(moment)
      const user = await loginAs(test_, admin)
      await add(id, 1, {}, user)
      const placed = await place((await preview(user)).lines, moment, user)
      numbers.push(placed.json.orders[0]?.invoice_number?.split('-')[1] ?? null)
    }
    expect(numbers).toEqual(['000001', '000002', '000001'])
  })
})

describe('line moves', () => {
  type Move = { line_id: number; from: string; to: string; qty: number; reason?: string }
  const move = (id: number, moves: Move[], headers: Headers = buyer) =>
    send<Problem>(test_, {
      method: 'POST',
      url: `/api/v1/orders/${id}/transitions`,
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      payload: { moves },
    })

  async function placed() {
    await test_.database.db.deleteFrom('cart_lines').execute()
    await add((await offer({ on_hand: 10, qty_text: '10' })).id, 4)
    const { json } = await place((await preview()).lines, crypto.randomUUID())
    const id = json.orders[0]?.id ?? expect.fail('nothing is placed')
    const line = (await get<Order>(`/api/v1/orders/${id}`)).json.lines[0] ?? expect.fail('no line')
    return { id, line_id: line.id, from: line.parts[0]?.state ?? 'new' }
  }

  test('are refused for other companies, lines of another order, invalid input and other roles', async () => {
    const { id, line_id, from } = await placed()
    const other = await placed()
    const cancel = { line_id, from, to: 'cancelled_client', qty: 1 }
    expect(await move(id, [cancel], stranger)).toMatchObject({ status: 404, json: { detail: 'Строка не найдена' } })
    expect(await move(id, [cancel, { ...cancel, line_id: other.line_id }])).toMatchObject({ status: 404 })
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    expect(await move(id, [cancel], warranty)).toMatchObject({ status: 403 })
    const url = `/api/v1/orders/${id}/transitions`
    expect(await send(test_, { method: 'POST', url, payload: { moves: [cancel] } })).toMatchObject({ status: 401 })
    for (const bad of [{ qty: 0 }, { qty: -1 }, { qty: 0.0001 }, { to: 'sold' }, { line_id: 0 }])
      expect((await move(id, [{ ...cancel, ...bad }])).status).toBe(400)
    expect(await move(id, [{ ...cancel, to: 'shipped' }])).toMatchObject({
      status: 409,
      json: { code: 'order.transition_refused', detail: expect.stringContaining('«Отгружено»') as string },
    })
    expect((await get<Order>(`/api/v1/orders/${id}`)).json.lines[0]?.parts).toHaveLength(1)
  })

  test('let the client confirm changed terms, but not a line that a manager is still checking', async () => {
    const { id, line_id, from } = await placed()
    const { db } = test_.database
    const requestedMove = { line_id, from: 'needs_confirm', to: 'in_work', qty: 4 }
    await db
      .updateTable('order_line_allocations')
      .set({ state: 'needs_confirm' })
      .where('line_id', '=', line_id)
      .execute()
    expect(await move(id, [requestedMove])).toMatchObject({
      status: 409,
      json: { code: 'order.transition_refused', detail: 'Строку уточняет менеджер: дождитесь его ответа' },
    })
    const questionFor = async (person?: typeof manager) =>
      (await get<Order>(`/api/v1/orders/${id}`, person)).json.lines[0]?.question
    expect(await questionFor()).toMatchObject({ is_clients: false, confirmed_state: null })
    expect(await questionFor(manager)).toMatchObject({ is_clients: false, confirmed_state: from })
    expect(await move(id, [requestedMove], manager)).toMatchObject({ status: 200 })
    expect(
      await move(id, [{ ...requestedMove, from: 'in_work', to: 'needs_confirm', reason: 'Подорожало' }], manager),
    ).toMatchObject({ status: 200 })
    expect(await move(id, [requestedMove])).toMatchObject({ status: 200 })
  })

  test('let the client cancel a part and the manager make the rest ready', async () => {
    const { id, line_id, from } = await placed()
    expect(await move(id, [{ line_id, from, to: 'cancelled_client', qty: 1 }])).toMatchObject({ status: 200 })
    expect(await move(id, [{ line_id, from, to: 'ready', qty: 3 }], manager)).toMatchObject({ status: 200 })
    const { json } = await get<Order>(`/api/v1/orders/${id}`)
    expect(json).toMatchObject({ status: 'ready', can: { move: true } })
    const history = await historyOf(test_, json.lines[0])
    expect(history.map(({ to }) => to)).toEqual([from, 'cancelled_client', 'ready'])
  })
})

async function buildPeople() {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  const other = await buildContractor(db, { sellerIds: [seller.id] })
  contractorId = contractor.id
  for (const name of ['Ленина', 'Мира', 'Садовая'])
    points.push((await buildConsignee(db, contractor.id, { name, is_default: name === 'Ленина' })).id)
  warehouseId = (await buildWarehouse(db, seller.id)).id
  buyer = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [contractor.id] }))
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [other.id] }))
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
}

const get = <T>(url: string, headers: Headers = buyer) => send<T>(test_, { method: 'GET', url, headers })

async function offer(overrides: Parameters<typeof buildOffer>[3] = {}, multiplicity = 1) {
  const product = await buildProduct(test_.database.db, { multiplicity })
  return { product, ...(await buildOffer(test_.database.db, product.id, warehouseId, overrides)) }
}

async function add(offerId: number, qty: number, more: object = {}, headers = buyer) {
  return send<{ line_id: number; qty: number; message: string | null }>(test_, {
    method: 'POST',
    url: '/api/v1/cart/lines',
    headers,
    payload: { offer_id: offerId, qty, ...more },
  })
}

const place = (lines: OrderPreview['lines'], key: string, headers = buyer) =>
  send<{ orders: PlacedOrder[] } & Problem>(test_, {
    method: 'POST',
    url: '/api/v1/orders',
    headers: { ...headers, 'idempotency-key': key.replaceAll(' ', '-') },
    payload: { lines },
  })

const preview = async (headers = buyer) => (await get<OrderPreview>('/api/v1/orders/preview', headers)).json
