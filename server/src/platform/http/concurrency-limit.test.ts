import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../testing/parties.factory.ts'
import { untilWaiting } from '../../testing/locks.ts'
import { loginAs, useTestApp } from '../../testing/test-app.ts'

const MOST = 2
/** Call that reads a table which no background job reads. */
const READ = '/api/v1/page-texts/about'
const LOCK = sql`lock table page_texts in access exclusive mode`
const test_ = useTestApp({ REQUESTS_AT_ONCE: String(MOST) })
let parties: Parties
let origin: string
let headers: { authorization: string }
const sockets: Socket[] = []

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  origin = await test_.app.listen({ port: 0 })
  headers = await loginAs(test_, parties.manager)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const ask = (path = READ) => fetch(`${origin}${path}`, { headers })

describe('overloaded server', () => {
  test('refuses a further call at once with 503 and Retry-After', async () => {
    await whileFull(async () => {
      const reply = await ask()
      expect(reply.status).toBe(503)
      expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
      expect(reply.headers.get('retry-after')).toBe('2')
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(await reply.json()).toEqual({
        type: 'about:blank',
        status: 503,
        code: 'unavailable',
        title: 'Сервер занят, повторите через несколько секунд',
        request_id: reply.headers.get('x-request-id'),
      })
    })
    expect((await ask()).status).toBe(200)
  })

  test('refuses a call with a body without waiting for the body', async () => {
    await whileFull(async () => {
      const socket = open('POST /api/v1/token/pair HTTP/1.1', 'Content-Length: 100000')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i)
      await once(socket, 'close')
    })
  })
})

/** Raw client that sends exactly the given lines. */
function open(...lines: string[]): Socket {
  const socket = connect(Number(new URL(origin).port))
  socket.on('error', () => undefined).write([...lines, 'Host: localhost', '', ''].join('\r\n'))
  sockets.push(socket)
  return socket
}

test('health checks and pages are served under full load', async () => {
  await whileFull(async () => {
    expect((await ask('/health/live')).status).toBe(200)
    expect((await ask('/health/ready')).status).toBe(200)
    expect((await ask('/robots.txt')).status).toBe(200)
  })
})

test('slow senders and event streams do not occupy call slots', async () => {
  for (let left = 3 * MOST; left > 0; left -= 1) {
    open('POST /api/v1/token/pair HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 100')
    const stream = open(
      'GET /api/v1/events HTTP/1.1',
      'Accept: text/event-stream',
      `Authorization: ${headers.authorization}`,
    )
    const [answer] = (await once(stream, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200/)
  }
  expect((await ask()).status).toBe(200)
})

test('call keeps its slot until its work ends even after the client leaves, and a refusal frees it', async () => {
  const controller = new AbortController()
  await test_.database.db.transaction().execute(async (tx) => {
    await LOCK.execute(tx)
    const calls = Array.from({ length: MOST }, () => fetch(`${origin}${READ}`, { headers, signal: controller.signal }))
    await untilWaiting(test_.database.db, MOST)
    controller.abort()
    await Promise.allSettled(calls)
    expect((await ask()).status).toBe(503)
  })
  await expect.poll(async () => (await ask()).status).toBe(200)
  for (let left = 3 * MOST; left > 0; left -= 1) {
    expect((await fetch(`${origin}/api/v1/orders`)).status).toBe(401)
    expect((await ask('/api/v1/orders?page=-1')).status).toBe(400)
    expect((await ask('/api/v1/nothing')).status).toBe(404)
  }
  expect((await ask()).status).toBe(200)
})

/** Fills the gate with calls waiting for a lock while `work` runs. */
async function whileFull(work: () => Promise<void>) {
  let held: Promise<Response>[] = []
  await test_.database.db.transaction().execute(async (tx) => {
    await LOCK.execute(tx)
    held = Array.from({ length: MOST }, () => ask())
    await untilWaiting(test_.database.db, MOST)
    await work()
  })
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
}
