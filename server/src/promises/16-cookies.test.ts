import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { tellFigure } from './figure.ts'
import { buildParties, type Parties } from './parties.factory.ts'

const test_ = useTestApp({ PUBLIC_ORIGIN: 'https://portal.example', TRUST_PROXY: 'on' })
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

test('promise 16: over https the refresh cookie is closed in every way that its path allows', async () => {
  const { login, password } = parties.employee
  const reply = await send(test_, {
    method: 'POST',
    url: '/api/v1/token/pair',
    payload: { login, password },
    headers: { host: 'portal.example', 'x-forwarded-proto': 'https', origin: 'https://portal.example' },
  })
  const cookie = String(reply.headers['set-cookie'])
  expect(cookie).toMatch(/^__Secure-artikul_refresh=/)
  for (const rule of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/api/v1/token', 'Max-Age=2592000'])
    expect(cookie).toContain(rule)
  expect(cookie).not.toContain('Domain')
  tellFigure(16, cookie.replace(/=[^;]+/, '=…'))
})

test('promise 16: a doubled cookie is refused', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  const reply = await send(test_, {
    method: 'POST',
    url: '/api/v1/token/refresh',
    headers: { cookie: `artikul_refresh=planted; artikul_refresh=${browser.cookie}` },
  })
  expect(reply.status).toBe(400)
})

test('promise 16: no table of the database holds the cookie in clear', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  await browser.refresh()
  const { sql } = test_.database
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql`select 1 from ${sql(name)} as t where t::text like ${`%${browser.cookie}%`} limit 1`
    if (rows.length > 0) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(30)
  expect(found).toEqual([])
})
