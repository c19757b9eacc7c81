import { API } from '@artikul/contract/api'
import { ROLES, can, isContractorUser, type Role } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildContractor, buildSeller } from './modules/companies/contractors/contractors.factory.ts'
import { buildUser } from './modules/identity/users/users.factory.ts'
import { addressOf } from './testing/address.ts'
import { loginAs, send, useTestApp } from './testing/test-app.ts'

const test_ = useTestApp()
const sessions = new Map<Role, { authorization: string }>()
const ROUTES = Object.entries(API).flatMap(([group, routes]) =>
  Object.entries(routes).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
)
const GUARDED = ROUTES.filter(([, route]) => route.access !== 'public')

beforeAll(async () => {
  const { db } = test_.database
  const seller = await buildSeller(db)
  const contractor = await buildContractor(db, { sellerIds: [seller.id] })
  for (const role of ROLES) {
    const user = await buildUser(db, { role, ...(isContractorUser([role]) && { contractorIds: [contractor.id] }) })
    sessions.set(role, await loginAs(test_, user))
  }
})

describe('access', () => {
  test.each(GUARDED)('%s replies 401 to an anonymous visitor', async (_, route) => {
    expect(await request(route)).toMatchObject({ status: 401, json: { code: 'auth.required' } })
  })

  // An endless stream never completes, so its own test listens to it.
  const ending = GUARDED.filter(([, { stream }]) => stream !== 'endless')
  test.each(ending)('%s allows the roles of its permission and no others', async (_, route) => {
    for (const role of ROLES) {
      const { status } = await request(route, sessions.get(role))
      const isAllowed = route.access === 'signed-in' || route.access === 'public' || can([role], route.access)
      if (isAllowed) expect([401, 403]).not.toContain(status)
      else expect(status).toBe(403)
      expect(status).toBeLessThan(500)
    }
  })

  // Uploads are excluded: their routes validate the file first and have their own test.
  const withId = GUARDED.filter(([, { path, upload }]) => /\/:(id|code)/.test(path) && upload === undefined)
  test.each(withId)('%s replies 404 for an unknown id', async (_, route) => {
    for (const role of ROLES) {
      if (route.access === 'signed-in' || route.access === 'public' || !can([role], route.access)) continue
      expect(await request(route, sessions.get(role), route.example)).toMatchObject({ status: 404 })
    }
  })

  test.each(ROUTES)('%s refuses unknown fields of its body', async (_, route) => {
    if (!route.body) return
    const { access } = route
    const able = ROLES.find((role) => access === 'public' || access === 'signed-in' || can([role], access))
    const headers: Record<string, string> = (able && sessions.get(able)) ?? {}
    const reply = await send(test_, {
      method: route.method,
      url: addressOf(route),
      headers: { ...headers, ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }) },
      payload: { is_staff: true },
    })
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect(reply.text).toContain('is_staff')
  })
})

describe('HTTP server', () => {
  const login = (options: object) => send(test_, { method: 'POST', url: '/api/v1/token/pair', ...options })

  test.each([
    ['text/plain', '{"login":"a","password":"b"}', 415],
    ['application/json\ta', '{"login":"a","password":"b"}', 415],
    ['application/x-www-form-urlencoded', 'login=a', 415],
    ['application/json', '{"login":', 400],
    ['application/json', '{"__proto__":{"isAdmin":true},"login":"a","password":"b"}', 400],
    ['application/json', '{"login":"a\\u0000","password":"b"}', 400],
    ['application/json', `{"login":"${'a'.repeat(2_000_000)}","password":"b"}`, 413],
  ])('answers %s %.30s with %i', async (type, payload, status) => {
    const reply = await login({ payload, headers: { 'content-type': type } })
    expect(reply.status).toBe(status)
    expect(reply.headers['content-type']).toContain('application/problem+json')
  })

  test('sends API replies with no-store, nosniff and a closed content security policy', async () => {
    const { headers } = await send(test_, { url: '/api/v1/user' })
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  test('refuses a foreign Host and a foreign Origin', async () => {
    expect((await send(test_, { url: '/health/live', headers: { host: 'evil.example' } })).status).toBe(400)
    const foreign = await send(test_, {
      method: 'POST',
      url: '/api/v1/token/refresh',
      headers: { origin: 'https://evil.example' },
    })
    expect(foreign).toMatchObject({ status: 403, json: { code: 'auth.foreign_origin' } })
  })

  test.each(['0', '-1', '1.0', '2147483648', 'abc', '%00'])('answers 400 or 404 to the order id %s', async (id) => {
    const headers = sessions.get('CONTRACTOR_ADMIN')
    const reply = await send(test_, { url: `/api/v1/orders/${id}`, ...(headers && { headers }) })
    expect([400, 404]).toContain(reply.status)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=1&page=2',
    'page_size=1',
    'page_size=151',
    'sort=price;drop',
    'q=%00',
  ])('answers 400 to the list query %s', async (query) => {
    const headers = sessions.get('CONTRACTOR_ADMIN')
    const reply = await send(test_, { url: `/api/v1/orders?${query}`, ...(headers && { headers }) })
    expect(reply.status).toBe(400)
  })

  test('describes every route in the OpenAPI document', async () => {
    const { json } = await send<{ paths: Record<string, object> }>(test_, { url: '/api/openapi.json' })
    const described = Object.values(json.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
    expect(described).toBe(ROUTES.length)
  })

  test('sends the OpenAPI document compressed, and once to the person who keeps it', async () => {
    const url = '/api/openapi.json'
    const whole = await test_.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(whole.headers['content-encoding']).toBe('br')
    expect(whole.rawPayload.length).toBeLessThan(200_000)
    const etag = String(whole.headers.etag)
    expect((await test_.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  })
})

/** Builds a request with an unknown id and an empty body, sufficient to reach the route's guard. */
function request(route: Route, headers: Record<string, string> = {}, body: object = {}) {
  const version = route.method === 'DELETE' && route.query ? '?version=1' : ''
  const url = addressOf(route, 2_147_483_000) + version
  const hasBody = route.body !== undefined
  return send(test_, {
    method: route.method,
    url,
    headers: { ...headers, ...(route.idempotent && { 'idempotency-key': crypto.randomUUID() }) },
    ...(hasBody && { payload: body }),
  })
}
