import { readGrid } from '../../../../platform/files/spreadsheet/index.ts'
import type { AnswerFileResult } from '@artikul/contract/purchasing/supplier-order-files'
import type { Order } from '@artikul/contract/ordering/orders/orders'
import type { SupplierOrderDetails } from '@artikul/contract/purchasing/supplier-orders'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { fileOf, workbookOf } from '../../../suppliers/price-list-import/price-list.factory.ts'
import { createMailer } from '../../../../platform/mail/index.ts'
import { sendFiles } from '../sending/send-files.ts'
import { collectNow, placeCart, putIntoCart } from '../supplier-orders.factory.ts'

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
  test('order file is open to order managers only, and an unknown order or unreadable file is refused', async () => {
    const { id } = await left(1)
    const file = answerOf()
    expect((await check(id, file, {})).status).toBe(401)
    for (const user of [parties.admin, parties.warranty])
      expect((await check(id, file, await loginAs(test_, user))).status).toBe(403)
    expect((await check(999_999, answerOf(['A-1', 'BOSCH', 1, 1, 1, '', '']))).status).toBe(404)
    expect((await call('GET', 'supplier-orders/999999/file')).status).toBe(404)
    expect(await check(id, workbookOf([['Заметка'], ['не список']]))).toMatchObject({
      status: 422,
      json: { code: 'file.refused', detail: 'Не найден заголовок: нужен столбец «Артикул»' },
    })
    expect((await check(id, file)).json.detail).toBe('В файле нет строк с артикулом')
  })

  test('reply to an order not yet sent is refused', async () => {
    await ordered(1)
    const { json } = await call<{ orders: { id: number }[] }>('POST', 'supplier-orders', {
      supply_route_id: supplyRouteId,
    })
    const answered = await check(json.orders[0]?.id ?? 0, answerOf(['A-1', 'BOSCH', 1, 1, 1, '', '']))
    expect(answered).toMatchObject({ status: 409, json: { code: 'supplier_order.invalid_state' } })
    await sendNow()
  })

  test.each([
    [[], 'Оставьте хотя бы один столбец'],
    [[{ field: 'article', header: 'Номер' }], 'Без артикула и количества поставщик не поймёт заказ'],
    [['article', 'qty', 'qty'].map((field) => ({ field, header: field })), 'Столбец назван дважды'],
  ])('layout %j is rejected with a reason', async (columns, message) => {
    const url = `supplier-terms/${supplyRouteId}/layout`
    const { json } = await call<{ version: number }>('GET', url)
    const { status, text } = await call('PATCH', url, { version: json.version, columns })
    expect(status).toBe(400)
    expect(text).toContain(message)
  })
})

test('supplier order is emailed once with its file', async () => {
  const { id, clients, lines } = await left(3)
  await sendNow()
  expect(await details(id)).toMatchObject({ state: 'sent', channel: 'file', lines: [{}, {}, {}] })
  expect(await clientsParts(clients)).toEqual(Array.from({ length: 3 }, () => 'ordered_supplier 2'))
  const [letter, ...more] = await mails()
  expect(more).toEqual([])
  expect(letter?.recipient).toBe('zakaz@partner.test')
  expect(letter?.body).toMatch(/3\s+строки на 600,00\s+₽/)
  const [file] = await test_.database.db.selectFrom('email_attachments').selectAll().execute()
  expect(file?.mail_id).toBe(letter?.id)
  expect(file?.name).toMatch(/^Заказ A26-\d{6}\.xlsx$/)
  const { rows } = await readGrid(fileOf(file?.content ?? ''), { mostRows: 10 })
  expect(rows[0]?.cells.slice(0, 4)).toEqual(['Артикул', 'Бренд', 'Наименование', 'Количество'])
  expect(rows[1]?.cells).toEqual([lines[0]?.article, 'BOSCH', lines[0]?.name, 2, 100, 200, String(lines[0]?.id)])
})

test('supplier order file has the columns chosen for the supplier', async () => {
  const url = `supplier-terms/${supplyRouteId}/layout`
  const { json } = await call<{ version: number; columns: object[] }>('GET', url)
  expect(json.columns).toHaveLength(7)
  const columns = [
    { field: 'qty', header: 'Кол' },
    { field: 'article', header: 'Номер детали' },
  ]
  const change = { version: json.version, columns }
  expect((await call('PATCH', url, change)).json).toEqual({ version: json.version + 1 })
  expect((await call('PATCH', url, change)).status).toBe(409)
  const { id, lines } = await left(1)
  const file = await test_.app.inject({ url: `/api/v1/supplier-orders/${id}/file`, headers: manager })
  const { rows } = await readGrid(fileOf(file.rawPayload), { mostRows: 10 })
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Кол', 'Номер детали'],
    [2, lines[0]?.article],
  ])
})

describe('returned file', () => {
  test('is previewed, moves every line once, and changes nothing when applied again', async () => {
    const { id, clients, lines } = await left(6)
    const [a, b, c, d, e, f] = lines as [Line, Line, Line, Line, Line, Line]
    const file = answerOf(
      row(a),
      row(b, [0, 100, '', 'Нет в наличии']),
      row(c, [1, 104, '', '']),
      row(d, [2, 120, '', '']),
      row(e, [2, 100, 'NEW-1', '']),
      ['ALIEN-1', 'BOSCH', 1, 1, 1, '', ''],
    )
    const { json: seen } = await check(id, file)
    expect(seen.counts).toEqual({
      confirmed: 3,
      refused: 1,
      partly: 1,
      dearer: 2,
      new_number: 1,
      asked: 1,
      not_found: 1,
    })
    expect((await details(id)).lines).toEqual(lines)
    const { status, json } = await apply(id, file, seen.seen)
    expect([status, json.was_applied, json.counts]).toEqual([200, false, seen.counts])
    const parts = ['confirmed_supplier 2', 'refused_supplier 2', 'confirmed_supplier 1,refused_supplier 1']
    expect((await clientsParts(clients)).map((text) => text.split(',').sort().join())).toEqual([
      ...parts,
      'needs_confirm 2',
      'confirmed_supplier 2',
      'ordered_supplier 2',
    ])
    const after = await details(id)
    expect(after.lines[4]).toMatchObject({ new_article: 'NEW-1', confirmed_qty: 2, id: e.id })
    expect(after.lines[5]).toMatchObject({ state: 'ordered', confirmed_qty: null, id: f.id })
    expect((await apply(id, file, seen.seen)).json).toMatchObject({ was_applied: true })
    expect((await details(id)).lines).toEqual(after.lines)
  })

  test('without our line numbers is matched by brand and article', async () => {
    const { id, lines } = await left(2)
    const [a, b] = lines as [Line, Line]
    const table = workbookOf([
      ['Номер детали', 'Производитель', 'Кол-во', 'Ремарки'],
      [b.article.toLowerCase(), 'bosch', 0, 'снято с производства'],
      [a.article, 'BOSCH', '', ''],
    ])
    const { json } = await check(id, table)
    expect(json.rows.map(({ line_id, outcomes }) => [line_id, outcomes])).toEqual([
      [b.id, ['refused']],
      [a.id, ['silent']],
    ])
  })

  test('checked before another reply was applied is refused as stale', async () => {
    const { id, lines } = await left(1)
    const [line] = lines as [Line]
    const file = answerOf(row(line))
    const { json } = await check(id, file)
    const other = answerOf(row(line, [2, 101, '', '']))
    await apply(id, other, (await check(id, other)).json.seen)
    expect(await apply(id, file, json.seen)).toMatchObject({ status: 409, json: { code: 'stale' } })
  })
})

async function buildPartnerWarehouse() {
  test_.clock.set(MOMENT)
  const { db } = test_.database
  await db.deleteFrom('emails').execute()
  const given = { source: { kind: 'partner' }, warehouse: { imported_at: new Date(MOMENT) } }
  warehouseId = (await buildWarehouse(db, parties.seller.id, given)).id
  const found = db.selectFrom('warehouses').select('supply_route_id').where('id', '=', warehouseId)
  supplyRouteId = (await found.executeTakeFirstOrThrow()).supply_route_id
  const terms = { orders_email: 'zakaz@partner.test', tolerance_hundredths: 500 }
  await db.updateTable('supply_routes').set(terms).where('id', '=', supplyRouteId).execute()
}

const HEADER = [
  'Артикул',
  'Бренд',
  'Наш номер строки',
  'Кол-во подтверждено',
  'Цена',
  'Новый номер',
  'Ответ поставщика',
]

type Cells = (string | number)[]

/** Runs one round of a server's sender. */
const sendNow = () => {
  const db = test_.appDatabase.forTenant('any')
  const log = pino({ level: 'silent' })
  const config = { SMTP_URL: undefined, MAIL_FROM: '', PRODUCT_NAME: 'Артикул', PUBLIC_ORIGIN: undefined, PORT: 3000 }
  return sendFiles(db, { clock: test_.clock, mailer: createMailer({ db, config, log, clock: test_.clock }) })
}

/** Places a client's order of several parts, two pieces each at a purchase price of 100 ₽. */
async function ordered(count: number): Promise<number> {
  const { db } = test_.database
  for (let at = 0; at < count; at += 1) {
    const product = await buildProduct(db, { brand: 'BOSCH' })
    const offer = await buildOffer(db, product.id, warehouseId, { tracked: false, on_hand: 100, purchase_kop: 10_000 })
    await putIntoCart(test_, buyer, { offer_id: offer.id, qty: 2 })
  }
  const { json } = await placeCart(test_, buyer)
  await collectNow(test_)
  return json.orders[0]?.id ?? 0
}

const call = <T>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  payload?: object | Buffer,
  headers: object = manager,
) =>
  send<T & { code: string; detail: string }>(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: {
      ...headers,
      ...(path === 'supplier-orders' && { 'idempotency-key': crypto.randomUUID() }),
      ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
    },
    ...(payload && { payload }),
  })

const details = async (id: number) => (await call<SupplierOrderDetails>('GET', `supplier-orders/${id}`)).json

const check = (id: number, file: Buffer, headers?: object) =>
  call<AnswerFileResult>('POST', `supplier-orders/${id}/answer-file?name=answer.xlsx`, file, headers)

const apply = (id: number, file: Buffer, seen: string) =>
  call<AnswerFileResult>('POST', `supplier-orders/${id}/answer-file/apply?name=answer.xlsx&seen=${seen}`, file)

const mails = () => test_.database.db.selectFrom('emails').selectAll().execute()

const clientsParts = async (id: number) => {
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: buyer })
  return json.lines.map(({ parts }) => parts.map(({ state, qty }) => `${state} ${qty}`).join())
}

/** Creates an order to the partner that was sent as a file. */
async function left(count: number) {
  const clients = await ordered(count)
  const { json } = await call<{ orders: { id: number }[] }>('POST', 'supplier-orders', {
    supply_route_id: supplyRouteId,
  })
  const id = json.orders[0]?.id ?? 0
  await sendNow()
  return { id, clients, lines: (await details(id)).lines }
}

type Line = SupplierOrderDetails['lines'][number]

const row = ({ article, brand, id }: Line, fields: Cells = [2, 100, '', '']): Cells => [article, brand, id, ...fields]

const answerOf = (...rows: Cells[]) => workbookOf([HEADER, ...rows])
