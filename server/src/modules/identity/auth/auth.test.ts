import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser, TEST_PASSWORD } from '../users/users.factory.ts'

const test_ = useTestApp()
let login: string

beforeAll(async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  ;({ login } = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [contractor.id] }))
})

const pair = (payload: object) =>
  send<{ access_token: string }>(test_, { method: 'POST', url: '/api/v1/token/pair', payload })

const refreshCookie = (headers: object) => /artikul_refresh=([^;]*)/.exec(JSON.stringify(headers))?.[1] ?? ''

test('wrong password and unknown login get the same answer', async () => {
  const wrong = await pair({ login, password: 'not the password' })
  const unknown = await pair({ login: 'nobody@example.test', password: 'not the password' })
  expect(wrong).toMatchObject({ status: 401, json: { code: 'auth.bad_credentials' } })
  expect({ ...unknown.json, request_id: '' }).toEqual({ ...wrong.json, request_id: '' })
})

test('password guessing for one login gets 429, and another login still signs in', async () => {
  for (let left = 10; left > 0; left -= 1) await pair({ login: 'guessed@example.test', password: 'x' })
  expect(await pair({ login: 'guessed@example.test', password: 'x' })).toMatchObject({ status: 429 })
  expect((await pair({ login, password: TEST_PASSWORD })).status).toBe(200)
})

test.each(['', 'garbage', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'])('token «%s» is refused with 401', async (token) => {
  const reply = await send(test_, { url: '/api/v1/user', headers: { authorization: `Bearer ${token}` } })
  expect(reply).toMatchObject({ status: 401 })
})

test('sign-in sets one HttpOnly cookie, and the user reply never contains the password', async () => {
  const reply = await pair({ login, password: TEST_PASSWORD })
  expect(reply.status).toBe(200)
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^artikul_refresh=.*Path=\/api\/v1\/token.*HttpOnly.*SameSite=Strict/,
  )
  const user = await send(test_, {
    url: '/api/v1/user/',
    headers: { authorization: `Bearer ${reply.json.access_token}` },
  })
  expect(user.status).toBe(200)
  expect(user.text).not.toContain('password')
})

test('parallel refreshes of one token get the same successor', async () => {
  const cookie = refreshCookie((await pair({ login, password: TEST_PASSWORD })).headers)
  const replies = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)))
  expect(replies.map((reply) => reply.status)).toEqual(Array(20).fill(200))
  expect(new Set(replies.map((reply) => refreshCookie(reply.headers))).size).toBe(1)
})

test('previous refresh token works in the grace period, and an older one ends the session', async () => {
  const first = refreshCookie((await pair({ login, password: TEST_PASSWORD })).headers)
  const second = refreshCookie((await refresh(first)).headers)
  expect(refreshCookie((await refresh(first)).headers)).toBe(second)
  const third = refreshCookie((await refresh(second)).headers)
  expect((await refresh(first)).status).toBe(401)
  // The theft has ended the whole session, so the newest token is rejected too.
  expect((await refresh(third)).status).toBe(401)
})

test('previous refresh token ends the session after the grace period', async () => {
  const first = refreshCookie((await pair({ login, password: TEST_PASSWORD })).headers)
  const second = refreshCookie((await refresh(first)).headers)
  test_.clock.set(new Date(test_.clock.now().getTime() + 31_000).toISOString())
  expect((await refresh(first)).status).toBe(401)
  expect((await refresh(second)).status).toBe(401)
})

test.each([
  ['a manager', 'ARTIKUL_ORDER_MANAGER', 12],
  ['a client', 'CONTRACTOR_ADMIN', 7 * 24],
] as const)('session of %s ends after the idle time without a refresh', async (_, role, hours) => {
  const person = await buildUser(test_.database.db, { role })
  const first = refreshCookie((await pair({ login: person.login, password: TEST_PASSWORD })).headers)
  const pass = (ms: number) => test_.clock.set(new Date(test_.clock.now().getTime() + ms).toISOString())
  pass(hours * 3_600_000 - 1000)
  const second = await refresh(first)
  expect(second.status).toBe(200)
  pass(hours * 3_600_000 + 1000)
  expect((await refresh(refreshCookie(second.headers))).status).toBe(401)
})

test('logout ends the session at once', async () => {
  const reply = await pair({ login, password: TEST_PASSWORD })
  const headers = { authorization: `Bearer ${reply.json.access_token}` }
  expect((await send(test_, { url: '/api/v1/user', headers })).status).toBe(200)
  await send(test_, {
    method: 'POST',
    url: '/api/v1/token/logout',
    headers: { cookie: `artikul_refresh=${refreshCookie(reply.headers)}` },
  })
  expect((await send(test_, { url: '/api/v1/user', headers })).status).toBe(401)
})

test('access token expires after ten minutes', async () => {
  const headers = await loginAs(test_, { login, password: TEST_PASSWORD })
  test_.clock.set(new Date(test_.clock.now().getTime() + 11 * 60_000).toISOString())
  const { json } = await send(test_, {
    method: 'POST',
    url: '/api/v1/token/verify',
    payload: { token: headers.authorization.slice(7) },
  })
  expect(json).toMatchObject({ status: 401, code: 'auth.session_ended' })
})

test('current company can be changed only to one of the user’s own companies', async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const [own, other, foreign] = [
    await buildContractor(db, { sellerIds: [seller.id] }),
    await buildContractor(db, { sellerIds: [seller.id] }),
    await buildContractor(db, { sellerIds: [seller.id] }),
  ]
  const headers = await loginAs(
    test_,
    await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [own.id, other.id] }),
  )
  const change = (id: number) =>
    send(test_, { method: 'PATCH', url: `/api/v1/user/change_current_contractor/${id}`, headers })
  expect((await change(foreign.id)).status).toBe(404)
  expect((await change(other.id)).status).toBe(200)
  const { json } = await send(test_, { url: '/api/v1/user', headers })
  expect(json).toMatchObject({ current_contractor_id: other.id })
})

const refresh = (cookie: string) =>
  send<{ access_token: string; code: string }>(test_, {
    method: 'POST',
    url: '/api/v1/token/refresh',
    headers: { cookie: `artikul_refresh=${cookie}` },
  })
