import { describe, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { loginAs, send } from '../testing/test-app.ts'
import { asking, signingIn, useCallers } from './callers.factory.ts'

const callers = useCallers()
const { test_ } = callers
const get = asking(callers)
const raw = signingIn(callers)

describe('people', () => {
  test.each([
    ['C-55 empty', { login: '', password: '' }],
    ['C-55 an array', { login: ['a'], password: ['b'] }],
    ['C-55 no password', { login: 'a' }],
  ])('%s sign-in is rejected with 400', async (_, payload) => {
    expect((await raw(JSON.stringify(payload))).status).toBe(400)
  })

  test('C-55 huge password, SQL in the login and trailing spaces are handled safely', async () => {
    expect([400, 413]).toContain((await raw(JSON.stringify({ login: 'a', password: 'x'.repeat(1_000_000) }))).status)
    expect((await raw(JSON.stringify({ login: "' or 1=1 --", password: 'x' }))).status).toBe(401)
    const { login, password } = callers.parties.employee
    expect((await raw(JSON.stringify({ login: `${login} `, password }))).status).toBe(200)
    expect((await raw(JSON.stringify({ login, password: `${password} ` }))).status).toBe(401)
  })

  test('C-55 hundred concurrent sign-ins all open a session', async () => {
    const browsers = Array.from({ length: 100 }, () => new Browser(test_))
    const statuses = await Promise.all(browsers.map((browser) => browser.signIn(callers.parties.employee)))
    expect(statuses.map((reply) => reply.status)).toEqual(Array(100).fill(200))
    const seen = await Promise.all(browsers.map((browser) => browser.get('/api/v1/user')))
    expect(new Set(seen.map((reply) => reply.status))).toEqual(new Set([200]))
  }, 30_000)

  test.each(['', 'garbage', 'a'.repeat(43)])(
    'C-58 refresh cookie «%.8s» is refused with 401 and clears nothing',
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

  test('C-58 cookie of another name and one after logout are refused with 401', async () => {
    const browser = new Browser(test_)
    await browser.signIn(callers.parties.employee)
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

  test('C-60 manager and client cannot open pages of each other', async () => {
    const manager = await loginAs(test_, callers.parties.manager)
    for (const method of ['GET', 'PATCH'] as const) {
      expect(
        (await send(test_, { method, url: '/api/v1/manager/user', headers: callers.admin, payload: {} })).status,
      ).toBe(403)
      expect((await send(test_, { method, url: '/api/v1/user', headers: manager, payload: {} })).status).toBe(403)
    }
    expect((await get('/api/v1/manager/user/admin/user')).status).toBe(403)
    expect((await get('/api/v1/user/admin/user', manager)).status).toBe(403)
  })
})
