import type { EmailRecipient, RecipientLink } from '@artikul/contract/companies/email-recipients'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../consignees/consignees.factory.ts'
import { createMailer } from '../../../platform/mail/index.ts'
import { sendNotifications } from '../../workspace/notification-digests/digests.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { buildReserved, buildShop, ship, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
const URL = '/api/v1/email-recipients'
let shop: Shop

beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  await test_.database.db.deleteFrom('email_recipients').execute()
  await test_.database.db.deleteFrom('emails').execute()
  shop = await buildShop(test_)
})
const change = (id: number, payload: object) =>
  send<{ code: string }>(test_, { method: 'PATCH', url: `${URL}/${id}`, headers: shop.client, payload })
const remove = (id: number) => send(test_, { method: 'DELETE', url: `${URL}/${id}`, headers: shop.client })
const link = <T = { code: string }>(act: 'read' | 'confirm' | 'stop', token: string) =>
  send<T>(test_, { method: 'POST', url: `/api/v1/email-recipient-links/${act}`, headers: {}, payload: { token } })
const tokenIn = (text: string | undefined) => /\/letters\/([\w-]{43})/.exec(text ?? '')?.[1] ?? 'none'

describe('email recipients', () => {
  test('are managed only by the company administrator', async () => {
    expect((await send(test_, { url: URL })).status).toBe(401)
    const { db } = test_.database
    const employee = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    for (const headers of [await loginAs(test_, employee), shop.manager])
      expect((await add({}, headers)).status).toBe(403)
  })

  test('of another company can be neither seen nor deleted', async () => {
    const { id } = (await add()).json
    const stranger = await buildShop(test_)
    expect(await list(stranger.client)).toEqual([])
    const reply = await send(test_, { method: 'DELETE', url: `${URL}/${id}`, headers: stranger.client })
    expect(reply.status).toBe(404)
    const foreignPoint = await add({ email: 'other@client.test', consignee_id: stranger.consigneeId })
    expect(foreignPoint).toMatchObject({ status: 400, json: { errors: [{ path: 'consignee_id' }] } })
  })
})

describe('email recipient', () => {
  test('with wrong topics, a wrong address or disallowed sums is rejected', async () => {
    for (const bad of [
      { topics: ['product_alerts'] },
      { topics: [] },
      { topics: ['shipments', 'shipments'] },
      { email: 'not an address' },
      { mail: 'none' },
      { topics: ['debts'] },
      { topics: ['payments'], sees_prices: true, consignee_id: shop.consigneeId },
    ])
      expect((await add(bad)).status, JSON.stringify(bad)).toBe(400)
    expect(await letters()).toEqual([])
  })

  test('is refused as a duplicate, over twenty, and at an address requested too often', async () => {
    expect((await add()).status).toBe(201)
    expect(await add()).toMatchObject({ status: 409, json: { code: 'email_recipient.exists' } })
    expect((await add({ consignee_id: shop.consigneeId })).status).toBe(201)
    const other = await buildShop(test_)
    expect((await add({}, other.client)).status).toBe(201)
    expect(await add({}, (await buildShop(test_)).client)).toMatchObject({
      status: 429,
      json: { code: 'email_recipient.invitation_limit_reached' },
    })
    for (let n = 0; n < 18; n += 1) expect((await add({ email: `a${n}@client.test` })).status).toBe(201)
    expect(await add({ email: 'last@client.test' })).toMatchObject({
      status: 409,
      json: { code: 'email_recipient.limit_reached' },
    })
    const [first] = await list()
    await remove(first?.id ?? 0)
    expect(await add({ email: 'last@client.test' })).toMatchObject({
      status: 429,
      json: { code: 'email_recipient.invitation_limit_reached' },
    })
  })

  test('is not changed by a stale request', async () => {
    const { id } = (await add()).json
    const { email: _, ...fields } = FIELDS
    expect((await change(id, { ...fields, version: 1, mail: 'digest' })).status).toBe(200)
    expect(await change(id, { ...fields, version: 1 })).toMatchObject({ status: 409, json: { code: 'stale' } })
    expect(await list()).toMatchObject([{ version: 2, mail: 'digest' }])
  })
})

describe('recipient confirmation link', () => {
  test('is sent first, and no other email is sent until the address confirms', async () => {
    await add()
    const [confirmation] = await letters()
    expect(confirmation?.is_secret).toBe(true)
    expect(confirmation?.subject).toContain('Подтвердите')
    await publish({ kind: 'shipment.created', about: 'shipment', aboutId: 1, label: '7', counts: {} })
    await run()
    expect(await letters()).toHaveLength(1)
    const token = tokenIn(confirmation?.body)
    expect((await link<RecipientLink>('read', token)).json).toMatchObject({
      email: FIELDS.email,
      topics: ['Отгрузки'],
      point: null,
      state: 'asked',
    })
    // Opening the link is no agreement.
    expect(await list()).toMatchObject([{ state: 'asked' }])
    await link('confirm', token)
    expect(await list()).toMatchObject([{ state: 'confirmed', since: '2026-11-17T09:00:00.000Z' }])
    // Events before the agreement are not sent.
    await run()
    expect(await letters()).toHaveLength(1)
  })

  test('is dead with an unknown token, after its term and after removal', async () => {
    expect(await link('read', 'a'.repeat(43))).toMatchObject({
      status: 410,
      json: { code: 'email_recipient.link_expired' },
    })
    const { id } = (await add()).json
    const token = tokenIn((await letters())[0]?.body)
    test_.clock.set('2026-11-25T09:00:00Z')
    expect((await link('confirm', token)).status).toBe(410)
    const headers = await loginAs(test_, shop.admin)
    expect(await list(headers)).toMatchObject([{ state: 'overdue' }])
    test_.clock.set('2026-11-17T09:00:00Z')
    await remove(id)
    expect((await link('read', token)).status).toBe(410)
  })

  test('stops emails at once, and the company cannot add the address for thirty days', async () => {
    const { id, token } = await agreed()
    await publish({ kind: 'shipment.created', about: 'shipment', aboutId: 1, label: '7', counts: {} })
    expect((await link('stop', token)).status).toBe(200)
    await run()
    expect(await letters()).toHaveLength(1)
    expect(await list()).toMatchObject([{ state: 'stopped' }])
    await remove(id)
    expect(await add()).toMatchObject({ status: 409, json: { code: 'email_recipient.refused' } })
    test_.clock.set('2026-12-18T09:00:00Z')
    expect((await add({}, await loginAs(test_, shop.admin))).status).toBe(201)
    await purgeAt(test_, 'email_recipients', new Date('2027-03-01T09:00:00Z'))
    expect(await test_.database.db.selectFrom('email_recipients').select('id').execute()).toHaveLength(1)
  })

  test('resumes emails after a stop', async () => {
    const { token } = await agreed()
    await link('stop', token)
    await link('confirm', token)
    expect(await list()).toMatchObject([{ state: 'confirmed' }])
  })
})

describe('recipient emails', () => {
  test('about a shipment list its lines, with prices only where allowed', async () => {
    await agreed()
    await agreed({ email: 'accountant@client.test', sees_prices: true })
    const { lines } = await buildReserved(test_, shop, [3])
    const shipped = await ship(
      test_,
      shop.manager,
      lines.map(({ id }) => ({ line_id: id, qty: 3 })),
    )
    expect(shipped.status, shipped.text).toBe(201)
    await run()
    const [, stored] = await letters()
    expect(stored?.subject).toMatch(/^Отгрузка № .+ оформлена$/)
    expect(stored?.html).toContain('3 шт.')
    expect(stored?.body).not.toContain('₽')
    expect(stored?.body).toContain('Отказаться от них')
    const [, counted] = await letters('accountant@client.test')
    expect(counted?.html).toContain('Сумма, ₽')
  })

  test('cover only the chosen topics and the chosen consignee', async () => {
    const far = await buildConsignee(test_.database.db, shop.companyId)
    await agreed({ topics: ['refusals'], consignee_id: shop.consigneeId })
    await publish({ consigneeId: far.id })
    await publish({ consigneeId: shop.consigneeId, aboutId: 6, label: '26-000124' })
    await publish({ consigneeId: null, aboutId: 7 })
    await publish({ kind: 'order.held', consigneeId: shop.consigneeId, aboutId: 8 })
    await run()
    expect((await letters()).map(({ subject }) => subject).slice(1)).toEqual([expect.stringContaining('26-000124')])
  })

  test('are sent daily at nine, or once in ten minutes per order', async () => {
    await agreed({ topics: ['refusals'] })
    await agreed({ email: 'digest@client.test', topics: ['refusals'], mail: 'digest' })
    await publish()
    await run()
    await publish({ label: 'ещё раз' })
    await run()
    expect(await letters()).toHaveLength(2)
    test_.clock.set('2026-11-17T09:11:00Z')
    await run()
    expect(await letters()).toHaveLength(3)
    expect(await letters('digest@client.test')).toHaveLength(1)
    test_.clock.set('2026-11-18T06:01:00Z')
    await run()
    const [, digest] = await letters('digest@client.test')
    expect(digest?.subject).toContain('Сводка событий')
    expect(digest?.body).toContain('26-000123')
  })

  test('about debts list what is due, and stop when sums are hidden again', async () => {
    const { id } = await agreed({ topics: ['debts'], sees_prices: true })
    const reminded = { kind: 'debt.reminded', about: 'debt', aboutId: shop.companyId, label: 'просрочено 1 ₽' } as const
    await publish(reminded)
    await run()
    expect((await letters()).at(-1)?.html).toMatch(/<td[^>]*>№ 101<\/td>/)
    await publish(reminded)
    const { email: _, ...fields } = FIELDS
    await change(id, { ...fields, version: 1 })
    test_.clock.set('2026-11-17T09:30:00Z')
    await run()
    expect(await letters()).toHaveLength(2)
  })
})

const FIELDS = {
  email: 'store@client.test',
  topics: ['shipments'],
  mail: 'at_once',
  consignee_id: null as number | null,
  sees_prices: false,
}

const add = (fields: Partial<typeof FIELDS> = {}, headers = shop.client) =>
  send<{ id: number; code: string; errors: { path: string }[] }>(test_, {
    method: 'POST',
    url: URL,
    headers,
    payload: { ...FIELDS, ...fields },
  })

const list = async (headers = shop.client) =>
  (await send<{ results: EmailRecipient[] }>(test_, { url: URL, headers })).json.results

const letters = (to = FIELDS.email) =>
  test_.database.db
    .selectFrom('emails')
    .select(['subject', 'body', 'html', 'is_secret'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute()

const agreed = async (fields: Partial<typeof FIELDS> = {}) => {
  const { id } = (await add(fields)).json
  const token = tokenIn((await letters(fields.email)).at(-1)?.body)
  expect((await link('confirm', token)).status).toBe(200)
  return { id, token }
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
          contractorId: shop.companyId,
          label: '26-000123',
          counts: { refused: 2 },
          ...fields,
        },
      ],
      test_.clock.now(),
    ),
  )

const run = () => {
  const db = test_.appDatabase.forTenant('any')
  const { clock } = test_
  const mailer = createMailer({
    db,
    config: readConfig({ NODE_ENV: 'test' }, '.'),
    log: pino({ level: 'silent' }),
    clock,
  })
  const debtsOf = async () => ({ titles: ['Отгрузка'], rows: [['№ 101']], notes: [], invoices: [] })
  return sendNotifications(db, { clock, mailer, questionsOf: async () => [], debtsOf })
}
