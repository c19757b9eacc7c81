import type { Movement, SettledContract, Turnover, Unpaid } from '@artikul/contract/billing/settlements'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { wordsOf } from '../../../testing/files/pdf-text.ts'
import { loginAs, send, useTestApp, type TestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildEmployee, buildUser, type EmployeeLimits } from '../../identity/users/users.factory.ts'
import { introOf, statementOf } from './statement.ts'

const test_ = useTestApp()

type Headers = { authorization: string }
let client: Headers
let userId: number
let companyId: number
let contractId: number
let sellerId: number
let consigneeId: number

const KOP = 100

beforeAll(buildLedger)

describe('refusals', () => {
  const PERIOD = 'from=2026-10-01&to=2026-11-21'
  const paths = () => [
    '',
    `/movements?${PERIOD}`,
    '/unpaid',
    '/invoices',
    `/spend?${PERIOD}`,
    `/statement.pdf?contract_id=${contractId}&${PERIOD}`,
  ]

  test('anonymous callers, staff and users without settlement access are refused', async () => {
    const manager = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
    const blind = await employee(test_, { sees_settlements: false })
    for (const path of paths()) {
      expect((await send(test_, { url: `/api/v1/settlements${path}` })).status, path).toBe(401)
      expect(await get(path, manager), path).toMatchObject({ status: 403 })
      expect(await get(path, blind), path).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
    }
  })

  test('contract of another company is not found', async () => {
    const other = await buildContractor(test_.database.db, { sellerIds: [sellerId] })
    const id = other.contractIds[0] ?? 0
    for (const path of [
      `/movements?contract_id=${id}&${PERIOD}`,
      `/unpaid?contract_id=${id}`,
      `/invoices?contract_id=${id}`,
      `/spend?contract_id=${id}&${PERIOD}`,
      `/statement.pdf?contract_id=${id}&${PERIOD}`,
      `/statement.xlsx?contract_id=${id}&${PERIOD}`,
    ])
      expect((await get(path)).status, path).toBe(404)
  })

  test.each([
    ['/movements'],
    ['/movements?from=2026-11-21&to=2026-10-01'],
    ['/movements?from=2026-13-01&to=2026-10-01'],
    ['/movements?from=2026-10-01&to=2026-11-01&contract_id=0'],
    ['/movements?from=2026-10-01&to=2026-11-01&what=ever'],
    ['/unpaid?contract_id=abc'],
    ['/spend'],
    ['/spend?from=2026-10-02&to=2026-10-01'],
    ['/spend?from=2020-01-01&to=2026-10-01'],
    ['/statement.pdf?from=2026-10-01&to=2026-11-01'],
    ['/statement.xlsx?contract_id=1&from=2026-11-21&to=2026-10-01'],
  ])('%s is rejected with 400', async (path) => {
    const reply = await get<{ code: string }>(path)
    expect(reply.status).toBe(400)
    expect(reply.json.code).toBe('input.invalid')
  })
})

describe('sample ledger', () => {
  test('shows debt, overdue sum and available limit', async () => {
    const { json } = await get<{ results: SettledContract[] }>('')
    expect(json.results).toMatchObject([
      {
        contract_id: contractId,
        accounting_mode: 'portal',
        debt_kop: 95_000 * KOP,
        overdue_kop: 65_000 * KOP,
        overdue_days: 21,
        available_kop: 105_000 * KOP,
      },
    ])
  })

  test('applies payments to the shipments that fell due first', async () => {
    const { json } = await get<Unpaid>('/unpaid')
    expect(json.results.map(({ number, left_kop, overdue_days }) => [number, left_kop / KOP, overdue_days])).toEqual([
      ['101', 15_000, 21],
      ['118', 50_000, 7],
      ['140', 30_000, 0],
    ])
    expect(json.ages).toEqual({ none: 30_000 * KOP, week: 50_000 * KOP, month: 15_000 * KOP, quarter: 0, older: 0 })
    expect(json.calendar).toEqual([{ due_on: '2026-12-10', left_kop: 30_000 * KOP }])
    expect(json.has_more).toBe(false)
  })

  test.each([
    ['2026-10-01', 0, 180_000, 85_000],
    ['2026-11-01', 70_000, 30_000, 5000],
  ])('has the expected turnover since %s', async (from, opening, debit, credit) => {
    const { json } = await get<{ turnover: Turnover }>(`/movements?from=${from}&to=2026-11-21`)
    expect(json.turnover).toEqual({
      opening_kop: opening * KOP,
      debit_kop: debit * KOP,
      credit_kop: credit * KOP,
      closing_kop: 95_000 * KOP,
    })
  })

  test('lists movements newest first with the balance after each, by page', async () => {
    const { json } = await get<{ results: Movement[]; pagination: object }>(
      `/movements?contract_id=${contractId}&from=2026-10-02&to=2026-11-21`,
    )
    expect(json.results.map(({ kind, number, balance_kop }) => [kind, number, balance_kop / KOP])).toEqual([
      ['shipment', '140', 95_000],
      ['payment', '7', 65_000],
      ['payment', '55', 70_000],
      ['shipment', '118', 150_000],
    ])
    expect(json.pagination).toEqual({ total_count: 4, per_page: 50, page: 1 })
    const empty = await get<{ results: Movement[]; turnover: Turnover }>('/movements?from=2025-01-01&to=2025-12-31')
    expect(empty.json).toMatchObject({ results: [], turnover: { opening_kop: 0, closing_kop: 0 } })
  })

  test('shows debts to a user with settlement access but no price access', async () => {
    const accountant = await employee(test_, { sees_prices: false, sees_settlements: true })
    const { json } = await get<Unpaid>('/unpaid', accountant)
    expect(json.results[0]).toMatchObject({ left_kop: 15_000 * KOP })
  })

  test('excludes a cancelled shipment from the debt', async () => {
    await ship('150', '2026-11-20', '2026-12-20', 1000)
    await test_.database.db
      .updateTable('shipments')
      .set({ cancelled_at: new Date(), canceller_id: userId, cancel_reason: 'Ошибка' })
      .where('number', '=', '150')
      .execute()
    const { json } = await get<Unpaid>('/unpaid')
    expect(json.results).toHaveLength(3)
    const moved = await get<{ turnover: Turnover }>('/movements?from=2026-11-01&to=2026-11-21')
    expect(moved.json.turnover.closing_kop).toBe(95_000 * KOP)
  })
})

describe('reconciliation statement', () => {
  test('as XLSX has numeric cells and mirrors the half of the buyer', async () => {
    const { app } = test_
    const reply = await app.inject({
      url: `/api/v1/settlements/statement.xlsx?contract_id=${contractId}&from=2026-10-01&to=2026-11-21`,
      headers: client,
    })
    expect(reply.statusCode).toBe(200)
    expect(decodeURIComponent(reply.headers['content-disposition'] as string)).toContain(
      'Акт сверки 01.10.2026–21.11.2026.xlsx',
    )
    const text = textOfFile(reply.rawPayload)
    for (const part of [
      'Продажа (УПД 101 от 01.10.2026)',
      'Приход (УПД 101 от 01.10.2026)',
      'Оплата (55 от 20.10.2026)',
      'Сальдо конечное',
    ])
      expect(text).toContain(part)
    for (const rub of [100_000, 80_000, 180_000, 85_000, 95_000]) {
      const cells = text.split(`<v>${rub}</v>`).length - 1
      expect([rub, cells], 'a number in either half').toEqual([rub, 2])
    }
  })

  test('as PDF has opening balance, movements, turnover and conclusion', async () => {
    const reply = await test_.app.inject({
      url: `/api/v1/settlements/statement.pdf?contract_id=${contractId}&from=2026-11-01&to=2026-11-21`,
      headers: client,
    })
    expect(reply.statusCode).toBe(200)
    const text = textOfFile(reply.rawPayload)
    for (const word of ['нижеподписавшиеся', 'Поставщик', 'М.']) expect(text).toContain(word)
    const words = await wordsOf(reply.rawPayload)
    for (const part of [
      'Сальдо начальное 70 000,00 Сальдо начальное 70 000,00',
      '05.11.2026 Оплата (7 от 05.11.2026) 5 000,00 05.11.2026 Оплата (7 от 05.11.2026) 5 000,00',
      'Обороты за период 30 000,00 5 000,00 Обороты за период 5 000,00 30 000,00',
      'Сальдо конечное 95 000,00',
      'задолженность в пользу ООО "Поставщик" 95 000,00 руб. (Девяносто пять тысяч рублей 00 копеек)',
    ])
      expect(words).toContain(part)
  })

  test('of 5 001 documents is refused as XLSX and complete as PDF', async () => {
    const { db } = test_.database
    const own = await buildContractor(db, { sellerIds: [sellerId] })
    const reader = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [own.id] }))
    const of = { seller_id: sellerId, contract_id: own.contractIds[0] ?? 0, contractor_id: own.id }
    const by = { actor_id: userId, subject_id: userId }
    const rows = Array.from({ length: 5001 }, (_, at) => ({ ...of, ...by, number: `${at}`, paid_on: '2026-11-20' }))
    for (let at = 0; at < rows.length; at += 1000)
      await db
        .insertInto('payments')
        .values(rows.slice(at, at + 1000).map((row) => ({ ...row, sum_kop: KOP })))
        .execute()
    const file = (kind: string) =>
      test_.app.inject({
        url: `/api/v1/settlements/statement.${kind}?contract_id=${of.contract_id}&from=2026-11-01&to=2026-11-21`,
        headers: reader,
      })
    const book = await file('xlsx')
    expect(book.statusCode).toBe(422)
    expect(book.json()).toMatchObject({
      code: 'statements.too_long',
      detail: 'За период больше 5\u00a0000 документов: возьмите его короче',
    })
    const paper = await file('pdf')
    expect(paper.statusCode).toBe(200)
    expect((await wordsOf(paper.rawPayload)).match(/Оплата \(/g)).toHaveLength(5001 * 2)
  })

  const SIDES = {
    number: '17',
    signed_on: '2026-02-01',
    seller: 'ООО "Поставщик"',
    buyer: 'ООО "Покупатель"',
    director_title: 'Руководитель',
    director: 'Иванов И. И.',
    buyer_director_title: '',
    buyer_director: '',
    accounting_mode: 'portal',
  }
  const PERIOD = { from: '2026-11-01', to: '2026-11-21' }

  test.each([
    [9_500_000, 'в пользу ООО "Поставщик" 95 000,00 руб. (Девяносто пять тысяч рублей 00 копеек)'],
    [-12_345, 'в пользу ООО "Покупатель" 123,45 руб. (Сто двадцать три рубля 45 копеек)'],
    [0, 'отсутствует'],
  ])('says who owes %i kopecks', (kop, words) => {
    const { conclusion, closing } = statementOf(SIDES, PERIOD, kop, [])
    expect(conclusion.replaceAll('\u00a0', ' ')).toBe(`По данным ООО "Поставщик" на 21.11.2026 задолженность ${words}`)
    expect(closing).toEqual({ debit_kop: Math.max(kop, 0), credit_kop: Math.max(-kop, 0) })
  })

  test('names both signatories, with a blank for an unknown one', () => {
    expect(introOf(statementOf(SIDES, PERIOD, 0, []))).toBe(
      'Мы, нижеподписавшиеся, Руководитель ООО "Поставщик" Иванов И. И., с одной стороны, и ____________________ ' +
        'ООО "Покупатель" ____________________, с другой стороны, составили настоящий акт в том, что состояние ' +
        'взаимных расчётов по договору 17 от 01.02.2026 по данным учёта следующее:',
    )
  })

  test('is preliminary when the accounts are kept in 1C', () => {
    expect(statementOf({ ...SIDES, accounting_mode: '1c' }, PERIOD, 0, []).isPreliminary).toBe(true)
    expect(statementOf(SIDES, PERIOD, 0, []).isPreliminary).toBe(false)
  })
})

describe('claims', () => {
  async function claim(shipment: string, disputedKop: number) {
    const { db } = test_.database
    const { id } = await db
      .selectFrom('shipments')
      .select('id')
      .where('number', '=', shipment)
      .where('contract_id', '=', contractId)
      .executeTakeFirstOrThrow()
    const of = { seller_id: sellerId, contract_id: contractId, contractor_id: companyId, shipment_id: id }
    const by = { actor_id: userId, subject_id: userId, created_at: test_.clock.now() }
    const isOver = disputedKop === 0
    const made = await db
      .insertInto('claims')
      .values({
        ...of,
        ...by,
        number: `Т-${shipment}`,
        kind: 'shortage',
        outcome: 'money',
        state: isOver ? 'closed' : 'submitted',
        ended_at: isOver ? test_.clock.now() : null,
        consignee_id: consigneeId,
        disputed_kop: disputedKop,
        asker_id: userId,
        answer_by: '2026-11-30',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...of, ...by, claim_id: made.id }
  }

  test('keep the disputed sum out of the overdue one, and corrections lower the debt', async () => {
    await claim('118', 5000 * KOP)
    const correction = await claim('140', 0)
    await test_.database.db
      .insertInto('corrections')
      .values({ ...correction, number: '9', made_on: '2026-11-20', sum_kop: 1000 * KOP, vat_kop: 0 })
      .execute()
    const { json } = await get<Unpaid>('/unpaid')
    expect(
      json.results.map(({ number, left_kop, disputed_kop }) => [number, left_kop / KOP, disputed_kop / KOP]),
    ).toEqual([
      ['101', 15_000, 0],
      ['118', 45_000, 5000],
      ['140', 29_000, 0],
    ])
    const standing = await get<{ results: SettledContract[] }>('')
    expect(standing.json.results).toMatchObject([
      { debt_kop: 94_000 * KOP, disputed_kop: 5000 * KOP, overdue_kop: 60_000 * KOP },
    ])
    const moved = await get<{ results: Movement[] }>('/movements?from=2026-11-15&to=2026-11-21')
    expect(moved.json.results).toMatchObject([
      { kind: 'correction', number: '9', credit_kop: 1000 * KOP, balance_kop: 94_000 * KOP },
    ])
  })
  test('do not turn earlier payments into credit, and later payments do not end a dispute', async () => {
    const stand = async () => {
      const { json } = await get<{ results: SettledContract[] }>('')
      const left = (await get<Unpaid>('/unpaid')).json.results.map(({ number, left_kop }) => [number, left_kop / KOP])
      const [contract] = json.results
      return { overdue: (contract?.overdue_kop ?? 0) / KOP, available: (contract?.available_kop ?? 0) / KOP, left }
    }
    // The whole sum is disputed, but only 15 000 of it were unpaid.
    await claim('101', 100_000 * KOP)
    const rest = [
      ['118', 45_000],
      ['140', 29_000],
    ]
    expect(await stand()).toEqual({ overdue: 45_000, available: 126_000, left: rest })
    await pay('71', '2026-11-22', 45_000)
    expect(await stand()).toEqual({ overdue: 0, available: 171_000, left: rest.slice(1) })
    // Money above the undisputed sum is reserved for the disputed one and is no advance.
    await pay('72', '2026-11-22', 40_000)
    expect(await stand()).toEqual({ overdue: 0, available: 200_000, left: [] })
  })
})

async function buildLedger() {
  test_.clock.set('2026-11-21T09:00:00Z')
  const { db } = test_.database
  const seller = await buildSeller(db, { accounting_mode: 'portal', name: 'ООО "Поставщик"' })
  sellerId = seller.id
  const company = await buildContractor(db, { sellerIds: [seller.id], contract: { limit_kop: 200_000 * KOP } })
  companyId = company.id
  contractId = company.contractIds[0] ?? 0
  consigneeId = (await buildConsignee(db, companyId, { is_default: true })).id
  const admin = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [companyId] })
  userId = admin.id
  client = await loginAs(test_, admin)
  await ship('101', '2026-10-01', '2026-10-31', 100_000)
  await ship('118', '2026-10-15', '2026-11-14', 50_000)
  await pay('55', '2026-10-20', 80_000)
  // A correction counts as a payment.
  await pay('7', '2026-11-05', 5000)
  await ship('140', '2026-11-10', '2026-12-10', 30_000)
}

async function ship(number: string, day: string, dueOn: string, rub: number) {
  await test_.database.db
    .insertInto('shipments')
    .values({
      number,
      seller_id: sellerId,
      contract_id: contractId,
      contractor_id: companyId,
      consignee_id: consigneeId,
      shipped_on: day,
      accept_until: day,
      due_on: dueOn,
      total_kop: rub * KOP,
      vat_kop: 0,
      actor_id: userId,
      subject_id: userId,
    })
    .execute()
}

async function pay(number: string, day: string, rub: number) {
  await test_.database.db
    .insertInto('payments')
    .values({
      number,
      seller_id: sellerId,
      contract_id: contractId,
      contractor_id: companyId,
      paid_on: day,
      sum_kop: rub * KOP,
      actor_id: userId,
      subject_id: userId,
    })
    .execute()
}

const get = <T>(path: string, headers: Headers = client) =>
  send<T>(test_, { url: `/api/v1/settlements${path}`, headers })

const employee = async (test: TestApp, limits: EmployeeLimits) =>
  loginAs(test, await buildEmployee(test.database.db, companyId, limits))
