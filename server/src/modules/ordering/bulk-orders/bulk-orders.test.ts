import type { List, StrategySummary } from '@artikul/contract/ordering/bulk-orders'
import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawPdf, sheets } from '../../../platform/files/pdf.ts'
import { buildVehicle } from '../../companies/vehicles/vehicles.factory.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { workbookOf } from '../../suppliers/price-list-import/price-list.factory.ts'
import { buildList } from './bulk-orders.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const URL = '/api/v1/bulk-orders'
const app = useTestApp()
const { parties, admin, employee } = useParties(app)
let near: { id: number }
let far: { id: number }

beforeAll(async () => {
  const { db } = app.database
  near = await buildWarehouse(db, parties.seller.id, { warehouse: { shown_as: 'Ближний', term_days: 0 } })
  far = await buildWarehouse(db, parties.seller.id, { warehouse: { shown_as: 'Дальний', term_days: 5 } })
})
beforeEach(clearLists)

describe('list', () => {
  test('of another person or company is not found', async () => {
    expect((await send(app, { url: URL })).status).toBe(401)
    const { id } = (await paste('A-1 2')).json
    const { db } = app.database
    const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const stranger = await loginAs(app, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
    for (const headers of [stranger, employee]) {
      expect((await get(id, headers)).status).toBe(404)
      expect((await send(app, { url: `${URL}/${id}/progress`, headers })).status).toBe(404)
      expect((await change(id, 1, { qty: 2 }, headers)).status).toBe(404)
      expect((await send(app, { url: `${URL}/${id}/file`, headers })).status).toBe(404)
      expect(
        (await send(app, { method: 'POST', url: `${URL}/${id}/cart`, headers, payload: { vehicle_id: null } })).status,
      ).toBe(404)
      expect((await send(app, { method: 'DELETE', url: `${URL}/${id}`, headers })).status).toBe(404)
    }
    expect((await get(id)).status).toBe(200)
  })

  test.each([
    ['   \n ', 'Вставьте список'],
    ['a'.repeat(500_001), 'Слишком длинный текст: сохраните его в файл'],
  ])('from a text without rows or too long is rejected', async (text, message) => {
    const { status, json } = await paste(text)
    expect(status).toBe(400)
    expect(json).toMatchObject({ errors: [{ path: 'text', message }] })
  })

  test.each([
    ['program', Buffer.from([0x4d, 0x5a, 0, 1, 2, 0, 0]), 'Это не таблица'],
    ['photo', Buffer.from('ffd8ffe000104a464946', 'hex'), 'Это снимок, а не таблица'],
  ])('from a %s is refused', async (_, content, detail) => {
    const { status, json } = await upload(content)
    expect([status, json]).toMatchObject([422, { code: 'file.refused' }])
    expect(json.detail).toContain(detail)
  })

  test('from a PDF with text is read as a table', async () => {
    const [one, other] = [await goods({ near: 10 }), await goods({ near: 10 })]
    const body = [
      ['Артикул', 'Количество'],
      [one.article, '2'],
      [other.article, '3'],
    ]
    const file = await drawPdf({
      ...sheets({ title: 'Заявка', author: 'СТО', number: '1', madeAt: '2026-11-17' }),
      content: [{ text: 'Заявка СТО' }, { table: { widths: [150, 80], body } }],
    })
    const { rows } = await finished((await upload(file, 'заявка.pdf')).json.id)
    expect(rows.map(({ state, qty }) => [state, qty])).toEqual([
      ['found', 2],
      ['found', 3],
    ])
  })

  test('with over 5000 rows is refused', async () => {
    const rows = Array.from({ length: 5001 }, (_, at) => [`A${at}`, 1])
    const { status, json } = await upload(workbookOf([['Артикул', 'Количество'], ...rows]))
    expect(status).toBe(422)
    expect(json.detail).toMatch(/^За раз принимается не больше 5.000 строк/)
  })

  test('with a consignee of another company is not found', async () => {
    const other = await buildContractor(app.database.db, { sellerIds: [parties.seller.id] })
    const point = await buildConsignee(app.database.db, other.id)
    expect((await paste('A-1 1', admin, { consignee_id: point.id })).status).toBe(404)
    const { id } = (await paste('A-1 1')).json
    expect((await change(id, 1, { consignee_id: point.id })).status).toBe(404)
  })

  test('of staff shows offers without a company and cannot go to a cart', async () => {
    const product = await goods({ near: 5 })
    const manager = await loginAs(app, parties.manager)
    const list = await pasted(`${product.article} 2`, manager)
    expect(list.rows[0]).toMatchObject({ state: 'found', choices: [{ qty: 2 }] })
    expect(
      (
        await send(app, {
          method: 'POST',
          url: `${URL}/${list.id}/cart`,
          headers: manager,
          payload: { vehicle_id: null },
        })
      ).status,
    ).toBe(403)
  })
})

describe('list row', () => {
  test('is found as written, found by another spelling or not found', async () => {
    const [plain, other] = [await goods({ near: 10 }), await goods({ near: 10, article: `00${process.pid}77` })]
    const { rows } = await pasted(
      [`${plain.article} 2`, `${other.article.slice(2)} 1`, 'СПИСОК-НЕТ-ТАКОГО-1 3'].join('\n'),
    )
    expect(rows.map(({ state }) => state)).toEqual(['found', 'read', 'not_found'])
    expect(texts(rows[1])).toEqual([`Найдено как СПИСОК ${other.article}: нули в начале и в конце пишут по-разному`])
    expect(rows.map(({ selected }) => selected)).toEqual([true, true, false])
  })

  test('with a name alone gets a proposal by its words, which the buyer checks', async () => {
    const product = await goods({ near: 10 })
    await app.database.db
      .updateTable('products')
      .set({ name: 'Кронштейн глушителя' })
      .where('id', '=', product.id)
      .execute()
    const file = workbookOf([
      ['Наименование', 'Кол-во'],
      ['Кронштейн глушителя', 2],
    ])
    const { rows } = await finished((await upload(file)).json.id)
    expect(rows).toMatchObject([{ state: 'check', product: { article: product.article }, selected: false }])
    expect(texts(rows[0])).toEqual([`Возможно, СПИСОК ${product.article}: подобрано по словам наименования`])
  })

  test('with several brands waits for the choice of the buyer', async () => {
    const article = `DUP-${process.pid}`
    const [first] = [
      await goods({ near: 3, brand: 'ПЕРВЫЙ', article }),
      await goods({ near: 3, brand: 'ВТОРОЙ', article }),
    ]
    const list = await pasted(`${article}\t\t1\nПЕРВЫЙ ${article}\t\t1\nТретий\t${article}\t1`.replaceAll('\t\t', ' '))
    expect(list.rows[0]).toMatchObject({ state: 'several', product: null })
    const { json } = await send<{ makers: { brand: string; id: number }[] }>(app, {
      url: `${URL}/${list.id}/rows/1`,
      headers: admin,
    })
    expect(json.makers.map(({ brand }) => brand).sort()).toEqual(['ВТОРОЙ', 'ПЕРВЫЙ'])
    expect((await change(list.id, 1, { product_id: first.id })).json).toMatchObject({
      state: 'found',
      selected: true,
      product: { id: first.id },
    })
  })

  test('takes the cheapest sufficient offer, two warehouses, or all that is available', async () => {
    const cheapFar = await goods({ near: 10, far: 10, farKop: 5_000 })
    const split = await goods({ near: 6, far: 6, farKop: 20_000 })
    const few = await goods({ near: 2 })
    const { rows } = await pasted([`${cheapFar.article} 4`, `${split.article} 10`, `${few.article} 5`].join('\n'))
    expect(rows[0]?.choices.map(({ offer, qty }) => [offer.warehouse, qty])).toEqual([['Дальний', 4]])
    expect(rows[1]?.choices.map(({ offer, qty }) => [offer.warehouse, qty])).toEqual([
      ['Ближний', 6],
      ['Дальний', 4],
    ])
    expect(texts(rows[1])).toEqual(['Набрать 6 + 4 с двух складов'])
    expect(rows[2]).toMatchObject({ selected: false, choices: [{ qty: 2 }] })
    expect(texts(rows[2])).toEqual(['Есть только 2 шт. из 5'])
  })

  test('has its quantity rounded up to the multiplicity, with a note', async () => {
    const product = await goods({ near: 20, multiplicity: 4 })
    const { rows } = await pasted(`${product.article} 5`)
    expect(rows[0]).toMatchObject({ selected: true, choices: [{ qty: 8 }] })
    expect(texts(rows[0])).toEqual(['Кратно 4, исправлено 5 → 8'])
  })

  test('gets the replacement when the article itself is unavailable', async () => {
    const [old, next] = [await goods(), await goods({ near: 5 })]
    await app.database.db
      .insertInto('cross_references')
      .values({ product_id: old.id, related_product_id: next.id, kind: 'replaced_by' })
      .execute()
    const { rows } = await pasted(`${old.article} 1`)
    expect(rows[0]).toMatchObject({
      state: 'replacement',
      product: { id: old.id },
      choices: [{ product: { id: next.id } }],
    })
    expect(texts(rows[0])).toEqual([`Замена производителя: СПИСОК ${next.article}`])
  })
})

describe('list file', () => {
  test('with a price limit leaves dearer offers unselected', async () => {
    const product = await goods({ near: 5 })
    const file = workbookOf([
      ['Артикул', 'Кол-во', 'Цена не выше'],
      [product.article, 1, 1],
    ])
    const { rows } = await finished((await upload(file)).json.id)
    expect(rows[0]).toMatchObject({ selected: false, ceiling_kop: 100 })
    expect(texts(rows[0])?.[0]).toMatch(/^Дороже вашей цены: /)
  })

  test('with a column per consignee becomes a row per consignee', async () => {
    const { db } = app.database
    const product = await goods({ near: 50 })
    const [lenin, gagarin] = [
      await buildConsignee(db, parties.company.id, { name: 'Сервис на Ленина', code: 'L1' }),
      await buildConsignee(db, parties.company.id, { name: 'Сервис на Гагарина' }),
    ]
    const file = workbookOf([
      ['Артикул', 'Сервис на Ленина', 'Сервис на Гагарина'],
      [product.article, 2, 3],
      [product.article, null, 1],
    ])
    const { rows } = await finished((await upload(file)).json.id)
    expect(rows.map(({ row_number, qty, consignee_id }) => [row_number, qty, consignee_id])).toEqual([
      [2, 2, lenin.id],
      [2, 3, gagarin.id],
      [3, 1, gagarin.id],
    ])
    const plain = workbookOf([
      ['Артикул', 'Кол-во', 'Куда', 'Пометка'],
      [product.article, 1, 'L1', 'В 123 АА'],
      [product.article, 1, 'Луна', ''],
    ])
    const named = await finished((await upload(plain)).json.id)
    expect(named.rows.map(({ consignee_id, client_ref }) => [consignee_id, client_ref])).toEqual([
      [lenin.id, 'В 123 АА'],
      [null, ''],
    ])
    expect(texts(named.rows[1])).toContain('Точка «Луна» не найдена, указана точка списка')
  })

  test('with corrected columns is read the same way the next time', async () => {
    const product = await goods({ near: 5 })
    const file = workbookOf([
      ['Позиция', 'Что нужно', 'Сколько-то'],
      ['x', product.article, 3],
    ])
    const { id } = (await upload(file)).json
    const before = await finished(id)
    expect(before.layout.remembered).toBe(false)
    const columns = [
      { index: 0, header: 'Позиция', field: null, consignee_id: null },
      { index: 1, header: 'Что нужно', field: 'article', consignee_id: null },
      { index: 2, header: 'Сколько-то', field: 'qty', consignee_id: null },
    ]
    const body = { sheet: null, header_row: 1, columns }
    expect(
      (await send(app, { method: 'PATCH', url: `${URL}/${id}/layout`, headers: admin, payload: body })).status,
    ).toBe(200)
    expect((await finished(id)).rows).toMatchObject([{ state: 'found', qty: 3 }])
    const again = await finished((await upload(file)).json.id)
    expect(again.layout.remembered).toBe(true)
    expect(again.rows).toMatchObject([{ state: 'found', qty: 3 }])
  })

  test('teaches the own codes of the buyer once its rows go to the cart', async () => {
    const product = await goods({ near: 9 })
    const first = workbookOf([
      ['Ваш код', 'Артикул', 'Кол-во'],
      ['ЦБ-0001', product.article, 1],
    ])
    const { id } = await finished((await upload(first)).json.id)
    await send(app, { method: 'POST', url: `${URL}/${id}/cart`, headers: admin, payload: { vehicle_id: null } })
    const second = workbookOf([
      ['Ваш код', 'Кол-во'],
      ['цб-0001', 2],
    ])
    const { rows } = await finished((await upload(second)).json.id)
    expect(rows[0]).toMatchObject({ state: 'own_code', product: { id: product.id }, choices: [{ qty: 2 }] })
  })
})

describe('finished list', () => {
  test('shows totals by strategy, and one strategy is applied to all rows', async () => {
    const [a, b] = [await goods({ near: 5, far: 5, farKop: 5_000 }), await goods({ near: 5, far: 5, farKop: 20_000 })]
    const list = await pasted(`${a.article} 1\n${b.article} 1`)
    const { json } = await send<{ results: StrategySummary[] }>(app, {
      url: `${URL}/${list.id}/strategies`,
      headers: admin,
    })
    const by = Object.fromEntries(json.results.map((one) => [one.strategy, one]))
    expect(by.cheapest).toMatchObject({ covered: 2, possible: 2, shipments: 2, extra_kop: 0 })
    expect(by.one_warehouse).toMatchObject({ covered: 2, shipments: 1 })
    expect(by.fewest?.extra_kop).toBeGreaterThan(0)
    await send(app, {
      method: 'POST',
      url: `${URL}/${list.id}/strategies`,
      headers: admin,
      payload: { strategy: 'fastest' },
    })
    const { rows } = (await get(list.id)).json
    expect(rows.map(({ choices }) => choices[0]?.offer.warehouse)).toEqual(['Ближний', 'Ближний'])
    expect(rows.reduce((sum, row) => sum + (row.sum_kop ?? 0), 0)).toBe(by.fastest?.sum_kop)
  })

  test('accepts a new article, quantity and offer in a row', async () => {
    const product = await goods({ near: 5, far: 5, farKop: 5_000 })
    const list = await pasted('НЕТ-ТАКОГО-ВОВСЕ-9 много\nНЕТ-ТАКОГО-ВОВСЕ-9 2')
    expect((await change(list.id, 2, { article: product.article })).json).toMatchObject({
      state: 'found',
      choices: [{ offer: { warehouse: 'Дальний' } }],
    })
    const { json } = await send<{ groups: { offers: { id: number; warehouse: string }[] }[] }>(app, {
      url: `${URL}/${list.id}/rows/2`,
      headers: admin,
    })
    const nearest = json.groups[0]?.offers.find(({ warehouse }) => warehouse === 'Ближний')
    expect((await change(list.id, 2, { offer_id: nearest?.id })).json).toMatchObject({
      choices: [{ offer: { warehouse: 'Ближний' }, qty: 2 }],
    })
    expect((await change(list.id, 2, { qty: 4 })).json).toMatchObject({ qty: 4, choices: [{ qty: 4 }] })
    expect((await change(list.id, 99, { qty: 4 })).status).toBe(404)
    expect((await change(list.id, 2, { offer_id: 2_000_000_000 })).json).toMatchObject({ code: 'offer.gone' })
  })

  test('puts its selected rows into the cart once', async () => {
    const [a, b] = [await goods({ near: 5 }), await goods({ near: 5 })]
    const list = await pasted(`${a.article} 2\n${b.article} 1\nНЕТ-ТАКОГО-ВОВСЕ-9 2`)
    const toCart = () =>
      send(app, { method: 'POST', url: `${URL}/${list.id}/cart`, headers: admin, payload: { vehicle_id: null } })
    expect((await toCart()).json).toEqual({ added: 2, left: [] })
    expect(await toCart()).toMatchObject({ status: 409, json: { code: 'bulk_order.nothing_selected' } })
    const lines = await app.database.db.selectFrom('cart_lines').select(['product_id', 'qty']).orderBy('id').execute()
    expect(lines).toEqual([
      { product_id: a.id, qty: 2 },
      { product_id: b.id, qty: 1 },
    ])
    expect((await get(list.id)).json.rows.map((row) => row.in_cart)).toEqual([true, true, false])
  })

  test('puts rows without a note into the cart for the vehicle', async () => {
    const { db } = app.database
    const [a, b] = [await goods({ near: 5 }), await goods({ near: 5 })]
    const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
    const own = await buildVehicle(db, parties.company.id, parties.admin, { name: 'Камри' })
    const foreign = await buildVehicle(db, other.id, parties.admin)
    const list = await pasted(`${a.article} 2\n${b.article} 1`)
    await change(list.id, 2, { client_ref: 'Для склада' })
    const toCart = (vehicleId: number) =>
      send(app, {
        method: 'POST',
        url: `${URL}/${list.id}/cart`,
        headers: admin,
        payload: { vehicle_id: vehicleId },
      })
    expect(await toCart(foreign.id)).toMatchObject({ json: { code: 'vehicle.gone' } })
    expect((await toCart(own.id)).json).toEqual({ added: 2, left: [] })
    expect(await db.selectFrom('cart_lines').select(['client_ref', 'vehicle_id']).orderBy('id').execute()).toEqual([
      { client_ref: 'Камри', vehicle_id: own.id },
      { client_ref: 'Для склада', vehicle_id: null },
    ])
  })

  test('does not put a row without an offer into the cart', async () => {
    const product = await goods({ near: 5 })
    const list = await pasted(`${product.article} 2\nНЕТ-ТАКОГО-ВОВСЕ-9 2`)
    expect((await change(list.id, 2, { selected: true })).status).toBe(200)
    const reply = await send(app, {
      method: 'POST',
      url: `${URL}/${list.id}/cart`,
      headers: admin,
      payload: { vehicle_id: null },
    })
    expect(reply.json).toEqual({ added: 1, left: [] })
    expect((await get(list.id)).json.rows.map((row) => row.in_cart)).toEqual([true, false])
  })

  test('puts the remaining one of two warehouses into the cart once', async () => {
    const { db } = app.database
    const product = await goods({ near: 6, far: 6, farKop: 20_000 })
    const list = await pasted(`${product.article} 10`)
    await db.deleteFrom('offers').where('product_id', '=', product.id).where('warehouse_id', '=', far.id).execute()
    const toCart = () =>
      send(app, { method: 'POST', url: `${URL}/${list.id}/cart`, headers: admin, payload: { vehicle_id: null } })
    expect((await toCart()).json).toMatchObject({ added: 1, left: [{ why: 'Предложение больше не действует' }] })
    expect((await toCart()).status).toBe(409)
    expect(await db.selectFrom('cart_lines').select('qty').execute()).toEqual([{ qty: 6 }])
  })

  test('hides prices from an employee without price access', async () => {
    const { db } = app.database
    const product = await goods({ near: 5 })
    await db
      .updateTable('user_contractors')
      .set({ sees_prices: false })
      .where('user_id', '=', parties.employee.id)
      .execute()
    const headers = await loginAs(app, parties.employee)
    const file = workbookOf([
      ['Артикул', 'Кол-во', 'Цена не выше'],
      [product.article, 1, 1],
    ])
    const { json } = await upload(file, 'x.xlsx', headers)
    const list = await finished(json.id, headers)
    expect(list.rows[0]).toMatchObject({ sum_kop: null, choices: [{ offer: { price_kop: null } }] })
    expect(texts(list.rows[0])).toEqual(['Дороже вашей цены'])
    await db
      .updateTable('user_contractors')
      .set({ sees_prices: true })
      .where('user_id', '=', parties.employee.id)
      .execute()
  })
})

test('list rows share the stock of one offer, and a shortage is noted', async () => {
  const product = await goods({ near: 3 })
  const list = await pasted(`${product.article} 2\n${product.article} 2`)
  expect(list.rows[0]).toMatchObject({ selected: true, choices: [{ qty: 2 }], notes: [] })
  expect(list.rows[1]).toMatchObject({ selected: false, choices: [{ qty: 1 }] })
  expect(texts(list.rows[1])).toContain('Есть только 1 шт. из 2')
  const mark = (positions: number[], selected: boolean) =>
    send(app, { method: 'PATCH', url: `${URL}/${list.id}/rows`, headers: admin, payload: { positions, selected } })
  await mark([2], true)
  expect(texts((await get(list.id)).json.rows[0])).toEqual([])
})

test('stock taken by an earlier list row goes to no other row, also after an edit', async () => {
  const product = await goods({ near: 1, far: 5, farKop: 20_000 })
  const list = await pasted(`${product.article} 1\n${product.article} 1\n${product.article} 7`)
  const places = () => get(list.id).then(({ json }) => json.rows.map(({ choices }) => choices.map(({ qty }) => qty)))
  expect(await places()).toEqual([[1], [1], [4]])
  const shared = list.rows.map(({ choices }) => choices[0]?.offer.id)
  expect(shared[0]).not.toBe(shared[1])
  expect(shared[1]).toBe(shared[2])
  await change(list.id, 3, { qty: 5 })
  expect(await places()).toEqual([[1], [1], [4]])
})

test('list left unfinished by a stopped server is finished on the next request', async () => {
  const place = { contractorId: parties.company.id, userId: parties.admin.id }
  const { id } = await buildList(app.database.db, place, { isDone: false })
  const left = (await get(id)).json
  expect(left).toMatchObject({ done_count: 0, rows_count: 1, rows: [] })
  expect(await finished(id)).toMatchObject({ done_count: 1, rows: [{ state: 'not_found' }] })
})

test('list history keeps the last fifty lists', async () => {
  const place = { contractorId: parties.company.id, userId: parties.admin.id }
  for (let count = 0; count < 51; count++) await buildList(app.database.db, place)
  const { id } = (await paste('ABC-123 1')).json
  const { json } = await send<{ results: { id: number }[] }>(app, { url: URL, headers: admin })
  expect(json.results).toHaveLength(50)
  expect(json.results[0]?.id).toBe(id)
})

async function clearLists() {
  const { db } = app.database
  await db.deleteFrom('bulk_orders').execute()
  await db.deleteFrom('bulk_order_layouts').execute()
  await db.deleteFrom('own_codes').execute()
  await db.deleteFrom('cart_lines').execute()
}

let serial = 0

/** Creates a product in stock: some pieces nearby at 100 ₽ and some far away at the given price. */
async function goods(
  overrides: {
    near?: number
    far?: number
    farKop?: number
    brand?: string
    article?: string
    multiplicity?: number
  } = {},
) {
  const { db } = app.database
  const article = overrides.article ?? `LST-${(serial += 1)}-${process.pid}`
  const product = await buildProduct(db, {
    brand: overrides.brand ?? 'СПИСОК',
    article,
    multiplicity: overrides.multiplicity ?? 1,
  })
  if (overrides.near !== undefined)
    await buildOffer(db, product.id, near.id, { on_hand: overrides.near, qty_text: String(overrides.near) })
  if (overrides.far !== undefined)
    await buildOffer(db, product.id, far.id, {
      on_hand: overrides.far,
      qty_text: String(overrides.far),
      purchase_kop: overrides.farKop ?? 9_000,
    })
  return product
}

const paste = (text: string, headers = admin, more: object = {}) =>
  send<{ id: number; code?: string; detail?: string }>(app, {
    method: 'POST',
    url: `${URL}/text`,
    headers,
    payload: { text, ...more },
  })

const upload = (content: Buffer, name = 'Заказ.xlsx', headers = admin) =>
  send<{ id: number; detail?: string }>(app, {
    method: 'POST',
    url: `${URL}?name=${encodeURIComponent(name)}`,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload: content,
  })

const get = (id: number, headers = admin) => send<List>(app, { url: `${URL}/${id}`, headers })

const change = (id: number, position: number, payload: object, headers = admin) =>
  send<ListRow & { detail?: string }>(app, { method: 'PATCH', url: `${URL}/${id}/rows/${position}`, headers, payload })

/** Follows the list to its end and gets it. */
async function finished(id: number, headers = admin): Promise<List> {
  const { text } = await send(app, { url: `${URL}/${id}/progress`, headers })
  const events = text
    .trim()
    .split('\n\n')
    .map((event) => JSON.parse(event.replace(/^data: /, '')) as { done_count: number; rows_count: number })
  expect(events.at(-1)?.done_count).toBe(events.at(-1)?.rows_count)
  return (await get(id, headers)).json
}

const pasted = async (text: string, headers = admin, more: object = {}) =>
  finished((await paste(text, headers, more)).json.id, headers)

const texts = (row: ListRow | undefined) => row?.notes.map((note) => note.text)
