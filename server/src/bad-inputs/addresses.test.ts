import { describe, expect, test } from 'vitest'
import { PROBLEM_TYPE } from '../platform/http/problems.ts'
import { send } from '../testing/test-app.ts'
import { asking, useCallers } from './callers.factory.ts'

const callers = useCallers()
const { test_ } = callers
const get = asking(callers)

describe('URLs', () => {
  test.each(['0', '-1', '1e9', 'abc', '1.5', '', '1&page=2'])('C-41 page=%s is rejected with 400', async (page) => {
    const { status } = await get(`/api/v1/orders?page=${page}`)
    expect(status).toBe(400)
  })
  test.each(['page[]=1', 'page_size=1', 'page_size=7', 'page_size=151', 'page_size=1000000000'])(
    'C-41 %s is rejected with 400',
    async (query) => {
      expect((await get(`/api/v1/orders?${query}`)).status).toBe(400)
    },
  )

  test.each(['%25', '_', '%5C', "'%7C%7C1", '(a%2B)%2B$', '%D0%B0'])(
    'C-42 inn and username «%s» are matched literally, not as a pattern',
    async (value) => {
      const found = await send<{ results: unknown[] }>(test_, {
        url: `/api/v1/user/admin/user?username=${value}`,
        headers: callers.admin,
      })
      expect(found.status).toBe(200)
      if (value !== '_' && value !== '%D0%B0') expect(found.json.results).toEqual([])
      expect((await get(`/api/v1/user/admin/user?inn=${value}`)).status).toBeLessThan(500)
    },
  )

  test.each(['q=%00', 'q=%ff', `q=${'a'.repeat(5000)}`])('C-42 «%s» is rejected with 400', async (query) => {
    expect((await get(`/api/v1/search?${query}`)).status).toBe(400)
  })

  test.each(['sort=price;drop', 'sort=__proto__', 'order=ASC--', 'filter[$ne]=1', "languageCode=en'%20OR%20'1"])(
    'C-43 %s is rejected with 400',
    async (query) => {
      expect((await get(`/api/v1/orders?${query}`)).status).toBe(400)
    },
  )

  test.each([
    '0',
    '-1',
    '1.0',
    '2147483648',
    '9223372036854775808',
    'abc',
    '%2e%2e%2f',
    '..;',
    '1.',
    'a'.repeat(2000),
    '%00',
  ])('C-44 id %.20s never gives a 5xx', async (id) => {
    expect([400, 404, 414]).toContain((await get(`/api/v1/orders/${id}`)).status)
  })

  test.each(['a'.repeat(2000), '%', '%D0', '%zz'])(
    'C-44 %.20s refused by the router gets a standard problem reply',
    async (id) => {
      const { status, json, headers, text } = await get(`/api/v1/orders/${id}`)
      expect({ status, json }).toMatchObject({ status: 400, json: { code: 'input.malformed' } })
      expect(headers).toMatchObject({ 'content-type': PROBLEM_TYPE, 'x-content-type-options': 'nosniff' })
      expect(text).not.toContain(id)
    },
  )

  test.each(['', '/together'])('C-44 NUL in a product code is rejected with 400 at /catalog/:code%s', async (of) => {
    expect((await get(`/api/v1/catalog/a%00b${of}`)).status).toBe(400)
  })

  test('C-44 double slash does not reach the API', async () => {
    expect((await get('//api/v1/orders')).status).not.toBe(200)
  })
})
