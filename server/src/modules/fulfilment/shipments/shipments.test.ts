import type { Order } from '@artikul/contract/ordering/orders/orders'
import type {
  ReadyGroup,
  ReadyLine,
  Shipment,
  ShipmentItem,
  ShipmentPlan,
} from '@artikul/contract/fulfilment/shipments'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { historyOf } from '../../../testing/line-history.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { createDirectory } from '../../catalog/products/index.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { selectContractBalances } from '../../companies/credit/index.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { acceptDue } from './shipments.ts'
import { buildReserved, buildShop, ship, type Headers, type Shop } from './shipments.factory.ts'

const test_ = useTestApp()
const TODAY = '2026-11-17'
let shop: Shop
let stranger: Shop

beforeAll(async () => {
  shop = await buildShop(test_)
  stranger = await buildShop(test_)
})

afterEach(() => test_.clock.set(`${TODAY}T09:00:00Z`))
const readOrder = (id: number, headers = shop.client) => get<Order>(`orders/${id}`, headers)
const readShipment = (id: number, headers = shop.client) => get<Shipment>(`shipments/${id}`, headers)
const cancel = (id: number, headers = shop.manager) =>
  post(`shipments/${id}/cancel`, headers, { reason: 'Не та точка' })
const accept = (id: number, headers = shop.client) => post(`shipments/${id}/accept`, headers)

const first = <T>(items: readonly T[]): T => items[0] ?? expect.fail('there is nothing')

describe('refusals', () => {
  test('anonymous callers, clients and warranty managers cannot ship', async () => {
    const { lineId } = await buildReserved(test_, shop, [1])
    const payload = { lines: [{ line_id: lineId, qty: 1 }] }
    expect((await send(test_, { method: 'POST', url: '/api/v1/shipments', payload })).status).toBe(401)
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    for (const headers of [shop.client, warranty])
      for (const path of ['shipments', 'shipments/preview'])
        expect((await post(path, headers, payload)).status).toBe(403)
    expect((await send(test_, { url: '/api/v1/shipments/ready', headers: shop.client })).status).toBe(403)
  })

  test('invalid quantities and unknown or repeated lines are rejected', async () => {
    const { lineId } = await buildReserved(test_, shop, [3])
    for (const qty of [0, -1, 0.0001, 1_000_000, '1'])
      expect((await post('shipments', shop.manager, { lines: [{ line_id: lineId, qty }] })).status).toBe(400)
    expect((await post('shipments', shop.manager, { lines: [] })).status).toBe(400)
    const one = { line_id: lineId, qty: 1 }
    expect(await ship(test_, shop.manager, [one, one])).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'lines.1.line_id', message: 'Строка повторяется' }] },
    })
    const unknown = { line_id: 2_147_483_000, qty: 1 }
    expect((await ship(test_, shop.manager, [one, unknown])).status).toBe(404)
    expect((await readOrder((await shipped(1)).order.id)).status).toBe('shipped')
  })

  test('quantity above the ready one is refused with every short line named and nothing written', async () => {
    const order = await buildReserved(test_, shop, [3, 2])
    const [first, second] = order.lines.map(({ id }) => id)
    const reply = await ship(test_, shop.manager, [
      { line_id: first ?? 0, qty: 3 },
      { line_id: second ?? 0, qty: 2.5 },
    ])
    expect(reply).toMatchObject({ status: 409, json: { code: 'shipment.changed' } })
    expect(reply.json.errors).toEqual([{ path: 'lines.1.qty', message: 'Готово 2 шт.' }])
    const move = { line_id: first, from: 'reserved', to: 'in_transit', qty: 2 }
    expect((await post(`orders/${order.id}/transitions`, shop.manager, { moves: [move] })).status).toBe(200)
    expect(await ship(test_, shop.manager, [{ line_id: first ?? 0, qty: 2 }])).toMatchObject({
      status: 409,
      json: { errors: [{ path: 'lines.0.qty', message: 'Готово 1 шт.' }] },
    })
    const parts = (await readOrder(order.id)).lines.flatMap((line) => line.parts)
    expect(parts.map(({ shipment }) => shipment)).toEqual([undefined, undefined, undefined])
  })

  test('manual move to shipped or issued without a shipment is refused', async () => {
    const order = await buildReserved(test_, shop, [1])
    for (const to of ['shipped', 'issued']) {
      const moves = [{ line_id: order.lineId, from: 'reserved', to, qty: 1 }]
      expect(await post(`orders/${order.id}/transitions`, shop.manager, { moves })).toMatchObject({
        status: 409,
        json: {
          code: 'order.transition_refused',
          detail: 'Товар уходит с отгрузкой: оформите её в разделе «Отгрузки»',
        },
      })
    }
  })

  test('shipment of another company or consignee is not found', async () => {
    const { id } = await shipped(1)
    for (const path of [`shipments/${id}`, `shipments/${id}/packing-list`])
      expect((await send(test_, { url: `/api/v1/${path}`, headers: stranger.client })).status).toBe(404)
    expect((await accept(id, stranger.client)).status).toBe(404)
    const foreign = await get<{ results: ShipmentItem[] }>('shipments', stranger.client)
    expect(foreign.results.map((one) => one.id)).not.toContain(id)
    const { db } = test_.database
    const other = await buildConsignee(db, shop.companyId, { name: 'Другая точка' })
    const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', user.id).execute()
    await db
      .insertInto('user_consignees')
      .values({ user_id: user.id, contractor_id: shop.companyId, consignee_id: other.id })
      .execute()
    const headers = await loginAs(test_, user)
    expect((await send(test_, { url: `/api/v1/shipments/${id}`, headers })).status).toBe(404)
    expect((await accept(id, headers)).status).toBe(404)
  })
})

describe('shipment', () => {
  test('of a part of a line updates sums, stock, history and order', async () => {
    const order = await buildReserved(test_, shop, [5, 3])
    const [line, other] = [first(order.lines), first(order.lines.slice(1))]
    const lines = [
      { line_id: other.id, qty: 3 },
      { line_id: line.id, qty: 2 },
    ]
    const before = await send<ShipmentPlan>(test_, {
      method: 'POST',
      url: '/api/v1/shipments/preview',
      headers: shop.manager,
      payload: { lines },
    })
    const { json, status } = await ship(test_, shop.manager, lines)
    expect(status).toBe(201)
    const made = first(json.shipments)
    const total = line.priceKop * 2 + other.priceKop * 3
    expect(made).toMatchObject({ number: expect.stringMatching(/^Т\d+-\d{6}$/) as string, total_kop: total })
    expect(before.json.shipments).toMatchObject([
      { lines_count: 2, total_kop: total, due_on: '2026-12-17', accept_until: '2026-11-20', held: null },
    ])
    const shipment = await readShipment(made.id)
    expect(shipment).toMatchObject({
      shipped_on: TODAY,
      state: 'shipped',
      due_on: '2026-12-17',
      accept_until: '2026-11-20',
      made_by: 'Иванова Мария',
      total_kop: total,
      can: { accept: true, cancel: false },
    })
    // In the order of the lines in the order, regardless of the order of selection.
    expect(shipment.lines.map(({ qty }) => qty)).toEqual([2, 3])
    expect(shipment.lines.reduce((sum, one) => sum + Number(one.sum_kop), 0)).toBe(total)
    expect(shipment.lines.reduce((sum, one) => sum + Number(one.vat_kop), 0)).toBe(shipment.vat_kop)
    expect(first(before.json.shipments).vat_kop).toBe(shipment.vat_kop)
    expect(shipment.lines[1]).toMatchObject({ sum_kop: other.sumKop, vat_kop: other.vatKop, vat_label: '22%' })
    expect(await stock(line.offerId)).toEqual({ on_hand: 98, reserved: 3, qty_text: '98' })
    const now = await readOrder(order.id)
    expect(now.status).toBe('partly_shipped')
    const own = first(now.lines)
    const parts = own.parts.toSorted((one, two) => one.qty - two.qty)
    expect(parts).toEqual([
      { state: 'shipped', qty: 2, shipment: { id: made.id, number: made.number } },
      { state: 'reserved', qty: 3 },
    ])
    expect((await historyOf(test_, own)).at(-1)).toMatchObject({ by: 'Иванова Мария', to: 'shipped', qty: 2 })
  })

  test('joins orders of one consignee and is split between consignees', async () => {
    const second = await buildConsignee(test_.database.db, shop.companyId, { name: 'Вторая точка' })
    const [one, two] = [await buildReserved(test_, shop, [2]), await buildReserved(test_, shop, [1])]
    const three = await buildReserved(test_, shop, [4], second.id)
    const lines = [...all(one, 2), ...all(two, 1), ...all(three, 4)]
    const { json } = await ship(test_, shop.manager, lines)
    const shipments = await Promise.all(json.shipments.map(({ id }) => readShipment(id)))
    expect(
      shipments
        .map((shipment) => shipment.lines.map((line) => line.order_number))
        .toSorted((a, b) => a.length - b.length),
    ).toEqual([[three.number], [one.number, two.number]])
    expect((await readOrder(one.id)).status).toBe('shipped')
  })

  test('numbers have no gaps after refused shipments', async () => {
    const first = await shipped(1)
    const order = await buildReserved(test_, shop, [1])
    expect((await ship(test_, shop.manager, all(order, 2))).status).toBe(409)
    const second = await shipped(1)
    const tail = ({ number }: { number: string }) => Number(number.split('-')[1])
    expect(tail(second)).toBe(tail(first) + 1)
  })

  test('is created once per idempotency key', async () => {
    const order = await buildReserved(test_, shop, [1])
    const call = {
      method: 'POST' as const,
      url: '/api/v1/shipments',
      headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
      payload: { lines: all(order, 1) },
    }
    const [first, again] = [await send(test_, call), await send(test_, call)]
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ status: 201, json: first.json })
  })

  test('of a seller with accounting_mode in 1C requires a unique number from 1C', async () => {
    const own = await buildShop(test_)
    await test_.database.db
      .updateTable('sellers')
      .set({ accounting_mode: '1c' })
      .where('id', '=', own.sellerId)
      .execute()
    const order = await buildReserved(test_, own, [3])
    const pair = { contract_id: own.contractId, consignee_id: own.consigneeId }
    expect(await ship(test_, own.manager, all(order, 1))).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'numbers', message: 'Укажите номер из 1С' }] },
    })
    const numbers = [{ ...pair, number: 'ЦБ-17' }]
    const { json } = await ship(test_, own.manager, all(order, 1), { numbers })
    expect(json.shipments).toMatchObject([{ number: 'ЦБ-17' }])
    expect(await readShipment(json.shipments[0]?.id ?? 0, own.client)).toMatchObject({ is_copy: true })
    expect(await ship(test_, own.manager, all(order, 1), { numbers })).toMatchObject({
      status: 409,
      json: { code: 'shipment.number_taken' },
    })
    const ours = await buildReserved(test_, shop, [1])
    const typed = [{ contract_id: shop.contractId, consignee_id: shop.consigneeId, number: '1' }]
    expect((await ship(test_, shop.manager, all(ours, 1), { numbers: typed })).status).toBe(400)
  })

  test('has a packing list without prices', async () => {
    const { id, number, order } = await shipped(2)
    const reply = await test_.app.inject({ url: `/api/v1/shipments/${id}/packing-list`, headers: shop.client })
    expect(reply.headers['content-type']).toBe('application/pdf')
    const text = textOfFile(reply.rawPayload)
    const [line] = (await readShipment(id)).lines
    for (const shown of [number, line?.article ?? '?', order.number]) expect(text).toContain(shown)
    expect(text).not.toContain(String(Math.floor((line?.price_kop ?? 0) / 100)))
  })
})

describe('labels', () => {
  const labels = (who: { authorization: string }, id: number, query: string) =>
    test_.app.inject({ url: `/api/v1/shipments/${id}/labels?${query}`, headers: who })
  const pagesOf = (bytes: Buffer) => Number(/\/Count (\d+)/.exec(bytes.toString('latin1'))?.[1])

  test('need the right to ship, a valid number of places and a shipment that is not cancelled', async () => {
    const { id } = await shipped(2)
    const query = 'places=2&size=58x40'
    expect((await labels({ authorization: '' }, id, query)).statusCode).toBe(401)
    expect((await labels(shop.client, id, query)).statusCode).toBe(403)
    expect((await labels(shop.manager, 2_000_000_000, query)).statusCode).toBe(404)
    for (const wrong of ['places=0&size=58x40', 'places=101&size=58x40', 'places=1&size=A4', 'places=1&copies=2'])
      expect((await labels(shop.manager, id, wrong)).statusCode, wrong).toBe(400)
    await test_.app.inject({
      method: 'POST',
      url: `/api/v1/shipments/${id}/cancel`,
      headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
      payload: { reason: 'Ошибка' },
    })
    expect((await labels(shop.manager, id, query)).json()).toMatchObject({ code: 'shipment.invalid_state' })
  })

  test.each(['58x40', '75x120'])('of size %s are printed one per place even with long names', async (size) => {
    const { db } = test_.database
    const own = await buildShop(test_)
    const long = 'Автосервис на Ленинском проспекте, второй двор, ворота слева от проходной, склад запчастей № 14'
    await db.updateTable('consignees').set({ name: long, address: long }).where('id', '=', own.consigneeId).execute()
    await db.updateTable('contractors').set({ name: long }).where('id', '=', own.companyId).execute()
    const order = await buildReserved(test_, own, [1, 2])
    const marks = 'Заказ-наряд 4512, госномер А123ВС177, клиент Константинопольский'
    await db.updateTable('order_lines').set({ client_ref: marks }).where('order_id', '=', order.id).execute()
    const made = await ship(
      test_,
      own.manager,
      order.lines.map(({ id }) => ({ line_id: id, qty: 1 })),
    )
    const shipment = made.json.shipments[0] ?? expect.fail(made.text)
    const reply = await labels(own.manager, shipment.id, `places=3&size=${size}`)
    expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
      `Этикетки ${shipment.number}.pdf`,
    )
    expect(pagesOf(reply.rawPayload)).toBe(3)
    const text = textOfFile(reply.rawPayload).replaceAll('\n', '')
    for (const shown of [
      shipment.number,
      'Место 1 из 3',
      'Место 3 из 3',
      order.number,
      'Автосервис',
      'Заказ-наряд 4512',
    ])
      expect(text).toContain(shown)
  })
})

describe('ready goods', () => {
  test('are grouped by consignee and delivery run, with quantities still to come', async () => {
    const { db } = test_.database
    const own = await buildShop(test_)
    const { id: zone } = await db
      .insertInto('delivery_zones')
      .values({ name: `Юг ${own.sellerId}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [name, at] of [
      ['Рейс 10:00', '10:00'],
      ['Рейс 16:00', '16:00'],
    ] as const)
      await db
        .insertInto('delivery_runs')
        .values({ zone_id: zone, name, weekdays: [1, 2, 3, 4, 5], leaves_at: at, order_before: at })
        .execute()
    await db.updateTable('consignees').set({ zone_id: zone }).where('id', '=', own.consigneeId).execute()
    const order = await buildReserved(test_, own, [2, 3])
    const moves = [{ line_id: order.lineId, from: 'reserved', to: 'delayed', qty: 1 }]
    await post(`orders/${order.id}/transitions`, own.manager, { moves })
    const { results } = await get<{ results: ReadyGroup[] }>(`shipments/ready?zone_id=${zone}`)
    expect(results).toMatchObject([
      {
        contract_id: own.contractId,
        consignee_id: own.consigneeId,
        run: { name: 'Рейс 16:00', day: TODAY, leaves_at: '16:00' },
        ready_count: 2,
        coming_count: 1,
        held: null,
      },
    ])
    const pair = `${own.contractId}-${own.consigneeId}`
    const lines = await get<{ results: ReadyLine[]; has_more: boolean }>(`shipments/ready/lines?groups=${pair}`)
    expect(lines).toMatchObject({ has_more: false })
    expect(lines.results.map(({ ready_qty: ready, coming }) => ({ ready, coming }))).toEqual([
      { ready: 1, coming: [{ state: 'delayed', qty: 1 }] },
      { ready: 3, coming: [] },
    ])
    const { json } = await ship(test_, own.manager, [{ line_id: order.lineId, qty: 1 }])
    expect(await readShipment(json.shipments[0]?.id ?? 0, own.client)).toMatchObject({ delivery_run: 'Рейс 16:00' })
    expect((await get<{ results: ReadyGroup[] }>(`shipments/ready?zone_id=${zone}`)).results).toMatchObject([
      { ready_count: 1 },
    ])
    expect((await send(test_, { url: '/api/v1/shipments/ready/lines?groups=1', headers: shop.manager })).status).toBe(
      400,
    )
  })

  test('are held over the limit or when overdue, unless a user with the right gives a reason', async () => {
    const { db } = test_.database
    const own = await buildShop(test_)
    const order = await buildReserved(test_, own, [4])
    const setLimit = (kop: number) =>
      db.updateTable('contracts').set({ limit_kop: kop }).where('id', '=', own.contractId).execute()
    const price = order.lines[0]?.priceKop ?? 0
    await setLimit(price * 2)
    expect((await ship(test_, own.manager, all(order, 2))).status).toBe(201)
    const held = await ship(test_, own.manager, all(order, 1))
    expect(held).toMatchObject({ status: 409, json: { code: 'shipment.on_hold' } })
    expect(held.json.detail).toContain('Превышен лимит на')
    const plain = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }))
    const despite = { despite_reason: 'Письмо директора от 17.11' }
    expect((await ship(test_, plain, all(order, 1), despite)).status).toBe(409)
    const let_ = await ship(test_, own.manager, all(order, 1), despite)
    expect(let_.status).toBe(201)
    const id = let_.json.shipments[0]?.id ?? 0
    expect(await readShipment(id, own.manager)).toMatchObject({ despite_reason: 'Письмо директора от 17.11' })
    expect(await readShipment(id, own.client)).toMatchObject({ despite_reason: '' })
    await setLimit(1_000_000_000)
    test_.clock.set('2026-12-18T09:00:00Z')
    const overdueManager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    const late = await ship(test_, overdueManager, all(order, 1))
    expect(late.json).toMatchObject({ code: 'shipment.on_hold' })
    expect(late.json.detail).toMatch(/Просрочено .*, 1\sдень/)
  })
})

describe('shipment cancellation', () => {
  test('on the same day keeps the number and restores line parts and stock', async () => {
    const { id, number, order } = await shipped(2, 5)
    expect(await cancel(id, shop.client)).toMatchObject({ status: 403 })
    expect((await post(`shipments/${id}/cancel`, shop.manager, { reason: '' })).status).toBe(400)
    expect((await readShipment(id, shop.manager)).can.cancel).toBe(true)
    expect((await cancel(id)).status).toBe(200)
    expect(await stock(order.offerId)).toEqual({ on_hand: 100, reserved: 5, qty_text: '100' })
    expect(await readShipment(id)).toMatchObject({
      number,
      state: 'cancelled',
      cancelled: { by: 'Иванова Мария', reason: 'Не та точка' },
      can: { accept: false, cancel: false },
    })
    const { lines, status } = await readOrder(order.id)
    expect(status).toBe('in_work')
    expect(lines[0]?.parts.toSorted((one, two) => one.qty - two.qty)).toMatchObject([
      { state: 'ready', qty: 2 },
      { state: 'reserved', qty: 3 },
    ])
    expect((await historyOf(test_, lines[0])).at(-1)?.reason).toBe(`Отгрузка № ${number} отменена: Не та точка`)
    expect(await cancel(id)).toMatchObject({ status: 409, json: { code: 'shipment.invalid_state' } })
    expect((await accept(id)).status).toBe(409)
    // The shipment creates no debt, and the goods can be shipped again.
    expect((await ship(test_, shop.manager, all(order, 5))).status).toBe(201)
  })

  test('holds goods of a partner once and keeps reservations of others', async () => {
    const { id, order } = await shipped(5)
    const [{ on_hand, reserved }, others] = [await stock(order.offerId), 3]
    expect({ on_hand, reserved }).toEqual({ on_hand: 95, reserved: 0 })
    await test_.database.db
      .updateTable('offers')
      .set({ tracked: false, reserved: others })
      .where('id', '=', order.offerId)
      .execute()
    expect((await cancel(id)).status).toBe(200)
    expect((await stock(order.offerId)).reserved).toBe(others + 5)
    expect((await ship(test_, shop.manager, all(order, 5))).status).toBe(201)
    expect((await stock(order.offerId)).reserved).toBe(others)
  })

  test('returns own goods even when a price list has dropped them', async () => {
    const { id, order } = await shipped(5)
    const { db } = test_.database
    await db.deleteFrom('offers').where('id', '=', order.offerId).execute()
    expect((await cancel(id)).status).toBe(200)
    const line = await db
      .selectFrom('order_lines')
      .select(['product_id', 'warehouse_id', 'purchase_kop'])
      .where('id', '=', order.lineId)
      .executeTakeFirstOrThrow()
    const offer = await db
      .selectFrom('offers')
      .select(['id', 'on_hand', 'reserved', 'tracked', 'purchase_kop'])
      .where('product_id', '=', line.product_id)
      .where('warehouse_id', '=', line.warehouse_id)
      .executeTakeFirstOrThrow()
    expect(offer).toMatchObject({ on_hand: 5, reserved: 5, tracked: true, purchase_kop: line.purchase_kop })
    expect((await ship(test_, shop.manager, all(order, 5))).status).toBe(201)
    expect(await stock(offer.id)).toEqual({ on_hand: 0, reserved: 0, qty_text: '0' })
  })

  test('is refused the day after and after receipt', async () => {
    const [late, received] = [await shipped(1), await shipped(1)]
    expect((await accept(received.id)).status).toBe(200)
    expect(await cancel(received.id)).toMatchObject({ status: 409, json: { code: 'shipment.invalid_state' } })
    test_.clock.set('2026-11-17T21:00:00Z')
    const manager = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    expect(await cancel(late.id, manager)).toMatchObject({
      status: 409,
      json: { detail: 'Отменить отгрузку можно только в её день' },
    })
  })
})

describe('shipment receipt', () => {
  test('is confirmed by the buyer once', async () => {
    const { id, order } = await shipped(2, 3)
    const stockBefore = await stock(order.offerId)
    expect((await accept(id, shop.manager)).status).toBe(403)
    const replies = await Promise.all([accept(id), accept(id)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await readShipment(id)).toMatchObject({
      state: 'received',
      received: { on: TODAY, by: 'Любой Пользователь' },
      can: { accept: false },
    })
    const { lines } = await readOrder(order.id)
    expect(lines[0]?.parts).toContainEqual({ state: 'issued', qty: 2, shipment: expect.anything() as object })
    expect(await stock(order.offerId)).toEqual(stockBefore)
  })

  test('does not change a due date counted from shipment when the contract changes', async () => {
    const own = await buildShop(test_, { deferment_from: 'shipment', deferment_days: 10 })
    const { id } = await shipped(1, 1, own)
    const { due_on: due } = await readShipment(id, own.client)
    await test_.database.db
      .updateTable('contracts')
      .set({ deferment_days: 90 })
      .where('id', '=', own.contractId)
      .execute()
    expect((await accept(id, own.client)).status).toBe(200)
    expect((await readShipment(id, own.client)).due_on).toBe(due)
  })

  test('is confirmed automatically after the deadline, by one of two servers', async () => {
    const own = await buildShop(test_, { deferment_from: 'receipt', deferment_days: 10 })
    const { id, order } = await shipped(1, 1, own)
    expect(await readShipment(id, own.client)).toMatchObject({ accept_until: '2026-11-20', due_on: '2026-11-30' })
    test_.clock.set('2026-11-20T20:59:00Z')
    expect(await acceptAsServer()).toBe(0)
    test_.clock.set('2026-11-20T21:01:00Z')
    const [one, other] = await Promise.all([acceptAsServer(), acceptAsServer()])
    const mine = await test_.database.db
      .selectFrom('line_transitions')
      .select('actor_id')
      .where('line_id', '=', order.lineId)
      .where('to_state', '=', 'issued')
      .execute()
    expect(mine).toEqual([{ actor_id: null }])
    expect(one + other).toBeGreaterThan(0)
    expect(await acceptAsServer()).toBe(0)
    const client = await loginAs(test_, own.admin)
    expect(await readShipment(id, client)).toMatchObject({
      state: 'received',
      received: { on: '2026-11-21', by: 'возражений не было' },
      due_on: '2026-12-01',
    })
  })
})

test('shipments are found by number, day, consignee and state', async () => {
  const own = await buildShop(test_)
  const [one, two] = [await shipped(1, 1, own), await shipped(1, 1, own)]
  await cancel(two.id, own.manager)
  const list = async (query: string, headers = own.client) =>
    (await get<{ results: ShipmentItem[] }>(`shipments?${query}`, headers)).results.map(({ id }) => id)
  expect(await list('')).toEqual([two.id, one.id])
  expect(await list(`q=${encodeURIComponent(one.number.slice(-3))}`)).toEqual([one.id])
  expect(await list('state=cancelled')).toEqual([two.id])
  expect(await list('state=shipped')).toEqual([one.id])
  expect(await list(`consignee=${own.consigneeId}&from=${TODAY}&to=${TODAY}`)).toHaveLength(2)
  expect(await list('from=2026-11-18')).toEqual([])
  expect(await list(`contractor_id=${own.companyId}`, own.manager)).toHaveLength(2)
})

test('random shipments, cancellations and receipts keep parts, stock and debt equal to a model', async () => {
  type Act = { kind: 'ship' | 'cancel' | 'accept'; pick: number; qty: number }
  const act = fc.record<Act>({
    kind: fc.constantFrom('ship', 'ship', 'cancel', 'accept'),
    pick: fc.nat({ max: 9 }),
    qty: fc.integer({ min: 1, max: 6 }),
  })
  const own = await buildShop(test_)
  const debt = async () =>
    (await selectContractBalances(test_.database.db, [own.contractId], TODAY)).get(own.contractId)?.debt_kop ?? 0
  const check = fc.asyncProperty(fc.array(act, { maxLength: 8 }), async (acts) => {
    const order = await buildReserved(test_, own, [12])
    const before = await debt()
    const made: { id: number; qty: number; state: 'shipped' | 'received' | 'cancelled' }[] = []
    for (const { kind, pick, qty } of acts) {
      const shippedQty = made.filter(({ state }) => state !== 'cancelled').reduce((sum, one) => sum + one.qty, 0)
      if (kind === 'ship') {
        const { status, json } = await ship(test_, own.manager, all(order, qty))
        expect(status).toBe(shippedQty + qty <= 12 ? 201 : 409)
        if (status === 201) made.push({ id: json.shipments[0]?.id ?? 0, qty, state: 'shipped' })
      } else {
        const one = made[pick % Math.max(made.length, 1)]
        if (!one) continue
        const { status } = kind === 'cancel' ? await cancel(one.id, own.manager) : await accept(one.id, own.client)
        expect(status).toBe(one.state === 'shipped' ? 200 : 409)
        if (status === 200) one.state = kind === 'cancel' ? 'cancelled' : 'received'
      }
      const { lines } = await readOrder(order.id, own.client)
      expect(lines[0]?.parts.reduce((sum, part) => sum + part.qty, 0)).toBe(12)
    }
    const left = made.filter(({ state }) => state !== 'cancelled')
    const shippedQty = left.reduce((sum, one) => sum + one.qty, 0)
    expect(await stock(order.offerId)).toMatchObject({ on_hand: 100 - shippedQty, reserved: 12 - shippedQty })
    expect((await debt()) - before).toBe((order.lines[0]?.priceKop ?? 0) * shippedQty)
    const { lines } = await readOrder(order.id, own.client)
    const onShipments = lines[0]?.parts.filter(({ shipment }) => shipment) ?? []
    expect(new Map(onShipments.map(({ shipment, state, qty }) => [shipment?.id, `${state} ${qty}`]))).toEqual(
      new Map(left.map(({ id, state, qty }) => [id, `${state === 'shipped' ? 'shipped' : 'issued'} ${qty}`])),
    )
  })
  await fc.assert(check, { numRuns: 8 })
})

const get = async <T>(path: string, headers: Headers = shop.manager) =>
  (await send<T>(test_, { url: `/api/v1/${path}`, headers })).json

const post = (path: string, headers: Headers, payload?: object) =>
  send<{ code: string; detail: string }>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

const stock = (offerId: number) =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved', 'qty_text'])
    .where('id', '=', offerId)
    .executeTakeFirstOrThrow()

const all = ({ lines }: Awaited<ReturnType<typeof buildReserved>>, qty: number) =>
  lines.map(({ id }) => ({ line_id: id, qty }))

/** Creates one shipment of a new line with the given quantity. */
async function shipped(qty: number, of = qty, own = shop) {
  const order = await buildReserved(test_, own, [of])
  const reply = await ship(test_, own.manager, [{ line_id: order.lineId, qty }])
  const made = first(reply.json.shipments)
  return { order, ...made }
}

/** Runs the background job of another server. */
const acceptAsServer = () =>
  acceptDue(
    {
      db: test_.appDatabase.forTenant('any'),
      clock: test_.clock,
      readDirectory: createDirectory(test_.appDatabase.sharedDb, 0),
      acceptanceDays: 3,
    },
    new AbortController().signal,
  )
