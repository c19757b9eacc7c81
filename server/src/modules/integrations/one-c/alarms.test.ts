import type { OneCNode } from '@artikul/contract/integrations/one-c'
import type { Notification } from '@artikul/contract/workspace/notifications'
import type { WorkQueue } from '@artikul/contract/workspace/work-queue'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildNode, commerceMl, createOneC, goodsPackage } from './one-c.factory.ts'

const test_ = useTestApp()
const NODES = '/api/v1/one-c/nodes'
type Person = Awaited<ReturnType<typeof buildUser>>
let shop: Shop
let administrator: Person
let manager: Person
let warranty: Person

beforeAll(async () => {
  shop = await buildShop(test_)
  const { db } = test_.database
  administrator = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['administrator'] })
  manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', rights: ['accountant', 'prices'] })
  warranty = await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' })
})
/** Tuesday noon in Moscow: two hours of working time end at 11:00Z. */
beforeEach(() => test_.clock.set('2026-11-17T09:00:00Z'))

const connect = async (more: Parameters<typeof buildNode>[3] = {}) => {
  const node = await buildNode(test_, shop.sellerId, administrator.id, more)
  return { ...node, oneC: createOneC(test_, node) }
}
const checkAt = async (moment: string) => {
  test_.clock.set(moment)
  await runJob(test_.app, 'one_c')
}

const get = async <T>(url: string, person: Person) => send<T>(test_, { url, headers: await loginAs(test_, person) })

/** What the person sees of the node: texts of the bell, newest first, and of «Мой день». */
async function seenBy(person: Person, nodeId: number) {
  const bell = await get<{ results?: Notification[] }>('/api/v1/notifications', person)
  const queue = await get<Partial<WorkQueue>>('/api/v1/work-queue', person)
  return {
    bell: (bell.json.results ?? []).flatMap(({ about, about_id: id, label }) =>
      about === 'one_c' && id === nodeId ? [label] : [],
    ),
    queue: (queue.json.results ?? []).flatMap(({ kind, id, what }) =>
      kind === 'exchange' && id === nodeId ? [what] : [],
    ),
  }
}

async function readNode(id: number) {
  const { json } = await get<{ results: OneCNode[] }>(NODES, administrator)
  const node = json.results.find((one) => one.id === id)
  if (!node) throw new Error(`node ${id} is not listed`)
  return node
}

async function change(id: number, fields: Partial<OneCNode>) {
  const { version, name, default_brand, directions, is_paused, is_trial, loss_percent } = await readNode(id)
  const payload = { version, name, default_brand, directions, is_paused, is_trial, loss_percent, ...fields }
  const headers = await loginAs(test_, administrator)
  expect((await send(test_, { method: 'PATCH', url: `${NODES}/${id}`, headers, payload })).status).toBe(200)
}

test('silence is one alarm of administrators, over when 1C calls again', async () => {
  const { id, oneC } = await connect()
  await test_.database.db
    .insertInto('notification_devices')
    .values(
      [administrator, manager].map((person) => ({
        ...{ user_id: person.id, channel: 'max', address: String(person.id), name: 'MAX' },
        created_at: test_.clock.now(),
      })),
    )
    .execute()
  await oneC.signIn('sale')
  await checkAt('2026-11-17T11:00:00Z')
  expect(await readNode(id)).toMatchObject({ alarms: [] })
  await checkAt('2026-11-17T11:01:00Z')
  await checkAt('2026-11-17T11:02:00Z')
  const text: unknown = expect.stringMatching(/1С не обращается к порталу с .*12:00\. Проверьте в 1С расписание обмена/)
  expect(await seenBy(administrator, id)).toEqual({ bell: [text], queue: [text] })
  expect(await readNode(id)).toMatchObject({ alarms: [text] })
  for (const other of [manager, warranty, shop.admin]) expect(await seenBy(other, id)).toEqual({ bell: [], queue: [] })
  expect((await get(NODES, warranty)).status).toBe(403)

  await runJob(test_.app, 'digests')
  const people = [administrator, manager, warranty]
  const { db } = test_.database
  const written = await db
    .selectFrom('emails')
    .innerJoin('users', 'users.email', 'emails.recipient')
    .select(['users.id', 'emails.body'])
    .where('subject', 'like', 'Обмен с 1С%')
    .where(
      'users.id',
      'in',
      people.map((person) => person.id),
    )
    .execute()
  expect(written.map((email) => email.id)).toEqual([administrator.id])
  expect(written[0]?.body).toContain(`/settings?tab=one-c&node_id=${id}`)
  const pushed = await db
    .selectFrom('device_messages')
    .innerJoin('notification_devices as device', 'device.id', 'device_messages.device_id')
    .select('device.user_id')
    .execute()
  expect(pushed).toEqual([{ user_id: administrator.id }])

  await oneC.signIn('sale')
  await checkAt('2026-11-17T11:03:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell: [text], queue: [] })
  expect(await readNode(id)).toMatchObject({ alarms: [] })
  await checkAt('2026-11-17T13:30:00Z')
  expect((await seenBy(administrator, id)).bell).toHaveLength(2)
})

test('evenings and weekends do not count, wrong passwords are named', async () => {
  test_.clock.set('2026-11-20T14:30:00Z')
  const { id, login, oneC } = await connect()
  await oneC.signIn('sale')
  await createOneC(test_, { login, password: 'wrong' }).signIn('sale')
  await checkAt('2026-11-23T07:29:00Z')
  expect(await readNode(id)).toMatchObject({ alarms: [] })
  await checkAt('2026-11-23T07:31:00Z')
  expect((await readNode(id)).alarms).toEqual([expect.stringContaining('с неверным паролем')])
})

test('orders that 1C takes and never confirms are an alarm, over once it confirms them', async () => {
  const { id, oneC } = await connect()
  await buildReserved(test_, shop, [1])
  for (const moment of ['09:00', '10:30', '11:05']) {
    test_.clock.set(`2026-11-17T${moment}:00Z`)
    await oneC.takeOrders({ isLost: true })
    await checkAt(`2026-11-17T${moment}:30Z`)
  }
  await checkAt('2026-11-17T11:07:00Z')
  const { bell, queue } = await seenBy(administrator, id)
  expect([bell.length, queue]).toEqual([1, [expect.stringContaining('1С не подтверждает заказы с')]])
  await oneC.takeOrders()
  await checkAt('2026-11-17T11:08:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell, queue: [] })
})

test('a refused file is one alarm until a whole session passes', async () => {
  const { id, oneC } = await connect()
  const torn = { 'import0_1.xml': commerceMl('<Каталог><Товары>').slice(0, 300) }
  await oneC.sendCatalog(torn)
  await checkAt('2026-11-17T09:01:00Z')
  await oneC.sendCatalog(torn)
  await checkAt('2026-11-17T09:02:00Z')
  const alarm = [expect.stringMatching(/Файл «import0_1\.xml» не принят: .*исправьте данные в 1С и повторите обмен/)]
  expect(await seenBy(administrator, id)).toEqual({ bell: alarm, queue: alarm })
  // A session of documents says nothing about the goods.
  await oneC.sendDocuments()
  await checkAt('2026-11-17T09:13:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell: alarm, queue: alarm })
  // Further files of a session may still fail.
  await oneC.sendCatalog(goodsPackage([{ id: 'g1', article: 'AL-1', qty: 4, rubles: 100 }]))
  await checkAt('2026-11-17T09:14:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell: alarm, queue: alarm })
  await checkAt('2026-11-17T09:24:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell: alarm, queue: [] })
})

const LAST = { last_exchange_at: '2026-11-16T09:00:00Z' }
test.each([
  ['paused', { ...LAST, is_paused: true }],
  ['trial', { ...LAST, is_trial: true }],
  ['new', {}],
])('a %s node raises no alarm', async (_, fields) => {
  const { id } = await connect(fields)
  await checkAt('2026-11-17T15:00:00Z')
  expect(await seenBy(administrator, id)).toEqual({ bell: [], queue: [] })
})

test('a pause ends the alarm, and the time before its end does not count', async () => {
  const { id } = await connect(LAST)
  await checkAt('2026-11-17T09:00:00Z')
  expect((await readNode(id)).alarms).toHaveLength(1)
  await change(id, { is_paused: true })
  await checkAt('2026-11-17T09:01:00Z')
  expect((await readNode(id)).alarms).toEqual([])
  await change(id, { is_paused: false })
  await checkAt('2026-11-17T11:01:00Z')
  expect((await readNode(id)).alarms).toEqual([])
  await checkAt('2026-11-17T11:02:00Z')
  expect((await readNode(id)).alarms).toHaveLength(1)
})
