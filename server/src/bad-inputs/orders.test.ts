import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildReserved, buildShop, ship, type Shop } from '../modules/fulfilment/shipments/shipments.factory.ts'
import { send, useTestApp } from '../testing/test-app.ts'

const test_ = useTestApp()
let shop: Shop
beforeAll(async () => {
  shop = await buildShop(test_)
})

const post = <T = { code: string }>(path: string, payload: object, headers: object = shop.client) =>
  send<T>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    payload,
  })

describe('C-30 order', () => {
  const line = (id: number) => ({ cart_line_id: id, qty: 1, price_kop: 1, expected_date: '2026-12-01' })

  test('without lines or with ten thousand and one is refused', async () => {
    expect((await post('orders', { lines: [] })).status).toBe(400)
    const many = Array.from({ length: 10_001 }, (_, at) => line(at + 1))
    expect([400, 413]).toContain((await post('orders', { lines: many })).status)
  })
})

test('C-29 cart line of another company cannot be ordered', async () => {
  const other = await buildShop(test_)
  const { offerId } = await buildReserved(test_, other, [1])
  await post('cart/lines', { offer_id: offerId, qty: 1, consignee_id: other.consigneeId }, other.client)
  const { json } = await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers: other.client })
  expect(json.lines).toHaveLength(1)
  const before = await test_.database.db.selectFrom('orders').select('id').execute()
  const stolen = await post('orders', { lines: json.lines })
  expect([404, 409]).toContain(stolen.status)
  expect(await test_.database.db.selectFrom('orders').select('id').execute()).toEqual(before)
})

test('C-62 cancelling a shipped line is refused with 409', async () => {
  const { id, lineId } = await buildReserved(test_, shop, [2])
  await ship(test_, shop.manager, [{ line_id: lineId, qty: 2 }])
  for (const from of ['new', 'shipped']) {
    const moves = [{ line_id: lineId, from, to: 'cancelled_client', qty: 2 }]
    const refused = await post(`orders/${id}/transitions`, { moves })
    expect(refused.status, refused.text).toBe(409)
    expect(refused.json.code).toMatch(/^order\./)
  }
})

describe('C-54 file name', () => {
  test.each(['Июль "1" / \\ \r\nX-Evil: y', "a'b(c)*;filename=x.exe", 'файл\u202e', '%00%0d%0a'])(
    '%j is sent whole without breaking the header',
    async (name) => {
      const { json, status, text } = await post<{ id: number }>('carts', { name })
      expect(status, text).toBe(201)
      const reply = await send(test_, { url: `/api/v1/carts/${json.id}/file`, headers: shop.client })
      expect(reply.status).toBe(200)
      expect(reply.headers['x-evil']).toBeUndefined()
      const disposition = String(reply.headers['content-disposition'])
      expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!-]+$/)
      expect(decodeURIComponent(disposition.slice(disposition.indexOf("''") + 2))).toContain(name.trim().slice(0, 4))
    },
  )
})

describe('C-64 dates and times', () => {
  const schedule = (valid_from: string) => post('price-conditions', { valid_from }, shop.manager)

  test.each(['2026-02-30', '10000-01-01', '2026-11-17T00:00:00+25:00', '2027-02-29', '', '17.11.2026'])(
    'date «%s» is rejected with 400',
    async (day) => {
      const { status, text } = await schedule(day)
      expect(status).toBe(400)
      expect(text).toContain('valid_from')
    },
  )

  test.each(['2026-02-30T10:00:00Z', '2026-11-20T10:00:00+25:00', '+10000-01-01T00:00:00Z', '2026-11-20 10:00'])(
    'time «%s» is rejected with 400',
    async (at) => {
      const { status, text } = await post('manager/news/1/publish', { version: 1, at }, shop.manager)
      expect(status).toBe(400)
      expect(text).toContain('"at"')
    },
  )

  test('time sent by a client is ignored in favour of server time', async () => {
    const headers = { ...shop.client, date: 'Thu, 01 Jan 1970 00:00:00 GMT' }
    expect((await send(test_, { url: '/api/v1/user', headers })).status).toBe(200)
    test_.clock.set('2028-02-29T21:30:00Z')
    expect((await send(test_, { url: '/api/v1/user', headers })).status).toBe(401)
    test_.clock.set('2026-11-17T09:00:00Z')
  })
})
