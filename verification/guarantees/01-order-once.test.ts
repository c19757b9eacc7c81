import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import {
  buildTrade,
  ordersOf,
  type Attempt,
  type Headers,
  type Reply,
  type Trade,
} from '../../server/src/testing/buyers.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { serverOn } from './support/order-load.factory.ts'

const PORT = 3236
const BUYERS = 8
const ORDERS_OF_BUYER = 25
const TIMES = 5

const test_ = useTestApp()
const server = serverOn(PORT)
let trade: Trade
let offers: number[]

beforeAll(buildOffersAndStart, 60_000)
afterAll(server.kill)

test(
  `guarantee 1: ${BUYERS * ORDERS_OF_BUYER} orders posted ${TIMES} times each are placed once despite cut sockets and a server kill`,
  { timeout: 180_000 },
  async () => {
    const numbers = new Set<string>()
    let replayed = 0
    let killed: Promise<void> | undefined
    const kill = async () => {
      await server.kill()
      server.start(test_.databaseUrl)
    }
    async function buy(headers: Headers, buyer: number) {
      for (let round = 0; round < ORDERS_OF_BUYER; round += 1) {
        const lines = await trade.fillCart(headers, offers)
        const orderRequest = { headers, key: `buyer-${buyer}-${round}`, lines }
        const replies = await Promise.all(
          Array.from({ length: TIMES }, (_, at) => placeStubbornly({ ...orderRequest, cut: at === round % TIMES })),
        )
        expect(replies.map(({ status }) => status)).toEqual(Array(TIMES).fill(201))
        expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
        replayed += replies.filter((reply) => reply.headers['idempotent-replayed'] === 'true').length
        for (const { number } of replies.flatMap(ordersOf)) numbers.add(number)
        if (numbers.size >= KILLED_AT) killed ??= kill()
      }
    }
    await Promise.all(Array.from({ length: BUYERS }, async (_, buyer) => buy(await trade.newBuyer(), buyer)))
    await killed
    const written = await test_.database.db.selectFrom('orders').select('number').orderBy('number').execute()
    expect(written.map(({ number }) => number)).toEqual([...numbers].toSorted())
    expect(numbers.size).toBe(BUYERS * ORDERS_OF_BUYER)
    expect(cutOff).toBeGreaterThanOrEqual(BUYERS * ORDERS_OF_BUYER)
    // Counts all but the first attempt of each order, and the first too where its reply was cut off.
    expect(replayed).toBeGreaterThanOrEqual(BUYERS * ORDERS_OF_BUYER * (TIMES - 1))
    reportFigure(
      1,
      `${BUYERS * ORDERS_OF_BUYER} корзин по ${TIMES} раз: ${written.length} заказов, повторных ответов ${replayed}, ` +
        `оборвано вызовов ${cutOff}, сервер убит один раз`,
    )
  },
)

test('guarantee 1: idempotency key is bound to one user and one request body', async () => {
  const [first, second] = [await trade.newBuyer(), await trade.newBuyer()]
  const lines = await trade.fillCart(first, offers)
  const placed = await placeStubbornly({ headers: first, key: 'one-key', lines })
  expect(await placeStubbornly({ headers: first, key: 'one-key', lines: lines.slice(1) })).toMatchObject({
    status: 422,
  })
  const other = await placeStubbornly({ headers: second, key: 'one-key', lines: await trade.fillCart(second, offers) })
  expect(other.status).toBe(201)
  expect(ordersOf(other)).not.toEqual(ordersOf(placed))
})

async function buildOffersAndStart() {
  // The server process runs by the true clock.
  test_.clock.set(new Date().toISOString())
  trade = await buildTrade(test_)
  offers = await Promise.all(Array.from({ length: 5 }, () => trade.newOffer(100_000)))
  server.start(test_.databaseUrl)
  await server.untilReady()
}

/** Number of placed orders at which the server is killed. */
const KILLED_AT = BUYERS * ORDERS_OF_BUYER * 0.35

let cutOff = 0

/** Retries with the same key until an answer, as a client should. */
async function placeStubbornly({ cut = false, ...input }: Attempt): Promise<Reply> {
  for (let hasMore = cut; ; hasMore = false) {
    const reply = await trade.attempt({ ...input, cut: hasMore, port: PORT })
    if (reply && reply.status < 500 && !reply.body.includes('idempotency.running')) return reply
    if (!reply) cutOff += 1
    await delay(20)
  }
}
