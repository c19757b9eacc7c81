import type { PriceListWarehouse } from '@artikul/contract/suppliers/price-lists'
import { beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { csvOf, workbookOf } from '../price-list-import/price-list.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { purgeExpiredPriceLists } from './index.ts'
import { priceListDesk } from './price-lists.factory.ts'

type Headers = { authorization: string }
const WAREHOUSES = '/api/v1/price-list-warehouses'
const HEADER = ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка']
const test_ = useTestApp()
const { parties, manager } = useParties(test_)
let serial = 0
let warehouse: { id: number }
let brand = ''
const desk = priceListDesk(test_, () => manager)

beforeEach(async () => {
  serial += 1
  brand = `Завод${serial}`
  warehouse = await partner()
})

describe('refusals', () => {
  test('client cannot read price imports, and staff without the right cannot start one', async () => {
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }),
    )
    const { id } = (await desk.upload(warehouse.id, goods(1))).json
    const pages = ['/api/v1/price-imports', `/api/v1/price-imports/${id}`, WAREHOUSES]
    for (const url of pages) {
      expect((await send(test_, { url })).status).toBe(401)
      for (const person of [parties.admin, parties.employee])
        expect((await send(test_, { url, headers: await loginAs(test_, person) })).status).toBe(403)
      for (const headers of [await loginAs(test_, parties.warranty), plain])
        expect((await send(test_, { url, headers })).status).toBe(200)
    }
    const start = (headers: Headers) =>
      send(test_, { method: 'POST', url: `/api/v1/price-imports/${id}/start`, headers, payload: { is_check: true } })
    expect(await start(plain)).toMatchObject({ status: 403, json: { code: 'auth.permission_required' } })
    expect((await start(await loginAs(test_, parties.warranty))).status).toBe(403)
  })

  test.each([
    ['empty', '', 'Файл пуст: в нём нет строк'],
    ['no list at all', 'MZ\0\0\0\0\0\0\0\0\0\0', 'Это не таблица'],
    ['damaged', Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'Файл повреждён и не читается'],
  ])('file that is %s is rejected with a reason', async (_, content, detail) => {
    const { status, json } = await desk.upload(warehouse.id, content)
    expect([status, json.code]).toEqual([422, 'file.refused'])
    expect(json.detail).toContain(detail)
    expect(await desk.list(`warehouse_id=${warehouse.id}`)).toEqual([])
  })

  test('unknown warehouse, action out of order and insufficient columns are refused', async () => {
    expect((await desk.upload(2_147_483_000, goods(1))).status).toBe(404)
    const { id } = (await desk.upload(warehouse.id, goods(1))).json
    expect((await desk.act(id, 'approve')).json.code).toBe('price_import.conflict')
    expect((await desk.act(id, 'roll-back')).json.code).toBe('price_import.not_last')
    const layout = { sheet: null, header_row: 1, default_brand: '' }
    const reply = await desk.ask('PATCH', `/${id}/layout`, { ...layout, columns: [{ index: 1, field: 'article' }] })
    expect(reply).toMatchObject({ status: 400, json: { detail: 'Укажите столбец «Цена закупки»' } })
    await desk.apply(id)
    expect((await desk.act(id, 'start', { is_check: true })).json.code).toBe('price_import.conflict')
    expect((await desk.act(id, 'decline')).json.code).toBe('price_import.conflict')
  })

  test('import without accepted rows keeps the old prices and shows the reasons', async () => {
    await desk.load(warehouse.id, goods(2))
    const failed = await desk.load(warehouse.id, list(row('A-1', 'договорная')))
    expect(failed).toMatchObject({ state: 'failed', has_file: true })
    expect(failed.failure).toBe('Ни одна строка не принята, цены склада оставлены прежними (не указана цена: 1)')
    expect(await prices()).toEqual([10_000, 10_000])
  })
})

describe('maker of a list without a column of makers', () => {
  const HEADER = ['Артикул', 'Наименование', 'Цена', 'Остаток']
  const LINE = ['M-1', 'Втулка', 50, 1]

  test.each([
    ['the file name', () => `Прайс ${brand} ноябрь.csv`, () => [HEADER, LINE], 'file_name'],
    ['the titles', () => 'price.csv', () => [[`Прайс-лист ${brand}`], HEADER, LINE], 'titles'],
  ])('is proposed from %s', async (_, name, rows, source) => {
    await desk.load(warehouse.id, goods(1))
    const { json } = await desk.upload(warehouse.id, csvOf(rows()), '', name())
    expect(json).toMatchObject({ default_brand: brand, layout: { brand_source: source } })
    expect(await desk.check(json.id)).toMatchObject({ state: 'checked', accepted_count: 1 })
  })

  test('is not proposed for an unknown name or beside a column of makers', async () => {
    const unknown = await desk.upload(warehouse.id, csvOf([HEADER, LINE]), '', 'Прайс Неизвестный.csv')
    expect(unknown.json).toMatchObject({ default_brand: '', layout: { brand_source: null } })
    await desk.load(warehouse.id, goods(1))
    const named = await desk.upload(warehouse.id, goods(2), '', `${brand}.csv`)
    expect(named.json).toMatchObject({ default_brand: '', layout: { brand_source: null } })
  })
})

describe('question about a file', () => {
  const answer = async (content: string, answers: object) => {
    const { json } = await desk.upload(warehouse.id, content)
    const refused = await desk.act(json.id, 'start', { is_check: false })
    expect(refused).toMatchObject({ status: 409, json: { code: 'price_import.unanswered' } })
    const { sheet, header_row, columns } = json.layout ?? {}
    const layout = { sheet, header_row, columns, default_brand: '', ...answers }
    expect((await desk.ask('PATCH', `/${json.id}/layout`, layout)).status).toBe(200)
    return desk.apply(json.id)
  }

  test.each([
    [
      'without stock',
      () =>
        csvOf([
          ['Бренд', 'Артикул', 'Цена'],
          [brand, `Q-${serial}`, 100],
        ]),
      { missing_stock: 'in_stock' },
      { purchase_kop: 10_000, on_hand: 1, qty_exact: false, qty_text: 'есть' },
    ],
    [
      'in another currency',
      () =>
        csvOf([
          ['Бренд', 'Артикул', 'Цена, грн', 'Остаток'],
          [brand, `Q-${serial}`, '100,50', 3],
        ]),
      { currency_rate: 2.4 },
      { purchase_kop: 24_120, on_hand: 3 },
    ],
    [
      'with makers in rows of groups',
      () => csvOf([['Артикул', 'Цена', 'Остаток'], [brand], [`Q-${serial}`, 100, 3]]),
      { has_brand_groups: true },
      { purchase_kop: 10_000, on_hand: 3 },
    ],
  ])('%s keeps it from starting until it is answered', async (_, content, answers, offer) => {
    expect(await answer(content(), answers)).toMatchObject({ state: 'applied', added_count: 1, refused_count: 0 })
    expect(await offers()).toMatchObject([offer])
    const maker = await test_.database.db.selectFrom('brands').select('name').where('name', '=', brand).execute()
    expect(maker).toHaveLength(1)
  })

  test('about a currency is asked for every file, with the last rate as a proposal', async () => {
    const content = () =>
      csvOf([
        ['Бренд', 'Артикул', 'Цена, $', 'Остаток'],
        [brand, `Q-${serial}`, 10, 3],
      ])
    await answer(content(), { currency_rate: 92.5 })
    const { layout } = (await desk.upload(warehouse.id, content())).json
    expect(layout).toMatchObject({ currency: 'USD', currency_rate: null, last_rate: 92.5, remembered: true })
  })

  test('of two prices without a header is answered by confirming the columns', async () => {
    const rows = Array.from({ length: 8 }, (_, at) => [
      'ЗАВОД',
      `Q-${serial}${at}`,
      at + 3,
      (at + 1) * 135.5,
      (at + 1) * 100.37,
    ])
    expect(await answer(csvOf(rows), {})).toMatchObject({ state: 'applied', added_count: 8 })
    expect((await prices())[0]).toBe(10_037)
  })

  test('of a file that came by itself waits with the import', async () => {
    const { json } = await desk.upload(
      warehouse.id,
      csvOf([
        ['Бренд', 'Артикул', 'Цена'],
        [brand, 'Q-1', 100],
      ]),
    )
    await test_.database.db.updateTable('price_imports').set({ state: 'queued' }).where('id', '=', json.id).execute()
    const waiting = await desk.settled(json.id)
    expect(waiting).toMatchObject({ state: 'waiting', doubts: ['Остатка в файле нет: укажите, как считать товары'] })
    expect((await desk.act(json.id, 'approve')).json).toMatchObject({ code: 'price_import.unanswered' })
  })
})

describe('first list of a warehouse', () => {
  test('waits when most of it is lost, has no stock, or its prices are far from those of other warehouses', async () => {
    await desk.load(warehouse.id, goods(30))
    const other = await buildWarehouse(test_.database.db, parties.seller.id, { source: { kind: 'partner' } })
    const rows = Array.from({ length: 30 }, (_, at) => row(`A-${at}`, 1000, 0))
    const lost = Array.from({ length: 20 }, (_, at) => row(`B-${at}`, 'договорная'))
    expect((await desk.load(other.id, list(...rows, ...lost))).doubts).toEqual([
      'Не принято 20 из 50 строк первого файла',
      'Остаток ноль в 30 из 30 строк: покупатели их не увидят',
      'Цены выше, чем на других складах, примерно в 10\u00a0раз (сравнили товаров: 30)',
    ])
  })
})

describe('columns', () => {
  test('are detected, corrected and remembered for the next file of the source', async () => {
    const strange = (price: number) =>
      csvOf([
        ['Поле 1', 'Поле 2', 'Поле 3', 'Поле 4'],
        [brand, `X-${serial}`, price, 'Втулка'],
      ])
    const { json } = await desk.upload(warehouse.id, strange(50))
    expect(json).toMatchObject({ state: 'draft', layout: { header_row: null, remembered: false } })
    expect(json.preview[1]?.cells).toEqual([brand, `X-${serial}`, '50', 'Втулка'])
    const columns = (['brand', 'article', 'purchase', 'name'] as const).map((field, index) => ({ index, field }))
    const layout = { sheet: null, header_row: 1, columns, default_brand: '', missing_stock: 'in_stock' }
    const corrected = await desk.ask('PATCH', `/${json.id}/layout`, layout)
    expect(corrected.json.layout).toMatchObject({ header_row: 1, columns, missing_stock: 'in_stock' })
    expect(await desk.apply(json.id)).toMatchObject({ state: 'applied', added_count: 1 })
    const next = (await desk.upload(warehouse.id, strange(55))).json
    expect(next.layout).toMatchObject({ header_row: 1, columns, missing_stock: 'in_stock', remembered: true })
    expect(await desk.apply(next.id)).toMatchObject({ state: 'applied', changed_count: 1 })
    expect(await prices()).toEqual([5500])
    const again = (await desk.upload(warehouse.id, strange(60))).json
    const forgotten = await desk.ask('DELETE', `/${again.id}/layout`)
    expect(forgotten.json.layout).toMatchObject({ header_row: null, missing_stock: null, remembered: false })
    expect((await desk.upload(warehouse.id, strange(60))).json.layout?.remembered).toBe(false)
    const other = await buildWarehouse(test_.database.db, parties.seller.id)
    expect((await desk.upload(other.id, strange(55))).json.layout?.remembered).toBe(false)
  })

  test('are detected on another sheet and header row, with one brand for all rows', async () => {
    const book = workbookOf({
      Условия: [['Доставка по вторникам'], ['Скидок нет']],
      Прайс: [
        ['Список', ''],
        ['Артикул', 'Цена'],
        [`S-${serial}`, 10],
      ],
    })
    const { json } = await desk.upload(warehouse.id, book)
    expect(json.layout).toMatchObject({ format: 'XLSX', sheet: 'Прайс', sheets: ['Условия', 'Прайс'], header_row: 2 })
    const layout = { sheet: 'Прайс', header_row: 2, columns: null, default_brand: brand, missing_stock: 'on_order' }
    const reply = await desk.ask('PATCH', `/${json.id}/layout`, layout)
    expect(reply.json).toMatchObject({ default_brand: brand, layout: { sheets: ['Условия', 'Прайс'] } })
    expect(await desk.apply(json.id)).toMatchObject({ state: 'applied', added_count: 1, refused_count: 0 })
  })
})

describe('import check', () => {
  test('reports what would change and changes nothing', async () => {
    await desk.load(warehouse.id, list(row('A-1'), row('A-2'), row('A-3'), row('A-4', 100, 0)))
    const before = await offers()
    const brands = await test_.database.db.selectFrom('brands').select('id').execute()
    const file = list(
      row('A-1', 120),
      row('A-2', 5, 0),
      row('A-4', 100, 0),
      row('A-5'),
      row('A-6', 1, 1, `Новый ${serial}`),
      row('A-6', 1, 1, `Новый ${serial}`),
      row('A-7', 'договорная'),
    )
    const checked = await desk.check((await desk.upload(warehouse.id, file)).json.id)
    expect(checked).toMatchObject({ state: 'checked', is_check: true, rows_count: 7, accepted_count: 6 })
    expect(checked.difference).toEqual({
      offers_before: 4,
      added: 2,
      changed: 2,
      gone: 1,
      price_up: 1,
      price_down: 1,
      jumped: 1,
      tenfold: 1,
      stock_vanished: 1,
      median_ratio: 1,
      moves: [1, 0, 0, 0, 0, 1, 0, 0],
      biggest: [
        { brand, article: 'A-2', before_kop: 10_000, after_kop: 500 },
        { brand, article: 'A-1', before_kop: 10_000, after_kop: 12_000 },
      ],
      new_products: 2,
      new_brands: 1,
      new_brand_names: [`Новый ${serial}`],
      repeated: 1,
      unread_qty: 0,
      leading_zeros: 0,
      units: [],
      without_stock: 2,
      refused: [{ reason: 'Не указана цена', count: 1 }],
    })
    expect(await offers()).toEqual(before)
    expect(await test_.database.db.selectFrom('brands').select('id').execute()).toEqual(brands)
    const report = await send(test_, { url: `/api/v1/price-imports/${checked.id}/report.csv`, headers: manager })
    expect(report.text).toContain('8;Не указана цена;договорная')
    expect(await desk.approve(checked.id)).toMatchObject({ state: 'applied', added_count: 2, withdrawn_count: 1 })
  })
})

describe('suspicious file', () => {
  test('with hundredfold prices waits with reasons until a manager approves or declines', async () => {
    await desk.load(warehouse.id, goods(50))
    const before = await offers()
    const hundredfold = list(...Array.from({ length: 50 }, (_, at) => row(`A-${at}`, at === 0 ? 100 : 10_000)))
    const stopped = await desk.load(warehouse.id, hundredfold)
    expect(stopped).toMatchObject({ state: 'waiting', changed_count: 0, has_file: true })
    expect(stopped.doubts).toEqual([
      'Цены выросли в 100\u00a0раз у 98\u00a0% строк',
      'Медианная цена выросла на 9\u00a0900\u00a0%',
    ])
    expect(await offers()).toEqual(before)
    expect(await desk.list(`state=waiting&warehouse_id=${warehouse.id}`)).toMatchObject([{ id: stopped.id }])
    expect((await desk.act(stopped.id, 'decline')).json).toMatchObject({ state: 'declined', has_file: false })
    expect(await lastEvent()).toMatchObject({ event: 'price_list.declined', object: `price.csv → Прайс ${serial}` })
    const again = await desk.load(warehouse.id, hundredfold)
    expect(await desk.approve(again.id)).toMatchObject({ state: 'applied', changed_count: 49 })
    expect((await prices()).filter((price) => price === 1_000_000)).toHaveLength(49)
  })

  test('without a third of the offers can be loaded without removing the others', async () => {
    await desk.load(warehouse.id, goods(10))
    const stopped = await desk.load(warehouse.id, goods(6))
    const applied = await desk.approve(stopped.id, { keep_missing: true })
    expect(applied).toMatchObject({ state: 'applied', withdrawn_count: 0 })
    expect(await prices()).toHaveLength(10)
  })

  test('with unreadable stock waits and names the number of rows', async () => {
    const rows = `Бренд;Артикул;Цена;Остаток\nЛАДА;Q-1;100;5\nЛАДА;Q-2;100;abc\n`
    expect(await desk.load(warehouse.id, rows)).toMatchObject({
      state: 'waiting',
      doubts: ['Остаток не читается в 1 из 2 строк и будет считаться нулём'],
      difference: { unread_qty: 1 },
    })
  })

  test('without a third of the offers waits unless the warehouse settings allow it', async () => {
    await desk.load(warehouse.id, goods(10))
    const stopped = await desk.load(warehouse.id, goods(6))
    expect(stopped).toMatchObject({ state: 'waiting', doubts: ['Пропадёт 40\u00a0% предложений: 4 из 10'] })
    const url = `${WAREHOUSES}/${warehouse.id}`
    const settings = {
      default_brand: '',
      gone_percent: null,
      median_percent: 30,
      jumped_percent: 5,
      url: '',
      fetch_hours: [],
      photo_licence: '',
    }
    const patch = (version: number) =>
      send(test_, { method: 'PATCH', url, headers: manager, payload: { ...settings, version } })
    expect((await patch(7)).json, 'of usual settings').toMatchObject({ code: 'stale' })
    expect((await patch(1)).json).toEqual({ version: 2 })
    expect((await patch(1)).json).toMatchObject({ code: 'stale' })
    expect(await lastEvent()).toMatchObject({
      event: 'price_list.settings_changed',
      changes: [{ field: 'Снято предложений, %', before: '30', after: 'не проверяется' }],
    })
    expect(await desk.apply(stopped.id)).toMatchObject({ state: 'applied', withdrawn_count: 4 })
  })
})

describe('rollback', () => {
  test('restores every offer once, and only after the last import', async () => {
    const first = await desk.load(warehouse.id, list(row('A-1'), row('A-2', 7, '>10'), row('A-3'), row('A-4')))
    const before = await offers()
    const { imported_at } = await importedAt()
    const second = await desk.load(warehouse.id, list(row('A-1'), row('A-2', 8, 3), row('A-4', 101), row('A-5')))
    expect(second).toMatchObject({ state: 'applied', added_count: 1, changed_count: 2, withdrawn_count: 1 })
    const same = await desk.load(warehouse.id, list(row('A-1'), row('A-2', 8, 3), row('A-4', 101), row('A-5')))
    expect(same).toMatchObject({ added_count: 0, changed_count: 0, withdrawn_count: 0, can_roll_back: false })
    expect((await desk.act(first.id, 'roll-back')).json.code).toBe('price_import.not_last')
    expect(await desk.get(second.id)).toMatchObject({ can_roll_back: true })
    const rolled = await desk.act(second.id, 'roll-back')
    expect(rolled.json).toMatchObject({ state: 'rolled_back', can_roll_back: false })
    expect(await offers()).toEqual(before)
    expect(await importedAt()).toEqual({ imported_at })
    expect(await lastEvent()).toMatchObject({
      event: 'price_list.rolled_back',
      changes: [
        { field: 'Убрано добавленных', after: '1' },
        { field: 'Возвращено прежними', after: '3' },
      ],
    })
    expect((await desk.act(second.id, 'roll-back')).json.code).toBe('price_import.not_last')
    const kept = await test_.database.db.selectFrom('price_import_offers').selectAll().execute()
    expect(kept.filter(({ import_id }) => import_id === second.id)).toEqual([])
  })

  test('keeps own stock reserved since and adds back what was sold of a partner', async () => {
    const { db } = test_.database
    const reserve = (article: string, reserved: number) =>
      db
        .updateTable('offers')
        .set({ reserved })
        .where('product_id', 'in', db.selectFrom('products').select('id').where('article', '=', article))
        .execute()
    const own = await buildWarehouse(db, parties.seller.id)
    const stock = (id: number) =>
      offers(id).then((rows) => rows.map(({ on_hand, reserved, qty_text }) => [on_hand, reserved, qty_text]))
    const [one, two, three] = [`O-${serial}`, `P-${serial}`, `Q-${serial}`]
    await desk.load(own.id, list(row(one, 100, 5), row(two, 100, 3)))
    const second = await desk.load(own.id, list(row(one, 100, 9), row(two, 100, 3), row(three, 100, 4)))
    await reserve(one, 7)
    await reserve(three, 2)
    expect((await desk.act(second.id, 'roll-back')).json.state).toBe('rolled_back')
    expect(await stock(own.id)).toEqual([
      [7, 7, '7'],
      [3, 0, '3'],
      [2, 2, '2'],
    ])
    await desk.load(warehouse.id, list(row('R-1', 100, 10)))
    await reserve('R-1', 2)
    const sold = await desk.load(warehouse.id, list(row('R-1', 100, 8)))
    await reserve('R-1', 1)
    await desk.act(sold.id, 'roll-back')
    expect(await stock(warehouse.id)).toEqual([[10, 3, '10']])
  })
})

test('import of 10 000 rows writes only the changed 3 % and is rolled back exactly', async () => {
  const rows = 10_000
  const file = (price: (at: number) => number) =>
    list(...Array.from({ length: rows }, (_, at) => row(`L-${at}`, price(at))))
  const versions = async () => {
    const [read] = await test_.database.sql<{ ids: number; written: string }[]>`
      select count(*) as ids, max(xmin::text::bigint)::text as written from offers where warehouse_id = ${warehouse.id}`
    return read
  }
  const writtenBy = (mark: string | undefined) =>
    test_.database.sql<{ count: number }[]>`
      select count(*) as count from offers
      where warehouse_id = ${warehouse.id} and xmin::text::bigint > ${mark ?? '0'}::bigint`.then(
      ([read]) => read?.count,
    )
  await desk.load(
    warehouse.id,
    file(() => 100),
  )
  const before = await versions()
  const changed = await desk.load(
    warehouse.id,
    file((at) => (at % 100 < 3 ? 105 : 100)),
  )
  expect(changed).toMatchObject({ state: 'applied', changed_count: 300, added_count: 0, withdrawn_count: 0 })
  expect(changed.difference).toMatchObject({ offers_before: rows, changed: 300, price_up: 300, median_ratio: 1 })
  expect(await writtenBy(before?.written)).toBe(300)
  await desk.act(changed.id, 'roll-back')
  expect(new Set(await prices())).toEqual(new Set([10_000]))
}, 120_000)

describe('import queue', () => {
  test('streams progress until an import is finished', async () => {
    const { id } = (await desk.upload(warehouse.id, goods(5))).json
    await desk.act(id, 'start', { is_check: false })
    const [events] = await Promise.all([
      send(test_, { url: `/api/v1/price-imports/${id}/progress`, headers: manager }),
      runJob(test_.app, 'price_imports'),
    ])
    const last = events.text.trim().split('\n\n').at(-1)?.slice('data: '.length) ?? ''
    expect(JSON.parse(last)).toMatchObject({ id, state: 'applied', added_count: 5 })
  })

  test('runs two files of one warehouse one after the other', async () => {
    const ids = await Promise.all(
      [100, 101].map(async (price) => (await desk.upload(warehouse.id, goods(20, price))).json.id),
    )
    await Promise.all(ids.map((id) => desk.act(id, 'start', { is_check: false })))
    for (const id of ids) expect((await desk.settled(id)).state).toBe('applied')
    expect(new Set(await prices()).size).toBe(1)
  })

  test('marks a crashed import as interrupted, and it can be repeated', async () => {
    const { id } = (await desk.upload(warehouse.id, goods(3))).json
    await test_.database.db.updateTable('price_imports').set({ state: 'running' }).where('id', '=', id).execute()
    await runJob(test_.app, 'price_imports')
    expect((await desk.get(id)).state).toBe('interrupted')
    expect(await desk.apply(id)).toMatchObject({ state: 'applied', added_count: 3 })
  })
})

test('new partner gets a warehouse of its seller, and a taken name is refused', async () => {
  const add = (payload: object) => send(test_, { method: 'POST', url: WAREHOUSES, headers: manager, payload })
  const name = `Новый партнёр ${serial}`
  const { status, json } = await add({ name, seller_id: parties.seller.id })
  expect(status).toBe(201)
  expect(await add({ name, seller_id: parties.seller.id })).toMatchObject({ status: 400 })
  expect(await add({ name: `${name} 2`, seller_id: 2_147_483_000 })).toMatchObject({ status: 400 })
  const { results } = (await send<{ results: PriceListWarehouse[] }>(test_, { url: WAREHOUSES, headers: manager })).json
  expect(results.find((one) => one.id === json['id'])).toMatchObject({
    name,
    is_own: false,
    imported_at: null,
    gone_percent: 30,
    median_percent: 30,
    jumped_percent: 5,
    version: 1,
  })
})

test('files older than a week are deleted and undecided imports are declined', async () => {
  const { id } = (await desk.upload(warehouse.id, goods(1))).json
  await purgeExpiredPriceLists(test_.database.db, '/tmp', new Date('2026-11-23T09:00:00Z'))
  expect((await desk.get(id)).has_file).toBe(true)
  await purgeExpiredPriceLists(test_.database.db, '/tmp', new Date('2026-11-25T09:00:00Z'))
  expect(await desk.get(id)).toMatchObject({ state: 'declined', has_file: false })
})

const row = (article: string, price: number | string = 100, qty: number | string = 5, spelled = brand) => [
  spelled,
  article,
  `Фильтр ${article}`,
  qty,
  price,
]

const list = (...rows: (string | number)[][]) => csvOf([HEADER, ...rows])

/** Builds rows of goods at the price. */
const goods = (count: number, price = 100, from = 0) =>
  list(...Array.from({ length: count }, (_, at) => row(`A-${from + at}`, price)))

const offers = (id = warehouse.id) =>
  test_.database.db
    .selectFrom('offers')
    .where('warehouse_id', '=', id)
    .select(['id', 'product_id', 'purchase_kop', 'on_hand', 'reserved', 'qty_exact', 'qty_text', 'term_days'])
    .orderBy('product_id')
    .execute()

const prices = async () => (await offers()).map(({ purchase_kop }) => purchase_kop)

const importedAt = () =>
  test_.database.db
    .selectFrom('warehouses')
    .where('id', '=', warehouse.id)
    .select('imported_at')
    .executeTakeFirstOrThrow()

const lastEvent = () =>
  test_.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

const partner = () =>
  buildWarehouse(test_.database.db, parties.seller.id, {
    source: { kind: 'partner' },
    warehouse: { name: `Прайс ${serial}` },
  })
