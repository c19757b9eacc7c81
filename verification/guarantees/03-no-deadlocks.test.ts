import { beforeAll, expect, test } from 'vitest'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { buildTrade, type Headers, type Trade } from '../../server/src/testing/buyers.factory.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'

const BUYERS = 100
const LASTS_MS = 30_000
const GOODS = 10
const MAX_P99_MS = 2000

const test_ = useTestApp()
let trade: Trade
let offers: number[]
beforeAll(async () => {
  trade = await buildTrade(test_)
  offers = await Promise.all(Array.from({ length: GOODS }, () => trade.newOffer(100_000)))
})

test(
  `guarantee 3: ${BUYERS} simultaneous orders of the same goods in different line order cause no deadlock`,
  { timeout: 180_000 },
  async () => {
    const buyers: Headers[] = []
    for (let at = 0; at < BUYERS; at += 1) buyers.push(await trade.newBuyer(at % 2 === 0 ? 100 : 0))
    const carts = await Promise.all(
      buyers.map(async (headers, at) => ({ headers, lines: await trade.fillCart(headers, shuffled(at)) })),
    )
    const took: number[] = []
    const statuses = new Map<number | undefined, number>()
    const ends = performance.now() + LASTS_MS
    await Promise.all(
      carts.map(async ({ headers, lines: first }, at) => {
        let lines = first
        for (let round = 0; ; round += 1) {
          const started = performance.now()
          const reply = await trade.attempt({ headers, key: `shuffled-${at}-${round}`, lines })
          took.push(performance.now() - started)
          statuses.set(reply?.status, (statuses.get(reply?.status) ?? 0) + 1)
          if (performance.now() >= ends) break
          lines = await trade.fillCart(headers, shuffled(at + round))
        }
      }),
    )
    expect([...statuses]).toEqual([[201, took.length]])
    expect(await deadlocks()).toBe(0)
    const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0
    reportMeasured(3, { measured: 'p99 of placing an order', value: p99, limit: MAX_P99_MS, unit: 'ms' })
    const invoices = await test_.database.db.selectFrom('invoices').select('number').orderBy('number').execute()
    const running = invoices.map(({ number }) => Number(number.slice(-6)))
    expect(running).toEqual(running.map((_, index) => index + 1))
    reportFigure(
      3,
      `${took.length} заказов тех же ${GOODS} товаров от ${BUYERS} покупателей сразу: взаимных блокировок 0, p99 ${Math.round(p99)} мс, ` +
        `номера ${running.length} счетов без пропусков`,
    )
  },
)

const deadlocks = async () => {
  const [row] = await test_.database.sql<{ deadlocks: number }[]>`
    select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()`
  return row?.deadlocks
}

/** Returns the goods from a different start for each buyer, reversed for every third. */
function shuffled(at: number): number[] {
  const turned = [...offers.slice(at % GOODS), ...offers.slice(0, at % GOODS)]
  return at % 3 === 0 ? turned.reverse() : turned
}
