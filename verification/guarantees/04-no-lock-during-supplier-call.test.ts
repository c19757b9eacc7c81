import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { openSupplier } from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import {
  offeredOnline,
  placeCart,
  putIntoCart,
} from '../../server/src/modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { loginAs, useTestApp } from '../../server/src/testing/test-app.ts'
import { buildTrade, type Headers, type Trade } from '../../server/src/testing/buyers.factory.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { repeat } from '../../server/src/testing/repeat.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let trade: Trade
let offer: number
let waiting: Headers
let others: Headers[]
let supplier: Awaited<ReturnType<typeof openSupplier>>

beforeAll(buildBuyersAndSupplier, 120_000)
afterAll(() => supplier.close())

test('guarantee 4: orders of the same goods are placed while a supplier call hangs', { timeout: 120_000 }, async () => {
  const [online] = await offeredOnline(test_, waiting, 'MAHLE OC 90')
  await putIntoCart(test_, waiting, { reference: online?.reference, qty: 1 })
  await putIntoCart(test_, waiting, { offer_id: offer, qty: 1 })
  const carts: { headers: Headers; lines: Awaited<ReturnType<Trade['fillCart']>> }[] = []
  for (const headers of others) carts.push({ headers, lines: await trade.fillCart(headers, [offer]) })
  await fetch(`${supplier.origin}/control?fault=hang`, { method: 'POST' })
  const isAsked = supplier.isAsked()
  let isPlaced = false
  const placing = placeCart(test_, waiting).finally(() => (isPlaced = true))
  await isAsked
  const stop = watchTransactions()
  const took: number[] = []
  for (const [at, cart] of carts.entries()) {
    const started = performance.now()
    expect(await trade.attempt({ ...cart, key: `meanwhile-${at}` })).toMatchObject({ status: 201 })
    took.push(performance.now() - started)
  }
  expect(isPlaced).toBe(false)
  expect((await placing).status).toBe(201)
  const longest = await stop()
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
  reportMeasured(4, { measured: 'p99 of orders meanwhile', value: p99, limit: MAX_P99_MS, unit: 'ms' })
  reportMeasured(4, { measured: 'longest idle transaction', value: longest, limit: LONG_MS, unit: 'ms' })
  reportFigure(
    4,
    `поставщик молчит ${BUDGET_MS / 1000} с, а те же товары заказаны ещё ${took.length} раз: p99 ${Math.round(p99)} мс, ` +
      `транзакция без дела не дольше ${Math.round(longest)} мс`,
  )
})

async function buildBuyersAndSupplier() {
  const { db } = test_.database
  trade = await buildTrade(test_)
  offer = await trade.newOffer(100_000)
  waiting = await trade.newBuyer()
  others = []
  for (let left = OTHERS; left > 0; left -= 1) others.push(await trade.newBuyer())
  await buildProduct(db, { brand: 'MAHLE', article: 'OC 90' })
  const manager = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  supplier = await openSupplier(test_, { manager, sellerId: trade.sellerId }, [{ brand: 'MAHLE', article: 'OC 90' }], {
    fields: { budget_ms: BUDGET_MS },
  })
}

/** Longest wait for a supplier; this one never answers. */
const BUDGET_MS = 10_000
const OTHERS = 100
const MAX_P99_MS = 500
const LONG_MS = 1000

/** Measures the longest idle time of a transaction between statements, sampled five times a second. */
function watchTransactions() {
  let longest = 0
  const stop = repeat(async () => {
    const [row] = await test_.database.sql<{ ms: number | null }[]>`
      select (extract(epoch from max(now() - state_change)) * 1000)::float8 as ms from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`
    longest = Math.max(longest, row?.ms ?? 0)
  }, 200)
  return async () => {
    await stop()
    return longest
  }
}
