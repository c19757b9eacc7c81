import { createECDH, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { notificationDeviceRoutes as routes } from '@artikul/contract/workspace/notification-devices'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { portalOfEnvironment } from '../../../platform/portal/index.ts'
import { startMax, type MaxSimulator } from '../../../simulator/max.ts'
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '../../../testing/loopback-certificate.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { asPortal } from '../../../testing/portal.ts'
import { loginAs, purgeAt, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import type { Device } from './channels.ts'
import { deliverMessages } from './deliver.ts'
import { createDeviceServices } from './device-services.ts'
import { createMaxBot } from './max-bot.ts'
import { createMessengerLink, followMessenger } from './messenger.ts'
import { createWebPush, isPushAddress, vapidKeys } from './web-push.ts'

const test_ = useTestApp({ WEB_PUSH: 'on', MAX_BOT_TOKEN: 'token-of-tests', MAX_BOT_NAME: 'artikul_bot' })
const URL_ = routes.list.path
const KEYS = vapidKeys('a secret that only this test knows, long enough')
const stopping = new AbortController().signal

let parties: Parties
let admin: { authorization: string }
let employee: { authorization: string }
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  await test_.database.db.deleteFrom('notification_devices').execute()
  admin = await loginAs(test_, parties.admin)
  employee = await loginAs(test_, parties.employee)
})

const browserKeys = () => {
  const key = createECDH('prime256v1')
  key.generateKeys()
  return { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
}
const add = (endpoint: string, headers: Record<string, string> = admin, keys: object = browserKeys()) =>
  send<{ id: number }>(test_, { method: 'POST', url: URL_, headers, payload: { endpoint, keys } })
const list = async (headers = admin) =>
  (
    await send<{ web_push_key: string | null; offers_max: boolean; results: { id: number; name: string }[] }>(test_, {
      url: URL_,
      headers,
    })
  ).json
const PUSH = 'https://push.example.com/'
const waiting = async () => (await test_.database.db.selectFrom('device_messages').selectAll().execute()).length

const publish = (fields: Partial<DomainEvent> = {}) =>
  test_.database.db.transaction().execute((tx) =>
    publishEvents(
      tx,
      [
        {
          kind: 'order.asked',
          about: 'order',
          aboutId: 5,
          contractorId: parties.company.id,
          label: '26-000123',
          counts: { asked: 2 },
          ...fields,
        },
      ],
      test_.clock.now(),
    ),
  )

describe('connected browsers', () => {
  test('are refused without a session, and with addresses or keys that no browser has', async () => {
    expect((await add(PUSH, {})).status).toBe(401)
    const bad = ['http://push.example.com/', 'https://10.0.0.1/', 'https://[::1]/', 'https://2130706433/']
    for (const endpoint of [
      ...bad,
      'https://localhost/',
      'https://push.example.com:8443/',
      'https://a:b@push.example.com/',
    ])
      expect((await add(endpoint)).status, endpoint).toBe(400)
    expect((await add(PUSH, admin, { p256dh: 'short', auth: 'short' })).status).toBe(400)
    expect(isPushAddress('https://127.0.0.1:8443/', true)).toBe(true)
  })

  test('belong to the person: others neither see, check nor remove them', async () => {
    const { json } = await add(`${PUSH}own`)
    expect(await list()).toMatchObject({ offers_max: true, results: [{ id: json.id, endpoint: `${PUSH}own` }] })
    expect((await list()).web_push_key).toMatch(/^[\w-]{87}$/)
    expect((await list(employee)).results).toEqual([])
    const path = `${URL_}/${json.id}`
    expect((await send(test_, { method: 'POST', url: `${path}/check`, headers: employee })).status).toBe(404)
    expect((await send(test_, { method: 'DELETE', url: path, headers: employee })).status).toBe(404)
    expect((await send(test_, { method: 'POST', url: `${path}/check`, headers: admin })).status).toBe(200)
    expect(await waiting()).toBe(1)
    expect((await send(test_, { method: 'DELETE', url: path, headers: admin })).status).toBe(200)
    expect(await waiting()).toBe(0)
  })

  test('pass to the next person who signs in there, without what waited', async () => {
    await add(`${PUSH}shared`)
    await publish()
    await runJob(test_.app, 'digests')
    expect(await waiting()).toBe(1)
    test_.clock.set('2026-11-17T09:01:00Z')
    await add(`${PUSH}shared`, employee)
    expect((await list()).results).toEqual([])
    expect((await list(employee)).results).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  test('of one person are at most ten', async () => {
    for (let at = 0; at < 11; at += 1) await add(`${PUSH}${at}`)
    expect((await list()).results).toHaveLength(10)
  })
})

test('messages are planned only for kinds that wait for an answer and people who may know', async () => {
  await add(`${PUSH}1`)
  await publish({ kind: 'order.confirmed', counts: { confirmed: 1 } })
  await publish({ contractorId: (await buildParties(test_.database.db)).company.id })
  await publish({ author: { actorId: parties.admin.id, subjectId: parties.admin.id } })
  await runJob(test_.app, 'digests')
  expect(await waiting()).toBe(0)
  const hide = { topics: [{ topic: 'refusals', on_screen: false, mail: 'none' }], hours: [9] }
  const save = (payload: object) =>
    send(test_, { method: 'PATCH', url: '/api/v1/notifications/settings', headers: admin, payload })
  await save(hide)
  await publish()
  await runJob(test_.app, 'digests')
  expect(await waiting()).toBe(0)
  await save({ topics: [{ topic: 'refusals', on_screen: true, mail: 'none' }], hours: [9] })
  await publish()
  await publish({ kind: 'claim.details_requested', about: 'claim', aboutId: 7, label: 'В-7', counts: {} })
  await runJob(test_.app, 'digests')
  expect(await waiting()).toBe(2)
  await purgeAt(test_, 'device_messages', new Date('2026-11-19T09:00:00Z'))
  expect(await waiting()).toBe(0)
})

describe('delivery to browsers over HTTPS', () => {
  let server: Server
  let status: number | null = 201
  const requests: Record<string, string | string[] | undefined>[] = []
  const at = () => `https://localhost:${(server.address() as AddressInfo).port}/push`
  beforeAll(async () => {
    server = createServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY }, (request, reply) => {
      requests.push(request.headers)
      // Without a status the receiver hangs.
      if (status !== null) reply.writeHead(status, status === 302 ? { location: 'https://localhost:1/' } : {}).end()
    })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  })
  afterAll(() => server.closeAllConnections())
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const channel = (allowsPrivate = true) =>
    createWebPush({
      keys: KEYS,
      contact: 'mailto:noreply@example.com',
      readTitle: () => Promise.resolve('Артикул'),
      allowsPrivate,
      ca: LOOPBACK_CERTIFICATE,
      patienceMs: 300,
    })
  const device = (): Device => ({ channel: 'web_push', address: at(), ...browserKeys() })
  const MESSAGE = { text: 'Заказ № 26-1', path: '/orders/1' }

  test.each([
    [201, 'sent'],
    [410, 'gone'],
    [404, 'gone'],
    [403, 'gone'],
    [302, 'later'],
    [429, 'later'],
    [500, 'later'],
    [null, 'later'],
  ] as const)('answer %s means %s', async (answer, outcome) => {
    status = answer
    expect(await channel().send(device(), MESSAGE, stopping)).toBe(outcome)
    expect(requests.at(-1)).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(requests.at(-1)?.['authorization']).toMatch(/^vapid t=/)
  })

  test('private addresses are never contacted', async () => {
    const before = requests.length
    expect(await channel(false).send(device(), MESSAGE, stopping)).toBe('gone')
    const internal = { ...device(), address: 'https://localhost.localdomain/' }
    expect(await channel(false).send(internal, MESSAGE, stopping)).not.toBe('sent')
    expect(requests).toHaveLength(before)
  })

  test('a failure is repeated, and a browser that is gone is removed with what waits for it', async () => {
    const { db } = test_.database
    const id = (
      await db
        .insertInto('notification_devices')
        .values({ ...device(), user_id: parties.admin.id, name: 'Firefox', created_at: test_.clock.now() })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
    await publish()
    await runJob(test_.app, 'digests')
    await send(test_, { method: 'POST', url: `${URL_}/${id}/check`, headers: admin })
    const deliver = () =>
      deliverMessages({
        db: test_.appDatabase.forTenant('any'),
        clock: test_.clock,
        channels: { web_push: channel() },
        stopping,
      })
    status = 500
    await deliver()
    expect(await waiting()).toBe(2)
    status = 201
    await deliver()
    expect(await waiting()).toBe(2)
    test_.clock.set('2026-11-17T09:01:00Z')
    await deliver()
    expect(await waiting()).toBe(0)
    await publish()
    await runJob(test_.app, 'digests')
    status = 410
    await deliver()
    expect(await waiting()).toBe(0)
    expect((await list()).results).toEqual([])
  })
})

test('keys follow the secret of the installation, and everything is off by default', () => {
  expect(vapidKeys('one')).toEqual(vapidKeys('one'))
  expect(vapidKeys('one').publicKey).not.toBe(vapidKeys('two').publicKey)
  expect(KEYS.privateKey).toHaveLength(43)
  const config = readConfig({ NODE_ENV: 'test' }, '.')
  const services = createDeviceServices({
    config,
    clock: test_.clock,
    secret: 'one',
    linkTo: (path) => path,
    readPortal: asPortal(portalOfEnvironment(config)),
  })
  expect(services).toMatchObject({ channels: {}, webPushKey: null, maxBot: null })
})

describe('messenger MAX', () => {
  let max: MaxSimulator
  beforeAll(async () => {
    max = await startMax()
  })
  afterAll(() => new Promise((resolve) => max.server.close(resolve)))
  const bot = () =>
    createMaxBot({
      origin: max.origin,
      token: max.token,
      name: 'artikul_bot',
      linkTo: (path) => `https://portal.test${path}`,
    })
  const db = () => test_.appDatabase.forTenant('any')
  const follow = () => followMessenger({ db: db(), clock: test_.clock, bot: bot(), stopping }, 0)
  const link = () => createMessengerLink(db(), bot(), parties.admin.id, test_.clock.now())
  const secretIn = (url: string) => new URL(url).searchParams.get('start') ?? ''

  test('is connected by a link that works once within ten minutes, and removed when the bot is stopped', async () => {
    const refused = await send(test_, { method: 'POST', url: routes.linkMax.path })
    expect(refused.status).toBe(401)
    const offered = await send<{ url: string }>(test_, { method: 'POST', url: routes.linkMax.path, headers: admin })
    expect(offered.json.url).toMatch(/^https:\/\/max\.ru\/artikul_bot\?start=[\w-]{43}$/)
    max.start(501, 'Иван Петров', secretIn((await link()).url))
    max.start(502, 'Чужой', secretIn(offered.json.url))
    await follow()
    expect((await list()).results).toMatchObject([{ channel: 'max', name: 'Иван Петров', endpoint: null }])
    expect(max.messages.map(({ userId, text }) => [userId, text.split(' ')[0]])).toEqual([
      ['501', 'Подключено.'],
      ['502', 'Ссылка'],
    ])
    const late = await link()
    test_.clock.set('2026-11-17T09:10:00Z')
    max.start(503, 'Поздний', secretIn(late.url))
    max.stop(501)
    await follow()
    const later = await loginAs(test_, parties.admin)
    expect((await list(later)).results).toEqual([])
  })

  test('gets a message with a link and no prices, and a person who blocked the bot is removed', async () => {
    max.start(501, 'Иван Петров', secretIn((await link()).url))
    await follow()
    const deliver = () => deliverMessages({ db: db(), clock: test_.clock, channels: { max: bot() }, stopping })
    await publish()
    await runJob(test_.app, 'digests')
    await deliver()
    expect(max.messages.at(-1)).toEqual({
      userId: '501',
      text: 'Заказ № 26-000123: нужно ваше решение по 2\u00a0строкам',
      url: 'https://portal.test/orders/5',
    })
    max.blocked.add('501')
    await publish()
    await runJob(test_.app, 'digests')
    await deliver()
    expect((await list()).results).toEqual([])
  })
})
