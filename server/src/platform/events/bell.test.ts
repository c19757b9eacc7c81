import type { Notification } from '@artikul/contract/workspace/notifications'
import { beforeAll, expect, test } from 'vitest'
import { useParties } from '../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../testing/test-app.ts'
import { buildUser } from '../../modules/identity/users/users.factory.ts'
import { publishEvents, type DomainEvent } from './events.ts'

const test_ = useTestApp()
const { parties, manager, warranty } = useParties(test_)
type Headers = { authorization: string }
let colleague: Headers

beforeAll(async () => {
  const { db } = test_.database
  colleague = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  await db
    .updateTable('contractors')
    .set({ manager_id: parties.manager.id })
    .where('id', '=', parties.company.id)
    .execute()
})

test('claims go to the bell of warranty managers, and orders to the company manager', async () => {
  await publish(
    event({ kind: 'claim.created', about: 'claim', aboutId: 1, label: 'В-1' }),
    event({ kind: 'order.cancelled', aboutId: 2, label: '26-000001' }),
  )
  expect(await readKinds(warranty)).toEqual(['claim.created'])
  expect(await unread(warranty)).toBe(1)
  expect(await readKinds(manager)).toEqual(['order.cancelled'])
  expect(await readKinds(colleague)).toEqual([])
})

test('staff bell pages through all events for staff, the newest first', async () => {
  for (let id = 0; id < 12; id += 1) {
    await publish(event({ kind: 'order.cancelled', aboutId: 100 + id }))
    await publish(event({ kind: 'quote_request.created', about: 'quote_request', aboutId: 100 + id }))
  }
  const first = await bell(manager)
  expect(first.results.slice(0, 3).map(({ kind, about_id }) => `${kind} ${about_id}`)).toEqual([
    'quote_request.created 111',
    'order.cancelled 111',
    'quote_request.created 110',
  ])
  expect(first.results).toHaveLength(20)
  const rest = await bell(manager, `?before=${first.next_before}`)
  expect(rest.results.map(({ about_id }) => about_id)).toEqual([101, 101, 100, 100, 2])
  expect(rest.next_before).toBeNull()
})

test('events older than two weeks are not counted as unread', async () => {
  const before = await unread(manager)
  expect(before).toBeGreaterThan(20)
  test_.clock.set('2026-12-05T09:00:00Z')
  const later = await loginAs(test_, parties.manager)
  expect(await unread(later)).toBe(0)
  await publish(event({ kind: 'order.cancelled', aboutId: 200 }))
  expect(await unread(later)).toBe(1)
  expect((await bell(later)).results).toHaveLength(20)
  test_.clock.set('2026-11-17T09:00:00Z')
})

test('events of one transaction are numbered at commit in the order of writing', async () => {
  const { db } = test_.database
  await db.transaction().execute(async (tx) => {
    for (const aboutId of [303, 301, 302]) await publishEvents(tx, [event({ aboutId })], test_.clock.now())
  })
  const rows = await db
    .selectFrom('events')
    .select(['about_id', 'position'])
    .where('about_id', 'in', [301, 302, 303])
    .where('kind', '=', 'order.refused')
    .orderBy('position')
    .execute()
  expect(rows.map(({ about_id: id }) => id)).toEqual([303, 301, 302])
  const first = Number(rows[0]?.position)
  expect(rows.map(({ position }) => Number(position) - first)).toEqual([0, 1, 2])
})

const event = (fields: Partial<DomainEvent>): DomainEvent => ({
  kind: 'order.refused',
  about: 'order',
  aboutId: 1,
  contractorId: parties.company.id,
  ...fields,
})

const publish = (...events: DomainEvent[]) =>
  test_.database.db.transaction().execute((tx) => publishEvents(tx, events, test_.clock.now()))

const bell = async (headers: Headers, query = '') =>
  (
    await send<{ results: Notification[]; next_before: number | null }>(test_, {
      url: `/api/v1/notifications${query}`,
      headers,
    })
  ).json

const readKinds = async (headers: Headers) => (await bell(headers)).results.map(({ kind }) => kind)

const unread = async (headers: Headers) =>
  (await send<{ unread: number }>(test_, { url: '/api/v1/notifications/unread', headers })).json.unread
