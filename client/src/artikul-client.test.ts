import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildOffer, buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildKey } from '../../server/src/modules/integrations/partner-api/api-keys.factory.ts'
import { runJob, useTestApp } from '../../server/src/testing/test-app.ts'
import { ArtikulClient, type ClientSettings } from './artikul-client.ts'
import { ArtikulError } from './artikul-error.ts'

const test_ = useTestApp()
let shop: Shop
let token: string
let url: string

/** Faults of the next calls on their way: a status of a proxy, or a connection that breaks when the portal has answered. */
let faults: (number | 'broken')[] = []
let seen: IncomingMessage[] = []

const proxy = createServer((request, response) => {
  const pass = async () => {
    seen.push(request)
    const payload = Buffer.concat((await request.toArray()) as Buffer[])
    const fault = faults.shift()
    if (typeof fault === 'number') return response.writeHead(fault, { 'content-type': 'text/html' }).end('<html>')
    const { method = '', url: path = '', headers } = request
    const reply = await test_.app.inject({ method: method as 'GET', url: path, headers, payload })
    if (fault === 'broken') return response.destroy()
    return response.writeHead(reply.statusCode, reply.headers as Record<string, string>).end(reply.rawPayload)
  }
  void pass()
})

beforeAll(async () => {
  shop = await buildShop(test_)
  token = (await buildKey(test_, shop.client, { consignee_id: shop.consigneeId })).token
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/partner/v1`
})
afterAll(() => proxy.close())
beforeEach(() => {
  faults = []
  seen = []
})

const clientOf = (settings: Partial<ClientSettings> = {}) => new ArtikulClient({ url, key: token, ...settings })

async function newOffer() {
  const { db } = test_.database
  const product = await buildProduct(db, { brand: 'ЛЮБОЙ' })
  const { id } = await buildOffer(db, product.id, shop.warehouseId, { on_hand: 100, qty_text: '100' })
  return { article: product.article, offerId: id }
}

const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call was not refused'),
    (error: unknown) => (error instanceof ArtikulError ? error : expect.fail(String(error))),
  )

const countOrders = async (clientNumber: string) =>
  (await test_.database.db.selectFrom('orders').select('id').where('client_number', '=', clientNumber).execute()).length

test('articles are found, one by one and together', async () => {
  const { article, offerId } = await newOffer()
  const found = await clientOf().get('/search', { query: { article, consignee_id: shop.consigneeId, online: '0' } })
  expect(found.groups[0]?.offers).toMatchObject([{ id: offerId }])
  const { results } = await clientOf().post('/search/batch', { body: { items: [{ article }, { article: 'НЕТ-1' }] } })
  expect(results.map(({ groups }) => groups.length)).toEqual([1, 0])
})

test('list is read page by page to its end', async () => {
  const { offerId } = await newOffer()
  const body = { lines: [{ offer_id: offerId, qty: 1 }], client_number: 'СТР' }
  const { orders } = await clientOf().post('/orders', { body, idempotencyKey: 'pages' })
  const { db } = test_.database
  const placed = db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orders[0]?.id ?? 0)
  const { id: _, ...row } = await placed.executeTakeFirstOrThrow()
  await db
    .insertInto('orders')
    .values(Array.from({ length: 60 }, (__, at) => ({ ...row, number: `С-${at}` })))
    .execute()
  const numbers = []
  for await (const order of clientOf().list('/orders', { query: { client_number: 'стр' } })) numbers.push(order.number)
  expect(new Set(numbers).size).toBe(61)
  expect(seen.filter(({ method }) => method === 'GET')).toHaveLength(2)
})

test('file is read as it is', async () => {
  const { id } = await clientOf().post('/price-exports', { body: { format: 'csv' } })
  await runJob(test_.app, 'price_exports')
  const file = await clientOf().get('/price-exports/{id}/file', { path: { id } })
  expect(file.type).toContain('text/csv')
  expect(await file.text()).toContain('ЛЮБОЙ')
})

describe('order', () => {
  test('whose answers are lost is placed once, and its answer comes', async () => {
    const { offerId } = await newOffer()
    faults = ['broken', 504]
    const body = { lines: [{ offer_id: offerId, qty: 2 }], client_number: 'ОБРЫВ' }
    const { orders } = await clientOf().post('/orders', { body, idempotencyKey: 'lost-1' })
    expect(orders).toHaveLength(1)
    expect(seen).toHaveLength(3)
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['lost-1']))
    expect(await countOrders('ОБРЫВ')).toBe(1)
  })

  test('worse than seen is refused with its code and differences, once', async () => {
    const { offerId } = await newOffer()
    const lines = [{ offer_id: offerId, qty: 1, price_kop: 1 }]
    const error = await refusalOf(clientOf().post('/orders', { body: { lines }, idempotencyKey: 'worse-1' }))
    expect(error).toMatchObject({ code: 'order.changed', status: 409, differences: [{ line: 0, kind: 'price' }] })
    expect(error.requestId).not.toBe('')
    expect(seen).toHaveLength(1)
  })

  test('with a wrong field is refused by its name', async () => {
    const body = { lines: [{ offer_id: 1, qty: -1 }] }
    const error = await refusalOf(clientOf().post('/orders', { body, idempotencyKey: 'wrong-1' }))
    expect(error).toMatchObject({ code: 'input.invalid', status: 400, errors: [{ path: 'lines.0.qty' }] })
  })
})

describe('failed call', () => {
  const addToCart = async (client: ArtikulClient) =>
    client.post('/cart/lines', { body: { offer_id: (await newOffer()).offerId, qty: 1 } })
  const read = (client: ArtikulClient) => client.get('/account')

  test.each<[string, (client: ArtikulClient) => Promise<unknown>, number | 'broken', string, number]>([
    ['that reads and meets a busy proxy is repeated', read, 503, '', 2],
    ['that reads and loses its connection is repeated', read, 'broken', '', 2],
    ['that reads and meets a fault of the portal is not repeated', read, 500, 'unexpected_reply', 1],
    ['that adds and may have been carried out is not repeated', addToCart, 502, 'unexpected_reply', 1],
    ['that adds and loses its connection is not repeated', addToCart, 'broken', 'network', 1],
    ['that adds and is refused by a limit is repeated', addToCart, 429, '', 2],
  ])('%s', async (_, call, fault, code, calls) => {
    faults = [fault]
    if (code === '') await call(clientOf())
    else expect((await refusalOf(call(clientOf()))).code).toBe(code)
    expect(seen).toHaveLength(calls)
  })

  test('is repeated as often as told', async () => {
    faults = [503, 503, 503]
    expect((await refusalOf(read(clientOf({ attempts: 2 })))).status).toBe(503)
    expect(seen).toHaveLength(2)
  })

  test('ends with the program', async () => {
    await expect(clientOf().get('/account', { signal: AbortSignal.abort() })).rejects.toThrow('abort')
    faults = [503]
    await expect(clientOf().get('/account', { signal: AbortSignal.timeout(100) })).rejects.toThrow('abort')
    expect(seen).toHaveLength(1)
  })
})

test('call beyond the limit waits as the portal says, or fails at once where that is too long', async () => {
  const { token: narrow } = await buildKey(test_, shop.client, { calls_per_minute: 1 })
  test_.clock.set('2026-11-17T09:00:59Z')
  await clientOf({ key: narrow }).get('/account')
  const error = await refusalOf(clientOf({ key: narrow, maxWaitMs: 500 }).get('/account'))
  expect(error).toMatchObject({ code: 'api_key.calls_exceeded', status: 429, retryAfter: 1 })
  const waiting = clientOf({ key: narrow }).get('/account')
  await expect.poll(() => seen.length).toBe(3)
  await new Promise((resolve) => setTimeout(resolve, 200))
  test_.clock.set('2026-11-17T09:01:00Z')
  expect((await waiting).calls_per_minute).toBe(1)
})
