import type {
  CrossReferenceImport,
  CrossReferenceItem,
  CrossReferenceRow,
  NewCrossReference,
} from '@artikul/contract/catalog/cross-references'
import { encode } from 'iconv-lite'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useParties } from '../../../testing/parties.factory.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../products/catalog.factory.ts'
import { workbookOf } from '../../suppliers/price-list-import/price-list.factory.ts'
import { purgeRefusedRows } from './cross-reference-imports.queries.ts'

const URL = '/api/v1/cross-references'
const IMPORTS = '/api/v1/cross-reference-imports'
const test_ = useTestApp()
const { parties, manager } = useParties(test_)
let filter: { id: number; code: string }
let mahle: { id: number }
let bosch: { id: number }
let bmw: { id: number }
let newer: { id: number }

beforeAll(buildProducts)
beforeEach(async () => {
  const { db } = test_.database
  await db.deleteFrom('cross_references').execute()
  await db.deleteFrom('cross_reference_imports').execute()
})

test('applied cross reference imports are listed newest first', async () => {
  const imports = async () =>
    (await send<{ results: CrossReferenceImport[] }>(test_, { url: IMPORTS, headers: manager })).json.results
  expect(await imports()).toEqual([])
  const counts = { rows_count: 1, new_count: 1, known_count: 0, unknown_count: 0, refused_count: 0 }
  const by = { actor_id: parties.manager.id, subject_id: parties.manager.id, source: 'Каталог' }
  for (const [file_name, day] of [
    ['Январь.csv', '2026-01-31'],
    ['Февраль.csv', '2026-02-28'],
  ] as const)
    await test_.database.db
      .insertInto('cross_reference_imports')
      .values({ ...by, ...counts, file_name, state: 'applied', created_at: day, applied_at: day })
      .execute()
  expect((await imports()).map((one) => one.file_name)).toEqual(['Февраль.csv', 'Январь.csv'])
})

describe('cross reference', () => {
  test('is refused to everyone but order managers', async () => {
    for (const url of [`${URL}?article=OC500`, IMPORTS]) {
      expect((await send(test_, { url })).status).toBe(401)
      for (const person of [parties.admin, parties.employee, parties.warranty])
        expect((await send(test_, { url, headers: await loginAs(test_, person) })).status).toBe(403)
    }
    expect((await create(cross(), await loginAs(test_, parties.admin))).status).toBe(403)
  })

  test.each([
    [{ brand: 'НЕТ ТАКОГО' }, 'brand', 'Такого бренда нет в каталоге'],
    [{ article: 'W 999/99' }, 'article', 'Такого артикула у бренда нет'],
    [{ other_article: 'OC 999' }, 'other_article', 'Такого артикула у бренда нет'],
    [{ other_brand: 'MANN', other_article: 'W811/80' }, 'other_article', 'Это та же самая деталь'],
    [{ article: '—' }, 'article', 'Нужна хотя бы одна буква или цифра'],
    [{ kind: 'spare' }, 'kind', undefined],
  ])('with %o is rejected with an error on its field', async (fields, path, message) => {
    const { status, json } = await create({ ...cross(), ...fields })
    expect(status).toBe(400)
    expect(json.errors[0]).toMatchObject({ path, ...(message && { message }) })
  })

  test('that already exists is refused from either side', async () => {
    expect((await create(cross())).status).toBe(201)
    for (const again of [
      cross(),
      cross({ brand: 'MAHLE', article: 'OC 500', other_brand: 'MANN', other_article: 'W 811/80' }),
    ])
      expect(await create(again)).toMatchObject({ status: 409, json: { code: 'cross_reference.exists' } })
    expect(await stored()).toHaveLength(2)
  })

  test('that is missing or changed by somebody else is not edited', async () => {
    const facts = { kind: 'analogue', reliability: 'sure', source: '' }
    expect((await patch(pathOf(filter, bosch), { version: 1, ...facts })).status).toBe(404)
    await create(cross())
    const path = pathOf(filter, mahle)
    expect((await patch(path, { version: 2, ...facts })).json.code).toBe('stale')
    const remove = await send<Problem>(test_, { method: 'DELETE', url: `${path}?version=2`, headers: manager })
    expect(remove.json.code).toBe('stale')
  })
})

describe('manual cross reference', () => {
  test('is written both ways, found from both sides, and edited and deleted as one', async () => {
    expect((await create(cross())).json).toEqual({ product_id: filter.id, related_product_id: mahle.id })
    const facts = { kind: 'analogue', reliability: 'sure', source: 'Каталог MANN' }
    expect(await list('article=W811%2F80')).toMatchObject([
      {
        product: { brand: 'MANN-FILTER', article: 'W 811/80' },
        other: { brand: 'MAHLE' },
        ...facts,
        file: null,
        version: 1,
      },
    ])
    expect(pairs(await list('brand=knecht&article=OC-500'))).toEqual([[mahle.id, 'analogue', filter.id]])
    expect(await list('brand=BOSCH&article=OC500')).toEqual([])
    expect(await lastRow()).toMatchObject({
      event: 'cross_references.changed',
      object: 'MANN-FILTER W 811/80 — MAHLE OC 500',
      changes: [{ field: 'Кросс', before: null, after: 'аналог, надёжный, Каталог MANN' }],
    })
    const path = pathOf(filter, mahle)
    const change = { version: 1, ...facts, reliability: 'doubtful', source: '' }
    expect((await patch(path, change)).json).toEqual({ version: 2 })
    expect((await stored()).map(({ reliability }) => reliability)).toEqual(['doubtful', 'doubtful'])
    expect((await send(test_, { method: 'DELETE', url: `${path}?version=2`, headers: manager })).status).toBe(200)
    expect(await stored()).toEqual([])
    expect(await lastRow()).toMatchObject({ changes: [{ before: 'аналог, сомнительный', after: null }] })
  })

  test('to a newer number creates the reverse one, and an edit changes both', async () => {
    const chain = { brand: 'BMW', other_brand: 'BMW', source: '' }
    await create(
      cross({
        ...chain,
        article: '11427566327',
        other_article: '11428575211',
        kind: 'replaced_by',
        reliability: 'ordinary',
      }),
    )
    expect((await stored()).map(({ product_id, kind }) => [product_id, kind])).toEqual([
      [bmw.id, 'replaced_by'],
      [newer.id, 'replaces'],
    ])
    await patch(pathOf(newer, bmw), { version: 1, kind: 'analogue', reliability: 'ordinary', source: '' })
    expect((await stored()).map(({ kind }) => kind)).toEqual(['analogue', 'analogue'])
  })

  test('known only from the other side is listed, and becomes mutual on edit', async () => {
    await test_.database.db
      .insertInto('cross_references')
      .values({ product_id: bosch.id, related_product_id: filter.id, kind: 'analogue', source: 'Старая загрузка' })
      .execute()
    expect(pairs(await list('article=W811%2F80'))).toEqual([[bosch.id, 'analogue', filter.id]])
    await patch(pathOf(bosch, filter), { version: 1, kind: 'analogue', reliability: 'sure', source: '' })
    expect(pairs(await list('article=W811%2F80'))).toEqual([[filter.id, 'analogue', bosch.id]])
  })
})

const HEADER = 'Бренд;Артикул;Бренд аналога;Артикул аналога;Тип;Надёжность'
const check = (content: string | Buffer, name = 'crosses.csv') =>
  send<CrossReferenceImport & Problem>(test_, {
    method: 'POST',
    url: `${IMPORTS}?name=${encodeURIComponent(name)}`,
    headers: { ...manager, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(content),
  })
const checkRows = (...rows: string[]) => check([HEADER, ...rows].join('\n'))
const press = (id: number, act: 'apply' | 'roll-back', payload: object, key: string = crypto.randomUUID()) =>
  send<CrossReferenceImport & Problem>(test_, {
    method: 'POST',
    url: `${IMPORTS}/${id}/${act}`,
    headers: { ...manager, 'idempotency-key': key },
    payload,
  })
const apply = (id: number, adds_products = false) => press(id, 'apply', { adds_products, source: 'TecDoc' })
const refused = async (id: number) =>
  (await send<{ results: CrossReferenceRow[] }>(test_, { url: `${IMPORTS}/${id}/refused`, headers: manager })).json
    .results

describe('cross reference file', () => {
  test.each([
    ['', 'Файл пуст: в нём нет строк'],
    [
      'Бренд;Артикул;Цена\nBOSCH;1;2\n',
      'В файле не найдены столбцы «Бренд», «Артикул», «Бренд аналога» и «Артикул аналога»',
    ],
    [`${HEADER}\n;;;;;\n`, 'В файле нет строк с кроссами'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'Файл повреждён и не читается'],
  ])('%j is refused with a reason', async (content, detail) => {
    expect(await check(content)).toMatchObject({ status: 422, json: { code: 'file.refused', detail } })
    expect(await test_.database.db.selectFrom('cross_reference_imports').select('id').execute()).toEqual([])
  })

  test('is not applied twice, and only the last one is rolled back', async () => {
    const first = (await checkRows('MANN;W811/80;MAHLE;OC500;;')).json.id
    const second = (await checkRows('MANN;W811/80;BOSCH;0986452036;;')).json.id
    expect((await press(first, 'roll-back', {})).json.code).toBe('cross_reference_import.not_last')
    await apply(first)
    expect((await apply(first)).json.code).toBe('cross_reference_import.not_checked')
    await apply(second)
    expect((await press(first, 'roll-back', {})).json.code).toBe('cross_reference_import.not_last')
    expect(await stored()).toHaveLength(4)
  })
})

describe('cross reference import', () => {
  test('is checked first without changes, with a reason for every refused row', async () => {
    await create(cross())
    const { json } = await checkRows(
      'Mann-Filter;W 811/80;BOSCH;0 986 452 036;аналог;5',
      'KNECHT;OC 500;MANN;W811/80;;',
      'BMW;11427566327;BMW;11428575211;заменён на;надёжный',
      'BOSCH;0986452036;Mann-Filter;W81180;;',
      'ZEKKERT;OF-1;BOSCH;0986452036;;',
      'BOSCH;0000000000;MAHLE;OC 500;;',
      'BOSCH;0986452036;BOSCH;0 986 452 036;;',
      'BOSCH;;MAHLE;OC 500;;',
      'BOSCH;0986452036;MAHLE;1,23E+15;;',
      'BOSCH;0986452036;MAHLE;OC500;похож;',
      'BOSCH;0986452036;MAHLE;OC500;;да',
      ';;;;;',
    )
    expect(json).toMatchObject({
      file_name: 'crosses.csv',
      source: 'crosses',
      state: 'checked',
      rows_count: 11,
      new_count: 2,
      known_count: 1,
      unknown_count: 1,
      refused_count: 7,
      is_last: false,
    })
    expect(await stored(), 'nothing but what was there').toHaveLength(2)
    expect((await refused(json.id)).map(({ row, reason }) => [row, reason])).toEqual([
      [5, 'Повтор строки 2'],
      [6, 'Неизвестный производитель: ZEKKERT'],
      [7, 'Артикула нет в каталоге'],
      [8, 'Деталь указана аналогом самой себе'],
      [9, 'Не указан артикул'],
      [10, 'Аналог: артикул превращён таблицей в число с порядком'],
      [11, 'Тип не понят: похож'],
      [12, 'Надёжность не понята: да'],
    ])
    const report = await send(test_, { url: `${IMPORTS}/${json.id}/refused.csv`, headers: manager })
    expect(report.headers['content-type']).toContain('text/csv')
    expect(report.text).toContain('6;Неизвестный производитель: ZEKKERT;ZEKKERT;OF-1;BOSCH;')

    const applied = await apply(json.id)
    expect(applied.json).toMatchObject({
      state: 'applied',
      cross_references_added: 2,
      products_added: 0,
      source: 'TecDoc',
      is_last: true,
    })
    const imported = (await stored()).filter(({ import_id }) => import_id === json.id)
    expect(
      imported.map((row) => [row.product_id, row.kind, row.related_product_id, row.reliability, row.source]),
    ).toEqual([
      [filter.id, 'analogue', bosch.id, 'sure', 'TecDoc'],
      [bosch.id, 'analogue', filter.id, 'sure', 'TecDoc'],
      [bmw.id, 'replaced_by', newer.id, 'sure', 'TecDoc'],
      [newer.id, 'replaces', bmw.id, 'sure', 'TecDoc'],
    ])
    expect(await refused(json.id), 'the report outlives the press').toHaveLength(8)
    expect((await list('brand=MANN&article=W811/80')).find(({ other }) => other.id === bosch.id)?.file).toBe(
      'crosses.csv',
    )
    const search = await send<{ groups: { kind: string; product: { id: number } }[] }>(test_, {
      url: '/api/v1/search?q=MANN%20W%20811/80',
      headers: await loginAs(test_, parties.employee),
    })
    expect(search.status).toBe(200)
  })

  const TABLE = [
    ['Кроссы поставщика'],
    HEADER.split(';'),
    ['BMW', 11_427_566_327, 'BMW', '11 42 8 575 211', 'Замена', 5],
  ]
  test.each([
    ['XLSX', () => workbookOf(TABLE)],
    ['XLS', () => workbookOf(TABLE, 'biff8')],
    ['CSV in windows-1251', () => encode(TABLE.map((row) => row.join('\t')).join('\r\n'), 'win1251')],
  ])('reads %s the same way', async (_, content) => {
    const { json } = await check(content())
    expect(json).toMatchObject({ rows_count: 1, new_count: 1 })
    await apply(json.id)
    expect((await stored()).map(({ kind, reliability }) => [kind, reliability])).toEqual([
      ['replaced_by', 'sure'],
      ['replaces', 'sure'],
    ])
  })

  test('creates products for unknown articles on request, once and with unique codes', async () => {
    const { db } = test_.database
    await db.insertInto('product_code_redirects').values({ code: 'mahle-knew1', product_id: mahle.id }).execute()
    const { json } = await checkRows(
      'MAHLE;KNEW-1;BOSCH;0986452036;;',
      'BOSCH;0 986 452 036;MAHLE;KNEW 1;;',
      'MAHLE;KNEW-1;BOSCH;ДЗК-9;;',
    )
    expect(json).toMatchObject({ unknown_count: 3, new_count: 0 })
    const { json: applied } = await apply(json.id, true)
    expect(applied).toMatchObject({ products_added: 2, cross_references_added: 2 })
    const added = await db
      .selectFrom('products')
      .selectAll()
      .where('article_key', 'in', ['KNEW1', 'ДЗК9'])
      .orderBy('code')
      .execute()
    expect(added.map(({ code, loose_key }) => [code, loose_key])).toEqual([
      ['bosch-dzk9', 'ДЗК9'],
      ['mahle-knew1-2', 'KNEW1'],
    ])
    expect(await refused(json.id)).toEqual([])
    expect(await stored()).toHaveLength(4)
  })

  test('leaves unknown articles alone by default', async () => {
    const { json } = await checkRows('MAHLE;KNEVER-1;BOSCH;0986452036;;')
    expect((await apply(json.id)).json).toMatchObject({ products_added: 0, cross_references_added: 0 })
    expect(await refused(json.id)).toHaveLength(1)
  })

  test('is rolled back whole, except cross references edited by hand since', async () => {
    const { json } = await checkRows('MANN;W811/80;MAHLE;OC500;;', 'MANN;W811/80;BOSCH;0986452036;;')
    await apply(json.id)
    await patch(pathOf(filter, bosch), { version: 1, kind: 'analogue', reliability: 'sure', source: '' })
    const back = await press(json.id, 'roll-back', {})
    expect(back.json).toMatchObject({ state: 'rolled_back', is_last: false })
    expect((await stored()).map(({ product_id, related_product_id }) => [product_id, related_product_id])).toEqual([
      [filter.id, bosch.id],
      [bosch.id, filter.id],
    ])
    expect(await lastRow()).toMatchObject({
      event: 'cross_references.rolled_back',
      object: 'crosses.csv',
      changes: [{ field: 'Добавлено кроссов', before: '2', after: '0' }],
    })
  })

  test('with a repeated idempotency key is applied once', async () => {
    const { json } = await checkRows('MANN;W811/80;MAHLE;OC500;;')
    const key = crypto.randomUUID()
    const body = { adds_products: false, source: '' }
    const [first, second] = [await press(json.id, 'apply', body, key), await press(json.id, 'apply', body, key)]
    expect(second.json).toEqual(first.json)
    expect(await stored()).toHaveLength(2)
  })

  test('is refused while another import is writing', async () => {
    const { json } = await checkRows('MANN;W811/80;MAHLE;OC500;;')
    await test_.database.sql.begin(async (importing) => {
      await importing`insert into brands (key, name, slug) select 'NEVER', 'NEVER', 'never' where false`
      expect((await apply(json.id)).json.code).toBe('brand.import_running')
    })
    expect((await apply(json.id)).status).toBe(200)
  })

  test('never applied is deleted after a month, as are refused rows of an applied one', async () => {
    const { db } = test_.database
    const [left, applied] = [await checkRows('A;;;'), await checkRows('A;1;B;2', 'MANN;W811/80;MAHLE;OC500;;')]
    await apply(applied.json.id)
    const purge = async (moment: Date) => {
      await purgeAt(test_, 'cross_reference_imports', moment)
      await purgeRefusedRows(test_.appDatabase.db, moment)
    }
    await purge(new Date('2026-12-16T00:00:00Z'))
    expect(await db.selectFrom('cross_reference_imports').select('id').execute()).toHaveLength(2)
    await purge(new Date('2026-12-18T00:00:00Z'))
    const kept = await db.selectFrom('cross_reference_imports').select('id').execute()
    expect(kept).toEqual([{ id: applied.json.id }])
    expect(kept).not.toContainEqual({ id: left.json.id })
    expect(await db.selectFrom('cross_reference_import_rows').select('row_number').execute()).toEqual([])
    expect(await stored()).toHaveLength(2)
  })
})

async function buildProducts() {
  const { db } = test_.database
  filter = await buildProduct(db, { brand: 'MANN-FILTER', article: 'W 811/80' })
  mahle = await buildProduct(db, { brand: 'MAHLE', article: 'OC 500' })
  bosch = await buildProduct(db, { brand: 'BOSCH', article: '0 986 452 036' })
  bmw = await buildProduct(db, { brand: 'BMW', article: '11 42 7 566 327' })
  newer = await buildProduct(db, { brand: 'BMW', article: '11 42 8 575 211' })
}

type Problem = { code: string; detail: string; errors: { path: string; message: string }[] }

const cross = (more: Partial<NewCrossReference> = {}): NewCrossReference => ({
  brand: 'Mann Filter',
  article: 'w811/80',
  other_brand: 'Knecht',
  other_article: 'OC500',
  kind: 'analogue',
  reliability: 'sure',
  source: 'Каталог MANN',
  ...more,
})

const create = (payload: object, headers = manager) =>
  send<Problem & { product_id: number; related_product_id: number }>(test_, {
    method: 'POST',
    url: URL,
    headers,
    payload,
  })

const list = async (query: string) =>
  (await send<{ results: CrossReferenceItem[] }>(test_, { url: `${URL}?${query}`, headers: manager })).json.results

const pairs = (rows: CrossReferenceItem[]) => rows.map(({ product, kind, other }) => [product.id, kind, other.id])

const pathOf = (one: { id: number }, other: { id: number }) => `${URL}/${one.id}/${other.id}`

const patch = (path: string, payload: object) =>
  send<Problem & { version: number }>(test_, { method: 'PATCH', url: path, headers: manager, payload })

const stored = () =>
  test_.database.db
    .selectFrom('cross_references')
    .select(['product_id', 'related_product_id', 'kind', 'reliability', 'source', 'import_id'])
    .orderBy('product_id')
    .orderBy('related_product_id')
    .execute()

const lastRow = () =>
  test_.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
