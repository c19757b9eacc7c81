import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import { pino } from 'pino'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../testing/parties.factory.ts'
import type { Actor } from '../http/index.ts'
import { useTestApp } from '../../testing/test-app.ts'
import { publishEvents } from './events.ts'
import { createLive, type Live } from './live.ts'
import { createMailslot } from './async-queue.ts'

const test_ = useTestApp()
let parties: Parties
const made: Live[] = []

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
afterEach(async () => {
  await Promise.all(made.splice(0).map((live) => live.stop()))
})
const publish = (aboutId: number, contractorId: number | null = parties.company.id) =>
  test_.database.db
    .transaction()
    .execute((tx) =>
      publishEvents(tx, [{ kind: 'order.changed', about: 'order', aboutId, contractorId }], test_.clock.now()),
    )

test('listener that reconnects and disconnects at once loses no events', async () => {
  const first = await follow(makeLive(), null).next()
  const last = first?.id ?? 0
  await publish(1)
  await publish(2)
  const again = follow(makeLive(), last)
  expect(await again.next()).toMatchObject({ kind: 'opened', id: last })
  const once = follow(makeLive(), last)
  const events = [await once.next(), await once.next(), await once.next()]
  expect(events.map((event) => event?.about_id)).toEqual([null, 1, 2])
})

test('event stream opened during a server stop ends at once', async () => {
  const live = makeLive()
  live.endStreams()
  const { next } = follow(live, null)
  expect((await next())?.kind).toBe('opened')
  expect(await next()).toBeNull()
})

test('listener that reads nothing is disconnected when the stream ends', async () => {
  const live = makeLive()
  const { next, held } = follow(live, null)
  await next()
  live.endStreams()
  await expect.poll(() => held.isCutOff).toBe(true)
}, 15_000)

test('overflowing event buffer ends and reports it once', () => {
  let overs = 0
  const slot = createMailslot<number>(() => {
    overs += 1
  })
  for (let at = 0; at < 2100; at += 1) slot.push(at)
  slot.end()
  expect(overs).toBe(1)
})

test('listener away longer than quiet events are kept gets a missed event', async () => {
  const { clock, database } = test_
  const first = await follow(makeLive(), null).next()
  await database.db
    .transaction()
    .execute((tx) =>
      publishEvents(
        tx,
        [{ kind: 'order.refused', about: 'order', aboutId: 3, contractorId: parties.company.id }],
        clock.now(),
      ),
    )
  expect((await follow(makeLive(), first?.id ?? 0).next())?.kind).toBe('opened')
  clock.set('2026-12-01T09:00:00Z')
  const late = await follow(makeLive(), first?.id ?? 0).next()
  expect(late?.kind).toBe('missed')
  expect((await follow(makeLive(), late?.id ?? 0).next())?.kind).toBe('opened')
  clock.set('2026-11-17T09:00:00Z')
})

/** Creates the streams of one server, which read only on request. */
function makeLive() {
  const { appDatabase, clock } = test_
  const live = createLive({
    db: appDatabase.forTenant('any'),
    clock,
    listen: appDatabase.listen,
    log: pino({ level: 'silent' }),
    readActors: (actors) => Promise.resolve([...actors]),
  })
  made.push(live)
  return live
}

const actor = (): Actor => ({
  sessionId: 1,
  impersonationId: null,
  rights: [],
  userId: parties.admin.id,
  subjectId: parties.admin.id,
  roles: ['CONTRACTOR_ADMIN'],
  contractorId: parties.company.id,
  limits: null,
  mustSetSecondFactor: false,
})

function follow(live: Live, last: number | null) {
  const leaving = new AbortController()
  const held = { isCutOff: false }
  const events = live.follow({
    actor: actor(),
    last,
    leaving: leaving.signal,
    cutOff: () => {
      held.isCutOff = true
    },
  })
  const next = async () => ((await events.next()).value as LiveEvent | undefined) ?? null
  return { next, leaving, held }
}
