import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { send } from '../testing/test-app.ts'
import { asking, signingIn, useCallers } from './callers.factory.ts'

const callers = useCallers()
const { test_ } = callers
const get = asking(callers)
const raw = signingIn(callers)
let port: number

beforeAll(async () => {
  const node = await test_.startNode()
  await node.listen({ host: '127.0.0.1', port: 0 })
  const address = node.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

describe('headers', () => {
  const BODY = '{"login":"a","password":"b"}'

  test.each([
    ['C-31 a tab', 'application/json\ta'],
    ['C-32 garbage behind', 'application/json garbage'],
    ['C-33 plain text', 'text/plain'],
    ['C-33 a form', 'application/x-www-form-urlencoded'],
    ['C-33 multipart', 'multipart/form-data; boundary=x'],
    ['C-33 XML', 'application/xml'],
  ])('%s in the content type is rejected with 400 or 415', async (_, type) => {
    expect([400, 415]).toContain((await raw(BODY, { 'content-type': type })).status)
  })

  test('C-32 content type with a leading space does not bypass validation', async () => {
    expect([400, 415]).toContain((await raw('{"is_staff":true}', { 'content-type': ' application/json' })).status)
  })

  test.each(['gzip', 'br', 'deflate', 'zstd'])('C-34 body encoded with %s is refused', async (encoding) => {
    const reply = await raw(gzipSync(BODY), { 'content-type': 'application/json', 'content-encoding': encoding })
    expect([400, 415]).toContain(reply.status)
  })

  test('C-34 unusual Accept headers change nothing', async () => {
    expect(
      (
        await get('/api/v1/user', {
          ...callers.admin,
          accept: 'image/webp;q=x,*/*',
          'accept-encoding': 'gzip,'.repeat(100),
        })
      ).status,
    ).toBe(200)
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io'])(
    'C-35 Host «%s» is rejected with 400',
    async (host) => {
      expect((await get('/health/live', { host })).status).toBe(400)
    },
  )

  test('C-35 forwarded headers from an untrusted proxy are ignored', async () => {
    const headers = {
      ...callers.admin,
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '8.8.8.8',
    }
    expect((await get('/api/v1/user', headers)).status).toBe(200)
    const { address } = await test_.database.db.selectFrom('sessions').select('address').executeTakeFirstOrThrow()
    expect(address).toBe('127.0.0.1')
  })

  test.each([
    [
      'C-36 both lengths',
      `POST /api/v1/token/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    ],
    [
      'C-36 two lengths',
      'POST /api/v1/token/pair HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef',
    ],
    ['C-36 a folded header', 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-A: b\r\n c\r\n\r\n'],
    ['C-36 a bare line feed', 'GET /health/live HTTP/1.1\nHost: localhost\n\n'],
    ['C-37 a header of 64 kB', `GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['C-35 no host', 'GET /health/live HTTP/1.1\r\n\r\n'],
    ['C-35 an empty host', 'GET /health/live HTTP/1.1\r\nHost:\r\n\r\n'],
    ['C-35 two hosts', 'GET /health/live HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n'],
    ['C-40 an unknown method', 'FOO /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('%s is refused, and no request is smuggled', async (_, text) => {
    const answer = await speak(text)
    expect([0, 400, 431]).toContain(statusOf(answer))
    expect(answer).not.toContain('smuggled')
    expect(answer.match(/^HTTP\/1\.1 200/gm)).toBeNull()
  })

  test('C-37 malformed cookie is refused without a server error', async () => {
    for (const cookie of [
      'artikul_refresh=%E0%A4%A',
      'artikul_refresh=a; artikul_refresh=b',
      `a=${'b'.repeat(9000)}`,
    ]) {
      const reply = await send(test_, { method: 'POST', url: '/api/v1/token/refresh', headers: { cookie } })
      expect([400, 401, 431]).toContain(reply.status)
    }
  })

  test.each(['Bearer', 'Bearer ', 'bearer  x', 'Basic YTpi', 'Bearer a b', 'Token x'])(
    'C-38 authorization «%s» is refused with 401',
    async (authorization) => {
      expect((await get('/api/v1/user', { authorization })).status).toBe(401)
    },
  )

  test('C-38 token in the URL is never accepted', async () => {
    expect((await get(`/api/v1/user?access_token=${callers.admin.authorization.slice(7)}`, {})).status).toBe(401)
  })

  test.each(['', 'a'.repeat(256), 'ключ', 'a b'])('C-39 idempotency key «%.10s» is rejected with 400', async (key) => {
    const headers = { ...callers.admin, 'idempotency-key': key }
    const payload = { lines: [{ cart_line_id: 1, qty: 1, price_kop: 1, expected_date: '2026-11-20' }] }
    expect((await send(test_, { method: 'POST', url: '/api/v1/orders', headers, payload })).status).toBe(400)
  })

  test.each(['PUT', 'OPTIONS', 'HEAD'] as const)(
    'C-40 method %s reaches no route that does not serve it',
    async (method) => {
      const reply = await send(test_, {
        method,
        url: '/api/v1/cart/lines',
        headers: { ...callers.admin, 'x-http-method-override': 'POST' },
      })
      expect([404, 405]).toContain(reply.status)
    },
  )
})

/** Sends raw bytes, bypassing the checks of HTTP libraries, and returns the status line. */
function speak(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
      socket.end()
    })
    socket.on('close', () => resolve(answer))
    // A closed connection is a valid answer too.
    socket.on('error', () => resolve(answer))
  })
}
