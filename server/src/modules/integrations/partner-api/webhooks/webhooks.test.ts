import { WEBHOOK_EVENTS } from '@artikul/contract/core/webhook-events'
import type { Problem } from '@artikul/contract/core/errors'
import type { KeyScope } from '@artikul/contract/core/key-scopes'
import { keysOf } from '@artikul/contract/core/keys'
import type {
  NewWebhook,
  Webhook,
  WebhookMessage,
  WebhookMessageText,
  WebhookSecret,
  WebhookTrial,
} from '@artikul/contract/integrations/webhooks'
import { sql } from 'kysely'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publishEvents, type DomainEvent } from '../../../../platform/events/index.ts'
import { loginAs, runJob, send, TEST_SECRET, useTestApp } from '../../../../testing/test-app.ts'
import { buildOffer, buildProduct } from '../../../catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../../companies/consignees/consignees.factory.ts'
import { buildClaim } from '../../../fulfilment/claims/claims.factory.ts'
import {
  buildReserved,
  buildShop,
  ship,
  type Headers,
  type Shop,
} from '../../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../../identity/users/users.factory.ts'
import { buildProductAlert } from '../../../ordering/product-alerts/product-alerts.factory.ts'
import { buildKey, keyFields } from '../api-keys.factory.ts'
import { pauseAfter } from './deliver.ts'
import { startReceiver, type ReceivedMessage } from './webhooks.factory.ts'
import { requireReceiverUrl } from './receiver.ts'
import { resealWebhookSecrets, webhookKeys } from './webhooks.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const PATH = '/api/v1/webhooks'
const PARTNER = '/api/partner/v1/webhooks'
const NOW = '2026-11-17T09:00:00Z'
const WEBHOOK_SCOPES: KeyScope[] = ['orders', 'documents', 'webhooks']
let shop: Shop
let stranger: Shop
let receiver: Awaited<ReturnType<typeof startReceiver>>
/** Status of the receiver's answers; null for none. */
let answer: (message: ReceivedMessage) => number | null

beforeAll(async () => {
  shop = await buildShop(test_)
  stranger = await buildShop(test_)
  receiver = await startReceiver((message) => answer(message))
})
afterAll(() => receiver.close())
beforeEach(async () => {
  await test_.database.db.deleteFrom('webhooks').execute()
  await test_.database.db.deleteFrom('emails').execute()
  receiver.received.length = 0
  answer = () => 204
  test_.clock.set(NOW)
  await runJob(test_.app, 'webhooks')
})

const fields = (more: Partial<NewWebhook> = {}): NewWebhook => ({
  name: 'Сайт',
  url: receiver.url,
  events: keysOf(WEBHOOK_EVENTS),
  consignee_id: null,
  ...more,
})

const call = <T = Problem>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers: Headers = shop.client,
) => send<T & object>(test_, { method, url, headers, ...(payload && { payload }) })

async function subscribe(more: Partial<NewWebhook> = {}) {
  const { status, json, text } = await call<WebhookSecret>('POST', PATH, fields(more))
  if (status !== 201) throw new Error(text)
  return json
}

const listed = async (headers = shop.client) =>
  (await call<{ results: Webhook[] }>('GET', PATH, undefined, headers)).json.results
const messagesOf = async (id: number, state = 'delivered') =>
  (await call<{ results: WebhookMessage[] }>('GET', `${PATH}/${id}/messages?state=${state}`)).json.results

const deliver = () => runJob(test_.app, 'webhooks')
const types = () => receiver.received.map(({ json }) => json.type)
const later = (minutes: number) => test_.clock.set(new Date(Date.parse(NOW) + minutes * 60_000).toISOString())

const publish = (event: Omit<DomainEvent, 'contractorId'>) =>
  test_.database.db
    .transaction()
    .execute((tx) => publishEvents(tx, [{ contractorId: shop.companyId, ...event }], test_.clock.now()))

async function payment() {
  const { id } = await test_.database.db
    .insertInto('payments')
    .values({
      ...{ number: '77', seller_id: shop.sellerId, contract_id: shop.contractId, contractor_id: shop.companyId },
      ...{ paid_on: '2026-11-16', sum_kop: 1_500_00, actor_id: shop.admin.id, subject_id: shop.admin.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish({ kind: 'payment.received', about: 'payment', aboutId: id, label: '1 500,00 ₽, № 77' })
  return id
}

describe('management', () => {
  test('is open to administrators of the company and to keys with the scope only', async () => {
    const { id } = await subscribe()
    const { db } = test_.database
    const employee = await loginAs(
      test_,
      await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] }),
    )
    expect((await send(test_, { url: PATH })).status).toBe(401)
    for (const headers of [employee, shop.manager]) {
      expect((await call('GET', PATH, undefined, headers)).status).toBe(403)
      expect((await call('POST', PATH, fields(), headers)).status).toBe(403)
    }
    const searching = (await buildKey(test_, shop.client, { scopes: ['search'] })).headers
    expect((await call('GET', PARTNER, undefined, searching)).json.code).toBe('api_key.scope')
    await payment()
    await deliver()
    const [message] = await messagesOf(id)
    const foreign: [Parameters<typeof call>[0], string, object?][] = [
      ['PATCH', `${PATH}/${id}`, { ...fields(), version: 1, is_paused: true }],
      ['POST', `${PATH}/${id}/rotate`, { overlap_hours: 0 }],
      ['POST', `${PATH}/${id}/test`, {}],
      ['POST', `${PATH}/${id}/replay`, { message_id: message?.id }],
      ['GET', `${PATH}/${id}/messages`],
      ['GET', `/api/v1/webhook-messages/${message?.id}`],
      ['DELETE', `${PATH}/${id}`],
    ]
    for (const [method, url, payload] of foreign)
      expect((await call(method, url, payload, stranger.client)).status, `${method} ${url}`).toBe(404)
    expect(await listed(stranger.client)).toEqual([])
    expect(await listed()).toMatchObject([{ id, version: 1, waiting_count: 0 }])
  })

  test.each([
    ['no events', { events: [] }, 'events'],
    ['a repeated event', { events: ['order.created', 'order.created'] }, 'events'],
    ['a password in its address', { url: 'https://user:secret@shop.example.ru/' }, 'url'],
    ['an address of another kind', { url: 'ftp://shop.example.ru/' }, 'url'],
  ])('webhook with %s is rejected', async (_, wrong, path) => {
    const refused = await call('POST', PATH, { ...fields(), ...wrong })
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
  })

  test.each([
    ['http://shop.example.ru/', 'Адрес должен начинаться с https://'],
    ['https://shop.example.ru:8443/', 'Порт адреса не разрешён'],
    ['https://127.0.0.1/', 'Адрес ведёт во внутреннюю сеть и не разрешён'],
    ['https://[::1]/', 'Адрес ведёт во внутреннюю сеть и не разрешён'],
    ['https://169.254.169.254/latest', 'Адрес ведёт во внутреннюю сеть и не разрешён'],
  ])('address %s is refused outside closed installations', (url, reason) => {
    expect(() => requireReceiverUrl(url, false)).toThrow(reason)
  })

  test('is limited by number, protected by a version, and kept in the journal', async () => {
    const { id } = await subscribe()
    const url = `${PATH}/${id}`
    const change = { ...fields({ name: 'Склад', events: ['claim.changed'] }), is_paused: true }
    expect((await call('PATCH', url, { ...change, version: 7 })).status).toBe(409)
    expect((await call('PATCH', url, { ...change, version: 1, consignee_id: 2_147_483_000 })).status).toBe(404)
    expect((await call('PATCH', url, { ...change, version: 1 })).json).toEqual({ version: 2 })
    expect(await listed()).toMatchObject([{ name: 'Склад', pause: 'person', events: ['claim.changed'] }])
    for (let count = 1; count < 10; count += 1) await subscribe()
    expect((await call('POST', PATH, fields())).json.code).toBe('webhook.limit_reached')
    expect((await call('DELETE', url)).status).toBe(200)
    expect((await call('DELETE', url)).status).toBe(404)
  })

  test('by the key of a person who does not see prices is refused', async () => {
    const { headers } = await buildKey(test_, shop.client, { scopes: WEBHOOK_SCOPES })
    const { db } = test_.database
    const ofMaker = db.updateTable('users').where('id', '=', shop.admin.id)
    const membership = db.updateTable('user_contractors').where('user_id', '=', shop.admin.id)
    await ofMaker.set({ roles: ['CONTRACTOR_USER'] }).execute()
    await membership.set({ sees_prices: false }).execute()
    const node = await test_.startNode()
    const reply = await node.inject({ method: 'POST', url: PARTNER, headers, payload: fields() })
    expect(reply.json()).toMatchObject({ code: 'section.hidden' })
    await membership.set({ sees_prices: true }).execute()
    await ofMaker.set({ roles: ['CONTRACTOR_ADMIN'] }).execute()
    const alone = { ...keyFields(), scopes: ['webhooks'] }
    expect(await call('POST', '/api/v1/api-keys', alone)).toMatchObject({ json: { errors: [{ path: 'scopes' }] } })
  })

  test('by a key limited to a point stays within it', async () => {
    const point = await buildConsignee(test_.database.db, shop.companyId)
    const narrow = { consignee_id: point.id, is_point_only: true, scopes: WEBHOOK_SCOPES }
    const { headers } = await buildKey(test_, shop.client, narrow)
    const wide = await subscribe()
    expect((await call('POST', PARTNER, fields(), headers)).json.errors).toMatchObject([{ path: 'consignee_id' }])
    expect((await call('POST', PARTNER, fields({ consignee_id: shop.consigneeId }), headers)).status).toBe(404)
    const own = (await call<WebhookSecret>('POST', PARTNER, fields({ consignee_id: point.id }), headers)).json
    expect((await call<{ results: Webhook[] }>('GET', PARTNER, undefined, headers)).json.results).toMatchObject(
      [own.id].map((id) => ({ id })),
    )
    expect((await call('DELETE', `${PARTNER}/${wide.id}`, undefined, headers)).status).toBe(404)
    await buildReserved(test_, shop, [1])
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await buildReserved(test_, shop, [1], point.id)
    await payment()
    await deliver()
    expect(types().toSorted()).toEqual(['order.created', 'order.created', 'order.created', 'payment.received'])
  })
})

describe('messages', () => {
  test('describe a new order, its changed lines, a question, the shipment and the invoice', async () => {
    await subscribe()
    const order = await buildReserved(test_, shop, [2, 3])
    await deliver()
    expect(receiver.received.map(({ json }) => json)).toMatchObject([
      {
        ...{ type: 'order.created', version: 1, timestamp: '2026-11-17T09:00:00.000Z' },
        data: { order: { id: order.id, lines: [{ qty: 2 }, { qty: 3 }] } },
      },
    ])
    const [first, second] = order.lines
    const body = { price_kop: 99_000_00, reason: 'Подорожало', answer_hours: 24, on_timeout: 'keep' }
    const key = { ...shop.manager, 'idempotency-key': crypto.randomUUID() }
    await send(test_, { method: 'POST', url: `/api/v1/order-lines/${first?.id}/terms`, headers: key, payload: body })
    await deliver()
    const [, changed, asked] = receiver.received.map(({ json }) => json)
    expect(changed).toMatchObject({
      type: 'order.line.changed',
      data: {
        lines: [{ id: first?.id, history: [{ from: null }, { to: 'needs_confirm', reason: 'цена выше. Подорожало' }] }],
      },
    })
    expect(asked).toMatchObject({
      type: 'approval.requested',
      data: { approvals: [{ order_id: order.id, after: { price_kop: 99_000_00 } }] },
    })
    receiver.received.length = 0
    await ship(test_, shop.manager, [{ line_id: second?.id ?? 0, qty: 3 }])
    await deliver()
    expect(types().toSorted()).toEqual(['order.line.changed', 'shipment.created'])
    const other = await buildReserved(test_, shop, [1])
    const invoice = { url: `/api/v1/orders/${other.id}/invoice`, method: 'POST' as const, payload: {} }
    await send(test_, { ...invoice, headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() } })
    await deliver()
    expect(receiver.received.at(-1)?.json).toMatchObject({
      type: 'invoice.issued',
      data: { invoice: { orders: [{ id: other.id }] } },
    })
  })

  test('describe a payment, a claim, a price list and a product alert', async () => {
    await subscribe()
    const { db } = test_.database
    const order = await buildReserved(test_, shop, [2])
    const shipped = await ship(test_, shop.manager, [{ line_id: order.lines[0]?.id ?? 0, qty: 2 }])
    const claim = await buildClaim(db, shipped.json.shipments[0]?.id ?? 0, shop.admin.id)
    await deliver()
    receiver.received.length = 0
    const paymentId = await payment()
    await publish({ kind: 'claim.decided', about: 'claim', aboutId: claim.id, consigneeId: shop.consigneeId })
    const headers = { ...shop.client, 'idempotency-key': crypto.randomUUID() }
    const file = { method: 'POST' as const, url: '/api/v1/price-exports', headers }
    const exported = { format: 'csv', brand_ids: [], in_stock: true, group_ids: [], consignee_id: null }
    expect((await send(test_, { ...file, payload: exported })).status).toBe(201)
    await runJob(test_.app, 'price_exports')
    const product = await buildProduct(db)
    const watched = { contractorId: shop.companyId, userId: shop.admin.id, productId: product.id }
    const alert = await buildProductAlert(db, watched, { qty: 2 })
    await buildOffer(db, product.id, shop.warehouseId, { on_hand: 5, qty_text: '5' })
    await runJob(test_.app, 'arrivals')
    await deliver()
    expect(receiver.received.map(({ json: { type, data } }) => [type, data])).toMatchObject([
      ['payment.received', { payment: { id: paymentId, number: '77', day: '2026-11-16', sum_kop: 1_500_00 } }],
      ['claim.changed', { claim: { id: claim.id } }],
      ['price_export.ready', { price_export: { state: 'ready', format: 'csv' } }],
      ['product_alert.triggered', { alerts: [{ id: alert.id, qty: 2, product: { id: product.id } }] }],
    ])
  })

  test('are only of the chosen events, and of an older order describe all its lines once', async () => {
    const order = await buildReserved(test_, shop, [1, 1])
    later(1)
    await subscribe({ events: ['order.line.changed'] })
    await buildReserved(test_, shop, [1])
    await ship(test_, shop.manager, [{ line_id: order.lines[0]?.id ?? 0, qty: 1 }])
    await deliver()
    expect(receiver.received.map(({ json }) => [json.type, (json.data['lines'] as object[]).length])).toEqual([
      ['order.line.changed', 2],
    ])
    await publish({ kind: 'order.message', about: 'order', aboutId: order.id })
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('of a stopped company wait', async () => {
    await subscribe()
    const company = test_.database.db.updateTable('contractors').where('id', '=', shop.companyId)
    await payment()
    await company.set({ status: 'pending' }).execute()
    await deliver()
    expect(receiver.received).toEqual([])
    await company.set({ status: 'active' }).execute()
    await deliver()
    expect(types()).toEqual(['payment.received'])
  })

  test('are signed as Standard Webhooks, during a rotation with both secrets', async () => {
    const { id, secret } = await subscribe()
    await payment()
    await deliver()
    const rotated = await call<WebhookSecret>('POST', `${PATH}/${id}/rotate`, { overlap_hours: 24 })
    await payment()
    await deliver()
    later(25 * 60)
    await payment()
    await deliver()
    // The published library judges what is sent.
    const signature = ({ id: messageId, headers, body }: ReceivedMessage, key: string) =>
      new StandardWebhook(key).sign(messageId, new Date(Number(headers['webhook-timestamp']) * 1000), body)
    const [before, during, after] = receiver.received
    if (!before || !during || !after) throw new Error('not received')
    const [old, fresh] = [secret, rotated.json.secret]
    expect(before.headers['webhook-signature']).toBe(signature(before, old))
    expect(during.headers['webhook-signature']).toBe(`${signature(during, fresh)} ${signature(during, old)}`)
    expect(after.headers['webhook-signature']).toBe(signature(after, fresh))
    test_.clock.set(NOW)
    expect(await listed()).toMatchObject([{ id, version: 2 }])
    const keys = webhookKeys('another secret, long enough', TEST_SECRET)
    await resealWebhookSecrets(test_.database.db, keys)
    const { secret: sealed } = await test_.database.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()
    await resealWebhookSecrets(test_.database.db, keys)
    expect((await test_.database.db.selectFrom('webhooks').select('secret').executeTakeFirstOrThrow()).secret).toEqual(
      sealed,
    )
  })
})

describe('delivery', () => {
  test('repeats a message that is not accepted with its id, and keeps the order', async () => {
    const { id } = await subscribe()
    let refusals = 2
    answer = () => (refusals-- > 0 ? 500 : 204)
    for (let count = 0; count < 3; count += 1) await payment()
    await deliver()
    expect(receiver.received).toEqual([])
    expect(await messagesOf(id, 'waiting')).toMatchObject([
      ...[{ attempts: 0 }, { attempts: 0 }],
      { attempts: 1, status: 500, error: 'Получатель ответил 500' },
    ])
    expect(await listed()).toMatchObject([{ waiting_count: 3, failing_since: '2026-11-17T09:00:00.000Z' }])
    later(1)
    await deliver()
    later(2)
    await deliver()
    const ids = receiver.received.map((one) => Number(one.id.replace('msg_', '')))
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(ids).toHaveLength(3)
    expect(await listed()).toMatchObject([{ waiting_count: 0, failing_since: null }])
    expect(await messagesOf(id)).toMatchObject([{ attempts: 1 }, { attempts: 1 }, { attempts: 3, status: 204 }])
  })

  test('in progress does not undo what a person has changed meanwhile', async () => {
    const { id } = await subscribe()
    let refuse: (status: number) => void = () => undefined
    const slow = await startReceiver(
      () => null,
      (respond) => (refuse = respond),
    )
    await call('PATCH', `${PATH}/${id}`, { ...fields({ url: slow.url }), version: 1, is_paused: false })
    await payment()
    const round = deliver()
    await expect.poll(() => refuse.length).toBe(1)
    await call('PATCH', `${PATH}/${id}`, { ...fields(), version: 2, is_paused: false })
    refuse(410)
    await round
    await deliver()
    expect(types()).toEqual(['payment.received'])
    expect(await listed()).toMatchObject([{ pause: '', failing_since: null }])
    slow.close()
  })

  test('that meets a passing error of the database is done later', async () => {
    await subscribe({ events: ['payment.received'] })
    await payment()
    const blocker = test_.database.db.transaction().execute(async (tx) => {
      await sql`lock table payments in access exclusive mode`.execute(tx)
      await expect(deliver()).rejects.toThrow('timeout')
    })
    await blocker
    await deliver()
    expect(types()).toEqual(['payment.received'])
  }, 60_000)

  test('to a receiver that does not answer delays no other', async () => {
    const silent = await startReceiver(() => null)
    await subscribe({ url: silent.url, name: 'Молчит' })
    await subscribe()
    await payment()
    const round = deliver()
    await expect.poll(() => receiver.received.length).toBe(1)
    silent.close()
    await round
    expect(await listed()).toMatchObject([{ failing_since: null }, { waiting_count: 1 }])
  })

  test('that fails for an hour is announced by a letter, after three days the webhook is paused', async () => {
    const { id } = await subscribe()
    answer = () => 503
    await payment()
    const letters = async () =>
      (await test_.database.db.selectFrom('emails').select('subject').orderBy('id').execute()).map(
        ({ subject }) => subject,
      )
    for (let minutes = 0; minutes <= 180; minutes += 10) {
      later(minutes)
      await deliver()
    }
    expect(await letters()).toEqual(['Вебхук «Сайт» не доставляет сообщения'])
    later(3 * 24 * 60 + 1)
    await deliver()
    expect(await letters()).toEqual(['Вебхук «Сайт» не доставляет сообщения', 'Вебхук «Сайт» приостановлен'])
    answer = () => 204
    later(3 * 24 * 60 + 600)
    await deliver()
    expect(receiver.received).toEqual([])
    test_.clock.set(NOW)
    expect(await listed()).toMatchObject([{ pause: 'failures', waiting_count: 1, next_try_at: null }])
    const resumed = { ...fields(), version: 1, is_paused: false }
    expect((await call('PATCH', `${PATH}/${id}`, resumed)).status).toBe(200)
    await deliver()
    expect(types()).toEqual(['payment.received'])
  })

  test('ends at once when the receiver wants no more, and does not follow a redirect', async () => {
    const { id } = await subscribe()
    answer = () => 302
    await payment()
    await deliver()
    expect(await messagesOf(id, 'waiting')).toMatchObject([
      { status: 302, error: 'Адрес перенаправляет на другой: укажите конечный' },
    ])
    answer = () => 410
    later(1)
    await deliver()
    expect(await listed()).toMatchObject([{ pause: 'failures' }])
  })

  test('of one message or of a period is done again with the same ids', async () => {
    const { id } = await subscribe()
    answer = () => 200
    for (let count = 0; count < 3; count += 1) await payment()
    await deliver()
    const [last] = await messagesOf(id)
    const { json } = await call<WebhookMessageText>('GET', `/api/v1/webhook-messages/${last?.id}`)
    expect(json).toMatchObject({ answer: 'ответ 200', status: 200, type: 'payment.received' })
    expect(JSON.parse(json.body)).toMatchObject({ data: { payment: { number: '77' } } })
    const replay = (payload: object) =>
      call<Problem & { queued_count: number }>('POST', `${PATH}/${id}/replay`, payload)
    expect((await replay({})).status).toBe(400)
    expect((await replay({ from: '2026-11-18', to: '2026-11-17' })).status).toBe(400)
    expect((await replay({ from: '2026-11-18', to: '2026-11-18' })).json.queued_count).toBe(0)
    expect((await replay({ message_id: last?.id })).json.queued_count).toBe(1)
    await deliver()
    expect(receiver.received.map((one) => one.id)[3]).toBe(`msg_${last?.id}`)
    expect((await replay({ from: '2026-11-17', to: '2026-11-17' })).json.queued_count).toBe(3)
    await deliver()
    const ids = receiver.received.map((one) => one.id)
    expect(ids.slice(4)).toEqual(ids.slice(0, 3))
  })

  test('is tried from the screen and by a program', async () => {
    const { id } = await subscribe()
    const { headers } = await buildKey(test_, shop.client, { scopes: WEBHOOK_SCOPES })
    answer = ({ json }) => (json.type === 'test' ? 201 : 500)
    for (const [url, caller] of [
      [`${PATH}/${id}/test`, shop.client],
      [`${PARTNER}/${id}/test`, headers],
    ] as const)
      expect((await call<WebhookTrial>('POST', url, {}, caller)).json).toMatchObject({
        ...{ status: 201, error: '', answer: 'ответ 201' },
      })
    expect(await messagesOf(id)).toEqual([])
  })
})

test('program manages webhooks, pages through messages and sends them again', async () => {
  const { headers } = await buildKey(test_, shop.client, { scopes: WEBHOOK_SCOPES })
  const { json: made } = await call<WebhookSecret>('POST', PARTNER, fields(), headers)
  for (let count = 0; count < 60; count += 1) await payment()
  await deliver()
  type Page = { results: WebhookMessage[]; next_cursor: string | null }
  const page = (query: string) => call<Page>('GET', `${PARTNER}/${made.id}/messages?${query}`, undefined, headers)
  const first = (await page('limit=50')).json
  const second = (await page(`limit=50&cursor=${first.next_cursor}`)).json
  expect([first.results.length, second.results.length, second.next_cursor]).toEqual([50, 10, null])
  const id = first.results[0]?.id
  expect(await call('GET', `/api/partner/v1/webhook-messages/${id}`, undefined, headers)).toMatchObject({ status: 200 })
  expect(await call('POST', `${PARTNER}/${made.id}/replay`, { message_id: id }, headers)).toMatchObject({
    json: { queued_count: 1 },
  })
  expect((await call('POST', `${PARTNER}/${made.id}/rotate`, { overlap_hours: 0 }, headers)).status).toBe(200)
  const change = { ...fields({ name: 'Другой' }), version: 2, is_paused: false }
  expect((await call('PATCH', `${PARTNER}/${made.id}`, change, headers)).json).toEqual({ version: 3 })
  expect((await call('DELETE', `${PARTNER}/${made.id}`, undefined, headers)).status).toBe(200)
})

test('pauses grow from a second to four hours and vary by a fifth', () => {
  expect([1, 2, 3, 12, 50].map((failures) => pauseAfter(failures, 0.5) / 1000)).toEqual([1, 5, 15, 14_400, 14_400])
  expect([0, 1].map((random) => pauseAfter(3, random))).toEqual([12_000, 18_000])
})
