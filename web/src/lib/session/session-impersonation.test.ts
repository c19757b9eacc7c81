import { cartRoutes } from '@artikul/contract/ordering/cart'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser, clearCookies, fakeServer, json, problem } from '../../testing/fake-server.ts'
import { call } from '../api/call.ts'
import { readCookie, removeCookie } from './cookies.ts'
import { Session } from './session.ts'

const VERIFY = 'POST /api/v1/token/verify'
const REFRESH = 'POST /api/v1/token/refresh'
const MANAGER = 'GET /api/v1/manager/user/'
const BEGIN = 'POST /api/v1/token/impersonate/9/pair'
const RENEW = 'POST /api/v1/token/impersonate/refresh'
const END = 'POST /api/v1/token/impersonate/logout'

beforeEach(() => {
  vi.useFakeTimers()
  clearCookies()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('impersonation stores the token, group and flag, and acts as the client', async () => {
  const { server, session } = await managerSession()
  await session.startImpersonation(9)
  expect([readCookie('access_token_impersonate'), readCookie('user_group'), readCookie('is_impersonated')]).toEqual([
    'c1',
    'client',
    'true',
  ])
  expect(session.getState()).toMatchObject({ impersonating: true, authenticated: true, user: { id: 9 } })
  expect(server.seen[0]?.headers.get('authorization')).toBeNull()
  expect(server.seen.at(-1)?.headers.get('authorization')).toBe('Bearer c1')
})

test('impersonation reply without a token leaves the manager signed in', async () => {
  const { session } = await managerSession({ [BEGIN]: () => new Response('{}') })
  await expect(session.startImpersonation(9)).rejects.toThrow('Invalid login response')
  expect(session.getState()).toMatchObject({ impersonating: false, user: { id: 3 } })
  expect(readCookie('is_impersonated')).toBeNull()
})

test('refused impersonation leaves the manager signed in', async () => {
  const { session } = await managerSession({ [BEGIN]: () => problem('impersonation.refused') })
  await expect(session.startImpersonation(9)).rejects.toMatchObject({ code: 'impersonation.refused' })
  expect(session.getState()).toMatchObject({ phase: 'signedIn', impersonating: false })
})

test('impersonation left over from another browser is ended first', async () => {
  let requestCount = 0
  const { server, session } = await managerSession({
    [BEGIN]: () => (++requestCount === 1 ? problem('impersonation.running') : clientToken('c2')()),
  })
  await session.startImpersonation(9)
  expect(server.keys().slice(0, 3)).toEqual([BEGIN, END, BEGIN])
  expect(readCookie('access_token_impersonate')).toBe('c2')
})

test('impersonation is renewed every nine minutes by its own request', async () => {
  const { server, session } = await managerSession({ [RENEW]: clientToken('c3') })
  await session.startImpersonation(9)
  server.seen.length = 0
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(server.keys()).toEqual([RENEW, VERIFY])
  expect(server.seen[1]?.body).toEqual({ token: 'c3' })
})

test('end of impersonation restores the manager', async () => {
  const { server, session } = await managerSession()
  await session.startImpersonation(9)
  server.seen.length = 0
  await session.endImpersonation()
  expect(server.keys()).toEqual([END, VERIFY, MANAGER])
  expect([readCookie('access_token_impersonate'), readCookie('user_group')]).toEqual([null, 'manager'])
  expect(session.getState()).toMatchObject({ impersonating: false, user: { id: 3 } })
})

test('failed end of impersonation changes nothing', async () => {
  const { session } = await managerSession({ [END]: () => problem('unavailable') })
  await session.startImpersonation(9)
  await expect(session.endImpersonation()).rejects.toMatchObject({ code: 'unavailable' })
  expect(session.getState()).toMatchObject({ impersonating: true, user: { id: 9 } })
})

test('impersonation ended by the server restores the manager without signing out', async () => {
  const { session } = await managerSession({ [RENEW]: () => problem('impersonation.ended'), [REFRESH]: token('t9') })
  await session.startImpersonation(9)
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(session.getState()).toMatchObject({ authenticated: true, impersonating: false, user: { id: 3 } })
})

test('deleted impersonation token ends the impersonation and does not repeat the call as the manager', async () => {
  const { server, session } = await managerSession({
    [REFRESH]: token('t9'),
    'GET /api/v1/cart': () => problem('auth.required'),
  })
  await session.startImpersonation(9)
  removeCookie('access_token_impersonate')
  server.seen.length = 0
  await expect(call(cartRoutes.get, {})).rejects.toThrow('Authentication failed')
  await vi.waitFor(() => expect(session.getState()).toMatchObject({ phase: 'signedIn', user: { id: 3 } }))
  expect(session.getState()).toMatchObject({ impersonating: false, hasLostImpersonation: true })
  expect(server.keys().filter((key) => key === 'GET /api/v1/cart')).toHaveLength(1)
  expect(server.seen[0]?.headers.get('authorization')).toBeNull()
  expect(server.keys()).toContain(END)
})

const CREDENTIALS = { login: 'manager', password: 'correct horse battery' }
const token = (value: string) => () => json({ access_token: value })
const clientToken = (value: string) => () => json({ access_token_impersonate: value })
const ok = () => json({})
const noContent = () => new Response(null, { status: 204 })

const answers = {
  'POST /api/v1/token/pair': token(`h.${btoa(JSON.stringify({ group: 'manager' }))}.s`),
  [MANAGER]: () => json(buildUser({ id: 3, roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })),
  'GET /api/v1/user/': () => json(buildUser({ id: 9, impersonated_by: { full_name: 'Иванова Мария' } })),
  [BEGIN]: clientToken('c1'),
  [END]: noContent,
  [VERIFY]: ok,
}

async function managerSession(more: Record<string, () => Response> = {}) {
  const server = fakeServer({ ...answers, ...more })
  const session = new Session()
  await session.login(CREDENTIALS)
  server.seen.length = 0
  return { server, session }
}
