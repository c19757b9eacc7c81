import { describe, expect, test } from 'vitest'
import { send } from '../testing/test-app.ts'
import { signingIn, useCallers } from './callers.factory.ts'

/** Bad inputs by their numbers in the list of bad inputs, with the expected answers. */
const callers = useCallers()
const { test_ } = callers
const raw = signingIn(callers)
const addLine = (payload: object) =>
  send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers: callers.admin, payload })

describe('JSON', () => {
  test.each([
    ['C-19 not closed', '{"login":'],
    ['C-19 trailing comma', '{"login":"a","password":"b",}'],
    ['C-19 single quotes', "{'login':'a'}"],
    ['C-19 empty body', ''],
    ['C-19 byte order mark', '\uFEFF{"login":"a","password":""}'],
    ['C-20 deep nesting', '['.repeat(100_000)],
    ['C-21 __proto__', '{"__proto__":{"isAdmin":true},"login":"a","password":"b"}'],
    ['C-21 constructor', '{"constructor":{"prototype":{}},"login":"a","password":"b"}'],
    ['C-24 NUL', '{"login":"a\\u0000","password":"b"}'],
    ['C-24 lone surrogate', '{"login":"a\\ud800","password":"b"}'],
    ['C-24 only spaces', '{"login":"   ","password":"b"}'],
  ])('%s is rejected with 400', async (_, payload) => {
    expect((await raw(payload)).status).toBe(400)
  })

  test('C-19 UTF-16 body is rejected with 400 or 415', async () => {
    expect([400, 415]).toContain((await raw(Buffer.from('{"login":"a","password":"b"}', 'utf16le'))).status)
  })

  test('C-20 oversized body is refused', async () => {
    expect((await raw(`{"login":"${'a'.repeat(2_000_000)}","password":"b"}`)).status).toBe(413)
    expect((await raw(`{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join()}}`)).status).toBe(400)
  })

  test('C-22 last of two equal keys counts for validation and handling alike', async () => {
    const { login, password } = callers.parties.employee
    const twice = `{"login":"nobody","login":${JSON.stringify(login)},"password":${JSON.stringify(password)}}`
    expect((await raw(twice)).status).toBe(200)
  })

  test.each(['"1"', '[1]', '{}', 'true', 'null', '1.5', '-1', '0', '1e400', '2147483648', '"1e3"'])(
    'C-23 id %s is rejected with 400',
    async (id) => {
      const reply = await send(test_, {
        method: 'POST',
        url: '/api/v1/cart/lines',
        headers: { ...callers.admin, 'content-type': 'application/json' },
        payload: `{"offer_id":${id},"qty":1}`,
      })
      expect(reply.status).toBe(400)
    },
  )

  test.each([2 ** 31, Number.MAX_SAFE_INTEGER])('C-23 version %i is rejected with 400', async (version) => {
    const payload = { text: 'Любая', version }
    const note = { method: 'PATCH', url: '/api/v1/orders/1/note', headers: callers.admin, payload } as const
    expect((await send(test_, note)).status).toBe(400)
  })

  test('C-23 text in place of a number in a body is rejected', async () => {
    expect((await addLine({ offer_id: '1', qty: 1 })).status).toBe(400)
    expect((await addLine({ offer_id: 1, qty: '1' })).status).toBe(400)
  })

  test.each(['<script>alert(1)</script>', '${7*7}', '{{7*7}}', '%0d%0a', '👩‍👩‍👧‍👦'])(
    'C-24 «%s» is stored as plain text',
    async (full_name) => {
      const reply = await send(test_, {
        method: 'PATCH',
        url: '/api/v1/user',
        headers: callers.admin,
        payload: { full_name },
      })
      expect(reply.status).toBe(200)
      expect(
        (await send<{ full_name: string }>(test_, { url: '/api/v1/user', headers: callers.admin })).json.full_name,
      ).toBe(full_name)
    },
  )

  test('C-24 name of a megabyte is rejected with 400', async () => {
    const payload = { full_name: 'а'.repeat(400_000) }
    expect((await send(test_, { method: 'PATCH', url: '/api/v1/user', headers: callers.admin, payload })).status).toBe(
      400,
    )
  })
})
