import type {
  ReconciliationDifference,
  DifferenceMessages,
  Reconciliation,
  ReconciliationBrief,
} from '@artikul/contract/billing/reconciliation'
import iconv from 'iconv-lite'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildEmployee, buildUser } from '../../identity/users/users.factory.ts'
import { buildSettled, STATEMENT } from './reconciliation.factory.ts'

const test_ = useTestApp()
type Who = { authorization: string }

let settled: Awaited<ReturnType<typeof buildSettled>>
let foreign: Awaited<ReturnType<typeof buildSettled>>
let client: Who
let stranger: Who
let manager: Who
let id: number

const PATH = '/api/v1/reconciliations'
const PERIOD = 'from=2026-10-01&to=2026-10-31'

beforeAll(buildPeople)
beforeEach(async () => {
  await test_.database.db.deleteFrom('reconciliations').execute()
  id = (await upload(client)).json.id
})

describe('refusals', () => {
  const reads = (difference: number) => [
    `${PATH}/${id}`,
    `${PATH}/${id}/differences`,
    `${PATH}/${id}/differences.xlsx`,
    `/api/v1/reconciliation-differences/${difference}/messages`,
  ]

  test('anonymous callers, other companies and users without settlement access are refused', async () => {
    const difference = await firstOf()
    const blind = await loginAs(
      test_,
      await buildEmployee(test_.database.db, settled.companyId, { sees_settlements: false }),
    )
    for (const url of reads(difference)) {
      expect((await send(test_, { url })).status, url).toBe(401)
      expect((await send(test_, { url, headers: stranger })).status, url).toBe(404)
      expect(await send(test_, { url, headers: blind }), url).toMatchObject({
        status: 403,
        json: { code: 'section.hidden' },
      })
    }
    const layout = { sheet: null, header_row: null, columns: null }
    expect((await act(stranger, `reconciliations/${id}/layout`, layout, 'PATCH')).status).toBe(404)
    expect((await act(stranger, `reconciliations/${id}/match`)).status).toBe(404)
    expect((await act(stranger, `reconciliations/${id}`, undefined, 'DELETE')).status).toBe(404)
    expect((await say(stranger, difference)).status).toBe(404)
    expect((await close(stranger, difference, 'as_is')).status).toBe(404)
    expect((await upload(stranger)).status).toBe(404)
    expect((await upload(blind)).json.code).toBe('section.hidden')
    expect((await get<{ results: unknown[] }>('', stranger)).json.results).toEqual([])
  })

  test('company reads only its own reconciliation rows in the database', async () => {
    const own = test_.database.forTenant(foreign.companyId)
    expect(await own.selectFrom('reconciliations').select('id').execute()).toEqual([])
    expect(await own.selectFrom('reconciliation_differences').select('id').execute()).toEqual([])
    expect(await own.selectFrom('reconciliation_messages').select('id').execute()).toEqual([])
  })

  test('warranty manager needs the accountant right, and staff cannot upload or delete', async () => {
    const { db } = test_.database
    const user = await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: [] })
    expect((await get('', await loginAs(test_, user))).json).toMatchObject({ code: 'auth.permission_required' })
    const accountant = await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER', rights: ['accountant'] })
    expect((await say(await loginAs(test_, accountant), await firstOf())).status).toBe(201)
    expect((await upload(manager)).status).toBe(403)
    expect((await act(manager, `reconciliations/${id}`, undefined, 'DELETE')).status).toBe(403)
  })

  test.each([
    ['from=2026-10-31&to=2026-10-01'],
    ['from=2026-02-30&to=2026-10-01'],
    ['from=2026-10-01'],
    [`${PERIOD}&extra=1`],
  ])('period %s is rejected with 400', async (query) => {
    expect(await upload(client, STATEMENT, query)).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
  })

  test.each([
    ['an empty file', Buffer.alloc(0), 422],
    ['a program', Buffer.from('MZ\u0000\u0001\u0002'), 422],
    ['too many rows', Buffer.from(`Дата;Документ;Сумма\n${'01.10.2026;Продажа 1;5\n'.repeat(5300)}`), 422],
    ['too much', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 413],
  ])('upload of %s is rejected with a reason', async (_, content, status) => {
    const reply = await upload(client, content)
    expect(reply.status).toBe(status)
    expect(reply.text).toMatch(/[а-я]{4}/)
  })

  test('layout without date or sum columns, or with an unknown field, is rejected', async () => {
    const columns = [{ index: 0, header: 'Дата', field: 'date' }]
    const reply = await act(client, `reconciliations/${id}/layout`, { sheet: null, header_row: 3, columns }, 'PATCH')
    expect(reply).toMatchObject({ status: 422, json: { code: 'file.refused' } })
    const strange = [{ index: 0, header: '', field: '__proto__' }]
    const body = { sheet: null, header_row: 3, columns: strange }
    expect((await act(client, `reconciliations/${id}/layout`, body, 'PATCH')).status).toBe(400)
  })

  test('closing a difference for the other side, twice or with a stale version is refused', async () => {
    const difference = await firstOf()
    expect((await close(client, difference, 'seller_corrects')).status).toBe(403)
    expect((await close(manager, difference, 'buyer_corrects')).status).toBe(403)
    expect((await close(client, difference, 'agreed')).status).toBe(400)
    expect((await close(client, difference, 'as_is', 2)).json.code).toBe('stale')
    const both = await Promise.all([close(client, difference, 'as_is'), close(manager, difference, 'as_is')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await close(client, difference, 'as_is', 2)).json.code).toBe('reconciliation.invalid_state')
  })

  test('message over the limit of a difference and an empty message are refused', async () => {
    const difference = await firstOf()
    const { db } = test_.database
    const author = { actor_id: settled.admin.id, subject_id: settled.admin.id, created_at: test_.clock.now() }
    const row = { difference_id: difference, contractor_id: settled.companyId, text: 'Ещё', from_staff: false }
    await db
      .insertInto('reconciliation_messages')
      .values(Array.from({ length: 200 }, () => ({ ...row, ...author })))
      .execute()
    expect((await say(client, difference)).json.code).toBe('reconciliation.message_limit_reached')
    expect((await say(client, difference, '  ')).status).toBe(400)
  })
})

describe('statement comparison', () => {
  test('keeps only differences, shows balances and accounts for every row of the file', async () => {
    const { json } = await get<Reconciliation>(`/${id}`)
    expect(json).toMatchObject({
      matched_count: 2,
      open_count: 2,
      rows_count: 4,
      opening: { ours_kop: 0, theirs_kop: 0 },
      closing: { ours_kop: 7_000_000, theirs_kop: 6_579_950 },
      may_change: true,
    })
    expect(json.layout.columns.map(({ field }) => field)).toEqual(['date', 'document', 'debit', 'credit'])
    expect(json.passed.map(({ row_number, why }) => [row_number, why])).toEqual([
      [1, 'над таблицей'],
      [2, 'над таблицей'],
      [3, 'заголовок'],
      [4, 'остаток или итог'],
      [9, 'остаток или итог'],
      [10, 'остаток или итог'],
    ])
    expect((await differences()).map(({ kind, ours, theirs }) => [kind, ours?.kop, theirs?.kop])).toEqual([
      ['sum', 5_000_000, 4_680_000],
      ['theirs', undefined, -100_050],
    ])
  })

  test('reads windows-1251 with one sum column and lists unreadable and out-of-period rows', async () => {
    const text = [
      'Дата;Документ;Номер;Сумма',
      '01.10.2026;Поступление товаров;0101;100000',
      '15.10.2026;Поступление товаров;118;50000',
      '20.10.2026;Оплата поставщику;55;80 000',
      ';Без даты;7;5',
      '21.10.2026;Без суммы;8;',
      '22.10.2026;Сумма словом;9;пять',
      '30.02.2026;Нет такого дня;9;5',
      '02.11.2026;Поступление товаров;140;30000',
    ].join('\n')
    const { json } = await upload(client, iconv.encode(text, 'win1251'))
    expect(await differences(client, json.id)).toEqual([])
    const read = (await get<Reconciliation>(`/${json.id}`)).json
    expect(read).toMatchObject({ matched_count: 3, closing: { theirs_kop: null } })
    expect(read.passed.map(({ why }) => why)).toEqual([
      'заголовок',
      'нет даты',
      'нет суммы',
      'сумма не читается',
      'нет даты',
      'вне периода',
    ])
  })

  test('reads the file again after a user assigns unknown columns', async () => {
    const text = 'Когда;Что;Сколько\n01.10.2026;Поступление 101;100000\n20.10.2026;Оплата 55;80000\n'
    const { json } = await upload(client, text)
    expect((await get<Reconciliation>(`/${json.id}`)).json).toMatchObject({ rows_count: 0, open_count: 0 })
    const columns = (['date', 'document', 'sum'] as const).map((field, index) => ({ index, header: '', field }))
    const body = { sheet: null, header_row: 1, columns }
    expect((await act(client, `reconciliations/${json.id}/layout`, body, 'PATCH')).status).toBe(200)
    expect((await differences(client, json.id)).map(({ kind, ours }) => [kind, ours?.text])).toEqual([
      ['ours', 'Продажа (УПД 118 от 15.10.2026)'],
    ])
  })
})

describe('difference', () => {
  test('is discussed by both sides with notifications, and a message reopens a closed one', async () => {
    const difference = await firstOf()
    const words = { text: 'У нас 46 800' }
    const key = { ...client, 'idempotency-key': crypto.randomUUID() }
    const url = `/api/v1/reconciliation-differences/${difference}/messages`
    for (const headers of [key, key]) await send(test_, { method: 'POST', url, headers, payload: words })
    const list = await get<{ results: ReconciliationBrief[] }>('?state=open', manager)
    expect(list.json.results).toMatchObject([{ id, waiting_count: 1, open_count: 2 }])
    expect((await say(manager, difference, 'Исправим')).status).toBe(201)
    expect((await talk(client, difference)).json.messages.map(({ text, from_staff }) => [text, from_staff])).toEqual([
      ['У нас 46 800', false],
      ['Исправим', true],
    ])
    const bell = async (who: Who) => {
      const { json } = await send<{ results: { kind: string; about_id: number }[] }>(test_, {
        url: '/api/v1/notifications',
        headers: who,
      })
      return json.results.filter((one) => one.kind === 'reconciliation.message' && one.about_id === id).length
    }
    expect([await bell(client), await bell(manager), await bell(stranger)]).toEqual([1, 1, 0])
    expect((await close(manager, difference, 'seller_corrects')).status).toBe(200)
    expect((await differences())[0]).toMatchObject({ outcome: 'seller_corrects', closed_by: 'Любой Пользователь' })
    await say(client, difference, 'Ещё не вижу')
    expect((await differences())[0]).toMatchObject({ outcome: null, closed_by: null, messages_count: 3 })
  })

  test('that comes to agree keeps its messages, and a discussed reconciliation cannot be deleted', async () => {
    const mine = await buildSettled(test_.database.db)
    const who = await loginAs(test_, mine.admin)
    const { json } = await upload(who, STATEMENT, PERIOD, mine.contractId)
    const [wrong, own] = await differences(who, json.id)
    await say(who, own?.id ?? 0)
    const removed = await act(who, `reconciliations/${json.id}`, undefined, 'DELETE')
    expect(removed.json.code).toBe('reconciliation.discussed')
    await mine.pay('61', '2026-10-30', 1000.5)
    await mine.ship('119', '2026-10-31', 46_800)
    expect((await act(manager, `reconciliations/${json.id}/match`)).status).toBe(200)
    expect((await differences(who, json.id)).map((one) => [one.id, one.kind, one.outcome])).toEqual([
      [wrong?.id, 'sum', null],
      [own?.id, 'theirs', 'agreed'],
      [expect.any(Number), 'ours', null],
    ])
    expect((await say(who, own?.id ?? 0)).json.code).toBe('reconciliation.invalid_state')
  })

  test('is listed by open or closed state', async () => {
    const difference = await firstOf()
    await close(client, difference, 'as_is')
    const ids = async (state: string) =>
      (await get<{ results: ReconciliationDifference[] }>(`/${id}/differences?state=${state}`)).json.results.map(
        (one) => one.id,
      )
    expect(await ids('closed')).toEqual([difference])
    expect((await ids('open')).includes(difference)).toBe(false)
    expect(await ids('open')).toHaveLength(1)
    const listed = async (state: string) =>
      (await get<{ results: ReconciliationBrief[] }>(`?state=${state}&contract_id=${settled.contractId}`)).json.results
    expect([await listed('open'), await listed('closed')].map(({ length }) => length)).toEqual([1, 0])
  })

  test('that stays the same stays closed after matching again', async () => {
    const difference = await firstOf()
    await close(client, difference, 'buyer_corrects')
    await act(client, `reconciliations/${id}/match`)
    expect((await differences())[0]).toMatchObject({ id: difference, outcome: 'buyer_corrects' })
  })

  test('without messages lets its reconciliation be deleted', async () => {
    expect((await act(client, `reconciliations/${id}`, undefined, 'DELETE')).status).toBe(200)
    expect((await get(`/${id}`)).status).toBe(404)
  })
})

test('differences are exported to XLSX', async () => {
  const url = `${PATH}/${id}/differences.xlsx`
  const file = await test_.app.inject({ url, headers: client })
  const text = textOfFile(file.rawPayload)
  expect(text).toContain('Разные суммы')
  expect(text).toContain('Продажа (УПД 118 от 15.10.2026)')
  expect(text).toContain('Оплата (61 от 30.10.2026)')
  expect(text).not.toContain('УПД 101')
})

async function buildPeople() {
  test_.clock.set('2026-11-21T09:00:00Z')
  const { db } = test_.database
  settled = await buildSettled(db)
  foreign = await buildSettled(db)
  client = await loginAs(test_, settled.admin)
  stranger = await loginAs(test_, foreign.admin)
  manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
}

type Reply = { id: number; code: string; detail?: string }

const upload = (who: Who, content: Buffer | string = STATEMENT, query = '', contract = settled.contractId) =>
  send<Reply>(test_, {
    method: 'POST',
    url: `${PATH}?name=act.csv&contract_id=${contract}&${query || PERIOD}`,
    headers: { ...who, 'content-type': 'application/octet-stream' },
    payload: typeof content === 'string' ? Buffer.from(content) : content,
  })

const get = <T>(path: string, who: Who = client) => send<T>(test_, { url: `${PATH}${path}`, headers: who })

const differences = async (who: Who = client, of = id) =>
  (await get<{ results: ReconciliationDifference[] }>(`/${of}/differences`, who)).json.results

const act = (who: Who, path: string, payload?: object, method: 'POST' | 'PATCH' | 'DELETE' = 'POST') =>
  send<Reply>(test_, {
    method,
    url: `/api/v1/${path}`,
    headers: { ...who, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

const say = (who: Who, difference: number, text = 'Проверьте') =>
  act(who, `reconciliation-differences/${difference}/messages`, { text })

const close = (who: Who, difference: number, outcome: string, version = 1) =>
  act(who, `reconciliation-differences/${difference}/close`, { version, outcome })

const talk = (who: Who, difference: number) =>
  send<DifferenceMessages>(test_, { url: `/api/v1/reconciliation-differences/${difference}/messages`, headers: who })

const firstOf = async () => (await differences())[0]?.id ?? 0
