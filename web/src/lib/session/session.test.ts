import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildCompany, buildUser, clearCookies, fakeServer, json, problem } from '../../testing/fake-server.ts'
import { call } from '../api/call.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { Session } from './session.ts'
import { consigneeRoutes } from '@artikul/contract/companies/consignees'

const VERIFY = 'POST /api/v1/token/verify'
const REFRESH = 'POST /api/v1/token/refresh'
const PAIR = 'POST /api/v1/token/pair'
const LOGOUT = 'POST /api/v1/token/logout'
const USER = 'GET /api/v1/user/'
const MANAGER = 'GET /api/v1/manager/user/'
const CONTRACTORS = 'GET /api/v1/contractors/'

beforeEach(() => {
  vi.useFakeTimers()
  clearCookies()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('session start', () => {
  test('without the flag makes no request and signs nobody in', async () => {
    const server = fakeServer({})
    const session = new Session()
    expect(session.getState().initialising).toBe(true)
    await session.start()
    expect(session.getState()).toMatchObject({ initialising: false, authenticated: false })
    expect(server.seen).toHaveLength(0)
  })

  test('without a token refreshes, verifies and loads the user', async () => {
    writeCookie('is_authenticated', 'true')
    const server = fakeServer({ [REFRESH]: token('new'), [VERIFY]: ok, [USER]: user })
    const session = new Session()
    await session.start()
    expect(server.keys()).toEqual([REFRESH, VERIFY, USER])
    expect(server.seen[1]?.body).toEqual({ token: 'new' })
    expect(session.getState()).toMatchObject({ authenticated: true, initialising: false })
    expect(session.getState().contractor?.id).toBe(7)
  })

  test('after a failed verification refreshes once and verifies again', async () => {
    signedInBefore()
    let verified = 0
    const server = fakeServer({
      [VERIFY]: () => (++verified === 1 ? problem('auth.session_ended') : ok()),
      [REFRESH]: token('new'),
      [USER]: user,
    })
    const session = new Session()
    await session.start()
    expect(server.keys()).toEqual([VERIFY, REFRESH, VERIFY, USER])
    expect(session.getState().authenticated).toBe(true)
  })

  test('loads the user with the renewed token', async () => {
    signedInBefore()
    let verified = 0
    fakeServer({
      [VERIFY]: () => (++verified === 1 ? problem('auth.session_ended') : ok()),
      [REFRESH]: token('new'),
      [USER]: ({ headers }) => json(buildUser({ id: headers.get('authorization') === 'Bearer new' ? 2 : 1 })),
    })
    const session = new Session()
    await session.start()
    expect(session.getState().user?.id).toBe(2)
  })

  test('clears all auth data on a refusal', async () => {
    signedInBefore()
    writeCookie('user_group', 'client')
    fakeServer({ [VERIFY]: () => problem('auth.session_ended'), [REFRESH]: () => problem('auth.session_ended') })
    const session = new Session()
    await session.start()
    expect(session.getState()).toMatchObject({ authenticated: false, initialising: false, user: null })
    expect([readCookie('access_token'), readCookie('is_authenticated'), readCookie('user_group')]).toEqual([
      null,
      null,
      null,
    ])
  })

  test('keeps the session when the server is unreachable', async () => {
    signedInBefore()
    fakeServer({ [VERIFY]: () => problem('unavailable') })
    const session = new Session()
    await session.start()
    expect(session.getState()).toMatchObject({ unreachable: true, initialising: false })
    expect(readCookie('is_authenticated')).toBe('true')
  })

  test('keeps the session when a reply is cut', async () => {
    signedInBefore()
    const cut = () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), {
        headers: { 'content-type': 'application/json' },
      })
    fakeServer({ [VERIFY]: ok, [USER]: cut })
    const session = new Session()
    await session.start()
    expect(session.getState()).toMatchObject({ unreachable: true, initialising: false })
    expect(readCookie('is_authenticated')).toBe('true')
    expect(readCookie('access_token')).toBe('old')
  })

  test('of a contractor admin loads the companies and selects the current one', async () => {
    signedInBefore()
    const admin = buildUser({ roles: [{ name: 'CONTRACTOR_ADMIN' }], contractors: [] })
    const company = buildCompany({ name: 'ООО «Север»' })
    const server = fakeServer({
      [VERIFY]: ok,
      [USER]: () => json(admin),
      [CONTRACTORS]: () => json({ results: [company], pagination: { total_count: 1, per_page: 150, page: 1 } }),
    })
    const session = new Session()
    await session.start()
    expect(server.keys().at(-1)).toBe('GET /api/v1/contractors/?page=1&page_size=150')
    expect(session.getState().contractor?.name).toBe('ООО «Север»')
  })

  test('survives a failed company list', async () => {
    signedInBefore()
    fakeServer({
      [VERIFY]: ok,
      [USER]: () => json(buildUser({ roles: [{ name: 'CONTRACTOR_ADMIN' }] })),
      [CONTRACTORS]: () => problem('internal'),
    })
    const session = new Session()
    await session.start()
    expect(session.getState()).toMatchObject({ authenticated: true, contractors: [] })
  })
})

describe('session', () => {
  test('login stores the token and the flag and loads the user', async () => {
    const server = fakeServer({ [PAIR]: token('t1'), [USER]: user })
    const session = new Session()
    await session.login(CREDENTIALS)
    expect(session.getState()).toMatchObject({ authenticated: true, loggingIn: false })
    expect([readCookie('access_token'), readCookie('is_authenticated'), readCookie('user_group')]).toEqual([
      't1',
      'true',
      'client',
    ])
    expect(server.seen[0]?.headers.get('authorization')).toBeNull()
    expect(server.seen[1]?.headers.get('authorization')).toBe('Bearer t1')
  })

  test('login reply without a token is invalid', async () => {
    fakeServer({ [PAIR]: () => new Response(JSON.stringify({ token: 't1' })) })
    const session = new Session()
    await expect(session.login(CREDENTIALS)).rejects.toThrow('Invalid login response')
    expect(session.getState().authenticated).toBe(false)
  })

  test('login of a manager loads the manager user', async () => {
    fakeServer({
      [PAIR]: token('t1'),
      [USER]: () => problem('auth.forbidden'),
      [MANAGER]: () => json(buildUser({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], current_contractor_id: null })),
    })
    const session = new Session()
    await session.login(CREDENTIALS)
    expect(readCookie('user_group')).toBe('manager')
  })

  test('login uses the group in the token to load the right user', async () => {
    const named = `h.${btoa(JSON.stringify({ group: 'manager' }))}.s`
    const server = fakeServer({
      [PAIR]: token(named),
      [MANAGER]: () => json(buildUser({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] })),
    })
    await new Session().login(CREDENTIALS)
    expect(server.keys()).toEqual([PAIR, MANAGER])
  })

  test('logout clears everything and throws even when the server fails', async () => {
    vi.stubGlobal('reportError', vi.fn())
    fakeServer({ [PAIR]: token('t1'), [USER]: user, [LOGOUT]: () => problem('internal') })
    const session = new Session()
    await session.login(CREDENTIALS)
    await expect(session.logout()).rejects.toThrow()
    expect(session.getState()).toMatchObject({ authenticated: false, user: null, contractor: null })
    expect(readCookie('access_token')).toBeNull()
  })

  test('verification without a token throws', async () => {
    fakeServer({})
    await expect(new Session().verify()).rejects.toThrow('No token found')
  })
})

describe('aging session', () => {
  const CONSIGNEES = 'GET /api/v1/consignees/options'

  test('refreshes once for parallel 401 replies and repeats the requests', async () => {
    signedInBefore()
    const server = fakeServer({
      [CONSIGNEES]: ({ headers }) =>
        headers.get('authorization') === 'Bearer new' ? json({ results: [] }) : problem('auth.session_ended'),
      [REFRESH]: token('new'),
    })
    new Session()
    await Promise.all([call(consigneeRoutes.options, {}), call(consigneeRoutes.options, {})])
    expect(server.keys().filter((key) => key === REFRESH)).toHaveLength(1)
    expect(server.keys().filter((key) => key === CONSIGNEES)).toHaveLength(4)
  })

  test('ends with the agreed error when the refresh is refused', async () => {
    signedInBefore()
    fakeServer({
      [CONSIGNEES]: () => problem('auth.session_ended'),
      [REFRESH]: () => problem('auth.session_ended'),
    })
    const session = new Session()
    await expect(call(consigneeRoutes.options, {})).rejects.toThrow('Authentication failed. Please log in again.')
    expect(session.getState().authenticated).toBe(false)
    expect(readCookie('is_authenticated')).toBeNull()
  })

  test('survives a refresh lost by the network', async () => {
    signedInBefore()
    fakeServer({ [CONSIGNEES]: () => problem('auth.session_ended'), [REFRESH]: () => problem('unavailable') })
    new Session()
    await expect(call(consigneeRoutes.options, {})).rejects.toMatchObject({ code: 'unavailable' })
    expect(readCookie('is_authenticated')).toBe('true')
  })

  test('is refreshed and verified every nine minutes', async () => {
    const server = fakeServer({ [PAIR]: token('t1'), [USER]: user, [REFRESH]: token('t2'), [VERIFY]: ok })
    await new Session().login(CREDENTIALS)
    await vi.advanceTimersByTimeAsync(9 * 60_000)
    expect(server.keys().slice(-2)).toEqual([REFRESH, VERIFY])
    expect(readCookie('access_token')).toBe('t2')
  })

  test('sends the current company with every call', async () => {
    const server = fakeServer({ [PAIR]: token('t1'), [USER]: user, [CONSIGNEES]: () => json({ results: [] }) })
    await new Session().login(CREDENTIALS)
    await call(consigneeRoutes.options, {})
    expect(server.seen.at(-1)?.headers.get('x-contractor-id')).toBe('7')
    expect(server.seen[1]?.headers.get('x-contractor-id')).toBeNull()
  })
})

const CREDENTIALS = { login: 'buyer', password: 'correct horse battery' }

const ok = () => json({})

const user = () => json(buildUser())

const token = (value: string) => () => json({ access_token: value })

function signedInBefore() {
  writeCookie('is_authenticated', 'true')
  writeCookie('access_token', 'old')
}
