import type { LiveEvent } from '@artikul/contract/workspace/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '../../testing/fake-server.ts'
import { signInAs, signOut } from '../../testing/sign-in.ts'
import { followSession, onLive } from './live.ts'
import { refreshByEvents } from './live-keys.ts'
import { queryClient } from './query-client.ts'

const EVENTS = 'GET /api/v1/events'
const received: LiveEvent[] = []

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  followOnce()
  received.length = 0
})
afterEach(async () => {
  await signOut()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('live events refetch their data once per batch', async () => {
  const stream = openStream(opened)
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  await signInAs({}, { [EVENTS]: () => stream.response })
  await vi.waitFor(() => expect(received).toEqual([opened]))
  stream.tell(event(2))
  stream.tell(event(3, { kind: 'shipment.created', about: 'shipment' }))
  const keys = () => invalidate.mock.calls.map(([filter]) => filter?.queryKey?.[0])
  await vi.waitFor(() => expect(keys()).toContain('shipments'))
  expect(keys()).toContain('notifications')
  const all = invalidate.mock.calls.map(([filter]) => filter?.queryKey)
  expect(all.filter((key) => key?.join('/') === 'orders')).toHaveLength(1)
  expect(all).toContainEqual(['orders', '5'])
  expect(all).not.toContainEqual(['notifications'])
})

test('unknown live event is delivered, and the stream goes on', async () => {
  const stream = openStream(opened)
  await signInAs({}, { [EVENTS]: () => stream.response })
  await vi.waitFor(() => expect(received).toEqual([opened]))
  const unknown = { ...event(2), kind: 'parcel.sent', about: 'parcel' } as unknown as LiveEvent
  stream.tell(unknown)
  stream.tell(event(3))
  await vi.waitFor(() => expect(received).toHaveLength(3))
  expect(received.slice(1)).toEqual([unknown, event(3)])
})

test('broken live stream resumes after the last event, with a refetch meanwhile', async () => {
  const first = openStream(opened, event(4))
  const last = openStream(event(5))
  const lastEventIds: (string | null)[] = []
  await signInAs(
    {},
    {
      [EVENTS]: ({ headers }) => {
        lastEventIds.push(headers.get('Last-Event-ID'))
        if (lastEventIds.length === 1) return first.response
        return lastEventIds.length === 4 ? last.response : problem('internal')
      },
    },
  )
  await vi.waitFor(() => expect(received).toHaveLength(2))
  first.end()
  await vi.advanceTimersByTimeAsync(60_000)
  await vi.waitFor(() => expect(received.at(-1)).toEqual(event(5)))
  expect(lastEventIds).toEqual([null, '4', '4', '4'])
  expect(received.filter(({ kind }) => kind === 'missed').length).toBeGreaterThan(0)
})

test('refused live stream is not retried', async () => {
  let requestCount = 0
  const refuse = () => {
    requestCount += 1
    return problem('auth.second_factor_required')
  }
  await signInAs({}, { [EVENTS]: refuse })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requestCount).toBe(1)
})

const event = (id: number, fields: Partial<LiveEvent> = {}): LiveEvent => ({
  id,
  kind: 'order.changed',
  about: 'order',
  about_id: 5,
  contractor_id: 7,
  ...fields,
})
const opened = event(1, { kind: 'opened', about: null, about_id: null, contractor_id: null })

let isFollowing = false

function followOnce() {
  if (isFollowing) return
  followSession()
  refreshByEvents()
  onLive((one) => received.push(one))
  isFollowing = true
}

/** Stream that the test writes to. */
function openStream(...events: LiveEvent[]) {
  let push: (event: LiveEvent) => void = () => undefined
  let end: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const encoder = new TextEncoder()
      push = (one) => controller.enqueue(encoder.encode(`id: ${one.id}\ndata: ${JSON.stringify(one)}\n\n`))
      end = () => controller.close()
      events.forEach(push)
    },
  })
  return { response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }), tell: push, end }
}
