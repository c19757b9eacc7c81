import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from './promises/parties.factory.ts'
import { Browser } from './testing/cookies.ts'
import { loginAs, send, useTestApp } from './testing/test-app.ts'

/** Bad inputs of whoever calls, with the answer each gets; the numbers are those of the list they come from. */
const test_ = useTestApp()
let parties: Parties
let admin: { authorization: string }
let port: number

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  admin = await loginAs(test_, parties.admin)
  const node = await test_.startNode()
  await node.listen({ host: '127.0.0.1', port: 0 })
  const address = node.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})

const get = (url: string, headers: object = admin) => send(test_, { url, headers: { ...headers } })
const raw = (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  send(test_, { method: 'POST', url: '/api/v1/token/pair', payload, headers })
const addLine = (payload: object) => send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: admin, payload })

/** Bytes as they are, past every library's good manners; the status line that comes back. */
function speak(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setTimeout(3000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')))
    socket.on('close', () => resolve(answer))
    // Hanging up is an answer too.
    socket.on('error', () => resolve(answer))
    setTimeout(() => socket.end(), 300)
  })
}
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)

describe('JSON', () => {
  test.each([
    ['C-19 not closed', '{"login":'],
    ['C-19 trailing comma', '{"login":"a","password":"b",}'],
    ['C-19 single quotes', "{'login':'a'}"],
    ['C-19 empty body', ''],
    ['C-19 byte order mark', '\uFEFF{"login":"a","password":""}'],
    ['C-20 deep nesting', '['.repeat(100_000)],
    ['C-21 __proto__', '{"__proto__":{"isAdmin":true},"login":"a","password":"b"}'],
    ['C-21 constructor', '{"constructor":{"prototype":{}},"login":"a","password":"b"}'],
    ['C-24 NUL', '{"login":"a\\u0000","password":"b"}'],
    ['C-24 lone surrogate', '{"login":"a\\ud800","password":"b"}'],
    ['C-24 only spaces', '{"login":"   ","password":"b"}'],
  ])('%s is 400', async (_, payload) => {
    expect((await raw(payload)).status).toBe(400)
  })

  test('C-19 UTF-16 is 400 or 415', async () => {
    expect([400, 415]).toContain((await raw(Buffer.from('{"login":"a","password":"b"}', 'utf16le'))).status)
  })

  test('C-20 a body over the limit is 413 at once', async () => {
    const started = performance.now()
    expect((await raw(`{"login":"${'a'.repeat(2_000_000)}","password":"b"}`)).status).toBe(413)
    expect((await raw(`{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`)).status).toBe(400)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  test('C-22 of two equal keys the last one counts, for the validator and the handler alike', async () => {
    const { login, password } = parties.employee
    const twice = `{"login":"nobody","login":${JSON.stringify(login)},"password":${JSON.stringify(password)}}`
    expect((await raw(twice)).status).toBe(200)
  })

  test.each(['"1"', '[1]', '{}', 'true', 'null', '1.5', '-1', '0', '1e400', '2147483648', '"1e3"'])(
    'C-23 the id %s is 400',
    async (id) => {
      const reply = await send(test_, {
        method: 'POST',
        url: '/api/v1/cart/lines',
        headers: { ...admin, 'content-type': 'application/json' },
        payload: `{"offer_id":${id},"qty":1}`,
      })
      expect(reply.status).toBe(400)
    },
  )

  test('C-23 no text becomes a number in a body', async () => {
    expect((await addLine({ offer_id: '1', qty: 1 })).status).toBe(400)
    expect((await addLine({ offer_id: 1, qty: '1' })).status).toBe(400)
  })

  test.each(['<script>alert(1)</script>', '${7*7}', '{{7*7}}', '%0d%0a', '👩‍👩‍👧‍👦'])(
    'C-24 «%s» stays text',
    async (full_name) => {
      const reply = await send(test_, { method: 'PATCH', url: '/api/v1/user', headers: admin, payload: { full_name } })
      expect(reply.status).toBe(200)
      expect((await send<{ full_name: string }>(test_, { url: '/api/v1/user', headers: admin })).json.full_name).toBe(
        full_name,
      )
    },
  )

  test('C-24 a name of a megabyte is 400', async () => {
    const payload = { full_name: 'а'.repeat(400_000) }
    expect((await send(test_, { method: 'PATCH', url: '/api/v1/user', headers: admin, payload })).status).toBe(400)
  })
})

describe('headers', () => {
  const BODY = '{"login":"a","password":"b"}'

  test.each([
    ['C-31 a tab', 'application/json\ta'],
    ['C-32 garbage behind', 'application/json garbage'],
    ['C-33 plain text', 'text/plain'],
    ['C-33 a form', 'application/x-www-form-urlencoded'],
    ['C-33 multipart', 'multipart/form-data; boundary=x'],
    ['C-33 XML', 'application/xml'],
  ])('%s in the content type is 400 or 415', async (_, type) => {
    expect([400, 415]).toContain((await raw(BODY, { 'content-type': type })).status)
  })

  test('C-32 a leading space does not pass by the validator', async () => {
    expect([400, 415]).toContain((await raw('{"is_staff":true}', { 'content-type': ' application/json' })).status)
  })

  test.each(['gzip', 'br', 'deflate', 'zstd'])('C-34 a body encoded by %s is refused', async (encoding) => {
    const reply = await raw(gzipSync(BODY), { 'content-type': 'application/json', 'content-encoding': encoding })
    expect([400, 415]).toContain(reply.status)
  })

  test('C-34 a strange Accept changes nothing', async () => {
    expect(
      (await get('/api/v1/user', { ...admin, accept: 'image/webp;q=x,*/*', 'accept-encoding': 'gzip,'.repeat(100) }))
        .status,
    ).toBe(200)
  })

  test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io'])(
    'C-35 the Host «%s» is 400',
    async (host) => {
      expect((await get('/health/live', { host })).status).toBe(400)
    },
  )

  test('C-35 forwarded headers of nobody’s proxy are not believed', async () => {
    const headers = {
      ...admin,
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
  ])('%s is refused, and nothing is smuggled', async (_, text) => {
    const answer = await speak(text)
    expect([0, 400, 431]).toContain(statusOf(answer))
    expect(answer).not.toContain('smuggled')
    expect(answer.match(/^HTTP\/1\.1 200/gm)).toBeNull()
  })

  test('C-37 a broken cookie is no reason to break', async () => {
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
    'C-38 «%s» is 401',
    async (authorization) => {
      expect((await get('/api/v1/user', { authorization })).status).toBe(401)
    },
  )

  test('C-38 a token in the address is never taken', async () => {
    expect((await get(`/api/v1/user?access_token=${admin.authorization.slice(7)}`, {})).status).toBe(401)
  })

  test.each(['', 'a'.repeat(256), 'ключ', 'a b'])('C-39 the idempotency key «%.10s» is 400', async (key) => {
    const headers = { ...admin, 'idempotency-key': key }
    const payload = { lines: [{ cart_line_id: 1, qty: 1, price_kop: 1, expected_date: '2026-11-20' }] }
    expect((await send(test_, { method: 'POST', url: '/api/v1/orders', headers, payload })).status).toBe(400)
  })

  test.each(['PUT', 'OPTIONS', 'HEAD'] as const)(
    'C-40 %s opens nothing that its route does not serve',
    async (method) => {
      const reply = await send(test_, {
        method,
        url: '/api/v1/cart/lines',
        headers: { ...admin, 'x-http-method-override': 'POST' },
      })
      expect([404, 405]).toContain(reply.status)
    },
  )
})

describe('addresses', () => {
  test.each(['0', '-1', '1e9', 'abc', '1.5', '', '1&page=2'])('C-41 page=%s', async (page) => {
    const { status } = await get(`/api/v1/orders?page=${page}`)
    expect(status).toBe(400)
  })
  test.each(['page[]=1', 'page_size=1', 'page_size=7', 'page_size=151', 'page_size=1000000000'])(
    'C-41 %s is 400',
    async (query) => {
      expect((await get(`/api/v1/orders?${query}`)).status).toBe(400)
    },
  )

  test.each(['%25', '_', '%5C', "'%7C%7C1", '(a%2B)%2B$', '%D0%B0'])(
    'C-42 inn and username «%s» are letters, not patterns',
    async (value) => {
      const started = performance.now()
      const found = await send<{ results: unknown[] }>(test_, {
        url: `/api/v1/user/admin/user?username=${value}`,
        headers: admin,
      })
      expect(found.status).toBe(200)
      if (value !== '_' && value !== '%D0%B0') expect(found.json.results).toEqual([])
      expect((await get(`/api/v1/user/admin/user?inn=${value}`)).status).toBeLessThan(500)
      expect(performance.now() - started).toBeLessThan(600)
    },
  )

  test.each(['q=%00', 'q=%ff', `q=${'a'.repeat(5000)}`])('C-42 «%s» is 400', async (query) => {
    expect((await get(`/api/v1/search?${query}`)).status).toBe(400)
  })

  test.each(['sort=price;drop', 'sort=__proto__', 'order=ASC--', 'filter[$ne]=1', "languageCode=en'%20OR%20'1"])(
    'C-43 %s is 400',
    async (query) => {
      expect((await get(`/api/v1/orders?${query}`)).status).toBe(400)
    },
  )

  test.each([
    '0',
    '-1',
    '1.0',
    '2147483648',
    '9223372036854775808',
    'abc',
    '%2e%2e%2f',
    '..;',
    '1.',
    'a'.repeat(2000),
    '%00',
  ])('C-44 the id %.20s is never a 5xx', async (id) => {
    expect([400, 404, 414]).toContain((await get(`/api/v1/orders/${id}`)).status)
  })

  test('C-44 two slashes are no page of the API', async () => {
    expect((await get('//api/v1/orders')).status).not.toBe(200)
  })
})

describe('people', () => {
  test.each([
    ['C-55 empty', { login: '', password: '' }],
    ['C-55 an array', { login: ['a'], password: ['b'] }],
    ['C-55 no password', { login: 'a' }],
  ])('%s sign-in is 400', async (_, payload) => {
    expect((await raw(JSON.stringify(payload))).status).toBe(400)
  })

  test('C-55 a megabyte of password, SQL in the name, a trailing space', async () => {
    expect([400, 413]).toContain((await raw(JSON.stringify({ login: 'a', password: 'x'.repeat(1_000_000) }))).status)
    expect((await raw(JSON.stringify({ login: "' or 1=1 --", password: 'x' }))).status).toBe(401)
    const { login, password } = parties.employee
    expect((await raw(JSON.stringify({ login: `${login} `, password }))).status).toBe(200)
    expect((await raw(JSON.stringify({ login, password: `${password} ` }))).status).toBe(401)
  })

  test('C-55 a hundred right sign-ins at once all open a session', async () => {
    const browsers = Array.from({ length: 100 }, () => new Browser(test_))
    const statuses = await Promise.all(browsers.map((browser) => browser.signIn(parties.employee)))
    expect(statuses.map((reply) => reply.status)).toEqual(Array(100).fill(200))
    const seen = await Promise.all(browsers.map((browser) => browser.get('/api/v1/user')))
    expect(new Set(seen.map((reply) => reply.status))).toEqual(new Set([200]))
  }, 30_000)

  test.each(['', 'garbage', 'a'.repeat(43)])(
    'C-58 the refresh cookie «%.8s» is 401 and clears nothing',
    async (value) => {
      const reply = await send(test_, {
        method: 'POST',
        url: '/api/v1/token/refresh',
        headers: { cookie: `artikul_refresh=${value}` },
      })
      expect(reply.status).toBe(401)
      expect(reply.headers['set-cookie']).toBeUndefined()
    },
  )

  test('C-58 a cookie of another name, and one after logout, are 401', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.employee)
    const { cookie } = browser
    const other = await send(test_, {
      method: 'POST',
      url: '/api/v1/token/refresh',
      headers: { cookie: `refresh=${cookie}` },
    })
    expect(other.status).toBe(401)
    await browser.post('/api/v1/token/logout')
    browser.cookie = cookie
    expect((await browser.refresh()).status).toBe(401)
  })

  test('C-60 neither side opens the other’s pages', async () => {
    const manager = await loginAs(test_, parties.manager)
    for (const method of ['GET', 'PATCH'] as const) {
      expect((await send(test_, { method, url: '/api/v1/manager/user', headers: admin, payload: {} })).status).toBe(403)
      expect((await send(test_, { method, url: '/api/v1/user', headers: manager, payload: {} })).status).toBe(403)
    }
    expect((await get('/api/v1/manager/user/admin/user')).status).toBe(403)
    expect((await get('/api/v1/user/admin/user', manager)).status).toBe(403)
  })
})
