import type { SessionItem } from '@artikul/contract/identity/profile'
import { TOTP } from 'otpauth'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { Browser } from '../../../testing/cookies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser, TEST_PASSWORD } from '../users/users.factory.ts'

const NEW_PASSWORD = 'Совсем новый пароль 7'
const SESSIONS = '/api/v1/user/sessions'
type Headers = { authorization: string }
const test_ = useTestApp()
let parties: Parties
let user: Awaited<ReturnType<typeof buildUser>>
let headers: Headers
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
beforeEach(async () => {
  user = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
  headers = await loginAs(test_, user)
})
const sessions = async (as: Headers = headers) => (await ask('GET', SESSIONS, undefined, as)).json.results

test('session, password and second-factor calls are refused to strangers and impersonating managers', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  const onBehalf = (await browser.impersonate(user.id)).headers
  for (const [method, url, payload] of [
    ['GET', SESSIONS],
    ['DELETE', `${SESSIONS}/1`],
    ['POST', `${SESSIONS}/end_others`],
    ['POST', '/api/v1/password/change', { old_password: TEST_PASSWORD, new_password: NEW_PASSWORD }],
    ['POST', '/api/v1/user/second_factor/remove', { password: TEST_PASSWORD, code: '000000' }],
  ] as const) {
    expect(await send(test_, { method, url, ...(payload && { payload }) }), url).toMatchObject({ status: 401 })
    expect(await ask(method, url, payload, onBehalf), url).toMatchObject({
      status: 403,
      json: { code: 'auth.not_while_impersonating' },
    })
  }
})

describe('own sessions', () => {
  test('are listed and ended one by one, except the current one and those of other users', async () => {
    const second = await loginAs(test_, user)
    const all = await sessions()
    expect(all.map((one) => one.is_current).sort()).toEqual([false, true])
    const [here, there] = [all.find((one) => one.is_current), all.find((one) => !one.is_current)]
    const [foreign] = await sessions(await loginAs(test_, parties.employee))
    for (const one of [here, foreign])
      expect(await ask('DELETE', `${SESSIONS}/${one?.id ?? 0}`)).toMatchObject({
        status: 404,
        json: { code: 'not_found' },
      })
    expect(await ask('DELETE', `${SESSIONS}/${there?.id ?? 0}`)).toMatchObject({ status: 200 })
    expect(await sessions()).toHaveLength(1)
    expect(await ask('GET', SESSIONS, undefined, second)).toMatchObject({ status: 401 })
  })

  test('are all ended except the current one', async () => {
    const others = [await loginAs(test_, user), await loginAs(test_, user)]
    expect(await ask('POST', `${SESSIONS}/end_others`)).toMatchObject({ status: 200, json: { ended: 2 } })
    for (const other of others) expect(await ask('GET', SESSIONS, undefined, other)).toMatchObject({ status: 401 })
    expect(await sessions()).toHaveLength(1)
    expect((await ask('POST', `${SESSIONS}/end_others`)).json.ended).toBe(0)
  })
})

describe('password change', () => {
  const change = (old_password: string, new_password: string) =>
    ask('POST', '/api/v1/password/change', { old_password, new_password })

  test('is refused without the current password or to a common password', async () => {
    expect(await change('не тот', NEW_PASSWORD)).toMatchObject({ status: 400, json: { code: 'auth.wrong_password' } })
    expect(await change(TEST_PASSWORD, '1234567890')).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'new_password' }] },
    })
  })

  test('takes effect at once and ends the other sessions', async () => {
    const other = await loginAs(test_, user)
    expect(await change(TEST_PASSWORD, NEW_PASSWORD)).toMatchObject({ status: 200 })
    expect(await ask('GET', SESSIONS, undefined, other)).toMatchObject({ status: 401 })
    expect(await sessions()).toHaveLength(1)
    const browser = new Browser(test_)
    expect((await browser.signIn(user)).status).toBe(401)
    expect((await browser.signIn({ ...user, password: NEW_PASSWORD })).status).toBe(200)
  })
})

test('second factor is removed only with both the password and a code', async () => {
  const { secret } = (await ask('POST', '/api/v1/user/second_factor', { password: TEST_PASSWORD })).json
  const codeIn = (minutes: number) =>
    new TOTP({ secret }).generate({ timestamp: test_.clock.now().getTime() + minutes * 30_000 })
  expect((await ask('POST', '/api/v1/user/second_factor/confirm', { code: codeIn(0) })).status).toBe(200)
  const remove = (password: string, code: string) =>
    ask('POST', '/api/v1/user/second_factor/remove', { password, code })
  expect(await remove('не тот', codeIn(1))).toMatchObject({ status: 400, json: { code: 'auth.wrong_password' } })
  expect(await remove(TEST_PASSWORD, codeIn(0))).toMatchObject({ status: 400, json: { code: 'auth.bad_code' } })
  expect(await remove(TEST_PASSWORD, codeIn(1))).toMatchObject({ status: 200 })
  expect((await new Browser(test_).signIn(user)).status).toBe(200)
})

test('end of impersonation closes the client session and keeps the manager signed in', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  const onBehalf = (await browser.impersonate(user.id)).headers
  expect((await browser.post('/api/v1/token/impersonate/logout')).status).toBe(204)
  expect((await browser.get('/api/v1/user', onBehalf)).status).toBe(401)
  expect((await browser.get('/api/v1/manager/user')).status).toBe(200)
  // The impersonation ended only once, which is not revealed to a stranger.
  expect((await new Browser(test_).post('/api/v1/token/impersonate/logout')).status).toBe(204)
})

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, as: Headers = headers) =>
  send<{ code: string; results: SessionItem[]; ended: number; secret: string; errors: { path: string }[] }>(test_, {
    method,
    url,
    headers: as,
    ...(payload && { payload }),
  })
