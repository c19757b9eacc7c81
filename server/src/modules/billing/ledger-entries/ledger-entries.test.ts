import type { LedgerEntry } from '@artikul/contract/billing/ledger-entries'
import type { Movement, SettledContract, Turnover, Unpaid } from '@artikul/contract/billing/settlements'
import { beforeAll, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

type Headers = { authorization: string }
let manager: Headers
let warranty: Headers
let client: Headers
let stranger: Headers
let companyId: number
let contractId: number

const PATH = '/api/v1/ledger-entries'

beforeAll(buildCompanies)

describe('refusals', () => {
  test('clients and staff without the right are refused settlement entries', async () => {
    expect((await send(test_, { url: PATH })).status).toBe(401)
    for (const headers of [client, warranty]) {
      expect((await get(PATH, headers)).status).toBe(403)
      expect((await create({}, headers)).status).toBe(403)
      expect((await post(`${PATH}/1/cancel`, { reason: 'Ошибка' }, headers)).status).toBe(403)
    }
  })

  test('unknown contract and unknown entry are not found', async () => {
    expect((await create({ contract_id: 2_000_000_000 })).status).toBe(404)
    expect((await post(`${PATH}/2000000000/cancel`, { reason: 'Ошибка' })).status).toBe(404)
  })

  test.each([
    [{ sum_kop: 0 }, 'sum_kop'],
    [{ sum_kop: 1.5 }, 'sum_kop'],
    [{ number: '  ' }, 'number'],
    [{ kind: 'gift' }, 'kind'],
    [{ day: '2026-11-22' }, 'day'],
    [{ due_on: '2026-09-30' }, 'due_on'],
    [{ side: 'credit' }, 'due_on'],
    [{ kind: 'refund', side: 'credit', due_on: null }, 'side'],
  ])('entry with %o is rejected with its field named', async (fields, path) => {
    const { status, json } = await create(fields)
    expect([status, json.errors[0]?.path]).toEqual([400, path])
  })
})

test('opening debt becomes overdue, blocks the contract and is not entered twice', async () => {
  const made = await create()
  expect(made.status, made.text).toBe(201)
  expect(await settled()).toMatchObject({ debt_kop: 7_000_000, overdue_kop: 7_000_000, overdue_days: 21 })
  const unpaid = await get<Unpaid>('/api/v1/settlements/unpaid', client)
  expect(unpaid.json.results).toMatchObject([{ id: null, number: 'О-1', left_kop: 7_000_000, overdue_days: 21 }])
  const debts = await get<{ results: { id: number; overdue_kop: number }[] }>('/api/v1/debts?overdue=true', manager)
  expect(debts.json.results).toMatchObject([{ id: companyId, overdue_kop: 7_000_000 }])
  const blocks = await get<{ results: { contract_id: number }[] }>('/api/v1/credit-holds', manager)
  expect(blocks.json.results.map((row) => row.contract_id)).toContain(contractId)
  // A document is not accepted twice, in any spelling.
  expect((await create({ number: 'о-1' })).json.code).toBe('ledger_entry.exists')
})

test('offset and refund change the debt, appear in the statement and can be cancelled', async () => {
  expect(
    (await create({ kind: 'offset', side: 'credit', number: '5', day: '2026-11-05', due_on: null, sum_kop: 5_000_000 }))
      .status,
  ).toBe(201)
  expect(await settled()).toMatchObject({ debt_kop: 2_000_000, overdue_kop: 2_000_000 })
  const refund = await create({ kind: 'refund', number: '77', day: '2026-11-10', due_on: null, sum_kop: 100_000 })
  expect(await settled()).toMatchObject({ debt_kop: 2_100_000, overdue_kop: 2_100_000 })
  const moved = await get<{ results: Movement[]; turnover: Turnover }>(
    '/api/v1/settlements/movements?from=2026-11-01&to=2026-11-21',
    client,
  )
  expect(moved.json.results.map(({ kind, number, balance_kop: kop }) => [kind, number, kop])).toEqual([
    ['refund', '77', 2_100_000],
    ['offset', '5', 2_000_000],
  ])
  expect(moved.json.turnover).toEqual({
    opening_kop: 7_000_000,
    debit_kop: 100_000,
    credit_kop: 5_000_000,
    closing_kop: 2_100_000,
  })
  expect(
    (await get<{ results: Movement[] }>('/api/v1/settlements/movements?from=2026-11-01&to=2026-11-21', stranger)).json
      .results,
  ).toEqual([])
  const cancelled = await post(`${PATH}/${refund.json.id}/cancel`, { reason: 'Не тот договор' })
  expect(cancelled.status).toBe(200)
  expect(await settled()).toMatchObject({ debt_kop: 2_000_000 })
  expect((await post(`${PATH}/${refund.json.id}/cancel`, { reason: 'Ещё раз' })).json.code).toBe(
    'ledger_entry.cancelled',
  )
  const [last] = await entries()
  expect(last).toMatchObject({ kind: 'refund', cancelled: { reason: 'Не тот договор' } })
  // A cancelled entry frees its number.
  expect(
    (await create({ kind: 'refund', number: '77', day: '2026-11-10', due_on: null, sum_kop: 50_000 })).status,
  ).toBe(201)
})

test('entries are searched by buyer INN', async () => {
  const { db } = test_.database
  const { inn } = await db.selectFrom('contractors').select('inn').where('id', '=', companyId).executeTakeFirstOrThrow()
  expect(await entries(`q=${inn.slice(0, 6)}`)).not.toHaveLength(0)
  expect(await entries('q=нет такого')).toEqual([])
})

test('settlement entries cannot be changed or deleted', async () => {
  const { db } = test_.database
  await expect(db.updateTable('ledger_entries').set({ debit_kop: 1 }).execute()).rejects.toThrow('never changes')
  await expect(db.deleteFrom('ledger_entries').execute()).rejects.toThrow('never changes')
})

async function buildCompanies() {
  test_.clock.set('2026-11-21T09:00:00Z')
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal' })
  const company = await buildContractor(db, { sellerIds: [seller.id], contract: { limit_kop: 20_000_000 } })
  const other = await buildContractor(db, { sellerIds: [seller.id] })
  companyId = company.id
  contractId = company.contractIds[0] ?? 0
  client = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [companyId] }))
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: [] }))
}

const OPENING = {
  kind: 'opening',
  side: 'debit',
  number: 'О-1',
  day: '2026-10-01',
  due_on: '2026-10-31',
  sum_kop: 7_000_000,
  note: 'Долг на начало работы',
}

const get = <T>(url: string, headers: Headers) => send<T>(test_, { url, headers })

const post = <T extends object = { id: number }>(url: string, payload: object, headers: Headers = manager) =>
  send<T & { code: string; errors: { path: string }[] }>(test_, {
    method: 'POST',
    url,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const create = (fields: object = {}, headers?: Headers) =>
  post(PATH, { ...OPENING, contract_id: contractId, ...fields }, headers)

const settled = async () =>
  (await get<{ results: SettledContract[] }>('/api/v1/settlements', client)).json.results[0] ??
  expect.fail('a contract')

const entries = async (query = '') => (await get<{ results: LedgerEntry[] }>(`${PATH}?${query}`, manager)).json.results
