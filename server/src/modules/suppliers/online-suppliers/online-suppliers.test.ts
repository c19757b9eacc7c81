import {
  ANSWER_STEPS_MS,
  type NewOnlineSupplier,
  type OnlineSupplier,
  type OnlineSupplierPatch,
} from '@artikul/contract/suppliers/online-suppliers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { buildGood, CHARACTER } from '../../../simulator/goods.factory.ts'
import { indexed } from '../../../simulator/goods.ts'
import { OWN_API_KEY, speakOwnApi } from '../../../simulator/own-api.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator, type Simulator } from '../../../simulator/simulator.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildProduct } from '../../catalog/products/catalog.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { addMinute } from './querying/health.queries.ts'
import { onlineSupplier } from './online-suppliers.factory.ts'

type Headers = { authorization: string }
type Answer = Record<string, unknown> & { id: number; results: Record<string, unknown>[] }
const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let manager: Headers
let simulator: Simulator

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
  simulator = await startSimulator(indexed([buildGood({ brand: 'MAHLE', article: 'OC 90' })]), CHARACTER)
})
afterAll(() => simulator.server.close())

const PATH = '/api/v1/online-suppliers'
const one = async (id: number) => (await list()).find((supplier) => supplier.id === id) ?? expect.fail('no supplier')

test('supplier health of the last day is read by staff only, in quarter-hour slices', async () => {
  const id = await add()
  const path = `/${id}/health`
  expect((await send(test_, { url: PATH + path })).status).toBe(401)
  expect((await ask('GET', path, undefined, await loginAs(test_, parties.admin))).status).toBe(403)
  expect((await ask('GET', '/2000000/health')).status).toBe(404)
  expect((await ask('GET', path)).json.results).toEqual([])
  const counted = { asked: 4, answered: 3, failed: 0, timed_out: 1, refused: 0, offers: 30, dropped: 2 }
  const by_ms = ANSWER_STEPS_MS.map((_, at) => (at === 0 ? 3 : 0))
  const now = test_.clock.now().getTime()
  for (const minute of [now, now - 60_000])
    await addMinute(test_.database.db, id, new Date(minute), { ...counted, by_ms })
  const { results } = (await ask('GET', path)).json
  const sum = (name: keyof typeof counted) => results.reduce((all, slice) => all + Number(slice[name]), 0)
  expect([sum('asked'), sum('timed_out'), sum('offers'), sum('dropped')]).toEqual([8, 2, 60, 4])
})

describe('refusals', () => {
  test('client cannot read suppliers, and staff without the right cannot add one', async () => {
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }),
    )
    const warranty = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    const buyer = await loginAs(test_, parties.admin)
    const supplier = onlineSupplier(parties.seller.id)
    expect((await ask('GET', '', undefined, buyer)).status).toBe(403)
    expect((await ask('GET', '', undefined, warranty)).status).toBe(200)
    for (const headers of [buyer, warranty, plain]) expect((await ask('POST', '', supplier, headers)).status).toBe(403)
  })

  test.each([
    [{ url: 'ftp://abcp.example.ru' }, 'url', 'Адрес должен начинаться с https://'],
    [{ url: 'https://portal:secret@abcp.example.ru' }, 'url', 'Адрес не должен содержать пароль'],
    [{ url: 'https://abcp.example.ru/?key=1' }, 'url', 'Адрес должен быть без «?» и «#»'],
    [{ budget_ms: 100 }, 'budget_ms', 'Не меньше 0,2 с'],
    [{ hours: { from: 20, to: 8 } }, 'hours.to', 'Позже начала'],
    [{ brand_ids: [2_000_000] }, 'brand_ids', 'Бренд не найден'],
    [{ seller_id: 2_000_000 }, 'seller_id', 'Продавец не найден'],
    [{ tolerance_hundredths: 10_001 }, 'tolerance_hundredths', 'Не больше 100 %'],
    [{ secret: '' }, 'secret', 'Заполните поле'],
  ] as [Partial<NewOnlineSupplier>, string, string][])(
    'supplier with %j is rejected with 400 and a reason',
    async (fields, path, message) => {
      expect(await ask('POST', '', onlineSupplier(parties.seller.id, fields))).toMatchObject({
        status: 400,
        json: { errors: [{ path, message }] },
      })
    },
  )

  test('duplicate name, stale version and saved password for another server are rejected', async () => {
    const id = await add()
    const { name } = await one(id)
    expect((await ask('POST', '', onlineSupplier(parties.seller.id, { name }))).json).toMatchObject({
      errors: [{ path: 'name', message: 'Поставщик с таким названием уже есть' }],
    })
    expect((await ask('PATCH', `/${id}`, await patchOf(id, { version: 7 }))).status).toBe(409)
    const elsewhere = { url: 'https://evil.example' }
    for (const reply of [
      await ask('PATCH', `/${id}`, await patchOf(id, elsewhere)),
      await ask('POST', '/check', trial({ id, secret: null, ...elsewhere })),
    ])
      expect(reply).toMatchObject({
        status: 400,
        json: { errors: [{ path: 'secret', message: 'Адрес или логин изменён: введите пароль снова' }] },
      })
  })
})

test('supplier settings are saved and the password is never returned', async () => {
  const { brandId } = await buildProduct(test_.database.db, { brand: 'НЕ БЕРЁМ' })
  const id = await add({ hours: { from: 8, to: 20 } })
  const changed = await patchOf(id, { priority: 3, brand_ids: [brandId], secret: 'другой', hours: null })
  expect((await ask('PATCH', `/${id}`, changed)).json).toEqual({ version: 2 })
  expect((await ask('POST', `/${id}/turn`, { is_on: false })).status).toBe(200)
  const reply = await ask('GET', '')
  expect(reply.text).not.toMatch(/секрет|другой|secret/)
  expect(await one(id)).toMatchObject({
    version: 3,
    priority: 3,
    hours: null,
    is_on: false,
    state: 'paused',
    brands: [{ id: brandId, name: 'НЕ БЕРЁМ' }],
    day: { asked: 0, answered: 0, p95_ms: null },
  })
})

test('supplier moved before another one gets its priority', async () => {
  const [first, second, third] = [
    await add({ priority: 500 }),
    await add({ priority: 501 }),
    await add({ priority: 502 }),
  ]
  const order = async () => (await list()).map(({ id }) => id).filter((id) => [first, second, third].includes(id))
  expect((await ask('POST', '/2000000/move', { before: first })).status).toBe(404)
  expect((await ask('POST', `/${third}/move`, { before: first })).status).toBe(200)
  expect(await order()).toEqual([third, first, second])
  await ask('POST', `/${first}/move`, { before: null })
  expect(await order()).toEqual([third, second, first])
  const all = await list()
  expect(all.map(({ priority }) => priority)).toEqual(all.map((_, at) => at + 1))
})

describe('connection check', () => {
  test('shows the request and the response without the password', async () => {
    const { json, text } = await ask('POST', '/check', trial())
    expect(json).toMatchObject({ is_ok: true, text: 'Ответ понят: 1\u00a0предложение' })
    expect(json['request']).toBe(
      `GET ${simulator.origin}/search/articles\n\nuserlogin: portal\nuserpsw: •••\nnumber: OC90\nbrand: MAHLE\nuseOnlineStocks: 1`,
    )
    expect(json['response']).toContain('"supplierCode":101')
    expect(text).not.toMatch(/simulator"|c9a9/)
  })

  test('explains the result or the failure in words', async () => {
    expect((await ask('POST', '/check', trial({ secret: 'wrong' }))).json).toMatchObject({
      is_ok: false,
      text: 'Поставщик ответил ошибкой 102: User Authentication Error',
    })
    expect((await ask('POST', '/check', trial({ article: 'NO-SUCH' }))).json).toMatchObject({
      is_ok: true,
      text: 'У поставщика ничего не найдено',
    })
    expect((await ask('POST', '/check', trial({ url: 'http://127.0.0.1:1' }))).json).toMatchObject({
      is_ok: false,
      text: 'Поставщик не ответил или прервал передачу',
    })
  })
})

describe('own API', () => {
  const fields = {
    ...{ article: 'article', brand: 'brand', name: '', price: 'price', currency: '' },
    ...{ quantity: 'quantity', term: '', warehouse: '', multiplicity: '' },
  }
  const description = (path: string) => ({
    api: {
      ...{ method: 'GET' as const, path, headers: [{ name: 'X-Api-Key', value: '{key}' }], body_type: 'json' as const },
      ...{
        body: '',
        format: 'json' as const,
        list: '',
        fields,
        price_unit: 'rub' as const,
        term_unit: 'days' as const,
      },
    },
  })

  test('is tried, its fields are proposed, and saved it answers', async () => {
    const goods = indexed([buildGood({ article: 'OC 90', brand: 'MAHLE' })])
    const own = await startSimulator(goods, CHARACTER, { fakeAdapter: speakOwnApi() })
    const settings = description('/v2/search?number={article}&make={brand}')
    const access = { adapter: 'api' as const, url: own.origin, login: '', secret: OWN_API_KEY }
    const wrong = await ask('POST', '/check', trial({ ...access, settings, secret: 'wrong' }))
    expect(wrong.json).toMatchObject({ is_ok: false, text: 'Поставщик ответил ошибкой 401: проверьте ключ и логин' })
    const { json } = await ask('POST', '/check', trial({ ...access, settings }))
    expect(json).toMatchObject({
      is_ok: true,
      offers: [{ brand: 'MAHLE', article: 'OC 90' }],
      proposal: { list: 'result.goods.*.offers', fields: { article: '^.number', brand: '^.make', price: 'price' } },
    })
    expect(json['request']).toContain('x-api-key: •••')
    const id = await add({ ...access, settings: { api: { ...settings.api, ...(json['proposal'] as object) } } })
    expect((await one(id)).settings.api?.list).toBe('result.goods.*.offers')
    own.server.close()
  })

  test('is refused without its description, with a key in the open, and for a sample without offers', async () => {
    const refused = async (payload: object) => (await ask('POST', '', payload)).json['errors']
    const bare = onlineSupplier(parties.seller.id, { adapter: 'api' })
    expect(await refused(bare)).toMatchObject([{ path: 'settings.api.path' }])
    const open = description('/x').api
    const settings = { api: { ...open, headers: [{ name: 'Authorization', value: 'Bearer abc' }] } }
    expect(await refused({ ...bare, settings })).toMatchObject([{ path: 'settings.api.headers.0.value' }])
    expect(await refused({ ...bare, adapter: 'armtek' })).toMatchObject([{ path: 'settings.armtek.kunnr_rg' }])
    expect((await ask('POST', '/sample', { sample: '{"ok":true}', api: null })).json).toMatchObject({ is_ok: false })
  })
})

test('order line statuses are read from the supplier and mapped to our states', async () => {
  const id = await add({ url: simulator.origin, login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD })
  expect((await ask('POST', `/${id}/statuses/read`, {})).status).toBe(200)
  expect((await one(id)).unknown_statuses).toBe(4)
  expect((await ask('POST', `/${id}/statuses`, { code: 'none', state: null })).status).toBe(404)
  await ask('POST', `/${id}/statuses`, { code: '2', state: 'confirmed_supplier' })
  await ask('POST', `/${id}/statuses/read`, {})
  expect((await ask('GET', `/${id}/statuses`)).json.results).toContainEqual({
    code: '2',
    name: 'В работе',
    state: 'confirmed_supplier',
  })
})

test('brand spelling of a supplier is mapped to a catalogue brand', async () => {
  const id = await add()
  const { brandId } = await buildProduct(test_.database.db, { brand: 'НАШ БРЕНД' })
  expect((await ask('POST', `/${id}/brands`, { spelling: '***', brand_id: brandId })).status).toBe(400)
  expect((await ask('POST', `/${id}/brands`, { spelling: 'ИХ БРЕНД', brand_id: 2_000_000 })).status).toBe(400)
  await ask('POST', `/${id}/brands`, { spelling: 'Их бренд', brand_id: brandId })
  expect((await ask('GET', `/${id}/brands`)).json.results).toMatchObject([
    { spelling: 'Их бренд', brand: { id: brandId, name: 'НАШ БРЕНД' } },
  ])
})

const ask = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = manager) =>
  send<Answer>(test_, { method, url: `${PATH}${path}`, headers, ...(payload && { payload }) })

const add = async (fields: Partial<NewOnlineSupplier> = {}) =>
  (await ask('POST', '', onlineSupplier(parties.seller.id, fields))).json.id

const list = async () =>
  (await send<{ results: OnlineSupplier[] }>(test_, { url: PATH, headers: manager })).json.results

const patchOf = async (id: number, fields: Partial<OnlineSupplierPatch> = {}) => {
  const { name: _, seller_id: __, ...rest } = onlineSupplier(parties.seller.id)
  return { ...rest, version: (await one(id)).version, secret: null, ...fields }
}

const trial = (fields: object = {}) => ({
  id: null,
  adapter: 'abcp',
  settings: {},
  url: simulator.origin,
  login: SIMULATOR_LOGIN,
  secret: SIMULATOR_PASSWORD,
  article: 'OC90',
  brand: 'MAHLE',
  ...fields,
})
