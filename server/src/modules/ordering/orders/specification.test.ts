import type { Order } from '@artikul/contract/ordering/orders/orders'
import { formatMoney } from '@artikul/contract/core/money'
import { beforeAll, expect, test } from 'vitest'
import { wordsOf } from '../../../testing/files/pdf-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop

const specification = (id: number, headers?: Headers) =>
  test_.app.inject({ url: `/api/v1/orders/${id}/specification`, ...(headers && { headers }) })
const readOrder = async (id: number) =>
  (await send<Order>(test_, { url: `/api/v1/orders/${id}`, headers: shop.client })).json

beforeAll(async () => {
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
})

test('order specification is available only to users who read the order and its prices', async () => {
  const { id } = await buildReserved(test_, shop, [1])
  expect((await specification(id)).statusCode).toBe(401)
  expect((await specification(id, other.client)).statusCode).toBe(404)
  expect((await specification(0, shop.client)).statusCode).toBe(400)
  const blind = await loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, { sees_prices: false }))
  expect((await specification(id, blind)).json()).toMatchObject({ status: 403, code: 'section.hidden' })
  for (const headers of [shop.client, shop.manager]) expect((await specification(id, headers)).statusCode).toBe(200)
})

test('order specification lists open quantities at order prices, without refused ones', async () => {
  const { id } = await buildReserved(test_, shop, [4, 2])
  const order = await readOrder(id)
  const [first, second] = order.lines
  if (!first || !second) expect.fail('an order of two lines')
  expect((await refuse(order, first, 1)).status).toBe(200)
  expect((await refuse(order, second, 2)).status).toBe(200)
  const reply = await specification(id, shop.client)
  expect(decodeURIComponent(String(reply.headers['content-disposition']))).toContain(
    `Спецификация заказа ${order.number}.pdf`,
  )
  const left = await readOrder(id)
  const words = await wordsOf(reply.rawPayload)
  const sum = formatMoney((first.price_kop ?? 0) * 3).replaceAll('\u00a0', ' ')
  expect(left.total_kop).toBe((first.price_kop ?? 0) * 3)
  for (const part of [order.number, first.article, sum, `Всего с НДС: ${sum} руб.`]) expect(words).toContain(part)
  expect(words).not.toContain(second.article)
  const [rest] = left.lines
  if (!rest) expect.fail('a line')
  const living = { ...rest, parts: rest.parts.filter(({ state }) => state !== 'refused_supplier') }
  expect((await refuse(left, living, 3)).status).toBe(200)
  expect((await specification(id, shop.client)).json()).toMatchObject({ status: 409, code: 'order.nothing_left' })
})

const refuse = (order: Order, line: Order['lines'][number], qty: number) =>
  send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${order.id}/transitions`,
    headers: { ...shop.manager, 'idempotency-key': crypto.randomUUID() },
    payload: {
      moves: [
        { line_id: line.id, from: line.parts[0]?.state, to: 'refused_supplier', qty, reason: 'Нет у поставщика' },
      ],
    },
  })
