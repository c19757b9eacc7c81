import type { GlobalSearchResult } from '@artikul/contract/workspace/global-search'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import {
  buildReserved,
  buildShop,
  ship,
  type Headers,
  type Shop,
} from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee, buildUser, type EmployeeLimits } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let warranty: Headers
let order: { id: number; number: string; lineId: number }
let farOrder: typeof order
let foreign: typeof order
let shipmentId: number
let shipmentNumber: string
let farPoint: number

beforeAll(buildOrders)

describe('quick search', () => {
  test('is refused to strangers, and an invalid query is rejected', async () => {
    expect((await ask('123')).status).toBe(401)
    expect((await ask('x'.repeat(101), shop.client)).status).toBe(400)
    const unknown = await send(test_, { url: '/api/v1/global-search?q=123&contractor_id=1', headers: shop.client })
    expect(unknown.status).toBe(400)
    expect((await send(test_, { url: '/api/v1/global-search', headers: shop.client })).status).toBe(400)
  })

  test('finds nothing by a single character, wildcards or punctuation', async () => {
    for (const q of ['', '1', '%', '%%%', '__', '\\', '№ №', '-- --', "';--"]) {
      const all = await found(q)
      expect([q, Object.values(all).flat()]).toEqual([q, []])
    }
    expect((await found('%%', shop.manager)).companies).toEqual([])
  })

  test('finds no orders, shipments, invoices or marks of another company', async () => {
    const invoice = await issue(order.id)
    const theirs = await found(tailOf(foreign.number))
    expect(theirs.orders.map(({ number }) => number)).not.toContain(foreign.number)
    expect((await found('Зак-77', other.client)).orders.map(({ id }) => id)).toEqual([foreign.id])
    expect((await found('А123ВС', other.client)).lines.map(({ client_ref }) => client_ref)).toEqual(['А123ВС 65'])
    expect((await found(shipmentNumber, other.client)).shipments).toEqual([])
    expect((await found(invoice.number, other.client)).invoices).toEqual([])
  })

  test('by an employee is limited to the consignees of the employee', async () => {
    const clerk = await employee({}, [farPoint])
    const own = await found('А123ВС', clerk)
    expect(own.lines.map(({ client_ref }) => client_ref)).toEqual(['А123ВС 64'])
    expect((await found('Зак-77', clerk)).orders).toEqual([])
    expect(idsOf((await found(farOrder.number, clerk)).orders)).toEqual([farOrder.id])
    expect((await found(shipmentNumber, clerk)).shipments).toEqual([])
    const invoice = await issue(order.id)
    expect((await found(invoice.number, clerk)).invoices).toEqual([])
    expect(idsOf((await found(invoice.number)).invoices)).toEqual([invoice.id])
  })

  test('finds no invoices for an employee without prices', async () => {
    const invoice = await issue(order.id)
    expect((await found(invoice.number, await employee({ sees_prices: false }))).invoices).toEqual([])
  })

  test('finds companies and phones for order managers only', async () => {
    const { db } = test_.database
    const { inn } = await db
      .selectFrom('contractors')
      .select('inn')
      .where('id', '=', shop.companyId)
      .executeTakeFirstOrThrow()
    await db.updateTable('contractors').set({ phone: '+79171234567' }).where('id', '=', shop.companyId).execute()
    for (const headers of [shop.client, warranty]) {
      const all = await found(inn, headers)
      expect([all.companies, (await found('1234567', headers)).contacts]).toEqual([[], []])
    }
  })
})

describe('quick search result', () => {
  test('has orders by the end of the number, in any spelling', async () => {
    const spaced = order.number.slice(-4)
    for (const q of [order.number, `№ ${order.number}`, order.number.replace('-', ''), tailOf(order.number), spaced])
      expect([q, idsOf((await found(q)).orders)]).toEqual([q, expect.arrayContaining([order.id])])
    // Letters O of both alphabets instead of zeros.
    const lettered = `26-${order.number.slice(3).replace('00', 'Оo')}`
    expect(idsOf((await found(lettered)).orders)).toEqual([order.id])
    expect(idsOf((await found(lettered, shop.manager)).orders)).toEqual([order.id])
    const [first] = (await found(order.number)).orders
    expect(first).toMatchObject({ number: order.number, client_number: 'Зак-77/2026' })
  })

  test('has orders by the number given by the buyer', async () => {
    expect(idsOf((await found('зак-77')).orders)).toEqual([order.id])
    expect(idsOf((await found('77/2026')).orders)).toEqual([order.id])
    expect(idsOf((await found('Зак-77', shop.manager)).orders)).toEqual([foreign.id, order.id])
  })

  test('has order lines by the client mark, with their order', async () => {
    const { lines } = await found('а123вс')
    expect(lines.map(({ client_ref }) => client_ref)).toEqual(['А123ВС 64', 'А123ВС 63'])
    expect(lines[1]?.order).toEqual({ id: order.id, number: order.number })
    expect((await found('А123ВС', warranty)).lines.map(({ client_ref }) => client_ref)).toEqual([
      'А123ВС 65',
      'А123ВС 64',
      'А123ВС 63',
    ])
  })

  test('has shipments by the end of their number or of the УПД number', async () => {
    const { db } = test_.database
    await db.updateTable('shipments').set({ external_number: 'УТ-004518' }).where('id', '=', shipmentId).execute()
    for (const headers of [shop.client, shop.manager, warranty])
      for (const q of [shipmentNumber, tailOf(shipmentNumber), '4518', 'ут-ОО4518'])
        expect([q, idsOf((await found(q, headers)).shipments)]).toEqual([q, expect.arrayContaining([shipmentId])])
    const [first] = (await found('4518')).shipments
    expect(first).toMatchObject({ number: shipmentNumber, upd_number: 'УТ-004518', state: 'shipped' })
    // A number of another year or seller ends in the same digits.
    expect((await found('ЮГ-004518')).shipments).toEqual([])
  })

  test('has invoices by the end of the number', async () => {
    const { id, number } = await issue(order.id)
    for (const headers of [shop.client, shop.manager])
      for (const q of [number, number.slice(-3), number.toLowerCase()])
        expect([q, idsOf((await found(q, headers)).invoices)]).toEqual([q, expect.arrayContaining([id])])
  })

  test('has parts by the beginning of the article, with look-alike letters matched', async () => {
    const product = await buildProduct(test_.database.db, { article: 'HCX 4471-P' })
    for (const q of ['HCX44', 'НСХ 4471', 'hcx-4471p'])
      expect([q, (await found(q)).products.map(({ code }) => code)]).toEqual([q, [product.code]])
    expect((await found('НСХ4471', warranty)).products).toHaveLength(1)
  })

  test('has companies by name and by either end of ИНН', async () => {
    const { db } = test_.database
    await db.updateTable('contractors').set({ name: 'ООО «Незабудка Юг»' }).where('id', '=', other.companyId).execute()
    const { inn } = await db
      .selectFrom('contractors')
      .select('inn')
      .where('id', '=', other.companyId)
      .executeTakeFirstOrThrow()
    for (const q of ['незабуд', inn, inn.slice(-6)])
      expect([q, idsOf((await found(q, shop.manager)).companies)]).toEqual([q, [other.companyId]])
  })

  test('has contacts by the end of the phone number', async () => {
    const { db } = test_.database
    await db.updateTable('contractors').set({ phone: '+79171234567' }).where('id', '=', shop.companyId).execute()
    await db
      .updateTable('users')
      .set({ phone: '+79175550001', full_name: 'Белов Иван' })
      .where('id', '=', other.admin.id)
      .execute()
    await db
      .updateTable('consignees')
      .set({ phone: '+79175550002', contact: 'Кладовщик Пётр' })
      .where('id', '=', farPoint)
      .execute()
    const called = async (q: string) =>
      (await found(q, shop.manager)).contacts.map(({ name, contractor_id: id }) => [name, id])
    for (const q of ['1234567', '123-45-67', '8 (917) 123-45-67', '+79171234567'])
      expect([q, await called(q)]).toEqual([q, [['', shop.companyId]]])
    expect(await called('0001')).toEqual([['Белов Иван', other.companyId]])
    expect(await called('555-00-02')).toEqual([['Кладовщик Пётр', shop.companyId]])
    expect(await called('002')).toEqual([])
  })

  test('has at most five items of each kind', async () => {
    const orders: number[] = []
    for (let at = 0; at < 6; at += 1) {
      const { id } = await buildReserved(test_, shop, [1])
      orders.push(id)
      await callOrder(id, `Много-${at}`)
    }
    expect(idsOf((await found('Много')).orders)).toEqual(orders.toReversed().slice(0, 5))
  })
})

async function buildOrders() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_, { limit_kop: 100_000_000 })
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
  farPoint = (await buildConsignee(db, shop.companyId, { name: 'Дальняя точка' })).id
  order = await buildReserved(test_, shop, [2])
  farOrder = await buildReserved(test_, shop, [1], farPoint)
  foreign = await buildReserved(test_, other, [1])
  await callOrder(order.id, 'Зак-77/2026')
  await callOrder(foreign.id, 'Зак-77/2027')
  await mark(order.lineId, 'А123ВС 63')
  await mark(farOrder.lineId, 'А123ВС 64')
  await mark(foreign.lineId, 'А123ВС 65')
  const { json } = await ship(test_, shop.manager, [{ line_id: order.lineId, qty: 1 }])
  const shipped = json.shipments[0] ?? expect.fail('nothing was shipped')
  shipmentId = shipped.id
  shipmentNumber = shipped.number
}

const ask = (q: string, headers?: Headers | object) =>
  send<GlobalSearchResult & { code: string }>(test_, {
    url: `/api/v1/global-search?q=${encodeURIComponent(q)}`,
    ...(headers && { headers: { ...headers } }),
  })

const found = async (q: string, headers: Headers = shop.client) => {
  const { status, json, text } = await ask(q, headers)
  expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  return json
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

const tailOf = (number: string) => number.slice(-3)

const employee = async (limits: EmployeeLimits, points: number[] = []) =>
  loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, limits, points))

async function issue(orderId: number): Promise<{ id: number; number: string }> {
  const { db } = test_.database
  await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${orderId}/invoice`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })
  return db.selectFrom('invoices').select(['id', 'number']).where('order_id', '=', orderId).executeTakeFirstOrThrow()
}

const mark = (lineId: number, client_ref: string) =>
  test_.database.db.updateTable('order_lines').set({ client_ref }).where('id', '=', lineId).execute()

const callOrder = (id: number, client_number: string) =>
  test_.database.db.updateTable('orders').set({ client_number }).where('id', '=', id).execute()
