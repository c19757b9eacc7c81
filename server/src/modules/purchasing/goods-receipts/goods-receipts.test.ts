import {
  MAX_RECEIPT_LINES,
  type ExpectedLine,
  type ExpectedSupplier,
  type Receipt,
  type ReceiptItem,
} from '@artikul/contract/purchasing/goods-receipts'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { collectNow, placeCart, putIntoCart } from '../purchase-orders/supplier-orders.factory.ts'

const test_ = useTestApp()
const MOMENT = '2026-11-17T09:00:00Z'
type Headers = { authorization: string }
let parties: Parties
let manager: Headers
let buyer: Headers
let ownWarehouseId: number
let warehouseId: number
let supplyRouteId: number
let productId: number
let article: string
let serial = 0

beforeAll(buildPeople)
beforeEach(buildGoods)

describe('goods receipt', () => {
  test('is closed to clients and strangers', async () => {
    const { id } = (await started()).json
    for (const path of ['goods-receipts', 'goods-receipts/suppliers', `goods-receipts/${id}`]) {
      expect((await call('GET', path, undefined, buyer)).status).toBe(403)
      expect((await send(test_, { url: `/api/v1/${path}` })).status).toBe(401)
    }
    expect((await posted(id, {}, buyer)).status).toBe(403)
  })

  test('with an unknown id, line or supplier is not found', async () => {
    expect((await call('GET', 'goods-receipts/999999')).status).toBe(404)
    const { id } = (await started()).json
    expect((await call('PATCH', `goods-receipts/${id}/lines/999999`, { counted_qty: 1 })).status).toBe(404)
    const own = await test_.database.db
      .selectFrom('supply_routes')
      .select('id')
      .where('kind', '=', 'own')
      .executeTakeFirstOrThrow()
    const body = { supply_route_id: own.id, number: '1', made_on: '2026-11-17' }
    expect((await call('POST', 'goods-receipts', body)).status).toBe(404)
  })

  test('does not count a line of another receipt', async () => {
    const other = await receipt(await counted(1, 1))
    const { id } = (await started()).json
    const path = `goods-receipts/${id}/lines/${other.lines[0]?.id}`
    expect((await call('PATCH', path, { counted_qty: 9 })).status).toBe(404)
    expect((await call('DELETE', path)).status).toBe(404)
    expect((await receipt(other.id)).lines[0]?.counted_qty).toBe(1)
  })

  test('is unique by supplier, УПД number and year, unless cancelled', async () => {
    const first = await started('77')
    expect(first.status).toBe(201)
    expect((await started('77')).json.code).toBe('goods_receipt.number_taken')
    const lastYear = { supply_route_id: supplyRouteId, number: '77', made_on: '2025-12-30' }
    expect((await call('POST', 'goods-receipts', lastYear)).status).toBe(201)
    expect((await cancel(first.json.id)).status).toBe(200)
    expect((await started('77')).status).toBe(201)
  })

  test('number ignores case and spaces, and search takes wildcard characters literally', async () => {
    expect((await started('Ут-1_5')).status).toBe(201)
    const again = await started('УТ - 1_5')
    expect([again.json.code, again.json.detail]).toEqual([
      'goods_receipt.number_taken',
      expect.stringContaining('за 2026 год уже есть'),
    ])
    const found = async (q: string) =>
      (await call<{ results: ReceiptItem[] }>('GET', `goods-receipts?supply_route_id=${supplyRouteId}&q=${q}`)).json
        .results.length
    expect([await found('_5'), await found('__')]).toEqual([1, 0])
  })

  test('started twice at once for one УПД is created once', async () => {
    const both = await Promise.all([started('88'), started('88')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })

  test('is not posted uncounted, stale or with its surplus going to a supplier warehouse', async () => {
    const { id } = (await started()).json
    expect((await posted(id)).json.code).toBe('goods_receipt.not_counted')
    await call('POST', `goods-receipts/${id}/lines`, { brand: 'BOSCH', article, qty: 2, price_kop: null })
    expect((await posted(id)).json.detail).toContain('Всё по документу')
    await call('POST', `goods-receipts/${id}/count-all`)
    expect((await posted(id, { version: 1 })).json.code).toBe('stale')
    expect((await posted(id, { surplus_warehouse_id: warehouseId })).json.code).toBe('input.invalid')
    expect((await call('GET', `goods-receipts/${id}/discrepancy-act`)).status).toBe(409)
  })

  test('with invalid quantities, prices, a wrong file or no supplier is rejected', async () => {
    const { id } = (await started()).json
    for (const bad of [{ qty: -1 }, { qty: 0.0001 }, { price_kop: 1.5 }, { brand: '' }, { article: ' ' }])
      expect(
        (
          await call('POST', `goods-receipts/${id}/lines`, {
            brand: 'B',
            article: 'A',
            qty: 1,
            price_kop: null,
            ...bad,
          })
        ).status,
      ).toBe(400)
    const file = await call('POST', `goods-receipts/${id}/file?name=1.csv`, Buffer.from('Привет;мир\n1;2'))
    expect([file.status, file.json.code]).toEqual([422, 'file.refused'])
    const unasked = await call<{ errors: object[] }>('GET', 'goods-receipts/expected')
    expect([unasked.status, unasked.json.errors]).toEqual([
      400,
      [{ path: 'supply_route_id', message: 'Заполните поле' }],
    ])
  })
})

describe('receiving', () => {
  test('shows goods ordered from the supplier as expected and counts late ones', async () => {
    await ordered(3)
    expect(await expected()).toMatchObject([{ brand: 'BOSCH', article, qty: 3, price_kop: 10_000 }])
    const { json } = await call<{ results: ExpectedSupplier[] }>('GET', 'goods-receipts/suppliers')
    expect(json.results.find(({ id }) => id === supplyRouteId)).toMatchObject({ lines_count: 1, late_count: 0 })
    test_.clock.set('2027-03-01T09:00:00Z')
    manager = await loginAs(test_, parties.manager)
    const later = await call<{ results: ExpectedSupplier[] }>('GET', 'goods-receipts/suppliers')
    expect(later.json.results.find(({ id }) => id === supplyRouteId)).toMatchObject({ late_count: 1 })
    test_.clock.set(MOMENT)
    manager = await loginAs(test_, parties.manager)
  })

  test('serves the oldest promise first and keeps the rest expected', async () => {
    const [first, second] = [await ordered(3), await ordered(3)]
    await test_.database.db
      .updateTable('order_lines')
      .set({ guaranteed_date: '2026-11-18' })
      .where('order_id', '=', second)
      .execute()
    const id = await counted(4, 4)
    const [line] = (await receipt(id)).lines
    expect(line?.parts.map(({ order, qty }) => [order?.id, qty])).toEqual([
      [second, 3],
      [first, 1],
    ])
    expect((await posted(id)).status).toBe(200)
    expect(await partsOf(second)).toEqual(['arrived 3'])
    expect(await partsOf(first)).toEqual(['arrived 1', 'ordered_supplier 2'])
    expect((await expected()).map(({ qty }) => qty)).toEqual([2])
    const { json } = await call<{ results: { consignee_id: number }[] }>('GET', 'shipments/ready')
    expect(json.results.length).toBeGreaterThan(0)
  })

  test('reads a supplier file, reports skipped rows and matches brand spellings', async () => {
    const order = await ordered(2)
    const { id } = (await started()).json
    const rows = [
      'Производитель;Артикул;Наименование;Кол-во;Цена',
      `bosch;${article};Деталь;2;110,50`,
      `BOSCH;X-9;Чужое;1;5`,
      'BOSCH;X-10;Без количества;;5',
    ]
    const file = await call<{ lines_count: number; skipped: number[] }>(
      'POST',
      `goods-receipts/${id}/file?name=1.csv`,
      Buffer.from(rows.join('\n')),
    )
    expect(file.json).toEqual({ lines_count: 2, skipped: [4] })
    const { lines } = await receipt(id)
    expect(lines).toMatchObject([
      { qty: 2, price_kop: 11_050, counted_qty: null, parts: [{ order: { id: order }, qty: 2, ordered_kop: 10_000 }] },
      { article: 'X-9', parts: [], surplus_qty: 1, is_known: false },
    ])
  })

  test('by scans counts every piece from several phones and adds lines missing in the УПД', async () => {
    const order = await ordered(3)
    const { id } = (await started()).json
    const scan = () => call<{ counted_qty: number }>('POST', `goods-receipts/${id}/scans`, { code: article })
    const three = await Promise.all([scan(), scan(), scan()])
    expect(three.map(({ json }) => json.counted_qty).toSorted()).toEqual([1, 2, 3])
    expect((await receipt(id)).lines).toMatchObject([
      { qty: 0, counted_qty: 3, parts: [{ order: { id: order }, qty: 3 }] },
    ])
    const unknown = await call('POST', `goods-receipts/${id}/scans`, { code: 'НЕТ-ТАКОГО' })
    expect([unknown.status, unknown.json.detail]).toEqual([404, expect.stringContaining('ни в документе')])
  })

  test('by scans still counts in a full receipt but adds no lines', async () => {
    await ordered(1)
    const { id } = (await started()).json
    const rows = Array.from({ length: MAX_RECEIPT_LINES }, (_, at) => `BOSCH;X-${at};1`)
    const file = Buffer.from(['Бренд;Артикул;Количество', ...rows].join('\n'))
    await call('POST', `goods-receipts/${id}/file?name=1.csv`, file)
    const scan = (code: string) => call<{ counted_qty: number }>('POST', `goods-receipts/${id}/scans`, { code })
    expect((await scan('x7')).json.counted_qty).toBe(1)
    const more = await scan(article)
    expect([more.status, more.json.detail]).toEqual([400, `В одной приёмке не больше ${MAX_RECEIPT_LINES} строк`])
  })

  test.each([
    ['Цена без НДС;Цена с НДС', '100;120', 12_000],
    ['Цена без НДС', '100', null],
    ['Цена (тариф) за единицу измерения;Стоимость товаров с налогом - всего', '100;360', 12_000],
    ['Цена;Сумма', '120;360', 12_000],
  ])('takes the price with VAT from columns «%s»', async (header, cells, kop) => {
    const { id } = (await started()).json
    const file = Buffer.from(`Бренд;Артикул;Количество;${header}\nBOSCH;${article};3;${cells}`)
    await call('POST', `goods-receipts/${id}/file?name=1.csv`, file)
    expect((await receipt(id)).lines).toMatchObject([{ qty: 3, price_kop: kop }])
  })

  test('leaves only goods not received yet to be cancelled with the supplier', async () => {
    const order = await ordered(5)
    expect((await posted(await counted(3, 3))).status).toBe(200)
    const { db } = test_.database
    const line = await db.selectFrom('order_lines').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()
    const wishes = () =>
      db
        .selectFrom('supplier_cancellations as wish')
        .innerJoin('supplier_order_lines as asked', 'asked.id', 'wish.line_id')
        .select('wish.qty')
        .where('asked.order_line_id', '=', line.id)
        .execute()
    const drop = async (from: string, qty: number) => {
      const moves = [{ line_id: line.id, from, to: 'cancelled_client', qty }]
      expect((await call('POST', `orders/${order}/transitions`, { moves })).status).toBe(200)
      await collectNow(test_)
    }
    await drop('arrived', 1)
    expect(await wishes()).toEqual([])
    await drop('ordered_supplier', 1)
    expect(await wishes()).toEqual([{ qty: 1 }])
    expect((await expected()).map(({ qty }) => qty)).toEqual([1])
  })

  test('records missing goods as refused by the supplier when so chosen', async () => {
    const order = await ordered(5)
    const id = await counted(4, 3)
    expect((await posted(id, { shortage: 'refused' })).status).toBe(200)
    expect(await partsOf(order)).toEqual(['arrived 3', 'ordered_supplier 1', 'refused_supplier 1'])
    expect((await expected()).map(({ qty }) => qty)).toEqual([1])
    const { json } = await call<{ results: ReceiptItem[] }>('GET', `goods-receipts?supply_route_id=${supplyRouteId}`)
    expect(json.results).toMatchObject([{ id, state: 'posted', short_count: 1 }])
  })

  test('lets a later supplier answer change only goods not received yet', async () => {
    const order = await ordered(5)
    expect((await posted(await counted(3, 3))).status).toBe(200)
    const line = await test_.database.db
      .selectFrom('supplier_order_lines')
      .select(['id', 'version', 'supplier_order_id'])
      .where('supply_route_id', '=', supplyRouteId)
      .executeTakeFirstOrThrow()
    const answer = { price_kop: null, new_article: '', promised_on: null, reason: '' }
    const answers = [{ line_id: line.id, version: line.version, confirmed_qty: 5, ...answer }]
    const { json } = await call<{ not_applied: object[] }>(
      'POST',
      `supplier-orders/${line.supplier_order_id}/answers`,
      { answers },
    )
    expect(json.not_applied).toEqual([])
    expect(await partsOf(order)).toEqual(['arrived 3', 'confirmed_supplier 2'])
  })

  test('puts surplus into the chosen warehouse, and cancellation removes it', async () => {
    const order = await ordered(2)
    const id = await counted(3, 4)
    expect((await posted(id, { surplus_warehouse_id: ownWarehouseId })).status).toBe(200)
    expect(await partsOf(order)).toEqual(['arrived 2'])
    expect(await onShelf()).toEqual({ on_hand: 2, qty_text: '2' })
    expect((await receipt(id)).lines).toMatchObject([{ surplus_qty: 2, is_stocked: true }])
    const act = await call('GET', `goods-receipts/${id}/discrepancy-act`)
    expect([act.status, act.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await cancel(id)).status).toBe(200)
    expect(await onShelf()).toMatchObject({ on_hand: 0 })
    expect(await partsOf(order)).toEqual(['ordered_supplier 2'])
    expect((await expected()).map(({ qty }) => qty)).toEqual([2])
  })

  test('treats goods cancelled by the client meanwhile as surplus', async () => {
    const order = await ordered(2)
    const { db } = test_.database
    const line = await db.selectFrom('order_lines').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()
    const move = { line_id: line.id, from: 'ordered_supplier', to: 'cancelled_client', qty: 1 }
    await call('POST', `orders/${order}/transitions`, { moves: [move] })
    const { lines } = await receipt(await counted(2, 2))
    expect(lines).toMatchObject([{ parts: [{ qty: 1 }], surplus_qty: 1 }])
  })
})

describe('concurrent goods receipt', () => {
  test('is posted once when two people post it', async () => {
    const order = await ordered(2)
    const id = await counted(2, 2)
    const both = await Promise.all([posted(id), posted(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await partsOf(order)).toEqual(['arrived 2'])
  })

  test('is posted once when the request is repeated with the same key', async () => {
    await ordered(2)
    const id = await counted(2, 2)
    const { version } = await receipt(id)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const press = () => posted(id, { version }, key)
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    expect((await posted(id)).json.code).toBe('goods_receipt.invalid_state')
  })

  test('takes no more than is expected when two receipts contain the same goods', async () => {
    const order = await ordered(3)
    const [one, other] = [await counted(2, 2), await counted(2, 2)]
    const both = await Promise.all([posted(one), posted(other)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await partsOf(order)).toEqual(['arrived 3'])
    const surplus = [(await receipt(one)).lines, (await receipt(other)).lines].flat().map((line) => line.surplus_qty)
    expect(surplus.reduce((sum, qty) => sum + qty, 0)).toBe(1)
  })

  test('counts goods once when the supplier refuses some of them at the same time', async () => {
    const { db } = test_.database
    for (let round = 0; round < 4; round += 1) {
      const order = await ordered(3)
      const id = await counted(2, 2)
      const line = await db
        .selectFrom('supplier_order_lines as asked')
        .innerJoin('order_lines as own', 'own.id', 'asked.order_line_id')
        .select(['asked.id', 'asked.version', 'asked.supplier_order_id'])
        .where('own.order_id', '=', order)
        .executeTakeFirstOrThrow()
      const answer = { price_kop: null, new_article: '', promised_on: null, reason: 'Нет в наличии' }
      const answers = [{ line_id: line.id, version: line.version, confirmed_qty: 1, ...answer }]
      const [receiptReply, answerReply] = await Promise.all([
        posted(id),
        call('POST', `supplier-orders/${line.supplier_order_id}/answers`, { answers }),
      ])
      expect([receiptReply.status, answerReply.status]).not.toContain(500)
      const after = await db
        .selectFrom('supplier_order_lines')
        .select(['qty', 'confirmed_qty', 'received_qty'])
        .where('id', '=', line.id)
        .executeTakeFirstOrThrow()
      const now = await partsOf(order)
      const here = now.find((part) => part.startsWith('arrived'))
      expect(here).toBe(after.received_qty > 0 ? `arrived ${after.received_qty}` : undefined)
      expect(now.reduce((sum, part) => sum + Number(part.split(' ')[1]), 0)).toBe(3)
      expect((await receipt(id)).lines[0]?.surplus_qty).toBe(receiptReply.status === 200 ? 2 - after.received_qty : 0)
      // Excludes the goods of this round from the next one.
      await db.updateTable('supplier_order_lines').set({ state: 'refused' }).where('id', '=', line.id).execute()
    }
  })

  test('is not cancelled while its goods are being picked', async () => {
    const order = await ordered(2)
    const id = await counted(2, 2)
    await posted(id)
    const { db } = test_.database
    const line = await db.selectFrom('order_lines').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()
    await call('POST', `orders/${order}/transitions`, {
      moves: [{ line_id: line.id, from: 'arrived', to: 'picking', qty: 1 }],
    })
    const refused = await cancel(id)
    expect([refused.status, refused.json.code]).toEqual([409, 'goods_receipt.invalid_state'])
    expect(await partsOf(order)).toEqual(['arrived 1', 'picking 1'])
    expect((await receipt(id)).state).toBe('posted')
  })
})

async function buildPeople() {
  const { db } = test_.database
  parties = await buildParties(db)
  manager = await loginAs(test_, parties.manager)
  buyer = await loginAs(test_, parties.admin)
  await buildConsignee(db, parties.company.id, { is_default: true })
  ownWarehouseId = (await buildWarehouse(db, parties.seller.id)).id
}

async function buildGoods() {
  test_.clock.set(MOMENT)
  const { db } = test_.database
  const given = { source: { kind: 'partner' }, warehouse: { imported_at: new Date(MOMENT) } }
  warehouseId = (await buildWarehouse(db, parties.seller.id, given)).id
  const found = db.selectFrom('warehouses').select('supply_route_id').where('id', '=', warehouseId)
  supplyRouteId = (await found.executeTakeFirstOrThrow()).supply_route_id
  const product = await buildProduct(db, { brand: 'BOSCH' })
  ;({ id: productId, article } = product)
  await buildOffer(db, productId, warehouseId, { tracked: false, on_hand: 100, purchase_kop: 10_000 })
}

const call = <T = object>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  overrides: object = {},
) =>
  send<T & { code: string; detail: string }>(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: {
      ...manager,
      ...(method === 'POST' && !/file|count-all/.test(path) && { 'idempotency-key': crypto.randomUUID() }),
      ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
      ...overrides,
    },
    ...(payload && { payload }),
  })

const receipt = async (id: number) => (await call<Receipt>('GET', `goods-receipts/${id}`)).json

/** Places a client's order whose supplier was informed. */
async function ordered(qty: number): Promise<number> {
  const { db } = test_.database
  const offer = db.selectFrom('offers').select('id').where('warehouse_id', '=', warehouseId)
  await putIntoCart(test_, buyer, { offer_id: (await offer.executeTakeFirstOrThrow()).id, qty })
  const { json } = await placeCart(test_, buyer)
  await collectNow(test_)
  await call('POST', 'supplier-orders', { supply_route_id: supplyRouteId })
  return json.orders[0]?.id ?? 0
}

async function started(number = `УПД-${(serial += 1)}`) {
  const body = { supply_route_id: supplyRouteId, number, made_on: '2026-11-17' }
  return call<{ id: number }>('POST', 'goods-receipts', body)
}

/** Creates a receipt with the quantities of the УПД and the received ones. */
async function counted(qty: number, came: number, overrides: object = {}): Promise<number> {
  const { id } = (await started()).json
  const line = { brand: 'Bosch', article: article.toLowerCase(), qty, price_kop: 10_000, ...overrides }
  const { json } = await call<{ id: number }>('POST', `goods-receipts/${id}/lines`, line)
  await call('PATCH', `goods-receipts/${id}/lines/${json.id}`, { counted_qty: came })
  return id
}

async function posted(id: number, overrides: object = {}, headers: object = {}) {
  const { version } = await receipt(id)
  const body = { version, shortage: 'expected', surplus_warehouse_id: null, ...overrides }
  return call('POST', `goods-receipts/${id}/post`, body, headers)
}

const partsOf = async (orderId: number) => {
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${orderId}`, headers: buyer })
  return json.lines.flatMap(({ parts }) => parts.map(({ state, qty }) => `${state} ${qty}`)).toSorted()
}

const expected = async () =>
  (await call<{ results: ExpectedLine[] }>('GET', `goods-receipts/expected?supply_route_id=${supplyRouteId}`)).json
    .results

const cancel = (id: number) => call('POST', `goods-receipts/${id}/cancel`, { reason: 'Ошибка' })

const onShelf = () =>
  test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'qty_text'])
    .where('product_id', '=', productId)
    .where('warehouse_id', '=', ownWarehouseId)
    .executeTakeFirst()
