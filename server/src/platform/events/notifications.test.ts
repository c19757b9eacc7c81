import type { LiveEvent, Notification } from '@artikul/contract/workspace/notifications'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useParties } from '../../testing/parties.factory.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../testing/test-app.ts'
import { buildContractor } from '../../modules/companies/contractors/contractors.factory.ts'
import { moveLines, type LineMove } from '../../modules/ordering/orders/index.ts'
import { buildReserved, buildShop, type Shop } from '../../modules/fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../modules/identity/users/users.factory.ts'
import { publishEvents, type DomainEvent } from './events.ts'
import { listenTo } from './notifications.factory.ts'

const test_ = useTestApp()
const { parties, admin, employee, manager, warranty } = useParties(test_)
type Headers = { authorization: string }
let shop: Shop
let stranger: Headers
let strangerId: number
let origin: string
const leaving: (() => void)[] = []

beforeAll(buildShops)
afterAll(() => {
  for (const leave of leaving) leave()
})

describe('event stream', () => {
  test('is refused without sign-in and for invalid event numbers', async () => {
    expect(await listenTo(origin, {})).toMatchObject({ status: 401 })
    for (const lastId of ['-1', 'abc', '1.5', '9'.repeat(16)])
      expect(await listenTo(origin, admin, lastId)).toMatchObject({ status: 400 })
  })

  test('delivers events to their company and to staff, never to another company', async () => {
    const [own, foreign, staff] = [await listen(admin), await listen(stranger), await listen(manager)]
    await publish(event({ aboutId: 11 }), event({ aboutId: 12, contractorId: strangerId }))
    await expect.poll(() => seen(staff)).toEqual(['order.refused 11', 'order.refused 12'])
    await expect.poll(() => seen(own)).toEqual(['order.refused 11'])
    await expect.poll(() => seen(foreign)).toEqual(['order.refused 12'])
  })

  test('delivers nothing of a rolled-back transaction', async () => {
    const own = await listen(admin)
    await test_.database.db
      .transaction()
      .execute(async (tx) => {
        await publishEvents(tx, [event({ aboutId: 21 })], test_.clock.now())
        throw new Error('not after all')
      })
      .catch(() => undefined)
    await publish(event({ aboutId: 22 }))
    await expect.poll(() => seen(own)).toEqual(['order.refused 22'])
  })

  test('delivers to an employee only own consignees and product alerts, and to staff their work', async () => {
    const { db } = test_.database
    const { id: point } = await db
      .insertInto('consignees')
      .values({ contractor_id: parties.company.id, name: 'Точка', address: 'Самара' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('user_contractors')
      .set({ all_consignees: false })
      .where('user_id', '=', parties.employee.id)
      .execute()
    const [own, other, keeper] = [await listen(employee), await listen(admin), await listen(warranty)]
    await publish(
      event({
        kind: 'product_alert.triggered',
        about: 'product_alert',
        aboutId: 31,
        personId: parties.employee.id,
        consigneeId: null,
      }),
      event({ kind: 'order.refused', aboutId: 32, consigneeId: point }),
      event({ kind: 'email.failed', about: 'email', aboutId: 33, contractorId: null }),
    )
    await expect.poll(() => seen(other)).toEqual(['order.refused 32'])
    await expect.poll(() => seen(own)).toEqual(['product_alert.triggered 31'])
    await expect.poll(() => seen(keeper)).toEqual(['order.refused 32'])
  })

  test('resumes after the last received event in commit order', async () => {
    const first = await listen(admin)
    await publish(event({ aboutId: 41 }))
    await expect.poll(() => seen(first)).toEqual(['order.refused 41'])
    first.leave()
    const last = first.events.at(-1)?.id ?? 0
    await publish(event({ aboutId: 42 }))
    await publish(event({ aboutId: 43, contractorId: strangerId }))
    await publish(event({ aboutId: 44 }))
    const again = await listen(admin, String(last))
    await expect.poll(() => seen(again)).toEqual(['order.refused 42', 'order.refused 44'])
    expect(again.events[0]?.kind).toBe('opened')
  })

  test('reports missed events to a listener with a future event number', async () => {
    const lost = await listen(admin, '999999999999')
    expect(lost.events[0]?.kind).toBe('missed')
  })

  test('delivers both of two transactions that commit in reverse order', async () => {
    const own = await listen(admin)
    let finishSlow = () => {}
    const mayFinish = new Promise<void>((resolve) => {
      finishSlow = resolve
    })
    let written = () => {}
    const isWritten = new Promise<void>((resolve) => {
      written = resolve
    })
    const slow = test_.database.db.transaction().execute(async (tx) => {
      await publishEvents(tx, [event({ aboutId: 51 })], test_.clock.now())
      written()
      await mayFinish
    })
    await isWritten
    await publish(event({ aboutId: 52 }))
    await expect.poll(() => seen(own)).toEqual(['order.refused 52'])
    const upTo = own.events.at(-1)?.id ?? 0
    finishSlow()
    await slow
    await expect.poll(() => seen(own)).toEqual(['order.refused 52', 'order.refused 51'])
    // A reader who reconnects in between receives the event of a transaction that started before and committed after.
    const late = await listen(admin, String(upTo))
    await expect.poll(() => seen(late)).toEqual(['order.refused 51'])
  })

  test('ends with its session on every server', async () => {
    const person = await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' })
    const stream = await listen(await loginAs(test_, person))
    await test_.database.db
      .updateTable('sessions')
      .set({ ended_at: test_.clock.now(), end_reason: 'signed out' })
      .where('user_id', '=', person.id)
      .execute()
    await stream.ended
    expect(stream.status).toBe(200)
  }, 20_000)

  test('is the same on a second server and resumes elsewhere when a server stops', async () => {
    const node = await test_.startNode()
    const secondOrigin = await open(node)
    const [here, there] = [await listen(admin), await listen(admin, undefined, secondOrigin)]
    await publish(event({ aboutId: 61 }))
    await expect.poll(() => [seen(here), seen(there)]).toEqual([['order.refused 61'], ['order.refused 61']])
    const last = there.events.at(-1)?.id ?? 0
    await node.close()
    await there.ended
    await publish(event({ aboutId: 62 }))
    const moved = await listen(admin, String(last))
    await expect.poll(() => seen(moved)).toEqual(['order.refused 62'])
  }, 20_000)

  test('survives a cut database connection without losing events', async () => {
    const own = await listen(admin)
    const { db } = test_.database
    const listening = sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and application_name = 'artikul-listener'`
    await expect.poll(async () => (await listening.execute(db)).rows.length).toBeGreaterThan(0)
    const before = (await listening.execute(db)).rows.map(({ pid }) => pid)
    for (const pid of before) await sql`select pg_terminate_backend(${pid}::integer)`.execute(db)
    await publish(event({ aboutId: 71 }))
    await expect.poll(() => seen(own)).toEqual(['order.refused 71'])
    const after = async () => (await listening.execute(db)).rows.filter(({ pid }) => !before.includes(pid)).length
    await expect.poll(after).toBeGreaterThan(0)
  }, 20_000)
})

describe('notification bell', () => {
  test('groups the moves of one order into one event with counts, except for their author', async () => {
    const { db } = test_.database
    await read(shop.client, { id: 1_000_000, and_older: true })
    const order = await buildReserved(test_, shop, [2, 3, 4])
    const placed = (await bell(shop.manager)).results[0]
    expect(placed).toMatchObject({ kind: 'order.placed', about_id: order.id, is_read: false })
    expect((await bell(shop.client)).results).toEqual([])
    const moves = order.lines.map(({ id }, at): LineMove => ({
      lineId: id,
      from: 'reserved',
      to: at < 2 ? 'refused_supplier' : 'delayed',
      qty: at + 2,
    }))
    const me = await db
      .selectFrom('users')
      .select('id')
      .where('full_name', '=', 'Иванова Мария')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const author = { actorId: me.id, subjectId: me.id }
    await db.transaction().execute(async (tx) => {
      for (const move of moves) await moveLines(tx, { mover: 'staff', author }, [move], test_.clock.now())
    })
    const { results } = await bell(shop.client)
    expect(results).toMatchObject([{ kind: 'order.refused', counts: { refused: 2, delayed: 1 }, contractor: null }])
    expect(await unread(shop.client)).toBe(1)
    expect((await bell(shop.manager)).results[0]?.kind).toBe('order.placed')
    expect((await bell(manager)).results[0]).toMatchObject({ kind: 'order.refused', about_id: order.id })
    expect((await bell(warranty)).results).toEqual([])
  })

  test('is marked as read per person, one event at a time or up to an event', async () => {
    await publish(event({ aboutId: 81 }))
    await publish(event({ aboutId: 82 }))
    await publish(event({ aboutId: 83 }))
    const [third, second, first] = (await bell(admin)).results
    await read(admin, { id: second?.id ?? 0, and_older: true })
    expect((await bell(admin)).results.slice(0, 3).map((one) => one.is_read)).toEqual([false, true, true])
    expect(await unread(admin)).toBe(1)
    expect(await unread(employee)).toBeGreaterThan(2)
    await read(admin, { id: third?.id ?? 0, and_older: false })
    await read(admin, { id: third?.id ?? 0, and_older: false })
    expect(await unread(admin)).toBe(0)
    expect(first?.about_id).toBe(81)
    // A position of another company has no effect.
    await publish(event({ aboutId: 84, contractorId: strangerId }))
    const foreign = (await bell(stranger)).results[0]?.id ?? 0
    await read(admin, { id: foreign, and_older: false })
    expect((await bell(stranger)).results[0]?.is_read).toBe(false)
    // A future position marks no more than the existing notifications.
    await read(admin, { id: Number.MAX_SAFE_INTEGER, and_older: true })
    await publish(event({ aboutId: 85 }))
    expect(await unread(admin)).toBe(1)
  })

  test('is paged back', async () => {
    for (let id = 0; id < 25; id += 1) await publish(event({ aboutId: 900 + id, contractorId: strangerId }))
    const newest = await bell(stranger)
    expect(newest.results).toHaveLength(20)
    const older = await bell(stranger, `?before=${newest.next_before}`)
    expect(older.results[0]?.about_id).toBe(904)
    expect(older.next_before).toBeNull()
    expect((await send(test_, { url: '/api/v1/notifications?before=x', headers: stranger })).status).toBe(400)
  })

  test('drops old events, quiet ones sooner', async () => {
    const { db } = test_.database
    const kinds = async () =>
      (
        await db.selectFrom('events').select('kind').where('about_id', 'in', [71_001, 71_002]).orderBy('id').execute()
      ).map(({ kind }) => kind)
    await publish(event({ kind: 'order.changed', aboutId: 71_001 }), event({ aboutId: 71_002 }))
    const inDays = (days: number) => new Date(test_.clock.now().getTime() + days * 86_400_000)
    await purgeAt(test_, 'events', inDays(2))
    expect(await kinds()).toEqual(['order.changed', 'order.refused'])
    await purgeAt(test_, 'events', inDays(4))
    expect(await kinds()).toEqual(['order.refused'])
    await purgeAt(test_, 'events', inDays(61))
    expect(await kinds()).toEqual([])
  })
})

async function buildShops() {
  const { db } = test_.database
  shop = await buildShop(test_)
  const other = await buildContractor(db, { sellerIds: [] })
  strangerId = other.id
  const foreign = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] })
  stranger = await loginAs(test_, foreign)
  origin = await open(test_.app)
}

const open = async (app: FastifyInstance) => app.listen({ host: '127.0.0.1', port: 0 })

async function listen(headers: Headers, lastId?: string, at = origin) {
  const stream = await listenTo(at, headers, lastId)
  leaving.push(stream.leave)
  if (stream.status === 200) await expect.poll(() => stream.events.length).toBeGreaterThan(0)
  return stream
}

const event = (fields: Partial<DomainEvent> = {}): DomainEvent => ({
  kind: 'order.refused',
  about: 'order',
  aboutId: 1,
  contractorId: parties.company.id,
  label: '26-000123',
  counts: { refused: 2 },
  ...fields,
})

const publish = (...events: DomainEvent[]) =>
  test_.database.db.transaction().execute((tx) => publishEvents(tx, events, test_.clock.now()))

const seen = ({ events }: { events: LiveEvent[] }) =>
  events.filter(({ about }) => about !== null).map(({ kind, about_id }) => `${kind} ${about_id}`)

const bell = async (headers: Headers, query = '') =>
  (
    await send<{ results: Notification[]; next_before: number | null }>(test_, {
      url: `/api/v1/notifications${query}`,
      headers,
    })
  ).json

const unread = async (headers: Headers) =>
  (await send<{ unread: number }>(test_, { url: '/api/v1/notifications/unread', headers })).json.unread

const read = (headers: Headers, payload: object) =>
  send(test_, { method: 'POST', url: '/api/v1/notifications/read', headers, payload })
