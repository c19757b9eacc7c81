import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildReserved, buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildNode } from '../../server/src/modules/integrations/one-c/one-c.factory.ts'
import { Accounts, AnswerLost, createOneCClient } from '../../server/src/simulator/one-c/index.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'

/** Size of the day; the whole one is `ONE_C_ORDERS=2000 ONE_C_KILLS=20`. */
const ORDERS = Number(process.env['ONE_C_ORDERS'] ?? 300)
const KILLS = Number(process.env['ONE_C_KILLS'] ?? 8)
/** Of every so many orders, one is corrected, returned in part, or left unpaid. */
const CORRECTED_EVERY = 7
const RETURNED_EVERY = 11
const UNPAID_EVERY = 4
const LOST_SHARE = 0.05
const LOGIN_MS = 5 * 60_000

const test_ = useTestApp()
const server = serverOn(3216)
const accounts = new Accounts([])
let shop: Shop
let client: ReturnType<typeof createOneCClient>

beforeAll(async () => {
  shop = await buildShop(test_)
  await test_.database.db
    .updateTable('sellers')
    .set({ accounting_mode: '1c' })
    .where('id', '=', shop.sellerId)
    .execute()
  const node = await buildNode(test_, shop.sellerId, shop.admin.id)
  server.start(test_.databaseUrl)
  await server.untilReady()
  const url = `${server.origin}/exchange/1c`
  client = createOneCClient(accounts, { url, login: node.login, password: node.password, lostShare: LOST_SHARE })
}, 60_000)
afterAll(server.kill)

let isDayOver = false
const stats = { lost: 0, broken: 0, rounds: 0 }

async function placeOrders() {
  for (let at = 0; at < ORDERS; at += 1) await buildReserved(test_, shop, at % 3 === 0 ? [3, 2] : [2])
}

/** Books the day: shipments and payments for new orders, then corrections and returns of some. */
const booked = new Map<string, number>()
function keepBooks() {
  for (const order of accounts.orders.values()) {
    const step = booked.get(order.id) ?? 0
    const index = Number(order.id)
    const isLast = step === 0 ? false : step >= 2
    if (isLast) continue
    booked.set(order.id, step + 1)
    if (step === 0) accounts.fulfil(order, { isPaid: index % UNPAID_EVERY !== 0 })
    else if (index % CORRECTED_EVERY === 0) accounts.correctShipment(order.id)
    else if (index % RETURNED_EVERY === 0) accounts.addDocument(order.id, 'Возврат товара', [], 100)
    else continue
    client.markChanged(order.id)
  }
}

/** One round of 1C; a killed portal or a lost answer ends it, and the next one begins anew. */
async function exchange() {
  stats.rounds += 1
  try {
    await client.exchangeOrders()
    keepBooks()
  } catch (error) {
    if (error instanceof AnswerLost) stats.lost += 1
    else stats.broken += 1
    await delay(50)
  }
}

async function killNowAndThen() {
  for (let at = 0; at < KILLS && !isDayOver; at += 1) {
    await delay(1500 + ((at * 977) % 3000))
    await server.kill()
    server.start(test_.databaseUrl)
    await server.untilReady()
  }
}

const sumOf = async (from: string, column: string) => {
  const { rows } = await sql<{ sum: number | null }>`
    select sum(${sql.raw(column)})::bigint as sum from ${sql.raw(from)}`.execute(test_.database.db)
  return rows[0]?.sum ?? 0
}

const countOf = async (from: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(
    test_.database.db,
  )
  return rows[0]?.count ?? 0
}

/** What is not settled yet, in words. */
async function unsettled(): Promise<string[]> {
  const open = {
    'orders unconfirmed': await countOf('one_c_orders where confirmed_revision is distinct from revision'),
    'documents waiting': await countOf("one_c_documents where state = 'waiting'"),
    'documents unsent': client.waitingDocuments(),
    'orders missing': ORDERS - accounts.orders.size,
    'orders without documents': [...booked.values()].filter((step) => step < 2).length,
  }
  return Object.entries(open).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []))
}

test(`a day of exchange with lost answers and kills leaves both books equal`, { timeout: 20 * 60_000 }, async () => {
  const started = performance.now()
  const placing = placeOrders()
  const killing = killNowAndThen()
  const placed = { isDone: false }
  void placing.then(() => {
    placed.isDone = true
  })
  while (!placed.isDone) await exchange()
  isDayOver = true
  await killing
  for (let left = 200; left > 0 && (await unsettled()).length > 0; left -= 1) await exchange()
  expect(await unsettled()).toEqual([])

  const documents = [...accounts.documents.values()].filter((document) => !document.isDeleted)
  const booksOf = (operation: string) =>
    documents.filter((one) => one.operation === operation).reduce((sum, { kop }) => sum + kop, 0)
  const numbers = new Set(Array.from(accounts.orders.values(), ({ number }) => number))
  expect(numbers.size, 'orders in 1C').toBe(ORDERS)
  expect(await countOf('orders'), 'orders on the portal').toBe(ORDERS)
  expect({
    shipped: await sumOf('shipments where cancelled_at is null', 'total_kop'),
    paid: await sumOf('payments', 'sum_kop'),
    returned: await sumOf('ledger_entries where cancelled_at is null', 'credit_kop'),
    shipments: await countOf('shipments where cancelled_at is null'),
  }).toEqual({
    shipped: booksOf('Отпуск товара'),
    paid: booksOf('Выплата безналичных денег'),
    returned: booksOf('Возврат товара'),
    shipments: documents.filter(({ operation }) => operation === 'Отпуск товара').length,
  })
  const minutes = (performance.now() - started) / 60_000
  expect(minutes * 60_000).toBeLessThan(LOGIN_MS * 4)
  reportFigure(
    'one-c',
    `${ORDERS} заказов, ${documents.length} документов 1С, ${KILLS} kill -9, потеряно ответов ${stats.lost}, оборвано обменов ${stats.broken} из ${stats.rounds}: удвоено 0, потеряно 0, отгрузки, оплаты и возвраты равны до копейки; ${minutes.toFixed(1)} мин`,
  )
})
