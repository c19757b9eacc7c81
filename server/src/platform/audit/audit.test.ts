import type { AuditItem } from '@artikul/contract/platform/audit'
import type { Problem } from '@artikul/contract/core/errors'
import type { Pagination } from '@artikul/contract/core/fields'
import { beforeAll, describe, expect, test } from 'vitest'
import { useParties } from '../../testing/parties.factory.ts'
import { send, useTestApp } from '../../testing/test-app.ts'

const test_ = useTestApp()
const { parties, manager, employee: client } = useParties(test_)
type Headers = { authorization: string }

const ROWS = 10_070
const JOURNAL = '/api/v1/audit'
const ON_BEHALF = '/api/v1/user/on_behalf'

beforeAll(async () => {
  await test_.database.sql`
    insert into audit_log (event, actor_id, subject_id, on_behalf_of, contractor_id, object, created_at)
    select case when n <= 20 then 'user.blocked' else 'user.changed' end, ${parties.manager.id}, ${parties.employee.id},
      ${parties.employee.id}, ${parties.company.id}, 'Строка ' || n, timestamptz '2026-11-01 12:00+03' + n * interval '1 s'
    from generate_series(1, ${ROWS}) as n`
})

describe('date filter', () => {
  test.each(['0000-01-01', '0001-12-31', '1999-12-31', '2101-01-01', '9999-12-31'])(
    'rejects %s in the audit log and the order list',
    async (day) => {
      for (const url of [JOURNAL, '/api/v1/orders'])
        for (const side of ['from', 'to'])
          expect(await list(`${url}?${side}=${day}`, manager)).toMatchObject({
            status: 400,
            json: { code: 'input.invalid', errors: [{ path: side }] },
          })
    },
  )

  test.each([JOURNAL, '/api/v1/orders'])('accepts the first and the last supported day at %s', async (url) => {
    expect((await list(`${url}?from=2000-01-01&to=2100-12-31`, manager)).status).toBe(200)
  })
})

describe('audit log of more than 10,000 rows', () => {
  test.each([
    [JOURNAL, () => manager],
    [ON_BEHALF, () => client],
  ])('at %s is counted and paged up to row 10,000', async (url, as) => {
    for (const page of ['page=201', 'page=101&page_size=100', 'page=999999'])
      expect(await list(`${url}?${page}`, as())).toMatchObject({
        status: 400,
        json: { code: 'input.invalid', errors: [{ path: 'page', message: 'Уточните фильтр' }] },
      })
    const last = await list(`${url}?page=200`, as())
    expect(last.json.pagination).toEqual({ total_count: 10_000, per_page: 50, page: 200 })
    expect(last.json.results).toHaveLength(50)
    const cut = await list(`${url}?page=67&page_size=150`, as())
    expect(cut.json.pagination.total_count).toBe(10_000)
    expect(cut.json.results).toHaveLength(100)
  })

  test('has an exact count under a filter with fewer matches', async () => {
    const { json } = await list(`${JOURNAL}?event=user.blocked`, manager)
    expect(json.pagination).toEqual({ total_count: 20, per_page: 50, page: 1 })
    expect(json.results[0]?.object).toBe('Строка 20')
    const nobody = await list(`${JOURNAL}?event=user.blocked&user_id=${parties.warranty.id}`, manager)
    expect(nobody.json).toMatchObject({ results: [], pagination: { total_count: 0 } })
  })
})

const list = (url: string, headers: Headers) =>
  send<{ results: AuditItem[]; pagination: Pagination } & Problem>(test_, { url, headers })
