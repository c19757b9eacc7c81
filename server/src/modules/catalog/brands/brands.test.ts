import type { BrandDetails, BrandItem, KnownBrands } from '@artikul/contract/catalog/brands'
import { brandKey } from '@artikul/contract/catalog/brand'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../products/catalog.factory.ts'

type Headers = { authorization: string }
type Problem = { code: string; detail: string; errors: { path: string; message: string }[] }
const URL = '/api/v1/brands'
const test_ = useTestApp()
let parties: Parties
let manager: Headers

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})
const get = async (id: number) => (await send<BrandDetails>(test_, { url: `${URL}/${id}`, headers: manager })).json
const patch = (id: number, payload: object, headers = manager) =>
  send<Problem & { version: number }>(test_, { method: 'PATCH', url: `${URL}/${id}`, headers, payload })
const lastRow = () =>
  test_.database.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('public brand list names the largest verified brands, with car makers apart', async () => {
  const { db } = test_.database
  const small = await known('МАЛЫЙ БРЕНД')
  const maker = await known('АВТОЗАВОД', { is_original: true })
  await known('БРЕНД БЕЗ ТОВАРОВ')
  await imported('ЕЩЁ НЕ ПРОВЕРЕН')
  const { brandId } = await buildProduct(db, { brand: 'КРУПНЫЙ БРЕНД' })
  await buildProduct(db, { brand: 'КРУПНЫЙ БРЕНД' })
  await db.updateTable('brands').set({ verified_at: '2026-01-01T00:00:00Z' }).where('id', '=', brandId).execute()
  for (const id of [small, maker]) {
    const { id: product } = await buildProduct(db, { brand: `ЧУЖОЙ ${id}` })
    await db.updateTable('products').set({ brand_id: id }).where('id', '=', product).execute()
  }
  const { status, json } = await send<KnownBrands>(test_, { url: '/api/v1/known-brands' })
  expect(status).toBe(200)
  expect(json).toEqual({ original: ['АВТОЗАВОД'], other: ['КРУПНЫЙ БРЕНД', 'МАЛЫЙ БРЕНД'] })
})

describe('brand change', () => {
  test('is refused to everyone but order managers', async () => {
    expect((await send(test_, { url: URL })).status).toBe(401)
    for (const person of [parties.admin, parties.employee, parties.warranty]) {
      const headers = await loginAs(test_, person)
      expect((await send(test_, { url: URL, headers })).status).toBe(403)
      expect((await patch(1, { version: 1 }, headers)).status).toBe(403)
    }
  })

  test.each([
    [{ name: '' }, 'name', 'Заполните поле'],
    [{ name: '***' }, 'name', 'Нужна хотя бы одна буква или цифра'],
    [{ spellings: ['Верное', '—'] }, 'spellings.1', 'Нужна хотя бы одна буква или цифра'],
    [{ is_verified: false }, 'is_verified', 'Неверный ввод: ожидалось true'],
  ])('with %o is rejected with an error on its field', async (fields, path, message) => {
    const reply = await patch(await known(`ПОЛЯ ${Math.random()}`), { version: 1, ...fields })
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid', errors: [{ path, message }] } })
  })

  test('is refused for a spelling or name of another brand, and that brand is named', async () => {
    const bosch = await known('BOSCH CLASH')
    await patch(bosch, { version: 1, spellings: ['БОШ КЛЭШ'] })
    const other = await known('OTHER CLASH')
    const spelled = await patch(other, { version: 1, spellings: ['OTHER', 'Бош-Клэш'] })
    expect(spelled).toMatchObject({
      status: 409,
      json: {
        code: 'brand.spelling_taken',
        errors: [{ path: 'spellings.1', message: 'Это написание бренда «BOSCH CLASH»' }],
      },
    })
    const named = await patch(other, { version: 1, name: 'Bosch/Clash' })
    expect(named.json.errors).toEqual([{ path: 'name', message: 'Это написание бренда «BOSCH CLASH»' }])
    expect(await get(other)).toMatchObject({ name: 'OTHER CLASH', spellings: [], version: 1 })
  })

  test('is refused for a stale version', async () => {
    const id = await known('STALE')
    expect((await patch(id, { version: 1, is_original: true })).json).toEqual({ version: 2 })
    expect(await patch(id, { version: 1, is_original: false })).toMatchObject({ status: 409, json: { code: 'stale' } })
  })
})

describe('brand list', () => {
  test('is searched by any spelling and narrowed by filters', async () => {
    const id = await known('KNECHT LIST', { is_original: true })
    await patch(id, { version: 1, spellings: ['Кнехт Лист', 'MAHLE/KNECHT LIST'] })
    for (const q of ['knecht-list', 'кнехт', 'mahle/kn'])
      expect((await list(`?q=${encodeURIComponent(q)}`)).results.map((brand) => brand.id)).toEqual([id])
    expect((await list('?q=KNECHTLIST&filter=original')).results).toMatchObject([
      { name: 'KNECHT LIST', spellings_count: 3, products_count: 0, is_original: true, is_verified: true },
    ])
    expect((await list('?q=KNECHTLIST&filter=empty')).pagination.total_count).toBe(1)
    await buildProduct(test_.database.db, { brand: 'KNECHT LIST' })
    expect((await list('?q=KNECHTLIST&filter=empty')).pagination.total_count).toBe(0)
    expect((await list('?q=KNECHTLIST')).results).toMatchObject([{ products_count: 1 }])
    expect((await list('?q=KNECHTLIST&filter=unverified')).results).toEqual([])
    expect((await list('?q=%25')).results.some((brand) => brand.id === id)).toBe(true)
  })
})

describe('brand added by an import', () => {
  test('waits for staff review with suggestions of similar brands', async () => {
    const bosch = await known('BOSCH')
    const slip = await imported('BOCSH')
    const queue = await list('?filter=unverified')
    expect(queue.results.find((brand) => brand.id === slip)).toMatchObject({
      is_verified: false,
      nearest: [{ id: bosch, name: 'BOSCH', likeness: 'typo' }],
    })
    expect((await get(slip)).nearest).toHaveLength(1)
    expect((await patch(slip, { version: 1, is_verified: true })).json).toEqual({ version: 2 })
    expect((await list('?filter=unverified')).results.some((brand) => brand.id === slip)).toBe(false)
    expect(await lastRow()).toMatchObject({
      event: 'brand.changed',
      object: 'BOCSH',
      changes: [{ field: 'Проверен', before: 'нет', after: 'да' }],
    })
  })

  test('is not compared with other unverified brands', async () => {
    await imported('ZEKKERT')
    const slip = await imported('ZEKERT')
    expect((await get(slip)).nearest).toEqual([])
  })
})

describe('saved brand change', () => {
  test('keeps the old name as a spelling, and adds and removes spellings', async () => {
    const id = await known('OLD NAME')
    await patch(id, { version: 1, spellings: ['Спеллинг', 'OLDNAME-2'] })
    await patch(id, { version: 2, name: 'New name', spellings: ['OLDNAME-2'] })
    expect(await get(id)).toMatchObject({ name: 'New name', spellings: ['OLD NAME', 'OLDNAME-2'], version: 3 })
    expect((await list('?q=oldname')).results.map((brand) => brand.id)).toEqual([id])
    expect(await lastRow()).toMatchObject({
      event: 'brand.changed',
      object: 'New name',
      changes: [
        { field: 'Название', before: 'OLD NAME', after: 'New name' },
        { field: 'Написания', before: 'OLDNAME-2, Спеллинг', after: 'OLD NAME, OLDNAME-2' },
      ],
    })
    await patch(id, { version: 3, name: 'OLD NAME' })
    expect(await get(id)).toMatchObject({ name: 'OLD NAME', spellings: ['New name', 'OLDNAME-2'] })
  })

  test('without differences writes nothing', async () => {
    const id = await known('SAME')
    const before = await lastRow()
    expect((await patch(id, { version: 1, name: 'SAME' })).json).toEqual({ version: 1 })
    expect(await lastRow()).toEqual(before)
  })

  test('of the family makes its brands searchable together at once', async () => {
    const { db } = test_.database
    const one = await buildProduct(db, { brand: 'CONCERN ONE', article: 'FAM-77' })
    await buildProduct(db, { brand: 'CONCERN TWO', article: 'OTHER-1' })
    const search = async () =>
      (
        await send<{ groups: { product: { id: number } }[] }>(test_, {
          url: '/api/v1/search?q=CONCERN%20TWO%20FAM-77',
          headers: await loginAs(test_, parties.employee),
        })
      ).json.groups.map(({ product }) => product.id)
    expect(await search()).toEqual([])
    const two = await imported('CONCERN TWO')
    for (const id of [one.brandId, two]) await patch(id, { version: 1, family: 'Концерн' })
    expect(await get(two)).toMatchObject({ together: ['CONCERN ONE'], families: ['Концерн'] })
    expect(await search()).toEqual([one.id])
  })
})

const known = async (name: string, more: { is_original?: boolean; family?: string } = {}) => {
  const key = brandKey(name)
  const { id } = await test_.database.db
    .insertInto('brands')
    .values({ name, key, slug: `${key.toLowerCase()}-known`, verified_at: '2026-01-01T00:00:00Z', ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Creates a brand as an import does. */
const imported = async (name: string) => (await buildProduct(test_.database.db, { brand: name })).brandId

const list = async (query = '') =>
  (
    await send<{ results: BrandItem[]; pagination: { total_count: number } }>(test_, {
      url: URL + query,
      headers: manager,
    })
  ).json
