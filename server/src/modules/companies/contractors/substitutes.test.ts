import { standsIn, type OwnSubstitute } from '@artikul/contract/companies/substitutes'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { moscowDayOf, assignedManager, publishEvents } from '../../../platform/events/index.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildContractor, buildSeller } from './contractors.factory.ts'

const test_ = useTestApp()
type Who = { authorization: string }
let seller: { id: number }
let company: { id: number }
let second: { id: number }
let foreign: { id: number }
let [managerId, deputyId, otherId] = [0, 0, 0]
let people: { login: string; password: string }[]
let manager: Who
let deputy: Who
let client: Who
let warranty: Who

beforeAll(buildCompanies)
beforeEach(resetManagers)

const URL = '/api/v1/manager/substitute'

describe('deputy setting', () => {
  test('is refused to everyone but order managers', async () => {
    expect((await send(test_, { url: URL })).status).toBe(401)
    expect((await send(test_, { method: 'PATCH', url: URL, payload: {} })).status).toBe(401)
    for (const who of [client, warranty]) {
      expect((await send(test_, { url: URL, headers: who })).status).toBe(403)
      expect((await set({ substitute_id: deputyId, ...always }, who)).status).toBe(403)
    }
    expect((await patch(company.id, { substitute_id: deputyId }, client)).status).toBe(403)
    expect((await patch(company.id, { substitute_from: '2026-11-17' }, client)).status).toBe(403)
  })

  test.each([
    ['himself', () => ({ substitute_id: managerId, ...always }), 'substitute_id'],
    ['nobody of that id', () => ({ substitute_id: 999_999, ...always }), 'substitute_id'],
    [
      'a period without a deputy',
      () => ({ substitute_id: null, substitute_from: '2026-11-17', substitute_to: null }),
      'substitute_id',
    ],
    [
      'a period that ends first',
      () => ({ substitute_id: deputyId, substitute_from: '2026-11-17', substitute_to: '2026-11-16' }),
      'substitute_to',
    ],
    [
      'no day',
      () => ({ substitute_id: deputyId, substitute_from: '2026-02-30', substitute_to: null }),
      'substitute_from',
    ],
  ])('with %s is rejected', async (_, body, path) => {
    const { status, json } = await set(body())
    expect([status, json.errors[0]?.path]).toEqual([400, path])
    expect((await read()).deputy).toBeNull()
  })

  test('on a company card is rejected without a deputy or with a reversed period', async () => {
    expect((await patch(company.id, { substitute_to: '2026-11-20' })).json.errors).toMatchObject([
      { path: 'substitute_to' },
    ])
    await patch(company.id, { substitute_id: deputyId, substitute_from: '2026-11-17' })
    expect((await patch(company.id, { substitute_to: '2026-11-16' })).json.errors).toMatchObject([
      { path: 'substitute_to' },
    ])
  })

  test('on a company card is rejected for its manager', async () => {
    expect((await patch(company.id, { substitute_id: managerId })).json.errors).toMatchObject([
      { path: 'substitute_id', message: 'Менеджер не может замещать себя' },
    ])
    expect((await patch(company.id, { manager_id: otherId, substitute_id: otherId })).status).toBe(400)
  })
})

test('deputy who becomes the manager of a company is its deputy no more', async () => {
  await patch(company.id, { substitute_id: deputyId, substitute_from: '2026-11-17' })
  expect((await patch(company.id, { manager_id: deputyId })).status).toBe(200)
  expect(await card(company.id)).toMatchObject({ manager: { id: deputyId }, deputy: null, substitute_from: null })
})

test('deputy is set for all companies of the manager at once, with a history entry in each', async () => {
  const period = { substitute_from: '2026-11-18', substitute_to: '2026-11-20' }
  await patch(second.id, { substitute_id: otherId })
  expect(await read()).toMatchObject({ companies_count: 2, is_same: false })
  expect((await set({ substitute_id: deputyId, ...period })).json).toEqual({ companies_count: 2 })
  expect(await read()).toMatchObject({ deputy: { id: deputyId, full_name: 'Петров Пётр' }, ...period, is_same: true })
  expect((await card(foreign.id)).deputy).toBeNull()
  expect((await read(deputy)).stands_in).toEqual([
    { manager: { id: managerId, full_name: 'Иванова Мария' }, ...period, companies_count: 2 },
  ])
  const { json } = await send<{ results: { event: string; changes: object[] }[] }>(test_, {
    url: `/api/v1/contractors/${second.id}/history`,
    headers: manager,
  })
  expect(json.results[0]).toMatchObject({
    event: 'company.changed',
    changes: [
      { field: 'Заместитель менеджера', before: 'Сидоров Иван', after: 'Петров Пётр' },
      { field: 'Замещает с', before: null, after: '18.11.2026' },
      { field: 'Замещает по', before: null, after: '20.11.2026' },
    ],
  })
  test_.clock.set('2026-11-20T21:00:00Z')
  expect((await read(await loginAs(test_, people[1]!))).stands_in).toEqual([])
})

test('open company card becomes stale on a deputy change, and removing the deputy clears the period', async () => {
  const { version } = await card(company.id)
  await set({ substitute_id: deputyId, substitute_from: '2026-11-18', substitute_to: null })
  const late = { method: 'PATCH', url: `/api/v1/contractors/${company.id}`, headers: manager } as const
  expect((await send(test_, { ...late, payload: { version, substitute_id: null } })).status).toBe(409)
  expect((await patch(company.id, { substitute_id: null })).status).toBe(200)
  expect(await card(company.id)).toMatchObject({ deputy: null, substitute_from: null })
})

describe('event notification', () => {
  let aboutId = 5000
  /** Signs in the manager, the deputy and another manager, because tokens expire within the day. */
  async function readNotified(about = aboutId): Promise<boolean[]> {
    const found: boolean[] = []
    for (const person of people) {
      const headers = await loginAs(test_, person)
      const { json } = await send<{ results: { about_id: number }[] }>(test_, { url: '/api/v1/notifications', headers })
      found.push(json.results.some((one) => one.about_id === about))
    }
    return found
  }
  async function happen(at: string) {
    aboutId += 1
    test_.clock.set(at)
    const fact = { kind: 'order.placed', about: 'order', aboutId, contractorId: company.id, label: '26-1' } as const
    await test_.database.db.transaction().execute((tx) => publishEvents(tx, [fact], test_.clock.now()))
    return aboutId
  }

  test.each([
    ['the evening before', '2026-11-17T20:59:00Z', [true, false, false]],
    ['the first minute', '2026-11-17T21:00:00Z', [true, true, false]],
    ['the last minute', '2026-11-20T20:59:00Z', [true, true, false]],
    ['the minute after', '2026-11-20T21:00:00Z', [true, false, false]],
  ])('reaches a deputy only within the period by Moscow days: %s', async (_, at, expected) => {
    await set({ substitute_id: deputyId, substitute_from: '2026-11-18', substitute_to: '2026-11-20' })
    await happen(at)
    expect(await readNotified()).toEqual(expected)
  })

  test('stays visible to the deputy after the period, and an open-ended deputy always gets it', async () => {
    await set({ substitute_id: deputyId, substitute_from: '2026-11-18', substitute_to: '2026-11-18' })
    const about = await happen('2026-11-18T09:00:00Z')
    test_.clock.set('2026-11-25T09:00:00Z')
    expect(await readNotified(about)).toEqual([true, true, false])
    await set({ substitute_id: deputyId, ...always }, await loginAs(test_, people[0]!))
    await happen('2027-05-01T09:00:00Z')
    expect(await readNotified()).toEqual([true, true, false])
  })

  test('goes to all managers when the manager is inactive and the deputy period is over', async () => {
    await set({ substitute_id: deputyId, substitute_from: '2026-11-18', substitute_to: '2026-11-20' })
    const { db } = test_.database
    const active = (is_active: boolean) =>
      db.updateTable('users').set({ is_active }).where('id', '=', managerId).execute()
    await active(false)
    const during = await happen('2026-11-19T09:00:00Z')
    const after = await happen('2026-11-21T09:00:00Z')
    people = people.slice(1)
    const seen = [await readNotified(during), await readNotified(after)]
    await active(true)
    expect(seen).toEqual([
      [true, false],
      [true, true],
    ])
  })
})

test('client gets the deputy as contact only while the manager is away', async () => {
  const named = async () => {
    const { json } = await send<{ manager: { full_name: string } }>(test_, { url: '/api/v1/user', headers: client })
    return json.manager.full_name
  }
  const away = (substitute_from: string | null, substitute_to: string | null) =>
    test_.database.db
      .updateTable('contractors')
      .set({ substitute_id: deputyId, substitute_from, substitute_to })
      .where('id', '=', company.id)
      .execute()
  expect(await named()).toBe('Иванова Мария')
  // In addition to the manager, not instead.
  await away(null, null)
  expect(await named()).toBe('Иванова Мария')
  await away('2026-11-18', '2026-11-20')
  expect(await named()).toBe('Иванова Мария')
  await away('2026-11-16', '2026-11-17')
  expect(await named()).toBe('Петров Пётр')
  const active = (is_active: boolean) =>
    test_.database.db.updateTable('users').set({ is_active }).where('id', '=', deputyId).execute()
  await active(false)
  expect(await named()).toBe('Иванова Мария')
  await active(true)
  await test_.database.db
    .updateTable('contractors')
    .set({ stopped_reason: 'Долг' })
    .where('id', '=', company.id)
    .execute()
  const refused = await send<{ detail: string }>(test_, { url: '/api/v1/orders/preview', headers: client })
  await test_.database.db
    .updateTable('contractors')
    .set({ stopped_reason: null })
    .where('id', '=', company.id)
    .execute()
  expect(refused.json.detail).toContain('Ваш менеджер: Петров Пётр')
})

test('SQL and contract code agree on deputy periods at any time', async () => {
  const day = fc.date({ min: new Date('2026-11-01'), max: new Date('2026-12-01'), noInvalidDate: true })
  const text = day.map((date) => date.toISOString().slice(0, 10))
  const moment = fc.date({ min: new Date('2026-10-30'), max: new Date('2026-12-03'), noInvalidDate: true })
  const moscow = (at: Date) => new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 10)
  await fc.assert(
    fc.asyncProperty(fc.option(text), fc.option(text), moment, async (from, to, at) => {
      const { rows } = await sql<{ stands: boolean | null }>`
        select 2 in ${assignedManager(moscowDayOf(sql`${at}::timestamptz`))} as stands
        from (select 1 as manager_id, 2 as substitute_id, ${from}::date as substitute_from, ${to}::date as substitute_to) company`.execute(
        test_.database.db,
      )
      expect(rows[0]?.stands ?? false).toBe(standsIn({ substitute_from: from, substitute_to: to }, moscow(at)))
    }),
    { numRuns: 200 },
  )
})

async function buildCompanies() {
  const { db } = test_.database
  seller = await buildSeller(db)
  company = await buildContractor(db, { sellerIds: [seller.id], name: 'ООО «Первая»' })
  second = await buildContractor(db, { sellerIds: [seller.id], name: 'ООО «Вторая»' })
  foreign = await buildContractor(db, { sellerIds: [seller.id], name: 'АО «Чужая»' })
  const staff = (name: string) => buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name })
  const [one, two, three] = [await staff('Иванова Мария'), await staff('Петров Пётр'), await staff('Сидоров Иван')]
  people = [one, two, three]
  ;[managerId, deputyId, otherId] = [one.id, two.id, three.id]
  ;[manager, deputy] = [await loginAs(test_, one), await loginAs(test_, two)]
  client = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] }))
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
}

async function resetManagers() {
  test_.clock.set('2026-11-17T09:00:00Z')
  const own = test_.database.db.updateTable('contractors')
  const nobody = { substitute_id: null, substitute_from: null, substitute_to: null }
  await own
    .set({ manager_id: managerId, ...nobody })
    .where('id', 'in', [company.id, second.id])
    .execute()
  await own
    .set({ manager_id: otherId, ...nobody })
    .where('id', '=', foreign.id)
    .execute()
}

const always = { substitute_from: null, substitute_to: null }

interface Refused {
  code: string
  errors: { path: string }[]
  companies_count: number
}

const set = (payload: object, headers: object = manager) =>
  send<Refused>(test_, { method: 'PATCH', url: URL, headers: { ...headers }, payload })

const read = async (who: Who = manager) => (await send<OwnSubstitute>(test_, { url: URL, headers: who })).json

const card = async (id: number, who: Who = manager) =>
  (
    await send<{ version: number; deputy: { id: number } | null; substitute_from: string | null }>(test_, {
      url: `/api/v1/contractors/${id}`,
      headers: who,
    })
  ).json

const patch = async (id: number, fields: object, who: Who = manager) =>
  send<Refused>(test_, {
    method: 'PATCH',
    url: `/api/v1/contractors/${id}`,
    headers: who,
    payload: { version: (await card(id, who)).version, ...fields },
  })
