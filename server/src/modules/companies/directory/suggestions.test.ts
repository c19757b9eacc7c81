import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties } from '../../../testing/parties.factory.ts'
import { newInn } from '../../../testing/companies.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

/** Directory of companies in DaData's format; each test sets its answers. */
let answer: (request: IncomingMessage, response: ServerResponse) => void
const requests: { path: string; token: string | undefined; body: unknown }[] = []
let server: Server

const origin = await listen()
const test_ = useTestApp({ DADATA_KEY: 'any-secret-key', DADATA_ORIGIN: origin })
let client: { authorization: string }

beforeAll(async () => {
  client = await loginAs(test_, (await buildParties(test_.database.db)).employee)
})
afterAll(() => server.close())
beforeEach(() => {
  requests.length = 0
})

describe('directory suggestions', () => {
  test('for a company with branches are public, keep the API key secret and are cached', async () => {
    says([PARTY, { value: 'Филиал', data: { inn: '7707083893', kpp: '540602001', name: null, address: null } }])
    const { json } = await ask('party', { inn: '7707 083 893' }, {})
    expect(json.results).toMatchObject([
      { inn: '7707083893', kpp: '773601001', director: 'Иванов Иван Иванович', is_active: true },
      { name: 'Филиал', kpp: '540602001', ogrn: null, address: '', director: '' },
    ])
    expect(requests).toMatchObject([{ token: 'Token any-secret-key', body: { query: '7707083893' } }])
    expect(requests[0]?.path).toMatch(/findById\/party$/)
    await ask('party', { inn: '7707083893' }, {})
    expect(requests, 'one question is asked once').toHaveLength(1)
  })

  test('for banks and addresses include coordinates with longitude first', async () => {
    const bank = { bic: '044525225', correspondent_account: '30101810400000000225', payment_city: 'г Москва' }
    says([{ value: 'ПАО Сбербанк', data: { ...bank, name: { payment: 'ПАО СБЕРБАНК' } } }])
    expect((await ask('bank', { bic: '044525225' })).json.results).toEqual([
      { bic: '044525225', bank_name: 'ПАО СБЕРБАНК, г Москва', correspondent_account: '30101810400000000225' },
    ])
    says([
      { value: 'г Самара, ул Мира, д 1', data: { geo_lat: '53.19', geo_lon: '50.08' } },
      { value: 'г Самара', data: { geo_lat: null, geo_lon: null } },
    ])
    expect((await ask('address', { query: 'самара мира' })).json.results).toEqual([
      { value: 'г Самара, ул Мира, д 1', coordinates: [50.08, 53.19] },
      { value: 'г Самара', coordinates: null },
    ])
  })

  test('for banks and addresses require sign-in', async () => {
    expect((await ask('bank', { bic: '044525225' }, {})).status).toBe(401)
    expect((await ask('address', { query: 'самара' }, {})).status).toBe(401)
    expect((await ask('party', { inn: '7707083894' }, {})).status).toBe(400)
    expect((await ask('address', { query: 'с' })).status).toBe(400)
  })
})

describe('failing directory gives no suggestions', () => {
  let inn = 0
  const INNS = ['7736207543', '7736050003', '6320002223', '1650032058', '7830002293', '6449013711', '7701234560']
  const next = () => ask('party', { inn: INNS[(inn += 1) - 1] ?? '' }, {})
  const silent = { status: 200, json: { results: [] } }

  test.each([403, 413, 429, 500])('on status %i', async (status) => {
    answer = (_, response) => response.writeHead(status).end('{"suggestions":[]}')
    expect(await next()).toMatchObject(silent)
  })

  test('on invalid JSON, wrong shape or redirect, and is called again next time', async () => {
    answer = (_, response) => response.end('<html>')
    expect(await ask('bank', { bic: '044525593' })).toMatchObject(silent)
    says([{ data: 1 }])
    expect(await ask('bank', { bic: '044525593' })).toMatchObject(silent)
    answer = (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    expect(await ask('bank', { bic: '044525593' })).toMatchObject(silent)
    expect(requests).toHaveLength(3)
  })

  test('after three seconds without a reply', async () => {
    answer = () => undefined
    expect(await next()).toMatchObject(silent)
  })
})

describe('directory rate limit', () => {
  test('stops calls for one IP address after 60 and still answers from the cache', async () => {
    says([PARTY])
    const remoteAddress = '10.8.8.8'
    const party = (inn: string) =>
      send<{ results: object[] }>(test_, {
        method: 'POST',
        url: '/api/v1/suggestions/party',
        payload: { inn },
        remoteAddress,
      })
    const first = newInn()
    await party(first)
    for (let time = 1; time < 60; time += 1) await party(newInn())
    expect(requests).toHaveLength(60)
    expect(await party(newInn())).toMatchObject({ status: 200, json: { results: [] } })
    expect(requests).toHaveLength(60)
    expect((await party(first)).json.results, 'what is known is told').toHaveLength(1)
  })

  test('stops calls for one user after 300', async () => {
    says([{ value: 'г Самара, ул Мира, д 1', data: null }])
    const { db } = test_.database
    const company = await db.selectFrom('contractors').select('id').limit(1).executeTakeFirstOrThrow()
    const headers = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [company.id] }))
    for (let time = 0; time < 300; time += 1) await ask('address', { query: `самара мира ${time}` }, headers)
    expect(requests).toHaveLength(300)
    expect(await ask('address', { query: 'самара новая' }, headers)).toMatchObject({
      status: 200,
      json: { results: [] },
    })
    expect(await ask('bank', { bic: '044525974' }, headers)).toMatchObject({ status: 200, json: { results: [] } })
    expect(requests).toHaveLength(300)
  }, 30_000)
})

async function listen(): Promise<string> {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
      requests.push({ path: request.url ?? '', token: request.headers.authorization, body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const says = (suggestions: unknown) => {
  answer = (_, response) => response.end(JSON.stringify({ suggestions }))
}

const ask = (kind: string, payload: object, headers: object = client) =>
  send<{ results: Record<string, unknown>[]; code?: string }>(test_, {
    method: 'POST',
    url: `/api/v1/suggestions/${kind}`,
    headers: { ...headers },
    payload,
  })

const PARTY = {
  value: 'ПАО СБЕРБАНК',
  data: {
    inn: '7707083893',
    kpp: '773601001',
    ogrn: '1027700132195',
    okpo: '00032537',
    name: { short_with_opf: 'ПАО СБЕРБАНК', full_with_opf: 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО «СБЕРБАНК РОССИИ»' },
    management: { name: 'Иванов Иван Иванович', post: 'ПРЕЗИДЕНТ' },
    state: { status: 'ACTIVE' },
    address: { value: 'г Москва, ул Вавилова, д 19', unrestricted_value: '117312, г Москва, ул Вавилова, д 19' },
  },
}
