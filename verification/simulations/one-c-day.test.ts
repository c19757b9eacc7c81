import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildNode } from '../../server/src/modules/integrations/one-c/one-c.factory.ts'
import type { Good } from '../../server/src/simulator/index.ts'
import { Accounts } from '../../server/src/simulator/one-c/index.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { send, useTestApp } from '../../server/src/testing/test-app.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'
import { isBooked, readBooks, writeBooks } from './one-c-books.factory.ts'

/** Size of the day; the whole one is `ONE_C_ORDERS=2000 ONE_C_KILLS=20`. */
const ORDERS = Number(process.env['ONE_C_ORDERS'] ?? 300)
/** Kills of the portal, and as many of 1C. */
const KILLS = Number(process.env['ONE_C_KILLS'] ?? 8)
const GOODS = 40
const INITIAL_QTY = 100_000
const MINUTE_MS = 60_000

const test_ = useTestApp()
const server = serverOn(3216)
const goods: Good[] = Array.from({ length: GOODS }, (_, at) => ({
  ...{ brand: `Марка ${at % 5}`, article: `D-${at}`, name: `Деталь ${at}`, priceKop: 10_000 + at, multiplicity: 1 },
}))
let shop: Shop
let node: Awaited<ReturnType<typeof buildNode>>
let folder: string
let oneC: ChildProcess
const booksPath = () => join(folder, 'books.json')

function startOneC() {
  const argv = [`${server.origin}/exchange/1c`, node.login, booksPath()]
  oneC = fork(join(import.meta.dirname, 'one-c-books.worker.ts'), argv, {
    env: { ...process.env, ONE_C_PASSWORD: node.password },
  })
}

async function killOneC() {
  if (oneC.exitCode !== null || oneC.signalCode !== null) return
  oneC.kill('SIGKILL')
  await once(oneC, 'exit')
}

const countOf = async (from: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(from)}`.execute(
    test_.database.db,
  )
  return rows[0]?.count ?? 0
}

const sumOf = async (from: string, column: string) => {
  const { rows } = await sql<{ sum: number | null }>`
    select sum(${sql.raw(column)})::bigint as sum from ${sql.raw(from)}`.execute(test_.database.db)
  return rows[0]?.sum ?? 0
}

/** Offers of the seller's warehouse, which the catalogue of 1C has brought. */
const selectOffers = async () => {
  const { rows } = await sql<{ id: number; article: string; on_hand: number }>`
    select offers.id, products.article, on_hand from offers join products on products.id = product_id
    where warehouse_id = ${shop.warehouseId} order by offers.id`.execute(test_.database.db)
  return rows
}

async function until(name: string, isDone: () => Promise<boolean>, ms: number) {
  const deadline = performance.now() + ms
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`${name}: not within ${ms / 1000} s`)
    await delay(300)
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artikul-one-c-day-'))
  shop = await buildShop(test_)
  await test_.database.db
    .updateTable('sellers')
    .set({ accounting_mode: '1c' })
    .where('id', '=', shop.sellerId)
    .execute()
  node = await buildNode(test_, shop.sellerId, shop.admin.id)
  await writeBooks(booksPath(), new Accounts(goods, INITIAL_QTY), { lost: 0, broken: 0, rounds: 0 })
  server.start(test_.databaseUrl)
  await server.untilReady()
  startOneC()
  await until('goods of 1C on sale', async () => (await selectOffers()).length === GOODS, MINUTE_MS)
}, 2 * MINUTE_MS)
afterAll(async () => {
  await killOneC()
  await server.kill()
  await rm(folder, { recursive: true })
})

async function placeOrder(offerIds: readonly number[], quantities: readonly number[], at: number) {
  const post = (url: string, payload: object) => ({
    ...{ method: 'POST' as const, url: `/api/v1/${url}`, payload },
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })
  for (const [line, qty] of quantities.entries()) {
    const offer_id = offerIds[(at + line * 7) % offerIds.length]
    await send(test_, post('cart/lines', { offer_id, qty, consignee_id: shop.consigneeId }))
  }
  const { json: preview } = await send<OrderPreview>(test_, { url: '/api/v1/orders/preview', headers: shop.client })
  const placed = await send<{ orders: PlacedOrder[] }>(test_, post('orders', { lines: preview.lines }))
  expect(placed.json.orders, placed.text).toHaveLength(1)
}

async function placeOrders() {
  const offerIds = (await selectOffers()).map(({ id }) => id)
  for (let at = 0; at < ORDERS; at += 1) await placeOrder(offerIds, at % 3 === 0 ? [3, 2] : [2], at)
}

/** Kills the portal and 1C by turns while the day lasts. */
async function killByTurns() {
  for (let at = 0; at < KILLS; at += 1) {
    await delay(1500 + ((at * 977) % 3000))
    await server.kill()
    server.start(test_.databaseUrl)
    await delay(700 + ((at * 613) % 1500))
    await killOneC()
    startOneC()
    await server.untilReady()
  }
}

/** What is not settled yet, in words. */
async function unsettled(): Promise<string[]> {
  const { accounts } = await readBooks(booksPath())
  const open = {
    'orders unconfirmed': await countOf('one_c_orders where confirmed_revision is distinct from revision'),
    'documents waiting': await countOf("one_c_documents where state = 'waiting'"),
    'documents unsent': accounts.unsent.size,
    'orders missing': ORDERS - accounts.orders.size,
    'orders without documents': [...accounts.orders.values()].filter((order) => !isBooked(order)).length,
  }
  return Object.entries(open).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : []))
}

const stockOnPortal = async () =>
  Object.fromEntries((await selectOffers()).map(({ article, on_hand: qty }) => [article, qty]))

test(
  `a day of exchange with lost answers and kills of both sides leaves both books equal`,
  { timeout: 30 * MINUTE_MS },
  async () => {
    const started = performance.now()
    await Promise.all([placeOrders(), killByTurns()])
    await until('exchange', async () => (await unsettled()).length === 0, 5 * MINUTE_MS).catch(
      async (error: unknown) => {
        throw new Error((await unsettled()).join('; '), { cause: error })
      },
    )
    const { accounts, stats } = await readBooks(booksPath())
    const stock = Object.fromEntries(goods.map(({ article }, at) => [article, accounts.stock.get(`good-${at}`)]))
    await until('stock', async () => JSON.stringify(await stockOnPortal()) === JSON.stringify(stock), MINUTE_MS).catch(
      async () => expect(await stockOnPortal()).toEqual(stock),
    )

    const documents = [...accounts.documents.values()].filter((document) => !document.isDeleted)
    const sumsOf = (operation: string) => {
      const own = documents.filter((one) => one.operation === operation)
      return { count: own.length, kop: own.reduce((sum, { kop }) => sum + kop, 0) }
    }
    const [shipped, paid] = [sumsOf('Отпуск товара'), sumsOf('Выплата безналичных денег')]
    const credited = sumsOf('Возврат товара')
    expect(new Set(Array.from(accounts.orders.values(), ({ number }) => number)).size, 'orders in 1C').toBe(ORDERS)
    expect(await countOf('orders'), 'orders on the portal').toBe(ORDERS)
    const ledger = 'ledger_entries where cancelled_at is null'
    expect({
      shipped: {
        count: await countOf('shipments where cancelled_at is null'),
        kop: await sumOf('shipments where cancelled_at is null', 'total_kop'),
      },
      paid: { count: await countOf('payments'), kop: await sumOf('payments', 'sum_kop') },
      credited: { count: await countOf(ledger), kop: await sumOf(ledger, 'credit_kop') },
    }).toEqual({ shipped, paid, credited })

    const debt = shipped.kop - paid.kop - credited.kop
    const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)
    const { json: debts } = await send<{ debt_kop: number }>(test_, { url: '/api/v1/debts', headers: shop.manager })
    const { json: movements } = await send<{ turnover: object }>(test_, {
      url: `/api/v1/settlements/movements?from=${today}&to=${today}`,
      headers: shop.client,
    })
    expect(debts.debt_kop, 'debt').toBe(debt)
    expect(movements.turnover, 'statement').toEqual({
      ...{ opening_kop: 0, debit_kop: shipped.kop, credit_kop: paid.kop + credited.kop, closing_kop: debt },
    })
    const corrected = [...accounts.orders.values()].filter(({ bookings }) => bookings === 2).length - credited.count
    const minutes = (performance.now() - started) / MINUTE_MS
    reportFigure(
      'one-c',
      `${ORDERS} заказов, ${shipped.count} отгрузок, ${corrected} исправлений, ${paid.count} оплат, ${credited.count} возвратов; по ${KILLS} kill -9 портала и 1С, потеряно ответов ${stats.lost}, оборвано обменов ${stats.broken} из ${stats.rounds}: удвоено 0, потеряно 0, остатки, отгрузки, оплаты, возвраты, долг и акт равны до копейки; ${minutes.toFixed(1)} мин`,
    )
  },
)
