import type { ApiKey, ApiKeySecret, ApiUsage } from '@artikul/contract/integrations/api-keys'
import { KEY_SCOPES, type KeyScope } from '@artikul/contract/core/key-scopes'
import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import type { AuditItem } from '@artikul/contract/platform/audit'
import type { Problem } from '@artikul/contract/core/errors'
import type { Route } from '@artikul/contract/core/route'
import { beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../../testing/address.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { useParties } from '../../../testing/parties.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildKey, keyFields } from './api-keys.factory.ts'

const test_ = useTestApp()
const { parties, admin, employee, manager } = useParties(test_)
type Headers = { authorization: string }

const KEYS = '/api/v1/api-keys'
const ACCOUNT = '/api/partner/v1/account'
let pointId: number
let stranger: Headers

beforeAll(async () => {
  const { db } = test_.database
  pointId = (await buildConsignee(db, parties.company.id, { is_default: true })).id
  const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
})

const call = <T = Problem>(method: 'GET' | 'POST' | 'PATCH', url: string, headers: Headers, payload?: object) =>
  send<T>(test_, { method, url, headers, ...(payload && { payload }) })
const readAccount = (headers: Headers, remoteAddress?: string) =>
  send<Problem>(test_, { url: ACCOUNT, headers, ...(remoteAddress && { remoteAddress }) })
const listKeys = async () => (await call<{ results: ApiKey[] }>('GET', KEYS, admin)).json.results

test('keys are made and changed by administrators of the company only', async () => {
  const { id } = await buildKey(test_, admin)
  expect((await call('POST', KEYS, employee, keyFields())).status).toBe(403)
  expect((await call('GET', KEYS, manager)).status).toBe(403)
  for (const act of ['revoke', 'rotate']) {
    const body = act === 'rotate' ? { overlap_hours: 0 } : {}
    expect((await call('POST', `${KEYS}/${id}/${act}`, stranger, body)).status).toBe(404)
  }
  expect((await call('PATCH', `${KEYS}/${id}`, stranger, { version: 1, ...keyFields() })).status).toBe(404)
  expect((await call<{ results: ApiKey[] }>('GET', KEYS, stranger)).json.results).toEqual([])
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['a wrong address', { addresses: ['10.0.0.300'] }, 'addresses.0'],
  ['an address with leading zeros', { addresses: ['10.0.00.1'] }, 'addresses.0'],
  ['a limit above the largest', { calls_per_minute: 601 }, 'calls_per_minute'],
  ['only a point without naming it', { is_point_only: true }, 'consignee_id'],
])('key with %s is rejected', async (_, fields, path) => {
  const refused = await call('POST', KEYS, admin, { ...keyFields(), ...fields })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
})

test('key of another company’s point is not found', async () => {
  expect((await call('POST', KEYS, stranger, keyFields({ consignee_id: pointId }))).status).toBe(404)
})

test('key is shown once, stored hashed and named in the journal', async () => {
  const key = await buildKey(test_, admin, { name: 'Склад', consignee_id: pointId, is_point_only: true })
  expect(await readAccount(key.headers)).toMatchObject({
    status: 200,
    json: { key: 'Склад', consignee_id: pointId, may_place: true, scopes: Object.keys(KEY_SCOPES) },
  })
  const stored = await test_.database.sql<{ row: string }[]>`
    select to_jsonb(api_keys)::text as row from api_keys where id = ${key.id}`
  expect(stored[0]?.row).not.toContain(key.secret)
  const shown = (await listKeys()).find(({ id }) => id === key.id)
  expect(JSON.stringify(shown)).not.toContain(key.secret)
  const { json } = await call<{ results: AuditItem[] }>('GET', '/api/v1/audit?event=api_key.created', manager)
  expect(json.results[0]).toMatchObject({ object: 'Ключ «Склад»', contractor: { id: parties.company.id } })
})

test('key opens the partner API only, and a person’s token does not open it', async () => {
  const { headers } = await buildKey(test_, admin)
  for (const url of ['/api/v1/user/', '/api/v1/cart', KEYS]) expect((await call('GET', url, headers)).status).toBe(401)
  expect(await readAccount(admin)).toMatchObject({ status: 401, json: { code: 'api_key.invalid' } })
  for (const authorization of ['', 'Bearer x', `Bearer k0123456789ab.${'x'.repeat(32)}`, `${headers.authorization}x`])
    expect(await readAccount({ authorization })).toMatchObject({ status: 401, json: { code: 'api_key.invalid' } })
})

const PARTNER_ROUTES = Object.values(PARTNER_API).flatMap((routes) =>
  Object.values<Route>(routes).map((route): [string, Route] => [`${route.method} ${route.path}`, route]),
)

test.each(PARTNER_ROUTES)('%s is open to its scope and to no other', async (_, route) => {
  const statusWith = async (scopes: KeyScope[]) => {
    const { id, headers } = await buildKey(test_, admin, { scopes })
    const { method } = route
    const reply = await send<Problem>(test_, {
      ...{ method, url: addressOf(route, 2_147_483_000) },
      headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
      ...(route.body && { payload: {} }),
    })
    await call('POST', `${KEYS}/${id}/revoke`, admin)
    return reply
  }
  for (const scope of Object.keys(KEY_SCOPES) as KeyScope[]) {
    const scopes: KeyScope[] = scope === 'webhooks' ? ['orders', 'documents', 'webhooks'] : [scope]
    const { status, json } = await statusWith(scopes)
    if (route.scope === 'any' || scopes.some((one) => one === route.scope)) expect([200, 400, 404]).toContain(status)
    else expect({ status, code: json.code }).toEqual({ status: 403, code: 'api_key.scope' })
  }
})

test('limits of a minute and of a day are refused with the time to wait', async () => {
  const key = await buildKey(test_, admin, { calls_per_minute: 3, calls_per_day: 5 })
  test_.clock.set('2026-11-17T09:00:10Z')
  const statuses: number[] = []
  for (let count = 0; count < 4; count += 1) statuses.push((await readAccount(key.headers)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const refused = await readAccount(key.headers)
  expect(refused.json.code).toBe('api_key.calls_exceeded')
  expect(refused.headers).toMatchObject({ 'retry-after': '50', 'ratelimit-limit': '3', 'ratelimit-remaining': '0' })
  test_.clock.set('2026-11-17T09:01:10Z')
  expect((await readAccount(key.headers)).headers).toMatchObject({ 'ratelimit-remaining': '1', 'ratelimit-limit': '5' })
  expect((await readAccount(key.headers)).status).toBe(200)
  const exhausted = await readAccount(key.headers)
  // Midnight in Moscow.
  expect(exhausted).toMatchObject({ status: 429, headers: { 'retry-after': String(12 * 3600 - 70) } })
  test_.clock.set('2026-11-17T21:00:00Z')
  expect((await readAccount(key.headers)).status).toBe(200)
  test_.clock.set('2026-11-17T09:00:00Z')
})

test('staff see the use of the API by a company and limit all its keys', async () => {
  const url = `/api/v1/contractors/${parties.company.id}`
  const usage = (headers: Headers) => call<ApiUsage>('GET', `${url}/api-usage`, headers)
  const limit = (headers: Headers, version: number, calls_per_minute: number | null, company = url) =>
    call('PATCH', `${company}/api-limits`, headers, { version, calls_per_minute, calls_per_day: null })
  expect((await send(test_, { url: `${url}/api-usage` })).status).toBe(401)
  expect([(await usage(admin)).status, (await limit(admin, 0, 1)).status]).toEqual([403, 403])
  expect((await limit(manager, 0, 1, '/api/v1/contractors/2147483000')).status).toBe(404)
  expect((await limit(manager, 0, 0)).json.errors).toMatchObject([{ path: 'calls_per_minute' }])

  const key = await buildKey(test_, admin, { name: 'Каталог' })
  await send(test_, { url: '/api/partner/v1/search?article=W9142', headers: key.headers })
  await readAccount(key.headers)
  const used = async () => (await usage(manager)).json.keys.find(({ id }) => id === key.id)
  await expect.poll(used, { timeout: 5000 }).toMatchObject({ name: 'Каталог', calls: 2, searches: 1, refused: 0 })
  expect((await limit(manager, 0, 2)).json).toEqual({ version: 1 })
  expect((await limit(manager, 0, 5)).json.code).toBe('stale')
  expect(await readAccount(key.headers)).toMatchObject({ status: 429, headers: { 'ratelimit-limit': '2' } })
  expect((await limit(manager, 1, null)).json).toEqual({ version: 2 })
  expect((await readAccount(key.headers)).status).toBe(200)
  expect((await usage(manager)).json.limits).toEqual({ version: 2, calls_per_minute: null, calls_per_day: null })
})

test('key is accepted from its addresses only', async () => {
  const { headers } = await buildKey(test_, admin, { addresses: ['203.0.113.0/24', '2a00:1148::1'] })
  const statusFrom = async (address: string) => (await readAccount(headers, address)).status
  for (const address of ['203.0.113.200', '::ffff:203.0.113.1', '2a00:1148::1'])
    expect(await statusFrom(address)).toBe(200)
  for (const address of ['203.0.114.1', '127.0.0.1', '2a00:1148::2']) expect(await statusFrom(address)).toBe(403)
})

test('rotated key is accepted with both secrets until the overlap ends', async () => {
  const key = await buildKey(test_, admin)
  const rotate = async (overlap_hours: number, as: Headers = admin) =>
    (await call<ApiKeySecret>('POST', `${KEYS}/${key.id}/rotate`, as, { overlap_hours })).json.token
  const working = Array.from({ length: 60 }, () => readAccount(key.headers))
  const second = { authorization: `Bearer ${await rotate(1)}` }
  const more = Array.from({ length: 60 }, (_, at) => readAccount(at % 2 === 0 ? key.headers : second))
  for (const { status } of await Promise.all([...working, ...more])) expect(status).toBe(200)
  for (const headers of [key.headers, second]) expect((await readAccount(headers)).status).toBe(200)
  test_.clock.set('2026-11-17T10:00:00Z')
  expect((await readAccount(key.headers)).status).toBe(401)
  // The session of the administrator has ended by then.
  const third = { authorization: `Bearer ${await rotate(0, await loginAs(test_, parties.admin))}` }
  expect((await readAccount(second)).status).toBe(401)
  expect((await readAccount(third)).status).toBe(200)
  test_.clock.set('2026-11-17T09:00:00Z')
})

test('revocation is effective on another server within a second', async () => {
  const { id, headers } = await buildKey(test_, admin)
  const other = await test_.startNode()
  const statusThere = async () => (await other.inject({ url: ACCOUNT, headers })).statusCode
  expect(await statusThere()).toBe(200)
  await call('POST', `${KEYS}/${id}/revoke`, admin)
  expect((await readAccount(headers)).status).toBe(401)
  await expect.poll(statusThere, { timeout: 1000, interval: 50 }).toBe(401)
})

test('key ends with its term, the access of its maker and the stop of its company', async () => {
  const { db } = test_.database
  const company = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const maker = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  const makers = await loginAs(test_, maker)
  // Another server has an empty cache.
  const statusOf = async (headers: Headers) =>
    (await (await test_.startNode()).inject({ url: ACCOUNT, headers })).statusCode
  const ended = await buildKey(test_, makers, { valid_until: '2026-11-16' })
  const { headers } = await buildKey(test_, makers, { valid_until: '2026-11-17' })
  expect([await statusOf(ended.headers), await statusOf(headers)]).toEqual([401, 200])
  const stop = (stopped_reason: string | null) =>
    db.updateTable('contractors').set({ stopped_reason }).where('id', '=', company.id).execute()
  await stop('Долг')
  expect(await statusOf(headers)).toBe(409)
  await stop(null)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', maker.id).execute()
  expect(await statusOf(headers)).toBe(401)
})

test('a changed key is stale to another page, and twenty keys are enough', async () => {
  const { id } = await buildKey(test_, admin)
  const change = (version: number) =>
    call('PATCH', `${KEYS}/${id}`, admin, { version, ...keyFields({ name: 'Новое', scopes: ['search'] }) })
  expect((await change(1)).status).toBe(200)
  expect(await change(1)).toMatchObject({ status: 409, json: { code: 'stale' } })
  for (let count = (await listKeys()).length; count < 20; count += 1) await buildKey(test_, admin)
  expect(await call('POST', KEYS, admin, keyFields())).toMatchObject({
    status: 409,
    json: { code: 'api_key.limit_reached' },
  })
})
