import { randomUUID } from 'node:crypto'
import type { NewOnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../../testing/parties.factory.ts'
import { buildGood, CHARACTER } from '../../../../simulator/goods.factory.ts'
import { indexed, type Character } from '../../../../simulator/goods.ts'
import { inTrace } from '../../../../platform/telemetry/trace.ts'
import type { Fault } from '../../../../simulator/faults.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD, startSimulator, type Simulator } from '../../../../simulator/simulator.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../../../testing/test-app.ts'
import { buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { createBrands } from '../../../catalog/products/index.ts'
import type { SupplierReply } from './query.ts'
import { onlineSupplier } from '../online-suppliers.factory.ts'
import { createOnlineSuppliers, type OnlineDesk } from '../online-suppliers.routes.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let manager: { authorization: string }
let brandId: number
const opened: { close: () => unknown }[] = []

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
  brandId = (await buildProduct(test_.database.db, { brand: 'MAHLE' })).brandId
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  await test_.database.db.updateTable('online_suppliers').set({ is_on: false }).execute()
})

test('supplier answer becomes offers of the warehouse that matches its location code', async () => {
  const { id } = await supplier()
  const [answer] = await answersOf(open())
  expect(answer).toMatchObject({
    supplierId: id,
    state: 'answered',
    dropped: 0,
    offers: [{ brandId, brand: 'MAHLE', article: 'OC 90', articleKey: 'OC90', termDays: 1 }],
  })
  const [place] = (await desk('GET', `online-suppliers/${id}/warehouses`)).json.results
  expect(place).toMatchObject({ id: answer?.offers[0]?.warehouseId, code: '101' })
  const change = { version: 1, is_allowed: true, term_correction_days: 4, ships_on: null }
  await desk('PATCH', `online-warehouses/${place?.id}`, change)
  expect((await answersOf(open()))[0]?.offers[0]?.termDays).toBe(5)
  const places = async () => (await desk('GET', `online-suppliers/${id}/warehouses`)).json.results
  await desk('PATCH', `online-warehouses/${place?.id}`, { ...change, version: 2, ships_on: [4, 2] })
  expect(await places()).toMatchObject([{ version: 4, ships_on: [2, 4], term_correction_days: 4 }])
  expect((await desk('PATCH', `online-warehouses/${place?.id}`, { ...change, version: 2 })).status).toBe(409)
  await desk('PATCH', `online-warehouses/${place?.id}`, { ...change, version: 4, is_allowed: false })
  expect((await answersOf(open()))[0]).toMatchObject({ offers: [], dropped: 1 })
})

describe('staff rules', () => {
  test('offers of excluded brands and of unreviewed warehouses are dropped', async () => {
    await supplier({}, { brand_ids: [brandId] })
    await supplier({}, { takes_new_warehouses: false })
    const answers = await answersOf(open())
    expect(answers.map(({ offers, dropped }) => [offers.length, dropped])).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  test('supplier is not queried outside its hours or above its daily limit', async () => {
    const closed = await supplier({}, { hours: { from: 0, to: 1 } })
    const busy = await supplier({}, { per_day: 1 })
    const online = open()
    await answersOf(online)
    const answers = await answersOf(online, 'OTHER')
    expect(new Map(answers.map((answer) => [answer.supplierId, answer.state]))).toEqual(
      new Map([
        [closed.id, 'paused'],
        [busy.id, 'resting'],
      ]),
    )
  })

  test('unknown brand spelling is listed for staff and used once a brand is assigned', async () => {
    const brand = 'Малле'
    const { id } = await supplier({ brand })
    const online = open()
    expect((await answersOf(online, 'OC90', brand))[0]?.offers[0]?.brandId).toBeNull()
    await online.health.write()
    expect((await desk('GET', `online-suppliers/${id}/brands`)).json.results).toMatchObject([{ spelling: brand }])
    await desk('POST', `online-suppliers/${id}/brands`, { spelling: brand, brand_id: brandId })
    expect((await answersOf(open()))[0]?.offers[0]?.brandId).toBe(brandId)
  })
})

test('identical concurrent queries reach the supplier once', async () => {
  const { id } = await supplier()
  const online = open()
  await Promise.all([answersOf(online), answersOf(online), answersOf(online)])
  expect((await answersOf(online))[0]).toMatchObject({ state: 'answered' })
  await online.health.write()
  const { asked } = await test_.database.db
    .selectFrom('online_supplier_minutes')
    .select('asked')
    .where('supply_route_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(asked).toBe(1)
})

test('slow supplier is reported as timed out at once, and its late answer is still delivered', async () => {
  await supplier({ latencyMs: 400 }, { budget_ms: 200 })
  const answers = await answersOf(open())
  expect(answers.map(({ state, offers }) => [state, offers.length])).toEqual([
    ['timed_out', 0],
    ['late', 1],
  ])
})

test('supplier rests after five failures and is queried again later', async () => {
  const { id, simulator } = await supplier({ fault: 'error' })
  const online = open()
  const states = []
  for (let count = 0; count < 7; count += 1) states.push((await answersOf(online, randomUUID()))[0]?.state)
  expect(states).toEqual([...Array<string>(5).fill('failed'), 'resting', 'resting'])
  expect((await online.suppliers()).find((one) => one.id === id)?.state).toBe('resting')
  await fetch(`${simulator.origin}/control?fault=`, { method: 'POST' })
  expect((await answersOf(open()))[0]?.state).toBe('answered')
})

test('slow supplier answers up to its concurrency limit and is not put to rest', async () => {
  const { id } = await supplier({ latencyMs: 500 }, { per_second: 100 })
  const online = open()
  const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => answersOf(online, `NO-${at}`)))
  const states = Map.groupBy(replies.flat(), ({ state }) => state)
  expect(states.get('answered')).toHaveLength(18)
  expect(states.get('resting')).toHaveLength(12)
  expect((await online.suppliers()).find((one) => one.id === id)?.state).toBe('ready')
  expect(await answersOf(online, 'NO-30')).toMatchObject([{ state: 'answered' }])
})

test('aborted search does not wait for a hanging supplier', async () => {
  await supplier({ fault: 'hang' })
  const leaving = new AbortController()
  const answers = open().ask({ article: 'A', articleKey: 'A', brandId, brand: 'MAHLE' }, { signal: leaving.signal })
  const next = answers[Symbol.asyncIterator]().next()
  leaving.abort()
  expect(await next).toMatchObject({ done: true })
})

describe('batch query', () => {
  const pairs = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ article: `N${at}`, articleKey: `N${at}`, brandId, brand: 'MAHLE' }))
  const known = () => ({ article: 'OC 90', articleKey: 'OC90', brandId, brand: 'MAHLE' })
  const askMany = async (online: OnlineDesk, parts: Parameters<OnlineDesk['askMany']>[0]) => {
    const answers = []
    for await (const answer of online.askMany(parts, { signal: new AbortController().signal })) answers.push(answer)
    return answers
  }
  const askedOf = async (online: OnlineDesk, id: number) => {
    await online.health.write()
    const minutes = test_.database.db
      .selectFrom('online_supplier_minutes')
      .select('asked')
      .where('supply_route_id', '=', id)
    return (await minutes.execute()).reduce((sum, { asked }) => sum + asked, 0)
  }

  test('sends up to 100 articles per request, each article once, and reuses the answers', async () => {
    const { id } = await supplier()
    const online = open()
    const parts = [...pairs(150), known(), known()]
    const offers = (await askMany(online, parts)).flatMap((answer) => answer.offers)
    expect(offers).toMatchObject([{ article: 'OC 90', termDays: 1 }])
    const again = await askMany(online, parts)
    expect(again.flatMap((answer) => answer.offers)).toEqual(offers)
    expect(await askedOf(online, id)).toBe(2)
  })

  test('stops at the daily limit of the supplier', async () => {
    const { id } = await supplier({}, { per_day: 2 })
    const online = open()
    await askMany(online, pairs(350))
    expect(await askedOf(online, id)).toBe(2)
  })

  test('stops after the first failure and skips a supplier outside its hours', async () => {
    const { id } = await supplier({ fault: 'error' })
    await supplier({}, { hours: { from: 0, to: 1 } })
    const online = open()
    expect(await askMany(online, pairs(350))).toEqual([])
    expect(await askedOf(online, id)).toBe(1)
  })
})

test('supplier calls carry the trace of the search, and their outcomes are counted per supplier', async () => {
  const good = await supplier()
  const bad = await supplier({ fault: 'error' })
  const headers: unknown[] = []
  good.simulator.server.on('request', (request) => headers.push(request.headers['traceparent']))
  const metrics = new Registry()
  const online = open(metrics)
  const id = randomUUID()
  await inTrace({ id, isRequest: true }, () => answersOf(online))
  await online.ordering.find(good.id, 'ЗП-1')
  expect(headers[0]).toMatch(new RegExp(`^00-${id.replaceAll('-', '')}-[0-9a-f]{16}-00$`))
  expect(headers[1]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(headers[1]).not.toContain(id.replaceAll('-', ''))
  const text = await metrics.metrics()
  expect(text).toContain(`artikul_supplier_searches_total{supplier="${good.id}",outcome="answered"} 1`)
  expect(text).toContain(`artikul_supplier_searches_total{supplier="${bad.id}",outcome="failed"} 1`)
  expect(text).toContain(`artikul_supplier_answer_seconds_count{supplier="${good.id}"} 1`)
  expect(text).toContain(`artikul_supplier_orders_total{supplier="${good.id}",outcome="answered"} 1`)
  expect(text).toContain(`artikul_supplier_resting{supplier="${bad.id}"} 0`)
  for (let left = 4; left > 0; left -= 1) await answersOf(online)
  expect(await metrics.metrics()).toContain(`artikul_supplier_resting{supplier="${bad.id}"} 1`)
  await answersOf(online)
  expect(await metrics.metrics()).toContain(`artikul_supplier_searches_total{supplier="${bad.id}",outcome="refused"} 1`)
})

function open(metrics?: Registry): OnlineDesk {
  const app: FastifyInstance = fastify()
  opened.push(app)
  return createOnlineSuppliers(app, test_.appDatabase, {
    config: { PRIVATE_URLS: 'on', AUTH_SECRET_PREVIOUS: undefined },
    clock: test_.clock,
    log: pino({ level: 'silent' }),
    secret: TEST_SECRET,
    readBrands: createBrands(test_.appDatabase.sharedDb, 0),
    ttlMs: 0,
    metrics,
  })
}

const desk = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  send<{ id: number; results: { id: number; code: string; spelling: string }[] }>(test_, {
    method,
    url: `/api/v1/${url}`,
    headers: manager,
    ...(payload && { payload }),
  })

async function supplier(
  { fault, brand = 'MAHLE', ...character }: Partial<Character> & { fault?: Fault; brand?: string } = {},
  fields: Partial<NewOnlineSupplier> = {},
): Promise<{ id: number; simulator: Simulator }> {
  const goods = indexed([buildGood({ brand, article: 'OC 90' })])
  const simulator = await startSimulator(goods, { ...CHARACTER, ...character }, { fault })
  opened.push({ close: () => simulator.server.close(() => undefined).closeAllConnections() })
  const access = { url: simulator.origin, login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD }
  const { json } = await desk('POST', 'online-suppliers', onlineSupplier(parties.seller.id, { ...access, ...fields }))
  return { id: json.id, simulator }
}

async function answersOf(online: OnlineDesk, article = 'OC90', brand = 'MAHLE'): Promise<SupplierReply[]> {
  const part = { article, articleKey: article.replace(/\W/g, ''), brandId, brand }
  const answers: SupplierReply[] = []
  for await (const answer of online.ask(part, { signal: new AbortController().signal })) answers.push(answer)
  return answers
}
