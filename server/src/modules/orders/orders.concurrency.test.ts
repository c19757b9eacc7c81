import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/orders'
import { beforeAll, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../catalog/catalog.factory.ts'
import { buildConsignee } from '../consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../contractors/contractors.factory.ts'
import { buildUser } from '../users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let port: number
let sellerId: number
let warehouseId: number

beforeAll(async () => {
  const { db } = test_.database
  sellerId = (await buildSeller(db)).id
  warehouseId = (await buildWarehouse(db, sellerId)).id
  await test_.app.listen({ port: 0, host: '127.0.0.1' })
  port = (test_.app.server.address() as AddressInfo).port
})

async function newBuyer(prepayment = 0): Promise<Headers> {
  const { db } = test_.database
  const contractor = await buildContractor(db, { sellerIds: [sellerId], contract: { prepayment_percent: prepayment } })
  await buildConsignee(db, contractor.id, { isDefault: true })
  return loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractor.id] }))
}

async function fillCart(headers: Headers, offerIds: number[], qty = 1): Promise<OrderPreview['lines']> {
  for (const offer_id of offerIds)
    await send(test_, { method: 'POST', url: '/api/v1/cart/lines', headers, payload: { offer_id, qty } })
  return (await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers })).json.lines
}

async function newOffer(on_hand: number): Promise<number> {
  const { db } = test_.database
  return (await buildOffer(db, (await buildProduct(db)).id, warehouseId, { on_hand })).id
}

interface Reply {
  status: number
  body: string
}

/** One attempt over a real socket; `cut` drops it before the answer comes. Null: no answer was read. */
function attempt(headers: Headers, key: string, lines: OrderPreview['lines'], cut: boolean): Promise<Reply | null> {
  return new Promise((resolve) => {
    const call = httpRequest(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/v1/orders',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      },
      (reply) => {
        let body = ''
        reply.on('data', (chunk: Buffer) => (body += chunk.toString()))
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
        reply.on('error', () => resolve(null))
      },
    )
    call.on('error', () => resolve(null))
    call.end(JSON.stringify({ lines }), () => {
      if (cut) call.destroy()
    })
  })
}

/** As a client should: repeats with the same key until it is answered. */
async function placeStubbornly(headers: Headers, key: string, lines: OrderPreview['lines'], cutFirst: boolean) {
  for (let cut = cutFirst; ; cut = false) {
    const reply = await attempt(headers, key, lines, cut)
    if (reply && !(reply.status === 409 && reply.body.includes('idempotency.running')) && reply.status < 500)
      return reply
  }
}

test('200 orders posted five times each with one key, sockets cut, are exactly 200', { timeout: 120_000 }, async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => newBuyer()))
  const offers = await Promise.all(Array.from({ length: 5 }, () => newOffer(100_000)))
  const before = await countOrders()
  const numbers = new Set<string>()
  await Promise.all(
    buyers.map(async (headers, buyer) => {
      for (let round = 0; round < 25; round += 1) {
        const lines = await fillCart(headers, offers)
        const key = `buyer-${buyer}-${round}`
        const replies = await Promise.all(
          Array.from({ length: 5 }, (_, place) => placeStubbornly(headers, key, lines, place === round % 5)),
        )
        expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
        expect(replies.every((reply) => reply.status === 201)).toBe(true)
        const { orders } = JSON.parse(replies[0]?.body ?? '') as { orders: PlacedOrder[] }
        for (const order of orders) numbers.add(order.number)
      }
    }),
  )
  expect((await countOrders()) - before).toBe(200)
  expect(numbers.size).toBe(200)
})

test('of stock 50 and 200 buyers of one, 50 get an order and 150 a sentence', { timeout: 120_000 }, async () => {
  const offer = await newOffer(50)
  const buyers: { headers: Headers; lines: OrderPreview['lines'] }[] = []
  for (let left = 200; left > 0; left -= 1) {
    const headers = await newBuyer()
    buyers.push({ headers, lines: await fillCart(headers, [offer]) })
  }
  const replies = await Promise.all(
    buyers.map(({ headers, lines }, index) => attempt(headers, `last-${index}`, lines, false)),
  )
  const placed = replies.filter((reply) => reply?.status === 201)
  const refused = replies.filter((reply) => reply?.status === 409)
  expect([placed.length, refused.length]).toEqual([50, 150])
  for (const reply of refused) expect(reply?.body).toMatch(/Осталось|больше не действует/)
  const stock = await test_.database.db
    .selectFrom('offers')
    .select(['on_hand', 'reserved'])
    .where('id', '=', offer)
    .executeTakeFirstOrThrow()
  expect(stock.on_hand - stock.reserved).toBe(0)
})

test('shuffled orders of the same goods never deadlock', { timeout: 60_000 }, async () => {
  const offers = await Promise.all(Array.from({ length: 10 }, () => newOffer(100_000)))
  const replies = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const headers = await newBuyer(index % 2 === 0 ? 100 : 0)
      const turned = [...offers.slice(index % 10), ...offers.slice(0, index % 10)]
      const lines = await fillCart(headers, index % 3 === 0 ? turned.reverse() : turned)
      return attempt(headers, `shuffled-${index}`, lines, false)
    }),
  )
  expect(replies.map((reply) => reply?.status)).toEqual(Array(24).fill(201))
  const numbers = await test_.database.db.selectFrom('invoices').select('number').orderBy('number').execute()
  const running = numbers.map((invoice) => Number(invoice.number.slice(-6)))
  expect(running).toEqual(running.map((_, index) => index + 1))
})

async function countOrders(): Promise<number> {
  const { orders } = await test_.database.db
    .selectFrom('orders')
    .select((where) => where.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow()
  return orders
}
