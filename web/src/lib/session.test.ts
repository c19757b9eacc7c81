import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildCompany, buildUser, clearCookies, fakeServer, json, problem } from '../testing/fake-server.ts'
import { call } from './call.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { Session } from './session.ts'
import { consigneeRoutes } from '@artikul/contract/consignees'

const VERIFY = 'POST /api/v1/token/verify'
const REFRESH = 'POST /api/v1/token/refresh'
const PAIR = 'POST /api/v1/token/pair'
const LOGOUT = 'POST /api/v1/token/logout'
const USER = 'GET /api/v1/user'
const MANAGER = 'GET /api/v1/manager/user'
const CONTRACTORS = 'GET /api/v1/contractors'
const CREDENTIALS = { login: 'buyer', password: 'correct horse battery' }

const ok = () => json({})
const user = () => json(buildUser())
const token = (value: string) => () => json({ access_token: value })

function signedInBefore() {
  writeCookie('is_authenticated', 'true')
  writeCookie('access_token', 'old')
}

beforeEach(() => {
  vi.useFakeTimers()
  clearCookies()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('start', () => {
  test('without the flag nobody is signed in and nothing is asked', async () => {
    const server = fakeServer({})
    const session = new Session()
    expect(session.getState().initialising).toBe(true)
    await session.start()
    expect(session.getState()).toMatchObject({ initialising: false, authenticated: false })
    expect(server.seen).toHaveLength(0)
  })

  test('without a token a refresh is tried, then verify, then the user', async () => {
    writeCookie('is_authenticated', 'true')
    const server = fakeServer({ [REFRESH]: token('new'), [VERIFY]: ok, [USER]: user })
    const session = new Session()
    await session.start()
    expect(server.keys()).toEqual([REFRESH, VERIFY, USER])
    expect(server.seen[1]?.body).toEqual({ token: 'new' })
    expect(session.getState()).toMatchObject({ authenticated: true, initialising: false })
    expect(session.getState().contractor?.id).toBe(7)
  })

  test('a failed verify is followed by one refresh and a second verify', async () => {
    signedInBefore()
    let verified = 0
    const server = fakeServer({
      [VERIFY]: () => (++verified === 1 ? problem('auth.session_ended') : ok()),
      [REFRESH]: token('new'),
      [USER]: user,
    })
    const session = new Session()
    await session.start()
    expect(server.keys()).toEqual([VERIFY, USER, REFRESH, VERIFY, USER])
    expect(session.getState().authenticated).toBe(true)
  })

  test('the user is asked for beside the verification, once', async () => {
    signedInBefore()
    const verifying = Promise.withResolvers<Response>()
    const server = fakeServer({ [VERIFY]: () => verifying.promise, [USER]: user })
    const session = new Session()
    const started = session.start()
    await vi.waitFor(() => expect(server.keys()).toEqual([VERIFY, USER]))
    expect(session.getState()).toMatchObject({ user: null, authenticated: false, initialising: true })
    verifying.resolve(ok())
    await started
    expect(session.getState()).toMatchObject({ user: { id: buildUser().id }, authenticated: true })
    expect(server.keys()).toEqual([VERIFY, USER])
  })

  test('who was told of before the token was refused does not count', async () => {
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

  test('an early question that is refused renews nothing by itself, and is asked again', async () => {
    signedInBefore()
    let asked = 0
    const server = fakeServer({ [VERIFY]: ok, [USER]: () => (++asked === 1 ? problem('auth.session_ended') : user()) })
    const session = new Session()
    await session.start()
    expect(server.keys()).toEqual([VERIFY, USER, USER])
    expect(session.getState().authenticated).toBe(true)
  })

  test('who was told of does not count when another tab has signed in somebody else meanwhile', async () => {
    signedInBefore()
    const verifying = Promise.withResolvers<Response>()
    const server = fakeServer({
      [VERIFY]: () => verifying.promise,
      [USER]: ({ headers }) => json(buildUser({ id: headers.get('authorization') === 'Bearer other' ? 2 : 1 })),
    })
    const session = new Session()
    const started = session.start()
    await vi.waitFor(() => expect(server.keys()).toEqual([VERIFY, USER]))
    writeCookie('access_token', 'other')
    verifying.resolve(ok())
    await started
    expect(session.getState().user?.id).toBe(2)
  })

  test('any refusal clears all auth data', async () => {
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

  test('a server that cannot be reached keeps the session for another try', async () => {
    signedInBefore()
    fakeServer({ [VERIFY]: () => problem('unavailable') })
    const session = new Session()
    await session.start()
    expect(session.getState()).toMatchObject({ unreachable: true, initialising: false })
    expect(readCookie('is_authenticated')).toBe('true')
  })

  test('an answer that is cut, as by a page that is left, ends no session', async () => {
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

  test('a contractor admin loads the companies and the current one is selected', async () => {
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
    expect(server.keys().at(-1)).toBe('GET /api/v1/contractors?page=1&page_size=150')
    expect(session.getState().contractor?.name).toBe('ООО «Север»')
  })

  test('a company list that fails to load is empty and does not end the session', async () => {
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

describe('login and logout', () => {
  test('stores the token and the flag, loads the user', async () => {
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

  test('an answer without a token is an invalid login response', async () => {
    fakeServer({ [PAIR]: () => new Response(JSON.stringify({ token: 't1' })) })
    const session = new Session()
    await expect(session.login(CREDENTIALS)).rejects.toThrow('Invalid login response')
    expect(session.getState().authenticated).toBe(false)
  })

  test('a manager gets the manager variant of the user', async () => {
    fakeServer({
      [PAIR]: token('t1'),
      [USER]: () => problem('auth.forbidden'),
      [MANAGER]: () => json(buildUser({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], current_contractor_id: null })),
    })
    const session = new Session()
    await session.login(CREDENTIALS)
    expect(readCookie('user_group')).toBe('manager')
  })

  test('the group named in the token spares the wrong question', async () => {
    const named = `h.${btoa(JSON.stringify({ group: 'manager' }))}.s`
    const server = fakeServer({
      [PAIR]: token(named),
      [MANAGER]: () => json(buildUser({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] })),
    })
    await new Session().login(CREDENTIALS)
    expect(server.keys()).toEqual([PAIR, MANAGER])
  })

  test('logout clears everything even when the server fails, and says so', async () => {
    vi.stubGlobal('reportError', vi.fn())
    fakeServer({ [PAIR]: token('t1'), [USER]: user, [LOGOUT]: () => problem('internal') })
    const session = new Session()
    await session.login(CREDENTIALS)
    await expect(session.logout()).rejects.toThrow()
    expect(session.getState()).toMatchObject({ authenticated: false, user: null, contractor: null })
    expect(readCookie('access_token')).toBeNull()
  })

  test('verify without a token says so', async () => {
    fakeServer({})
    await expect(new Session().verify()).rejects.toThrow('No token found')
  })
})

describe('a session that grows old', () => {
  const CONSIGNEES = 'GET /api/v1/consignees/options'

  test('requests that meet a 401 together wait for one refresh and are repeated with the new token', async () => {
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

  test('a refused refresh ends the session with the agreed error', async () => {
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

  test('a refresh that the network lost keeps the session', async () => {
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

  test('calls carry the company that the page shows', async () => {
    const server = fakeServer({ [PAIR]: token('t1'), [USER]: user, [CONSIGNEES]: () => json({ results: [] }) })
    await new Session().login(CREDENTIALS)
    await call(consigneeRoutes.options, {})
    expect(server.seen.at(-1)?.headers.get('x-contractor-id')).toBe('7')
    expect(server.seen[1]?.headers.get('x-contractor-id')).toBeNull()
  })
})
