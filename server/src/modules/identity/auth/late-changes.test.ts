import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, purgeAt, send, TEST_SECRET, useTestApp } from '../../../testing/test-app.ts'
import { buildUser, TEST_PASSWORD } from '../users/users.factory.ts'
import { TOTP } from 'otpauth'
import { deriveKeys, hashPassword, resealSecondFactors } from './index.ts'

const NEW_PASSWORD = 'Совсем новый пароль 7'
const test_ = useTestApp({ STAFF_SECOND_FACTOR: 'required', TRUST_PROXY: 'on' })
let parties: Parties
let user: Awaited<ReturnType<typeof buildUser>>
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
beforeEach(async () => {
  user = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
})

describe('sign-in in progress', () => {
  test('opens no session once the password has been replaced', async () => {
    const hash = await hashPassword(NEW_PASSWORD)
    const attempts = Array.from({ length: 12 }, () => signIn())
    await test_.database.db.updateTable('users').set({ password_hash: hash }).where('id', '=', user.id).execute()
    await test_.database.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('user_id', '=', user.id)
      .execute()
    const opened = (await Promise.all(attempts)).filter((reply) => reply.status === 200)
    for (const { json } of opened) {
      const headers = { authorization: `Bearer ${json.access_token}` }
      expect((await send(test_, { url: '/api/v1/user', headers })).status).toBe(401)
    }
    const { db } = test_.database
    const living = db.selectFrom('sessions').select('id').where('user_id', '=', user.id).where('ended_at', 'is', null)
    expect(await living.execute()).toEqual([])
  })
})

describe('second factor', () => {
  async function enrolled() {
    const headers = await loginAs(test_, user)
    const start = {
      method: 'POST',
      url: '/api/v1/user/second_factor',
      headers,
      payload: { password: TEST_PASSWORD },
    } as const
    const { json } = await send<{ secret: string }>(test_, start)
    const codeAt = (ahead: number) =>
      new TOTP({ secret: json.secret }).generate({ timestamp: test_.clock.now().getTime() + ahead })
    const confirm = {
      method: 'POST',
      url: '/api/v1/user/second_factor/confirm',
      headers,
      payload: { code: codeAt(0) },
    } as const
    expect((await send(test_, confirm)).status).toBe(200)
    return codeAt
  }

  test('code is required, works once, and failures are written to the audit log', async () => {
    const codeAt = await enrolled()
    expect((await signIn()).json).toMatchObject({ code: 'auth.code_required' })
    const withCode = (code: string) =>
      send(test_, {
        method: 'POST',
        url: '/api/v1/token/pair',
        payload: { login: user.login, password: TEST_PASSWORD, code },
      })
    expect((await withCode('000000')).json).toMatchObject({ code: 'auth.bad_code' })
    expect((await withCode(codeAt(0))).json).toMatchObject({ code: 'auth.bad_code' })
    expect((await withCode(codeAt(30_000))).status).toBe(200)
    const rows = await test_.database.db
      .selectFrom('audit_log')
      .select('object')
      .where('event', '=', 'sign_in.failed')
      .where('subject_id', '=', user.id)
      .execute()
    expect(rows).toEqual([{ object: 'Код второго фактора' }, { object: 'Код второго фактора' }])
  })

  test('secrets are re-encrypted under a new key, and undecryptable ones are counted', async () => {
    await enrolled()
    const { db } = test_.database
    const sealed = async () =>
      (await db.selectFrom('users').select('totp_secret').where('id', '=', user.id).executeTakeFirst())?.totp_secret
    const before = await sealed()
    const other = 'another secret of the settings, long enough'
    expect(await resealSecondFactors(db, deriveKeys(other))).toBeGreaterThan(0)
    expect(await resealSecondFactors(db, deriveKeys(other, TEST_SECRET))).toBe(0)
    expect(await sealed()).not.toEqual(before)
    expect(await resealSecondFactors(db, deriveKeys(other))).toBe(0)
    await resealSecondFactors(db, deriveKeys(TEST_SECRET, other))
  })

  test('setup is required before a manager reads orders or impersonates a client', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.manager)
    expect((await browser.get('/api/v1/manager/user')).json).toMatchObject({ must_set_second_factor: true })
    expect(await browser.get('/api/v1/orders')).toMatchObject({
      status: 403,
      json: { code: 'auth.second_factor_required' },
    })
    expect((await browser.impersonate(user.id)).json).toMatchObject({ code: 'auth.second_factor_required' })
  })

  test('removal from the manager ends impersonation of a client', async () => {
    const { db } = test_.database
    const manager = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
    await db.updateTable('users').set({ totp_enabled_at: new Date() }).where('id', '=', manager.id).execute()
    const browser = new Browser(test_)
    // The factor is set up after the sign-in, so that no code is required here.
    await db.updateTable('users').set({ totp_enabled_at: null }).where('id', '=', manager.id).execute()
    await browser.signIn(manager)
    await db.updateTable('users').set({ totp_enabled_at: new Date() }).where('id', '=', manager.id).execute()
    const work = await browser.impersonate(user.id)
    expect(work.status).toBe(200)
    expect((await browser.get('/api/v1/cart', work.headers)).status).toBe(200)
    await db.updateTable('users').set({ totp_enabled_at: null }).where('id', '=', manager.id).execute()
    expect((await browser.post('/api/v1/token/impersonate/refresh')).status).toBe(403)
  })
})

test('rate limit uses the address seen by the proxy, not the one claimed by the client', async () => {
  const statuses: number[] = []
  for (let guess = 0; guess < 15; guess += 1)
    statuses.push((await signIn('wrong', { 'x-forwarded-for': `1.2.3.${guess}, 203.0.113.7` })).status)
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
  expect(statuses.slice(10)).toEqual(Array(5).fill(429))
})

test('IPv6 addresses of one /64 network share one rate limit', async () => {
  const statuses: number[] = []
  for (let guess = 0; guess < 12; guess += 1)
    statuses.push((await signIn('wrong', { 'x-forwarded-for': `2001:db8:1:2::${guess.toString(16)}` })).status)
  expect(statuses.slice(10)).toEqual([429, 429])
  expect((await signIn('wrong', { 'x-forwarded-for': '2001:db8:1:3::1' })).status).toBe(401)
})

test('expired tokens and sessions are deleted, and live ones stay', async () => {
  const { db } = test_.database
  const browser = new Browser(test_)
  await browser.signIn(user)
  await browser.refresh()
  const tokens = () =>
    db
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .select('rotated_at')
      .where('user_id', '=', user.id)
      .execute()
  expect(await tokens()).toHaveLength(2)
  const inDays = (days: number) => new Date(test_.clock.now().getTime() + days * 86_400_000)
  await purgeAt(test_, 'refresh_tokens', inDays(8))
  expect(await tokens()).toEqual([{ rotated_at: null }])
  expect((await browser.refresh()).status).toBe(200)
  await purgeAt(test_, 'sessions', inDays(130))
  expect(await tokens()).toEqual([])
})

const signIn = (password = TEST_PASSWORD, headers: Record<string, string> = {}) =>
  send<{ access_token: string }>(test_, {
    method: 'POST',
    url: '/api/v1/token/pair',
    payload: { login: user.login, password },
    headers,
  })
