import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/db/index.ts'
import { useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { importPriceList, type ImportRequest } from './index.ts'
import { csvOf, fileOf } from './price-list.factory.ts'

const HEADER = ['Бренд', 'Артикул', 'Наименование', 'Остаток', 'Закупка', 'Кратность', 'Срок, дн.']
const held = useTestApp()
let serial = 0
let warehouse = ''
let brand = ''
const list = (...rows: (string | number)[][]) => fileOf(csvOf([HEADER, ...rows]))
const load = (path: string, request: Partial<ImportRequest> = {}) =>
  importPriceList(held.database, { path, warehouse, ...request })

beforeEach(async () => {
  serial += 1
  warehouse = `Склад прайса ${serial}`
  brand = `Марка${serial}`
  if (serial === 1) await buildSeller(held.database.db)
})

describe('failed price list import', () => {
  test.each([
    [
      'without articles',
      () =>
        fileOf(
          csvOf([
            ['Номенклатура', 'Цена'],
            ['Втулка', 5],
          ]),
        ),
      'nothing_accepted',
    ],
    ['without rows', () => list(), 'no_rows'],
    ['that is no list', () => fileOf('MZ\0\0\0\0\0\0\0\0\0\0'), 'unknown_kind'],
  ])('of a file %s leaves the old prices unchanged', async (_, build, reason) => {
    await load(list(row('A-1')))
    const before = await offersOf()
    await expect(load(build())).rejects.toMatchObject({ name: 'PriceListRefused', reason })
    expect(await offersOf()).toEqual(before)
  })

  test('interrupted in the middle leaves the old prices unchanged', async () => {
    await load(list(row('A-1'), row('A-2')))
    const before = await offersOf()
    const cut = load(list(row('A-1', 777), row('A-3')), {
      onProgress: ({ stage }) => {
        if (stage === 'offers') throw new Error('cut')
      },
    })
    await expect(cut).rejects.toThrow('cut')
    expect(await offersOf()).toEqual(before)
    await load(list(row('A-1', 777)))
    expect(await offersOf()).toMatchObject([{ article: 'A-1', purchase_kop: 77_700 }])
  })
})

describe('price list import', () => {
  test('creates brands, products and offers', async () => {
    const result = await load(list(row('W 712/75'), row('КЛ-5', '1 234,56', '>10')), { markupHundredths: 1850 })
    expect(result).toMatchObject({ accepted: 2, added: 2, changed: 0, withdrawn: 0, brandsAdded: 1, productsAdded: 2 })
    expect(await offersOf()).toMatchObject([
      { article: 'W 712/75', brand, purchase_kop: 10_000, on_hand: 5, qty_exact: true, qty_text: '5', tracked: false },
      { article: 'КЛ-5', purchase_kop: 123_456, on_hand: 10, qty_exact: false, qty_text: '>10', term_days: 3 },
    ])
    expect((await offersOf()).map(({ code }) => code)).toEqual([`marka${serial}-w71275`, `marka${serial}-kl5`])
    const source = await held.database.db
      .selectFrom('supply_routes')
      .where('name', '=', warehouse)
      .select(['kind', 'markup_hundredths'])
      .executeTakeFirst()
    expect(source).toEqual({ kind: 'partner', markup_hundredths: 1850 })
  })

  test('of the same file writes nothing the second time', async () => {
    const file = list(row('A-1'), row('A-2', 7, 'есть'), row('A-2', 8))
    expect(await load(file)).toMatchObject({ added: 2, repeated: 1 })
    const before = await offersOf()
    expect(await load(file)).toMatchObject({ added: 0, changed: 0, withdrawn: 0, brandsAdded: 0, productsAdded: 0 })
    expect(await offersOf()).toEqual(before)
  })

  test('updates changed offers and withdraws missing ones', async () => {
    await load(list(row('A-1'), row('A-2'), row('A-3')))
    const [first] = await offersOf()
    expect(await load(list(row('A-1'), row('A-2', 120), row('A-4')))).toMatchObject({
      added: 1,
      changed: 1,
      withdrawn: 1,
    })
    expect(await offersOf()).toMatchObject([first, { article: 'A-2', purchase_kop: 12_000 }, { article: 'A-4' }])
  })

  test('matches another spelling of a known article and keeps two new spellings apart', async () => {
    const known = await buildProduct(held.database.db, { brand, article: '26300-35503' })
    await load(list(row('2630035503'), row('W 712/75'), row('W7127/5')))
    const offers = await offersOf()
    expect(offers.map(({ article, product_id }) => [article, product_id === known.id])).toEqual([
      ['26300-35503', true],
      ['W 712/75', false],
      ['W7127/5', false],
    ])
    expect(new Set(offers.slice(1).map(({ code }) => code.replace(/^[^-]+/, '')))).toEqual(
      new Set(['-w71275', '-w71275-2']),
    )
    expect(await load(list(row('2630035503'), row('W 712/75'), row('W7127/5')))).toMatchObject({ added: 0, changed: 0 })
  })

  test('works on a connection that already has temporary tables', async () => {
    const database = openDatabase({ url: held.databaseUrl, pool: 1, prepare: true })
    await database.sql`create temp table met as select 1 as one`
    const result = await importPriceList(database, { path: list(row('A-1')), warehouse })
    expect(result).toMatchObject({ added: 1 })
    await database.close()
  })

  test('resolves brand aliases and joins spellings of one brand', async () => {
    const { brandId } = await buildProduct(held.database.db, { brand, article: 'A-1' })
    const alias = `СИНОНИМ${serial}`
    await held.database.db.insertInto('brand_aliases').values({ key: alias, brand_id: brandId }).execute()
    const result = await load(list(row('A-1', 5, 1, alias), row('A-2', 5, 1, brand.toUpperCase())))
    expect(result).toMatchObject({ brandsAdded: 0, productsAdded: 1, added: 2 })
  })

  test('keeps own stock at or above its reserves, and resets reserves of partner offers', async () => {
    const { db } = held.database
    const seller = await buildSeller(db)
    const product = await buildProduct(db, { brand, article: 'A-1' })
    const unlisted = await buildProduct(db, { brand, article: 'A-2' })
    const own = await buildWarehouse(db, seller.id, { warehouse: { name: warehouse } })
    for (const { id } of [product, unlisted]) await buildOffer(db, id, own.id, { on_hand: 10, reserved: 4 })
    await load(list(row('A-1', 100, 1)))
    expect(await offersOf()).toMatchObject([
      { article: 'A-1', on_hand: 4, reserved: 4, tracked: true },
      { article: 'A-2', on_hand: 4, reserved: 4 },
    ])
    const partner = `${warehouse} партнёра`
    await load(list(row('A-1', 100, 7)), { warehouse: partner })
    await db
      .updateTable('offers')
      .set({ reserved: 2 })
      .where('product_id', '=', product.id)
      .where('tracked', '=', false)
      .execute()
    expect(await load(list(row('A-1', 100, 7)), { warehouse: partner })).toMatchObject({ changed: 1 })
    expect(await offersOf(partner)).toMatchObject([{ on_hand: 7, reserved: 0 }])
  })

  test('adds VAT to prices of a supplier with VAT on top', async () => {
    const { db } = held.database
    const seller = await buildSeller(db)
    const source = { kind: 'partner', vat_mode: 'on_top' } as const
    await buildWarehouse(db, seller.id, { source, warehouse: { name: warehouse } })
    await load(list(row('A-1', 100)))
    expect(await offersOf()).toMatchObject([{ purchase_kop: 12_200 }])
  })

  test('takes the cheapest of repeated rows and reports refused and repeated ones, with formulas neutralized', async () => {
    const reportPath = fileOf('')
    await load(list(row('A-1'), row('05.окт'), row('=1+1', 'договорная'), row('A-1', 5)), { reportPath })
    expect(readFileSync(reportPath, 'utf8')).toBe(
      [
        '\ufeffСтрока;Причина;Значение',
        "3;Артикул превращён таблицей в дату;'05.окт",
        '4;Не указана цена;договорная',
        '2;Повтор артикула: взята самая дешёвая строка;A-1',
        '',
      ].join('\r\n'),
    )
    expect(await offersOf()).toMatchObject([{ purchase_kop: 500 }])
  })

  test('runs beside another one with the same new products, without deadlock or duplicates', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => row(`B-${at}`, at + 1))
    const forwards = load(list(...rows), { warehouse: `${warehouse} А` })
    const backwards = load(list(...rows.toReversed()), { warehouse: `${warehouse} Б` })
    const [one, other] = await Promise.all([forwards, backwards])
    expect([one.added, other.added]).toEqual([3000, 3000])
    expect(one.productsAdded + other.productsAdded).toBe(3000)
    await Promise.all([load(list(...rows)), load(list(row('B-1', 7)))])
    expect([1, 3000]).toContain((await offersOf()).length)
  })
})

/** Row of the list: a filter, five pieces at 100 roubles by default. */
const row = (article: string, price: number | string = 100, qty: number | string = 5, spelled = brand) => [
  spelled,
  article,
  `Фильтр ${article}`,
  qty,
  price,
  1,
  3,
]

const offersOf = (name = warehouse) =>
  held.database.db
    .selectFrom('offers')
    .innerJoin('warehouses', 'warehouses.id', 'offers.warehouse_id')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .where('warehouses.name', '=', name)
    .select(['offers.id', 'products.article', 'products.code', 'brands.name as brand', 'products.id as product_id'])
    .select([
      'purchase_kop',
      'on_hand',
      'reserved',
      'tracked',
      'qty_exact',
      'qty_text',
      'offers.term_days',
      'offers.updated_at',
    ])
    .orderBy('products.article')
    .execute()
