import type { NotificationSettings } from '@artikul/contract/workspace/notification-settings'
import { beforeEach, describe, expect, test } from 'vitest'
import { createMailer } from '../../../platform/mail/index.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { readConfig } from '../../../platform/config.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { sendNotifications } from './digests.ts'
import { pino } from 'pino'

const test_ = useTestApp()
const URL = '/api/v1/notifications/settings'
let parties: Parties
let admin: { authorization: string }

beforeEach(async () => {
  const { db } = test_.database
  await db.deleteFrom('emails').execute()
  test_.clock.set('2026-11-17T09:00:00Z')
  parties = await buildParties(db)
  admin = await loginAs(test_, parties.admin)
})
const NOTHING: Deps['debtsOf'] = async () => ({ titles: [], rows: [], notes: [], invoices: [] })
const read = async (headers = admin) => (await send<NotificationSettings>(test_, { url: URL, headers })).json
const save = (payload: object, headers = admin) => send(test_, { method: 'PATCH', url: URL, headers, payload })
const subjects = async (who = parties.admin) => (await lettersTo(who)).map(({ subject }) => subject)

describe('notification settings', () => {
  test('start with urgent topics by immediate email and the rest in the digest', async () => {
    const { topics, hours } = await read()
    expect(topics).toContainEqual({ topic: 'refusals', on_screen: true, mail: 'at_once' })
    expect(topics).toContainEqual({ topic: 'shipments', on_screen: true, mail: 'digest' })
    expect(topics).toContainEqual({ topic: 'watches', on_screen: true, mail: null })
    expect(hours).toEqual([9])
  })

  test('reject topics of other roles, disallowed emails and missing hours', async () => {
    const choose = (topic: string, mail: string | null) => ({ topics: [{ topic, on_screen: true, mail }], hours: [9] })
    for (const payload of [
      choose('orders', 'digest'),
      choose('watches', 'digest'),
      choose('refusals', null),
      choose('nothing', 'none'),
      { topics: [], hours: [] },
      { topics: [], hours: [10] },
      { topics: [], hours: [9, 9] },
    ])
      expect((await save(payload)).status, JSON.stringify(payload)).toBe(400)
  })

  test('offer only topics of the role, and no emails about emails', async () => {
    const warranty = await loginAs(test_, parties.warranty)
    expect((await read(warranty)).topics).toEqual([{ topic: 'claims', on_screen: true, mail: null }])
    const orders = { topics: [{ topic: 'orders', on_screen: true, mail: 'digest' }], hours: [9] }
    expect((await save(orders, warranty)).status).toBe(400)
    const manager = await loginAs(test_, parties.manager)
    expect((await read(manager)).topics).toContainEqual({ topic: 'letters', on_screen: true, mail: null })
    const letters = { topics: [{ topic: 'letters', on_screen: true, mail: 'at_once' }], hours: [9] }
    expect((await save(letters, manager)).status).toBe(400)
  })

  test('are personal, and a disabled topic appears neither in the bell nor in emails', async () => {
    expect(
      (await save({ topics: [{ topic: 'refusals', on_screen: false, mail: 'none' }], hours: [12, 18] })).status,
    ).toBe(200)
    expect(await read()).toMatchObject({ hours: [12, 18] })
    expect((await read(await loginAs(test_, parties.employee))).hours).toEqual([9])
    await publish()
    const bell = async (headers: { authorization: string }) =>
      (await send<{ unread: number }>(test_, { url: '/api/v1/notifications/unread', headers })).json.unread
    expect(await bell(admin)).toBe(0)
    expect(await bell(await loginAs(test_, parties.employee))).toBe(1)
    await run()
    expect(await subjects()).toEqual([])
    expect(await subjects(parties.employee)).toHaveLength(1)
  })
})

describe('notification emails', () => {
  test('about one order are sent once in ten minutes with everything since the last one', async () => {
    await publish()
    await run()
    expect(await subjects()).toEqual(['Заказ № 26-000123: поставщик отказал в 2\u00a0строках'])
    const [letter] = await lettersTo(parties.admin)
    expect(letter?.body).toContain('/orders/5')
    expect(letter?.html).toContain('<a href="http')
    test_.clock.set('2026-11-17T09:02:00Z')
    await publish({ counts: { refused: 1 } })
    await run()
    test_.clock.set('2026-11-17T09:04:00Z')
    await publish({ kind: 'order.asked', counts: { asked: 1 } })
    await publish({ aboutId: 6, label: '26-000124' })
    await run()
    expect(await subjects()).toHaveLength(2)
    test_.clock.set('2026-11-17T09:11:00Z')
    await run()
    const all = await lettersTo(parties.admin)
    expect(all).toHaveLength(3)
    expect(all[2]?.body).toMatch(/отказал в 1\s?строке[^]*решение по 1\s?строке/)
  })

  test('of the digest are sent as one at the chosen Moscow hour', async () => {
    await save({ topics: [], hours: [15] })
    await publish({ kind: 'shipment.created', about: 'shipment', aboutId: 7, label: 'ПФ-1', counts: {} })
    await publish({ kind: 'order.delayed', aboutId: 8, counts: { delayed: 3 } })
    await run()
    test_.clock.set('2026-11-17T11:59:00Z')
    await run()
    expect(await subjects()).toEqual([])
    test_.clock.set('2026-11-17T12:00:30Z')
    await run()
    const [digest, ...others] = await lettersTo(parties.admin)
    expect(others).toEqual([])
    expect(digest?.subject).toBe('Сводка событий')
    expect(digest?.body).toMatch(/Отгрузка № ПФ-1 оформлена[^]*новый срок у 3\s?строк/)
  })

  test('of the digest do not go to a person who has left the company', async () => {
    await publish({ kind: 'order.delayed', counts: { delayed: 1 } })
    await run()
    await test_.database.db.deleteFrom('user_contractors').where('user_id', '=', parties.admin.id).execute()
    test_.clock.set('2026-11-18T06:01:00Z')
    await run()
    expect(await subjects()).toEqual([])
    expect(await subjects(parties.employee)).toEqual(['Сводка событий'])
  })

  test('for a blocked person are dropped and not sent after creditHoldOverride', async () => {
    const { db } = test_.database
    const activate = (isActive: boolean) =>
      db.updateTable('users').set({ is_active: isActive }).where('id', '=', parties.admin.id).execute()
    await publish({ kind: 'order.delayed', counts: { delayed: 1 } })
    await run()
    await activate(false)
    test_.clock.set('2026-11-18T06:01:00Z')
    await run()
    await activate(true)
    test_.clock.set('2026-11-18T07:00:00Z')
    await run()
    expect(await subjects()).toEqual([])
    const waiting = await db
      .selectFrom('notification_digests')
      .select('id')
      .where('user_id', '=', parties.admin.id)
      .execute()
    expect(waiting).toEqual([])
  })

  test('of the digest leave out disabled topics and consignees no longer assigned', async () => {
    const { db } = test_.database
    const [own, revoked] = await db
      .insertInto('consignees')
      .values(['Первая', 'Вторая'].map((name) => ({ contractor_id: parties.company.id, name, address: 'Самара' })))
      .returning('id')
      .execute()
    await publish({ kind: 'order.delayed', aboutId: 8, consigneeId: own?.id ?? 0, counts: { delayed: 3 } })
    await publish({ kind: 'order.delayed', aboutId: 9, consigneeId: revoked?.id ?? 0, counts: { delayed: 4 } })
    await publish({ kind: 'shipment.created', about: 'shipment', aboutId: 7, label: 'ПФ-1', counts: {} })
    await run()
    const headers = await loginAs(test_, parties.employee)
    await save({ topics: [{ topic: 'shipments', on_screen: true, mail: 'none' }], hours: [9] }, headers)
    await db
      .updateTable('user_contractors')
      .set({ all_consignees: false })
      .where('user_id', '=', parties.employee.id)
      .execute()
    await db
      .insertInto('user_consignees')
      .values({ user_id: parties.employee.id, contractor_id: parties.company.id, consignee_id: own?.id ?? 0 })
      .execute()
    test_.clock.set('2026-11-18T06:01:00Z')
    await run()
    const [digest] = await lettersTo(parties.employee)
    expect(digest?.body).toContain('новый срок у 3')
    expect(digest?.body).not.toContain('новый срок у 4')
    expect(digest?.body).not.toContain('Отгрузка')
    expect((await lettersTo(parties.admin))[0]?.body).toMatch(/новый срок у 4[^]*Отгрузка/)
  })

  test('are sent once by several servers', async () => {
    await publish()
    await publish({ aboutId: 9, label: '26-000125' })
    await Promise.all([run(), run(), run(), run()])
    expect((await subjects()).toSorted()).toEqual([
      'Заказ № 26-000123: поставщик отказал в 2\u00a0строках',
      'Заказ № 26-000125: поставщик отказал в 2\u00a0строках',
    ])
  })

  test('are not sent to other companies, the author of the event or blocked people', async () => {
    const { db } = test_.database
    const other = await buildParties(db)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', parties.employee.id).execute()
    await publish({ author: { actorId: parties.admin.id, subjectId: parties.admin.id } })
    await run()
    for (const person of [parties.admin, parties.employee, other.admin]) expect(await subjects(person)).toEqual([])
  })
})

test('email about a decision has its links and is secret, and other emails have none', async () => {
  const calls: number[][] = []
  const questionsOf = async (_: unknown, userId: number, orderId: number) => {
    calls.push([userId, orderId])
    return [{ title: 'FILTRON OP 520/1', lines: ['Ожидаем: было 18.11, станет 20.11'], path: '/decision/secret' }]
  }
  await publish({ kind: 'order.asked', counts: { asked: 1 } })
  await publish({ kind: 'order.refused', aboutId: 6, counts: { refused: 1 } })
  await run(questionsOf)
  const [about] = await lettersTo(parties.admin)
  expect(about?.body).toContain('/decision/secret')
  expect(about?.html).toContain('Ожидаем: было 18.11, станет 20.11')
  expect(new Set(calls.map(([, orderId]) => orderId))).toEqual(new Set([5]))
  const secret = await test_.database.db.selectFrom('emails').select(['is_secret', 'body']).execute()
  expect(secret.every(({ is_secret: isSecret, body }) => isSecret === body.includes('/decision/'))).toBe(true)
})

test('debt reminder email has a table and goes only to people with settlements access', async () => {
  const { db } = test_.database
  const contractorIds: number[] = []
  const debtsOf: Deps['debtsOf'] = async (_, contractorId) => {
    contractorIds.push(contractorId)
    return {
      titles: ['Отгрузка', 'Срок'],
      rows: [['№ 101 <1>', '17.11.2026']],
      notes: ['Вопросы — менеджеру.'],
      invoices: [],
    }
  }
  await db
    .updateTable('user_contractors')
    .set({ sees_settlements: false })
    .where('user_id', '=', parties.employee.id)
    .execute()
  const about = { kind: 'debt.reminded', about: 'debt', aboutId: parties.company.id, counts: {} } as const
  await publish({ ...about, label: 'просрочено 650,00 ₽' })
  await run(undefined, debtsOf)
  const [letter] = await lettersTo(parties.admin)
  expect(letter?.subject).toBe('Напоминание об оплате: просрочено 650,00 ₽')
  expect(letter?.body).toContain('Отгрузка: № 101 <1>; Срок: 17.11.2026\nВопросы — менеджеру.')
  expect(letter?.body).toContain('/finances')
  expect(letter?.html).toMatch(/<td[^>]*>№ 101 &lt;1&gt;<\/td><td[^>]*>17\.11\.2026<\/td>/)
  expect(await lettersTo(parties.employee)).toEqual([])
  expect(contractorIds).toEqual([parties.company.id])
})

test('email that cannot be written delays no other and is sent once it can be', async () => {
  for (const aboutId of [5, 6]) await publish({ aboutId, label: `26-00012${aboutId}`, counts: { asked: 1 } })
  const faultyOrder = 5
  const questionsOf: Deps['questionsOf'] = async (_tx, _userId, orderId) => {
    if (orderId === faultyOrder) throw new Error('unreadable question')
    return []
  }
  await expect(run(questionsOf)).rejects.toThrow('unreadable question')
  expect(await subjects()).toHaveLength(1)
  await run()
  expect(await subjects()).toHaveLength(2)
})

type Deps = Parameters<typeof sendNotifications>[1]

const run = async (questionsOf: Deps['questionsOf'] = async () => [], debtsOf = NOTHING) => {
  const config = readConfig({ NODE_ENV: 'test' }, '.')
  const mailer = createMailer({
    db: test_.appDatabase.forTenant('any'),
    config,
    log: pino({ level: 'silent' }),
    clock: test_.clock,
  })
  await sendNotifications(test_.appDatabase.forTenant('any'), { clock: test_.clock, mailer, questionsOf, debtsOf })
}

const publish = (fields: Partial<DomainEvent> = {}) =>
  test_.database.db.transaction().execute((tx) =>
    publishEvents(
      tx,
      [
        {
          kind: 'order.refused',
          about: 'order',
          aboutId: 5,
          contractorId: parties.company.id,
          label: '26-000123',
          counts: { refused: 2 },
          ...fields,
        },
      ],
      test_.clock.now(),
    ),
  )

const lettersTo = ({ id }: { id: number }) =>
  test_.database.db
    .selectFrom('emails')
    .select(['subject', 'body', 'html'])
    .where('recipient', '=', (users) => users.selectFrom('users').select('email').where('users.id', '=', id))
    .orderBy('id')
    .execute()
