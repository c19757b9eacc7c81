import type { Order } from '@artikul/contract/ordering/orders/orders'
import type {
  SupplierOrderDetails,
  SupplierOrderItem,
  SupplierOrderLine,
  SupplierQueue,
} from '@artikul/contract/purchasing/supplier-orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { historyOf } from '../../../testing/line-history.ts'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { moveLines } from '../../ordering/orders/index.ts'
import { collectNow, placeCart, putIntoCart } from './supplier-orders.factory.ts'

const test_ = useTestApp()
const { parties, manager, admin: buyer } = useParties(test_)
const MOMENT = '2026-11-17T09:00:00Z'
let warehouseId: number
let supplyRouteId: number

beforeAll(async () => {
  const { db } = test_.database
  await buildConsignee(db, parties.company.id, { is_default: true })
})
beforeEach(buildPartnerWarehouse)

describe('refusals', () => {
  test('no waiting lines, own source, line of another order and stale version are refused', async () => {
    expect(await pressSend()).toMatchObject({ status: 409, json: { code: 'supplier_order.nothing_to_send' } })
    const own = await buildWarehouse(test_.database.db, parties.seller.id)
    const { supply_route_id } = await test_.database.db
      .selectFrom('warehouses')
      .select('supply_route_id')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow()
    expect((await call('POST', 'supplier-orders', { supply_route_id })).status).toBe(404)
    const [one, other] = [await placeVerbally(1), await placeVerbally(1)]
    expect(await answer(one.id, other.line, {})).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'answers.0.line_id', message: 'В этом заказе нет такой строки' }] },
    })
    const old = { ...one.line, version: one.line.version - 1 }
    expect(await answer(one.id, old, {})).toMatchObject({ status: 409, json: { code: 'stale' } })
    const { version } = await details(one.id)
    const retried = await call('POST', `supplier-orders/${one.id}/retry`, { version })
    expect(retried).toMatchObject({ status: 409, json: { code: 'supplier_order.invalid_state' } })
    const held = { version: one.line.version, is_held: true }
    expect(await call('POST', `supplier-order-lines/${one.line.id}/hold`, held)).toMatchObject({
      status: 409,
      json: { code: 'supplier_order.invalid_state' },
    })
  })

  test.each([
    [{ confirmed_qty: 4 }, 'answers.0.confirmed_qty', 'Заказано 3'],
    [{ confirmed_qty: 2 }, 'answers.0.reason', 'Укажите причину отказа'],
    [{ price_kop: 0 }, 'answers.0.price_kop', 'Больше нуля'],
  ])('answer %j is rejected with its field named', async (fields, path, message) => {
    const { id, line } = await placeVerbally(3)
    const { status, json } = await answer(id, line, fields)
    expect({ status, errors: json.errors }).toEqual({ status: 400, errors: [{ path, message }] })
  })

  test('invalid supplier terms are rejected', async () => {
    expect((await terms({ orders_email: 'кому-нибудь' })).status).toBe(400)
    expect((await terms({ sending: 'never' })).status).toBe(400)
    expect((await terms({ orders_email: 'orders@supplier.test' })).status).toBe(200)
    expect(await queue()).toMatchObject({ channel: 'file', orders_email: 'orders@supplier.test' })
  })
})

test('line in work waits for its supplier once and leaves the queue when cancelled', async () => {
  const order = await ordered(5)
  for (let round = 0; round < 3; round += 1) await collectNow(test_)
  expect(await waiting()).toMatchObject([
    { state: 'waiting', qty: 5, purchase_kop: 10_000, order: { id: order.id }, supplier_order_id: null, status: null },
  ])
  expect(await queue()).toMatchObject({ waiting_count: 1, waiting_kop: 50_000, channel: 'hand', stopped: null })
  const lineId = order.lines[0]?.id ?? 0
  const by = { mover: 'staff' as const, author: { actorId: parties.manager.id, subjectId: parties.manager.id } }
  const leave = (qty: number) =>
    test_.database.db
      .transaction()
      .execute((tx) => moveLines(tx, by, [{ lineId, from: 'in_work', to: 'cancelled_client', qty }], test_.clock.now()))
  await leave(2)
  await collectNow(test_)
  expect(await waiting()).toMatchObject([{ qty: 3 }])
  await leave(3)
  await collectNow(test_)
  expect(await waiting()).toEqual([])
})

test('order passed by hand is marked as ordered, and the client sees only the line state', async () => {
  const { id, clients, line } = await placeVerbally(5)
  expect(await details(id)).toMatchObject({
    state: 'sent',
    channel: 'hand',
    made_by: 'Иванова Мария',
    can: { retry: false, answer: true },
  })
  expect(line).toMatchObject({ state: 'ordered', line_state: 'ordered_supplier' })
  expect(await parts(clients)).toEqual([{ state: 'ordered_supplier', qty: 5 }])
  await collectNow(test_)
  expect(await waiting()).toEqual([])
})

test('held line is not sent until it is released', async () => {
  await ordered(1)
  await collectNow(test_)
  const [line] = await waiting()
  const hold = (version: number, isHeld: boolean) =>
    call<{ version: number }>('POST', `supplier-order-lines/${line?.id}/hold`, { version, is_held: isHeld })
  const { json } = await hold(line?.version ?? 0, true)
  await collectNow(test_)
  expect(await waiting()).toMatchObject([{ state: 'held' }])
  expect((await pressSend()).status).toBe(409)
  await hold(json.version, false)
  expect((await pressSend()).status).toBe(201)
})

describe('supplier terms', () => {
  const ofFiles = { orders_email: 'orders@supplier.test' }

  test('with sending at once wait for the minimum order sum', async () => {
    await terms({ ...ofFiles, sending: 'now', min_order_kop: 50_000 })
    await ordered(3)
    await collectNow(test_)
    expect(await queue()).toMatchObject({ waiting_count: 1, short_kop: 20_000 })
    await ordered(2)
    await collectNow(test_)
    expect(await listed()).toMatchObject([{ state: 'due', channel: 'file', lines_count: 2, total_kop: 50_000 }])
  })

  test('with sending at the cutoff wait for the cutoff hour in warehouse time', async () => {
    await test_.database.db
      .updateTable('warehouses')
      .set({ cutoff: '14:05', time_zone: 'Asia/Yekaterinburg' })
      .where('id', '=', warehouseId)
      .execute()
    await terms({ ...ofFiles, sending: 'cutoff' })
    await ordered(1)
    await collectNow(test_)
    test_.clock.set('2026-11-17T09:04:00Z')
    await collectNow(test_)
    expect(await listed()).toEqual([])
    test_.clock.set('2026-11-17T09:05:00Z')
    await collectNow(test_)
    expect(await listed()).toMatchObject([{ state: 'due', made_by: null }])
  })

  test('with manual sending wait for staff', async () => {
    await terms(ofFiles)
    await ordered(1)
    await collectNow(test_)
    expect(await listed()).toEqual([])
  })
})

describe('manual supplier answer', () => {
  test('confirms a part and refuses the rest with the supplier reason', async () => {
    const { id, clients, line } = await placeVerbally(5)
    await answer(id, line, { confirmed_qty: 3, reason: 'Нет в наличии' })
    expect(await parts(clients)).toEqual(
      expect.arrayContaining([
        { state: 'confirmed_supplier', qty: 3 },
        { state: 'refused_supplier', qty: 2 },
      ]),
    )
    const history = await historyOf(test_, (await clientsOrder(clients)).lines[0])
    expect(history.map(({ reason }) => reason)).toContain('Нет в наличии')
    expect((await details(id)).lines).toMatchObject([{ state: 'confirmed', confirmed_qty: 3, not_applied: '' }])
  })

  test('with figures in its reason shows the client a neutral text', async () => {
    const { id, clients, line } = await placeVerbally(1)
    await answer(id, line, { confirmed_qty: 0, reason: 'Закупка теперь 150 ₽' })
    const history = await historyOf(test_, (await clientsOrder(clients)).lines[0])
    expect(history.at(-1)).toMatchObject({ to: 'refused_supplier', reason: 'Поставщик отказал' })
    expect((await details(id)).lines).toMatchObject([{ state: 'refused', reason: 'Закупка теперь 150 ₽' }])
  })

  test.each([
    [10_300, 'confirmed_supplier'],
    [10_301, 'needs_confirm'],
  ])(
    'with the price %i is accepted within the tolerance and needs client approval above it',
    async (priceKop, state) => {
      await terms({ tolerance_hundredths: 300 })
      const { id, clients, line } = await placeVerbally(2)
      await answer(id, line, { price_kop: priceKop })
      expect(await parts(clients)).toEqual([{ state, qty: 2 }])
      expect((await clientsOrder(clients)).lines[0]?.price_kop).toBe(12_000)
      expect((await details(id)).lines).toMatchObject([{ confirmed_kop: priceKop, line_state: state }])
    },
  )

  test('with a higher price requests approval with our markup, and a further rise replaces it', async () => {
    await terms({ tolerance_hundredths: 300 })
    const { id, clients, line } = await placeVerbally(2)
    await answer(id, line, { price_kop: 15_000 })
    const [first] = (await clientsOrder(clients)).decisions
    expect(first).toMatchObject({
      state: 'open',
      on_timeout: 'drop',
      before: { price_kop: 12_000, qty: 2 },
      after: { price_kop: 18_000, qty: 2 },
      reason: 'Цена поставщика выросла',
    })
    const [own] = (await details(id)).lines
    await answer(id, own ?? line, { price_kop: 20_000 })
    const { decisions } = await clientsOrder(clients)
    expect(decisions).toMatchObject([{ state: 'open', after: { price_kop: 24_000, qty: 2 } }])
    expect(decisions[0]?.id).not.toBe(first?.id)
    // The links of the first email are invalid, so the new question is notified as well.
    const approvalEvents = await test_.database.db
      .selectFrom('events')
      .select('id')
      .where('kind', '=', 'order.asked')
      .where('about_id', '=', clients)
      .execute()
    expect(approvalEvents).toHaveLength(2)
  })

  test('with a rise after an approved one is compared with the approved price', async () => {
    await terms({ tolerance_hundredths: 300 })
    const { id, clients, line } = await placeVerbally(2)
    const own = async () => (await details(id)).lines[0] ?? line
    await answer(id, line, { price_kop: 15_000 })
    await agree(clients)
    await collectNow(test_)
    await answer(id, await own(), { price_kop: 15_400 })
    expect(await parts(clients)).toEqual([{ state: 'confirmed_supplier', qty: 2 }])
    await answer(id, await own(), { price_kop: 20_000 })
    expect((await clientsOrder(clients)).decisions).toMatchObject([
      { before: { price_kop: 18_000 }, after: { price_kop: 24_000 } },
    ])
  })

  test('with a rise joins an open change approval of a manager', async () => {
    const { id, clients, line } = await placeVerbally(2)
    const lineId = (await clientsOrder(clients)).lines[0]?.id ?? 0
    const later = { expected_date: '2026-12-20', reason: 'Задержка', answer_hours: 24, on_timeout: 'keep' }
    await send(test_, {
      method: 'POST',
      url: `/api/v1/order-lines/${lineId}/terms`,
      headers: { ...manager, 'idempotency-key': crypto.randomUUID() },
      payload: later,
    })
    await answer(id, line, { price_kop: 15_000 })
    expect((await clientsOrder(clients)).decisions).toMatchObject([
      { on_timeout: 'drop', after: { price_kop: 18_000, expected_date: '2026-12-20', qty: 2 } },
    ])
  })

  test('with a rise for some of a line leaves the rest unchanged and waits for a manager', async () => {
    const { id, clients, line } = await placeVerbally(5)
    await answer(id, line, { confirmed_qty: 3, reason: 'Нет в наличии' })
    const lineId = (await clientsOrder(clients)).lines[0]?.id ?? 0
    const by = { mover: 'staff' as const, author: { actorId: parties.manager.id, subjectId: parties.manager.id } }
    await test_.database.db
      .transaction()
      .execute((tx) =>
        moveLines(tx, by, [{ lineId, from: 'refused_supplier', to: 'in_work', qty: 2 }], test_.clock.now()),
      )
    await collectNow(test_)
    const second = (await pressSend()).json.orders[0]?.id ?? 0
    const [own] = (await details(second)).lines
    await answer(second, own ?? line, { price_kop: 20_000 })
    const after = await clientsOrder(clients)
    expect(after.decisions).toEqual([])
    expect(after.lines[0]?.price_kop).toBe(12_000)
    expect(after.lines[0]?.parts).toEqual(
      expect.arrayContaining([
        { state: 'confirmed_supplier', qty: 3 },
        { state: 'needs_confirm', qty: 2 },
      ]),
    )
  })

  test('that was agreed with the client is not ordered again', async () => {
    const { id, clients, line } = await placeVerbally(2)
    await answer(id, line, { price_kop: 20_000 })
    const lineId = (await clientsOrder(clients)).lines[0]?.id ?? 0
    const by = { mover: 'staff' as const, author: { actorId: parties.manager.id, subjectId: parties.manager.id } }
    await test_.database.db
      .transaction()
      .execute((tx) => moveLines(tx, by, [{ lineId, from: 'needs_confirm', to: 'in_work', qty: 2 }], test_.clock.now()))
    await collectNow(test_)
    expect(await waiting()).toEqual([])
    expect(await parts(clients)).toEqual([{ state: 'ordered_supplier', qty: 2 }])
  })

  test('with another article or a later date is shown to the client', async () => {
    const [renamed, late] = [await placeVerbally(1), await placeVerbally(1)]
    await answer(renamed.id, renamed.line, { new_article: 'NEW-1' })
    await answer(late.id, late.line, { promised_on: '2026-12-31' })
    const last = async (id: number) => (await historyOf(test_, (await clientsOrder(id)).lines[0])).at(-1)
    expect(await last(renamed.clients)).toMatchObject({
      to: 'confirmed_supplier',
      reason: 'Поставляется под номером NEW-1',
    })
    expect(await last(late.clients)).toMatchObject({ to: 'delayed', reason: 'Новый срок поставки: 31.12.2026' })
    expect((await clientsOrder(renamed.clients)).lines[0]?.delay).toBeNull()
    const delayOf = async () => (await clientsOrder(late.clients)).lines[0]?.delay
    const reason = 'Новый срок поставки: 31.12.2026'
    expect(await delayOf()).toEqual({ is_late: false, reason })
    const past = { expected_date: '2026-01-12' }
    await test_.database.db.updateTable('order_lines').set(past).where('order_id', '=', late.clients).execute()
    expect(await delayOf()).toEqual({ is_late: true, reason })
  })

  test('that cannot be applied is listed for staff', async () => {
    const { id, clients, line } = await placeVerbally(2)
    const lineId = (await clientsOrder(clients)).lines[0]?.id ?? 0
    const by = { mover: 'staff' as const, author: { actorId: parties.manager.id, subjectId: parties.manager.id } }
    await test_.database.db
      .transaction()
      .execute((tx) =>
        moveLines(tx, by, [{ lineId, from: 'ordered_supplier', to: 'cancelled_client', qty: 2 }], test_.clock.now()),
      )
    const { json } = await answer(id, line, {})
    expect(json.not_applied).toEqual([{ line_id: line.id, reason: 'У клиента нет 2, которые ждут поставщика' }])
    expect(await listed('&requires_action=1')).toMatchObject([{ id, not_applied_count: 1 }])
  })
})

async function buildPartnerWarehouse() {
  test_.clock.set(MOMENT)
  const given = { source: { kind: 'partner' }, warehouse: { imported_at: new Date(MOMENT) } }
  warehouseId = (await buildWarehouse(test_.database.db, parties.seller.id, given)).id
  const { supply_route_id } = await test_.database.db
    .selectFrom('warehouses')
    .select('supply_route_id')
    .where('id', '=', warehouseId)
    .executeTakeFirstOrThrow()
  supplyRouteId = supply_route_id
}

const call = <T>(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) =>
  send<T & { code: string; errors: { path: string; message: string }[] }>(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: { ...manager, ...(path === 'supplier-orders' && { 'idempotency-key': crypto.randomUUID() }) },
    ...(payload && { payload }),
  })

const pressSend = () =>
  call<{ orders: { id: number }[] }>('POST', 'supplier-orders', { supply_route_id: supplyRouteId })

const waiting = async () =>
  (await call<{ results: SupplierOrderLine[] }>('GET', `supplier-orders/waiting?supply_route_id=${supplyRouteId}`)).json
    .results

const queue = async () =>
  (await call<{ results: SupplierQueue[] }>('GET', 'supplier-orders/queues')).json.results.find(
    ({ source }) => source.id === supplyRouteId,
  ) ?? expect.fail('no queue')

const listed = async (filter = '') =>
  (await call<{ results: SupplierOrderItem[] }>('GET', `supplier-orders?supply_route_id=${supplyRouteId}${filter}`))
    .json.results

const details = async (id: number) => (await call<SupplierOrderDetails>('GET', `supplier-orders/${id}`)).json

const terms = async (fields: object) => {
  const { version } = await queue()
  const all = { sending: 'by_hand', min_order_kop: 0, tolerance_hundredths: 0, orders_email: '' }
  const ways = { payment_method: '', shipment_method: '', shipment_address: '' }
  return call('PATCH', `supplier-terms/${supplyRouteId}`, { ...all, ...ways, ...fields, version })
}

/** Places a client's order of partner goods with a purchase price of 100 ₽. */
async function ordered(qty: number, fields: { comment?: string } = {}): Promise<Order> {
  const product = await buildProduct(test_.database.db)
  const offer = await buildOffer(test_.database.db, product.id, warehouseId, { tracked: false, on_hand: 100 })
  await putIntoCart(test_, buyer, { offer_id: offer.id, qty, ...fields })
  const { json } = await placeCart(test_, buyer)
  return clientsOrder(json.orders[0]?.id ?? 0)
}

const clientsOrder = async (id: number) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: buyer })).json

const parts = async (id: number) => (await clientsOrder(id)).lines[0]?.parts

/** Places an order and records it as given to the supplier by word of mouth. */
async function placeVerbally(qty: number) {
  const order = await ordered(qty)
  await collectNow(test_)
  const { json } = await pressSend()
  const id = json.orders[0]?.id ?? 0
  const [line] = (await details(id)).lines
  return { id, clients: order.id, line: line ?? expect.fail('no line') }
}

const answer = (id: number, line: SupplierOrderLine, fields: object) =>
  call<{ not_applied: { reason: string }[] }>('POST', `supplier-orders/${id}/answers`, {
    answers: [
      {
        line_id: line.id,
        version: line.version,
        confirmed_qty: line.qty,
        price_kop: null,
        new_article: '',
        promised_on: null,
        reason: '',
        ...fields,
      },
    ],
  })

async function agree(orderId: number) {
  const { decisions } = await clientsOrder(orderId)
  const url = `/api/v1/change-approvals/${decisions[0]?.id ?? 0}/answer`
  return send(test_, { method: 'POST', url, headers: buyer, payload: { answer: 'agree' } })
}
