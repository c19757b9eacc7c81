import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const NEW_PASSWORD = 'Совсем новый пароль 7'
const test_ = useTestApp({ PUBLIC_ORIGIN: 'https://portal.example' })
let parties: Parties
let user: Awaited<ReturnType<typeof buildUser>>
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
beforeEach(async () => {
  user = await buildUser(test_.database.db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
})

/** The answer precedes the email, so an email read before is not the expected one. */
let lastRead = 0

const set = (token: string, password = NEW_PASSWORD) =>
  send(test_, { method: 'POST', url: '/api/v1/password/set', payload: { token, password } })

test('guarantee 20: reset email links to the configured origin, whatever host the request names', async () => {
  expect(await askForLink({ host: 'evil.example' })).toBe(400)
  expect(await askForLink({ 'x-forwarded-host': 'evil.example' })).toBe(200)
  const letter = await letterOf(user.login)
  expect(letter).toContain('https://portal.example/reset-password/')
  expect(letter).not.toContain('evil')
})

test('guarantee 20, C-56: reset link used twenty times in parallel works once and then gets 410', async () => {
  const token = await freshToken()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => set(token)))).map((reply) => reply.status)
  reportFigure(20, `20 одновременных применений: успешных ${statuses.filter((status) => status === 200).length}`)
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(19).fill(410)])
  expect(await set(token)).toMatchObject({ status: 410, json: { code: 'auth.link_expired' } })
})

test('guarantee 20, C-56: reset link expires after an hour or when a newer one is sent', async () => {
  const first = await freshToken()
  const second = await freshToken()
  expect((await set(first)).status).toBe(410)
  test_.clock.set(new Date(test_.clock.now().getTime() + 61 * 60_000).toISOString())
  expect((await set(second)).status).toBe(410)
})

test('guarantee 20: new password works and ends every session', async () => {
  const browser = new Browser(test_)
  await browser.signIn(user)
  const token = await freshToken()
  expect((await set(token)).status).toBe(200)
  expect((await browser.get('/api/v1/user')).status).toBe(401)
  expect((await browser.refresh()).status).toBe(401)
  expect((await browser.signIn(user)).status).toBe(401)
  expect((await browser.signIn({ ...user, password: NEW_PASSWORD })).status).toBe(200)
})

test.each(['short', 'A'.repeat(43), ''])('guarantee 20: «%s» is refused as a reset token', async (token) => {
  expect([400, 410]).toContain((await set(token)).status)
})

test('guarantee 20, C-56: reset token in another case, truncated or of another purpose is refused', async () => {
  const token = await freshToken()
  const swapped = token.replace(/[a-z]/gi, (sign) =>
    sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
  )
  expect((await set(swapped)).status).toBe(410)
  expect((await set(token.slice(0, -1))).status).toBe(400)
  await test_.database.db
    .updateTable('one_time_tokens')
    .set({ purpose: 'email' })
    .where('user_id', '=', user.id)
    .execute()
  expect((await set(token)).status).toBe(410)
})

async function letterOf(login: string): Promise<string> {
  const find = () =>
    test_.database.db
      .selectFrom('emails')
      .select(['id', 'body'])
      .where('recipient', '=', `${login}@example.test`)
      .where('subject', '=', 'Новый пароль')
      .where('id', '>', lastRead)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  await expect.poll(async () => (await find())?.body).toBeDefined()
  const letter = await find()
  lastRead = letter?.id ?? lastRead
  return letter?.body ?? ''
}

async function askForLink(headers: Record<string, string> = {}) {
  const url = '/api/v1/password/request_reset'
  const reply = await send(test_, { method: 'POST', url, payload: { login: user.login }, headers })
  return reply.status
}

async function freshToken() {
  expect(await askForLink()).toBe(200)
  return /\/reset-password\/([\w-]{43})/.exec(await letterOf(user.login))?.[1] ?? ''
}
