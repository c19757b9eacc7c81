import { beforeAll, expect, test } from 'vitest'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { reportFigure } from '../testing/figures.ts'
import { buildParties, type Parties } from '../testing/parties.factory.ts'

const test_ = useTestApp({ PUBLIC_ORIGIN: 'https://portal.example', TRUST_PROXY: 'on' })
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

test('guarantee 16: refresh cookie over HTTPS is Secure, HttpOnly, SameSite=Strict and bound to its path', async () => {
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
  reportFigure(16, cookie.replace(/=[^;]+/, '=…'))
})

test('guarantee 16: request with two refresh cookies gets 400', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  const reply = await send(test_, {
    method: 'POST',
    url: '/api/v1/token/refresh',
    headers: { cookie: `artikul_refresh=planted; artikul_refresh=${browser.cookie}` },
  })
  expect(reply.status).toBe(400)
})

test('guarantee 16: no database table stores the refresh cookie in plain text', async () => {
  const browser = new Browser(test_)
  await browser.signIn(parties.employee)
  await browser.refresh()
  const { sql } = test_.database
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await sql.query(`select 1 from "${name}" as t where t::text like $1 limit 1`, [`%${browser.cookie}%`])
    if (rows.length > 0) found.push(name)
  }
  expect(tables.length).toBeGreaterThan(30)
  expect(found).toEqual([])
})
