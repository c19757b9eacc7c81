import { formatMoney } from '@artikul/contract/core/money'
import type { Shipment } from '@artikul/contract/fulfilment/shipments'
import { SaxesParser } from 'saxes'
import { beforeAll, describe, expect, test } from 'vitest'
import { utils, read } from '@e965/xlsx'
import { wordsOf } from '../../../testing/files/pdf-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { gtinOf } from './intake.ts'
import { buildReserved, buildShop, ship, type Headers, type Shop } from './shipments.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let shipmentId: number
let shipment: Shipment

const FILES = { xlsx: 'intake.xlsx', xml: 'intake.xml', upd: 'upd' } as const

beforeAll(shipOrder)

describe.each(['xlsx', 'xml', 'upd'] as const)('intake file %s', (kind) => {
  test('is refused to anonymous callers, other companies and users without price access', async () => {
    const { db } = test_.database
    expect((await fileOf(shipmentId, kind, null)).statusCode).toBe(401)
    expect((await fileOf(shipmentId, kind, other.client)).statusCode).toBe(404)
    expect((await fileOf(2_000_000_000, kind)).statusCode).toBe(404)
    expect((await fileOf(0, kind)).statusCode).toBe(400)
    const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    await db.updateTable('user_contractors').set({ sees_prices: false }).where('user_id', '=', user.id).execute()
    const reply = await fileOf(shipmentId, kind, await loginAs(test_, user))
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'section.hidden' })
  })

  test('is refused for a cancelled shipment', async () => {
    const { id } = await shipped(shop, [1])
    await send(test_, {
      method: 'POST',
      url: `/api/v1/shipments/${id}/cancel`,
      headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
      payload: { reason: 'Ошибка' },
    })
    const reply = await fileOf(id, kind)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'shipment.invalid_state' })
  })
})

test('XLSX intake file keeps articles and codes as text and amounts as numbers', async () => {
  const reply = await fileOf(shipmentId, 'xlsx')
  expect(reply.statusCode).toBe(200)
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
    `Поступление ${shipment.number}.xlsx`,
  )
  const book = read(reply.rawPayload, { cellDates: true })
  expect(book.SheetNames).toEqual(['Поступление товаров'])
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets['Поступление товаров'] ?? {})
  const [line, second] = shipment.lines
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatchObject({
    '№': 1,
    Артикул: '0012345',
    Бренд: line?.brand,
    'Ваш код': '000777',
    'Ваша пометка': '=1+1',
    Количество: 2,
    'Цена с НДС': (line?.price_kop ?? 0) / 100,
    'Ставка НДС, %': 22,
    'Сумма НДС': (line?.vat_kop ?? 0) / 100,
    'Сумма с НДС': (line?.sum_kop ?? 0) / 100,
    Страна: 'Германия',
    ГТД: '10013160/210426/3012345',
    GTIN: '4006381333931',
    Заказ: line?.order_number,
    '№ документа': shipment.number,
    Поставщик: shipment.seller,
  })
  expect(rows[0]?.['Дата документа']).toBeInstanceOf(Date)
  // The check digit is wrong, so it is no GTIN.
  expect(rows[1]?.['GTIN'] ?? '').toBe('')
  expect(rows[1]).toMatchObject({ Количество: 3, Бренд: second?.brand })
})

test('UPD copy is marked as a copy and holds the columns of the form', async () => {
  const reply = await fileOf(shipmentId, 'upd')
  expect(reply.statusCode).toBe(200)
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
    `УПД ${shipment.number} (копия).pdf`,
  )
  const words = await wordsOf(reply.rawPayload)
  const [line] = shipment.lines
  const [sum, vat] = [line?.sum_kop ?? 0, line?.vat_kop ?? 0]
  for (const part of [
    'Копия для ознакомления. Не первичный документ',
    'Статус: 1',
    `Счёт-фактура № ${shipment.number} от 17.11.2026`,
    shipment.seller,
    '0012345',
    'без акциза',
    formatMoney(sum),
    formatMoney(vat),
    formatMoney(sum - vat),
    formatMoney(Math.round((sum - vat) / 2)),
    '10013160/210426/3012345',
    '276',
    'Германия',
    'Всего к оплате',
    'Главный бухгалтер',
    '[12]',
    '[13]',
    '[17]',
    '[18]',
  ])
    expect(words).toContain(part.replaceAll('\u00a0', ' '))
})

interface Element {
  name: string
  text: string
  attributes: Record<string, string>
  children: Element[]
}

/** Parses the document with a parser that rejects malformed XML. */
function parsed(xml: string): Element {
  const root: Element = { name: '', text: '', attributes: {}, children: [] }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, text: '', attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0] ?? expect.fail('an empty document')
}

const childOf = (element: Element, ...path: string[]): Element =>
  path.reduce((at, name) => at.children.find((child) => child.name === name) ?? expect.fail(`no ${name}`), element)
const textOf = (element: Element, ...path: string[]) => childOf(element, ...path).text
const requisitesOf = (element: Element) =>
  Object.fromEntries(
    childOf(element, 'ЗначенияРеквизитов').children.map((one) => [
      textOf(one, 'Наименование'),
      textOf(one, 'Значение'),
    ]),
  )

describe('CommerceML file', () => {
  test('follows the schema with the fields that 1C reads', async () => {
    const reply = await fileOf(shipmentId, 'xml')
    expect(reply.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(reply.body.startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
    const root = parsed(reply.body)
    expect(root.name).toBe('КоммерческаяИнформация')
    expect(root.attributes).toEqual({
      xmlns: 'urn:1C.ru:commerceml_2',
      ВерсияСхемы: '2.08',
      ДатаФормирования: '2026-11-17T12:00:00',
    })
    const document = childOf(root, 'Документ')
    expect(document.children.map(({ name }) => name)).toEqual([
      'Ид',
      'Номер',
      'Дата',
      'ХозОперация',
      'Роль',
      'Валюта',
      'Курс',
      'Сумма',
      'Контрагенты',
      'Время',
      'Налоги',
      'Товары',
      'ЗначенияРеквизитов',
    ])
    expect(textOf(document, 'Номер')).toBe(shipment.number)
    expect(textOf(document, 'Дата')).toBe('2026-11-17')
    expect(textOf(document, 'ХозОперация')).toBe('Отпуск товара')
    expect(textOf(document, 'Роль')).toBe('Продавец')
    expect(textOf(document, 'Сумма')).toBe(((shipment.total_kop ?? 0) / 100).toFixed(2))
    expect(textOf(document, 'Налоги', 'Налог', 'Сумма')).toBe(((shipment.vat_kop ?? 0) / 100).toFixed(2))
    const parties = childOf(document, 'Контрагенты').children
    expect(parties.map((one) => textOf(one, 'Роль'))).toEqual(['Продавец', 'Покупатель', 'Получатель'])
    expect(textOf(parties[0] ?? root, 'Наименование')).toBe(shipment.seller)
    expect(textOf(parties[1] ?? root, 'Наименование')).toBe(shipment.contractor)
    expect(textOf(parties[0] ?? root, 'ИНН')).toMatch(/^\d{10}(\d\d)?$/)
    expect(requisitesOf(document)).toMatchObject({ 'Номер отгрузки': shipment.number })
  })

  test('holds every line, with special characters escaped', async () => {
    const lines = childOf(parsed((await fileOf(shipmentId, 'xml')).body), 'Документ', 'Товары').children
    expect(lines).toHaveLength(2)
    const [first = expect.fail('no goods'), second = expect.fail('no second')] = lines
    const [line] = shipment.lines
    expect(textOf(first, 'Артикул')).toBe('0012345')
    expect(textOf(first, 'Наименование')).toBe(`${line?.brand} 0012345 Фильтр <масляный> "A&B"`)
    expect(textOf(first, 'Штрихкод')).toBe('4006381333931')
    expect(childOf(first, 'БазоваяЕдиница')).toMatchObject({ text: 'шт', attributes: { Код: '796' } })
    expect(textOf(first, 'Количество')).toBe('2')
    expect(textOf(first, 'ЦенаЗаЕдиницу')).toBe(((line?.price_kop ?? 0) / 100).toFixed(2))
    expect(textOf(first, 'Сумма')).toBe(((line?.sum_kop ?? 0) / 100).toFixed(2))
    expect(textOf(first, 'СтавкиНалогов', 'СтавкаНалога', 'Ставка')).toBe('22')
    expect(textOf(first, 'Налоги', 'Налог', 'УчтеноВСумме')).toBe('true')
    expect(requisitesOf(first)).toMatchObject({
      'Код покупателя': '000777',
      'Пометка покупателя': '=1+1',
      'Заказ поставщика': line?.order_number,
    })
    expect(textOf(first, 'СтранаПроисхождения')).toBe('Германия')
    expect(textOf(first, 'ГТД')).toBe('10013160/210426/3012345')
    expect(textOf(first, 'Изготовитель', 'ОфициальноеНаименование')).toBe(line?.brand)
    expect(second.children.map(({ name }) => name)).not.toContain('Штрихкод')
  })

  test('carries the 1C number once the UPD has arrived', async () => {
    const { db } = test_.database
    await db.updateTable('shipments').set({ external_number: 'УТ-1401' }).where('id', '=', shipmentId).execute()
    const document = childOf(parsed((await fileOf(shipmentId, 'xml')).body), 'Документ')
    expect(textOf(document, 'Номер')).toBe('УТ-1401')
    expect(requisitesOf(document)).toMatchObject({ 'Номер отгрузки': shipment.number })
  })
})

test.each([
  ['4006381333931', '4006381333931'],
  ['036000291452', '036000291452'],
  ['96385074', '96385074'],
  ['4006381333932', ''],
  ['400638133393', ''],
  ['АБВ', ''],
  [null, ''],
])('barcode %s gives GTIN «%s»', (barcode, gtin) => {
  expect(gtinOf(barcode)).toBe(gtin)
})

async function shipOrder() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
  const order = await buildReserved(test_, shop, [2, 3])
  const [first, second] = await db
    .selectFrom('order_lines')
    .select(['id', 'product_id'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  if (!first || !second) expect.fail('an order of two lines')
  await db
    .updateTable('products')
    .set({ barcode: '4006381333931', country: 'Германия', gtd: '10013160/210426/3012345' })
    .where('id', '=', first.product_id)
    .execute()
  await db.updateTable('products').set({ barcode: '4006381333932' }).where('id', '=', second.product_id).execute()
  await db
    .updateTable('order_lines')
    .set({ article: '0012345', name: 'Фильтр <масляный> "A&B"\u0007', client_ref: '=1+1' })
    .where('id', '=', first.id)
    .execute()
  const learnt = { contractor_id: shop.companyId, product_id: first.product_id }
  const by = { actor_id: shop.admin.id, subject_id: shop.admin.id }
  await db
    .insertInto('own_codes')
    .values([
      { ...learnt, ...by, code_key: 'СТАРЫЙ', updated_at: new Date('2026-01-01') },
      { ...learnt, ...by, code_key: '000777', updated_at: new Date('2026-02-01') },
      { ...learnt, ...by, contractor_id: other.companyId, code_key: 'ЧУЖОЙ', updated_at: new Date('2026-03-01') },
    ])
    .execute()
  const made = await ship(test_, shop.manager, [
    { line_id: first.id, qty: 2 },
    { line_id: second.id, qty: 3 },
  ])
  shipmentId = made.json.shipments[0]?.id ?? expect.fail(made.text)
  shipment = (await send<Shipment>(test_, { url: `/api/v1/shipments/${shipmentId}`, headers: shop.client })).json
}

const fileOf = (id: number, kind: keyof typeof FILES, headers?: Headers | null) =>
  test_.app.inject({
    url: `/api/v1/shipments/${id}/${FILES[kind]}`,
    headers: headers === null ? {} : (headers ?? shop.client),
  })

async function shipped(of: Shop, quantities: number[]) {
  const order = await buildReserved(test_, of, quantities)
  const lines = order.lines.map(({ id }, at) => ({ line_id: id, qty: quantities[at] ?? 0 }))
  const made = await ship(test_, of.manager, lines)
  return { order, id: made.json.shipments[0]?.id ?? expect.fail(made.text) }
}
