import type { Cart } from '@artikul/contract/ordering/cart'
import type { CartBrief } from '@artikul/contract/ordering/carts'
import type { Problem } from '@artikul/contract/core/errors'
import type { Order, OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import type { AssistedOrder, AssistedOrderBrief } from '@artikul/contract/ordering/assisted-orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
const { parties, manager, admin: client } = useParties(test_)
type Headers = { authorization: string }
const PATH = '/api/v1/assisted-orders'
const TOLD = { full_name: 'Механик Михаил', phone: '8 999 123-45-67' }
let point: number
let warehouseId: number

beforeAll(buildTerms)

describe('refusals', () => {
  test('phone drafts are open to order managers only', async () => {
    const { id, line } = await newDraft()
    expect((await send(test_, { url: PATH })).status).toBe(401)
    for (const person of [parties.admin, parties.employee, parties.warranty]) {
      const headers = await loginAs(test_, person)
      expect((await get(PATH, headers)).status).toBe(403)
      expect((await add(headers)).status).toBe(403)
      for (const act of everything(id, line, headers)) expect((await act()).status).toBe(403)
    }
    expect((await read(id)).lines).toHaveLength(1)
  })

  test('draft of another manager is not found without responsibility for its company', async () => {
    const { id, line } = await newDraft()
    const stranger = await other()
    for (const act of everything(id, line, stranger))
      expect(await act()).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await add(stranger, { draft_id: id })).toMatchObject({ status: 404 })
    expect((await listed(stranger)).map((draft) => draft.id)).not.toContain(id)
  })

  test('unknown company, foreign consignee or draft, and bad input are refused', async () => {
    const { id, line } = await newDraft()
    const { db } = test_.database
    const foreign = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const foreignPoint = await buildConsignee(db, foreign.id)
    expect(await call('POST', PATH, manager, { contractor_id: 2_147_483_000 })).toMatchObject({
      status: 404,
      json: { detail: 'Покупатель не найден' },
    })
    expect(await add(manager, { consignee_id: foreignPoint.id })).toMatchObject({ status: 404 })
    expect(await add(manager, { contractor_id: foreign.id, draft_id: id })).toMatchObject({ status: 404 })
    expect(await add(manager, { offer_id: 2_147_483_000 })).toMatchObject({ json: { code: 'offer.gone' } })
    expect(await call('PATCH', `${PATH}/lines/${line}`, manager, { consignee_id: foreignPoint.id })).toMatchObject({
      status: 404,
    })
    for (const payload of [{ name: '' }, { name: 'я'.repeat(61) }, {}])
      expect((await call('PATCH', `${PATH}/${id}`, manager, payload)).status).toBe(400)
    expect((await keyed(`${PATH}/${id}/place`, manager, { lines: (await preview(id)).lines })).status).toBe(400)
    expect((await call('POST', `${PATH}/${id}/send`, manager, { name: 'Без ключа', message: '' })).json.code).toBe(
      'idempotency.key_required',
    )
  })

  test('cart line of the client cannot be changed as a draft line', async () => {
    const { json } = await call<Added>('POST', '/api/v1/cart/lines', client, { offer_id: await newOffer(), qty: 1 })
    expect((await call('PATCH', `${PATH}/lines/${json.line_id}`, manager, { qty: 5 })).status).toBe(404)
    expect((await call('DELETE', `${PATH}/lines/${json.line_id}`, manager)).status).toBe(404)
    expect((await lower(json.line_id, price(11_000))).status).toBe(404)
  })

  test('more than fifty drafts are refused, also when created concurrently', async () => {
    const headers = await other()
    const begin = () => call('POST', PATH, headers, { contractor_id: parties.company.id })
    for (let count = 0; count < 49; count += 1) await begin()
    const last = await Promise.all([begin(), begin()])
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(last.find(({ status }) => status === 409)?.json.code).toBe('assisted_order.limit_reached')
  })
})

describe('phone draft', () => {
  test('collects lines without touching the cart of the client, who does not see it', async () => {
    const before = (await get<Cart>('/api/v1/cart', client)).json
    const { id, line } = await newDraft()
    const multiple = await add(manager, { draft_id: id, offer_id: await newOffer({ multiplicity: 4 }), qty: 3 })
    expect(multiple.json).toMatchObject({ qty: 4, lines_count: 2, message: 'Кратно 4, исправлено 3 → 4' })
    const draft = await read(id)
    expect(draft).toMatchObject({
      contractor: { id: parties.company.id },
      is_own: true,
      manager: 'Иванова Мария',
      points: [{ id: point, is_default: true }],
      lines: [
        { id: line, purchase_kop: 10_000, ordinary_kop: 12_000, consignee_id: point, promised: null },
        { qty: 4, sum_kop: 48_000 },
      ],
      total_kop: 60_000,
    })
    expect((await get<Cart>('/api/v1/cart', client)).json).toEqual(before)
    const carts = await get<{ results: CartBrief[] }>('/api/v1/carts', client)
    expect(carts.json.results.map((cart) => cart.id)).not.toContain(id)
    for (const reply of [
      await call('POST', `/api/v1/carts/${id}/choose`, client),
      await get(`/api/v1/carts/${id}/file`, client),
      await call('DELETE', `/api/v1/carts/${id}`, client),
      await call('PATCH', `/api/v1/carts/${id}`, client, { name: 'Моя' }),
      await call('PATCH', `/api/v1/cart/lines/${line}`, client, { qty: 9 }),
      await call('DELETE', `/api/v1/cart/lines/${line}`, client),
      await call('POST', `/api/v1/carts/${carts.json.results[0]!.id}/lines`, client, { line_ids: [line], copy: true }),
    ])
      expect(reply).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const own = test_.database.forTenant(parties.company.id)
    expect(await own.selectFrom('carts').select('id').where('id', '=', id).execute()).toEqual([])
    expect(await own.selectFrom('cart_lines').select('id').where('cart_id', '=', id).execute()).toEqual([])
    const events = await test_.database.db.selectFrom('events').select('id').where('about_id', '=', id).execute()
    expect(events).toEqual([])
  })

  test('may be one of several per company, and an unassigned line goes to the latest one', async () => {
    const headers = await other()
    const first = await newDraft(headers)
    const second = await newDraft(headers)
    expect((await add(headers)).json.draft_id).toBe(second.id)
    test_.clock.set(new Date(test_.clock.now().getTime() + 1000).toISOString())
    expect((await add(headers, { draft_id: first.id })).json).toMatchObject({ draft_id: first.id, lines_count: 2 })
    expect((await add(headers)).json.draft_id).toBe(first.id)
    expect((await listed(headers, `?contractor_id=${parties.company.id}`)).filter((one) => one.is_own)).toMatchObject([
      { id: first.id, lines_count: 3, sum_kop: 36_000, contractor: { id: parties.company.id } },
      { id: second.id, lines_count: 2 },
    ])
    expect(await listed(headers, `?contractor_id=${parties.company.id + 100_000}`)).toEqual([])
    await call('PATCH', `${PATH}/${first.id}`, headers, { name: 'КамАЗ на ремонте' })
    expect((await read(first.id, headers)).name).toBe('КамАЗ на ремонте')
    expect((await call('DELETE', `${PATH}/${first.id}`, headers)).status).toBe(200)
    expect((await get(`${PATH}/${first.id}`, headers)).status).toBe(404)
    expect((await add(headers)).json.draft_id).toBe(second.id)
  })

  test('is shared with the manager of the company, and a stale change is refused', async () => {
    const headers = await other({ name: 'Петров Пётр' })
    const { id, line } = await newDraft(headers)
    expect(await read(id)).toMatchObject({ is_own: false, manager: 'Петров Пётр' })
    expect((await listed(manager)).find((draft) => draft.id === id)).toMatchObject({ is_own: false })
    const { version } = (await read(id)).lines[0]!
    const changed = await call('PATCH', `${PATH}/lines/${line}`, manager, { qty: 3, version })
    expect(changed).toMatchObject({ status: 200, json: { qty: 3 } })
    const late = await call('PATCH', `${PATH}/lines/${line}`, headers, { qty: 7, version })
    expect(late).toMatchObject({ status: 409, json: { code: 'cart.line_changed' } })
    expect((await call('DELETE', `${PATH}/lines/${line}`, headers)).status).toBe(200)
    expect((await read(id, headers)).lines).toEqual([])
  })
})

describe('promised price', () => {
  test('is limited by the floor, the purchase price and valid input', async () => {
    const { db } = test_.database
    const { id, line } = await newDraft()
    const { floor_kop: floor } = (await read(id)).lines[0]!
    expect(floor).toBeGreaterThan(10_000)
    const plain = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] })
    await db.updateTable('contractors').set({ substitute_id: plain.id }).where('id', '=', parties.company.id).execute()
    const withoutRight = await loginAs(test_, plain)
    expect(await lower(line, price(floor! - 1), withoutRight)).toMatchObject({
      status: 409,
      json: { code: 'assisted_order.below_floor', errors: [{ path: 'price.kop' }] },
    })
    expect(await lower(line, price(9_999))).toMatchObject({
      status: 409,
      json: { code: 'assisted_order.below_floor', detail: 'Цена ниже закупки' },
    })
    for (const wrong of [
      price(12_000),
      { ...price(11_000), until: '2026-11-16' },
      { ...price(11_000), reason: ' ' },
      { ...price(0) },
    ])
      expect(await lower(line, wrong)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect((await read(id)).lines[0]).toMatchObject({ promised: null, sum_kop: 12_000 })
    expect((await lower(line, price(floor!), withoutRight)).status).toBe(200)
    expect((await lower(line, price(10_001))).status).toBe(200)
  })

  test('is recorded in the audit log with its reason and can be removed', async () => {
    const { id, line } = await newDraft()
    await lower(line, price(11_000))
    expect((await read(id)).lines[0]).toMatchObject({
      promised: { kop: 11_000, until: '2026-12-31', reason: 'Берёт каждую неделю' },
      ordinary_kop: 12_000,
      sum_kop: 11_000,
      difference: null,
    })
    const rows = () =>
      test_.database.db
        .selectFrom('audit_log')
        .select(['changes', 'contractor_id', 'actor_id'])
        .where('event', '=', 'assisted_order.price_changed')
        .where('object', 'like', `Черновик № ${id},%`)
        .orderBy('id')
        .execute()
    expect(await rows()).toEqual([
      {
        actor_id: parties.manager.id,
        contractor_id: parties.company.id,
        changes: [
          { field: 'Цена', before: '120,00 ₽', after: '110,00 ₽ до 31.12.2026' },
          { field: 'Причина', before: null, after: 'Берёт каждую неделю' },
        ],
      },
    ])
    await lower(line, null)
    expect((await read(id)).lines[0]).toMatchObject({ promised: null, sum_kop: 12_000, difference: null })
    expect(await rows()).toHaveLength(2)
  })
})

const ofPlaced = (id: number, lines: OrderPreview['lines'], key?: string, headers = manager) =>
  keyed<{ orders: PlacedOrder[] }>(
    `${PATH}/${id}/place`,
    headers,
    { lines, confirmed_by: TOLD, comment: 'Срочно' },
    key,
  )

describe('placing a draft', () => {
  test('creates one order per key at the promised price and records who ordered it', async () => {
    const { id, line } = await newDraft()
    await lower(line, price(11_000))
    const { plans, lines, total_kop } = await preview(id)
    expect({ plans: plans.length, total_kop }).toEqual({ plans: 1, total_kop: 11_000 })
    const key = crypto.randomUUID()
    const [first, again] = await Promise.all([ofPlaced(id, lines, key), ofPlaced(id, lines, key)])
    const replies = [first, again].filter(({ status }) => status === 201)
    expect(replies.length).toBeGreaterThan(0)
    const repeated = await ofPlaced(id, lines, key)
    expect(repeated.json).toEqual(replies[0]!.json)
    expect(await ofPlaced(id, lines)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    const order = repeated.json.orders[0]!
    const page = await readOrder(`/api/v1/orders/${order.id}`, client)
    expect(page.json).toMatchObject({
      total_kop: 11_000,
      comment: 'Срочно',
      on_behalf: { manager: 'Иванова Мария', confirmed_by: 'Механик Михаил', confirmed_phone: '+79991234567' },
      can: { dispute: true },
    })
    const { db } = test_.database
    const letters = await db
      .selectFrom('emails')
      .select('recipient')
      .where('body', 'like', `%${order.number}%`)
      .execute()
    expect(letters.map(({ recipient }) => recipient)).toEqual([`${parties.admin.login}@example.test`])
    const journal = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'contractor_id'])
      .where('object', '=', `Заказ ${order.number}`)
      .execute()
    expect(journal).toEqual([{ actor_id: parties.manager.id, contractor_id: parties.company.id }])
    const dispute = () => call('POST', `/api/v1/orders/${order.id}/dispute`, client)
    expect((await dispute()).status).toBe(200)
  })

  test('concurrently by two managers succeeds once', async () => {
    const { id } = await newDraft(await other())
    const { lines } = await preview(id)
    const replies = await Promise.all([ofPlaced(id, lines), ofPlaced(id, lines)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 404])
  })

  test('reports changes since the preview as a cart does', async () => {
    const { id, line } = await newDraft()
    const { lines } = await preview(id)
    const { db } = test_.database
    const goods = await db
      .selectFrom('cart_lines')
      .select('product_id')
      .where('id', '=', line)
      .executeTakeFirstOrThrow()
    await db.updateTable('offers').set({ purchase_kop: 15_000 }).where('product_id', '=', goods.product_id).execute()
    expect((await read(id)).lines[0]?.difference).toMatchObject({ kind: 'price', new_price_kop: 18_000 })
    expect(await ofPlaced(id, lines)).toMatchObject({ status: 409, json: { code: 'order.changed' } })
    expect((await ofPlaced(id, (await preview(id)).lines)).status).toBe(201)
  })

  test('works for a company without users, which cannot be sent a draft', async () => {
    const { db } = test_.database
    const lonely = await buildContractor(db, { sellerIds: [parties.seller.id] })
    await buildConsignee(db, lonely.id, { is_default: true })
    const { id } = await newDraft(manager, lonely.id)
    expect((await read(id)).people).toEqual([])
    expect(await keyed(`${PATH}/${id}/send`, manager, { name: 'Заказ', message: '' })).toMatchObject({
      status: 409,
      json: { code: 'assisted_order.no_recipient' },
    })
    expect((await ofPlaced(id, (await preview(id)).lines)).status).toBe(201)
  })
})

describe('sending a draft to the client', () => {
  const sendTo = (id: number, name = 'От менеджера', key?: string) =>
    keyed<{ sent_to: string[]; name: string }>(
      `${PATH}/${id}/send`,
      manager,
      { name, message: 'Как договорились' },
      key,
    )

  test('is refused for an empty draft', async () => {
    const { json } = await call<{ id: number }>('POST', PATH, manager, { contractor_id: parties.company.id })
    expect(await sendTo(json.id)).toMatchObject({ status: 400, json: { code: 'cart.nothing_selected' } })
  })

  test('gives the client a cart at the promised price to order', async () => {
    const { id, line } = await newDraft()
    await call('PATCH', `${PATH}/lines/${line}`, manager, { qty: 2 })
    await lower(line, price(11_000))
    const key = crypto.randomUUID()
    const sent = await sendTo(id, 'От менеджера', key)
    expect(sent).toMatchObject({ status: 200, json: { name: 'От менеджера' } })
    expect((await sendTo(id, 'От менеджера', key)).json).toEqual(sent.json)
    expect((await sendTo(id)).status).toBe(404)
    expect((await listed(manager)).map((draft) => draft.id)).not.toContain(id)
    const bell = await get<{ results: { kind: string; about_id: number }[] }>('/api/v1/notifications', client)
    expect(bell.json.results).toContainEqual(expect.objectContaining({ kind: 'cart.sent', about_id: id }))
    await call('POST', `/api/v1/carts/${id}/choose`, client)
    const cart = await get<Cart>('/api/v1/cart', client)
    expect(cart.json).toMatchObject({
      id,
      name: 'От менеджера',
      from_manager: { name: 'Иванова Мария', message: 'Как договорились' },
      lines: [{ id: line, special_until: '2026-12-31', sum_kop: 22_000, difference: null }],
    })
    expect(cart.text).not.toMatch(/Берёт каждую неделю|purchase|floor/)
    // Quantity above the promised one is sold at the regular price.
    await call('PATCH', `/api/v1/cart/lines/${line}`, client, { qty: 3 })
    expect((await get<Cart>('/api/v1/cart', client)).json.lines[0]).toMatchObject({
      sum_kop: 36_000,
      difference: { message: expect.stringContaining('По специальной цене не больше 2') as string },
    })
    await call('PATCH', `/api/v1/cart/lines/${line}`, client, { qty: 2 })
    const { lines, cart_id } = (await get<OrderPreview>('/api/v1/orders/preview', client)).json
    const placed = await keyed<{ orders: PlacedOrder[] }>('/api/v1/orders', client, { lines, cart_id })
    expect(placed).toMatchObject({ status: 201, json: { orders: [{ total_kop: 22_000 }] } })
    const page = await readOrder(`/api/v1/orders/${placed.json.orders[0]!.id}`, client)
    expect(page.json.on_behalf).toBeNull()
  })

  test('numbers a taken cart name, and a copied line loses the promised price', async () => {
    const name = `Рейс ${crypto.randomUUID().slice(0, 8)}`
    const first = await newDraft()
    await lower(first.line, price(11_000))
    expect((await sendTo(first.id, name)).json.name).toBe(name)
    expect((await sendTo((await newDraft()).id, name.toUpperCase())).json.name).toBe(`${name.toUpperCase()} (2)`)
    const copies = (await call<{ id: number }>('POST', '/api/v1/carts', client, { name: `${name} копия` })).json.id
    await call('POST', `/api/v1/carts/${copies}/lines`, client, { line_ids: [first.line], copy: true })
    expect((await get<Cart>('/api/v1/cart', client)).json.lines).toMatchObject([
      { special_until: null, sum_kop: 12_000 },
    ])
  })

  test('keeps the promise through its last day and then explains the price', async () => {
    const { id, line } = await newDraft()
    await lower(line, { ...price(11_000), until: '2026-11-17' })
    await sendTo(id, `До вечера ${id}`)
    await call('POST', `/api/v1/carts/${id}/choose`, client)
    const now = test_.clock.now()
    test_.clock.set('2026-11-18T09:00:00Z')
    const { lines } = (await get<Cart>('/api/v1/cart', await loginAs(test_, parties.admin))).json
    test_.clock.set(now.toISOString())
    expect(lines[0]?.difference).toMatchObject({
      kind: 'price',
      message: expect.stringContaining('Специальная цена действовала до 17.11.2026') as string,
    })
  })
})

async function buildTerms() {
  const { db } = test_.database
  point = (await buildConsignee(db, parties.company.id, { name: 'Ленина', is_default: true })).id
  warehouseId = (await buildWarehouse(db, parties.seller.id)).id
  await db.updateTable('price_settings').set({ min_markup_hundredths: 500 }).execute()
  // The company has its own manager, so other managers have no assignment to it.
  await db
    .updateTable('contractors')
    .set({ manager_id: parties.manager.id })
    .where('id', '=', parties.company.id)
    .execute()
}

const get = <T>(url: string, headers: Headers) => send<T & Problem>(test_, { method: 'GET', url, headers })

const readOrder = (url: string, headers: Headers) => send<Order>(test_, { url, headers })

const call = <T>(method: 'POST' | 'PATCH' | 'DELETE', url: string, headers: Headers, payload?: object) =>
  send<T & Problem>(test_, { method, url, headers, ...(payload && { payload }) })

const keyed = <T>(url: string, headers: Headers, payload: object, key: string = crypto.randomUUID()) =>
  send<T & Problem>(test_, { method: 'POST', url, headers: { ...headers, 'idempotency-key': key }, payload })

const newOffer = async (overrides: object = {}) =>
  (
    await buildOffer(test_.database.db, (await buildProduct(test_.database.db)).id, warehouseId, {
      on_hand: 100,
      qty_text: '100',
      ...overrides,
    })
  ).id

type Added = { draft_id: number; line_id: number; qty: number; message: string | null; lines_count: number }

const add = async (headers: Headers, more: object = {}) =>
  call<Added>('POST', `${PATH}/lines`, headers, {
    contractor_id: parties.company.id,
    offer_id: await newOffer(),
    qty: 1,
    ...more,
  })

/** Creates a draft of the company with one line. */
async function newDraft(headers = manager, contractor_id = parties.company.id) {
  const { json } = await call<{ id: number }>('POST', PATH, headers, { contractor_id })
  const added = await add(headers, { contractor_id, draft_id: json.id })
  expect(added).toMatchObject({ status: 201, json: { draft_id: json.id, lines_count: 1 } })
  return { id: json.id, line: added.json.line_id, contractor_id }
}

const read = async (id: number, headers = manager) => (await get<AssistedOrder>(`${PATH}/${id}`, headers)).json

const listed = async (headers: Headers, query = '') =>
  (await get<{ results: AssistedOrderBrief[] }>(`${PATH}${query}`, headers)).json.results

const preview = async (id: number, headers = manager) =>
  (await get<OrderPreview>(`${PATH}/${id}/preview`, headers)).json

const lower = (line: number, price: object | null, headers = manager) =>
  call('POST', `${PATH}/lines/${line}/price`, headers, { price })

const price = (kop: number) => ({ kop, until: '2026-12-31', reason: 'Берёт каждую неделю' })

const other = async (overrides: object = {}) =>
  loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', ...overrides }))

/** Every call that concerns a draft or its line. */
const everything = (id: number, line: number, headers: Headers) => [
  () => get(`${PATH}/${id}`, headers),
  () => get(`${PATH}/${id}/preview`, headers),
  () => call('PATCH', `${PATH}/${id}`, headers, { name: 'Моё' }),
  () => call('PATCH', `${PATH}/lines/${line}`, headers, { qty: 2 }),
  () => call('DELETE', `${PATH}/lines/${line}`, headers),
  () => lower(line, price(11_000), headers),
  () =>
    keyed(`${PATH}/${id}/place`, headers, {
      lines: [{ cart_line_id: line, qty: 1, price_kop: 1, expected_date: '2026-12-01' }],
      confirmed_by: TOLD,
    }),
  () => keyed(`${PATH}/${id}/send`, headers, { name: 'Моё', message: '' }),
  () => call('DELETE', `${PATH}/${id}`, headers),
]
