import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { serverOn } from './support/order-load.factory.ts'
import { buildParties } from '../../server/src/testing/parties.factory.ts'
import { closedLoad, openLoad, percentile, rawClient, slowClients, type Answered } from './support/raw-load.factory.ts'
import { repeat } from '../../server/src/testing/repeat.ts'
import { residentOf } from './support/upload-watch.factory.ts'

const OVERLOAD = 5

const SLOW_CLIENTS = 500
const PORT = 3229

const test_ = useTestApp()
const server = serverOn(PORT)
const client = rawClient(PORT)
let requests: string[] = []

beforeAll(buildShopAndStart, 120_000)
afterAll(async () => {
  client.close()
  await server.kill()
})

test(
  `guarantee 29: server at ${OVERLOAD} times its capacity serves most of it and refuses the rest with Retry-After`,
  { timeout: 400_000 },
  async () => {
    await closedLoad(client, { requests, seconds: SECONDS.warm }, CLIENTS)
    const capacity = await measureCapacity()
    const normal = await openLoad(client, { requests, seconds: SECONDS.normal }, capacity / 2)

    const ownDelay = monitorEventLoopDelay()
    ownDelay.enable()
    const { done, memoryMb, health } = await watched(() =>
      openLoad(client, { requests, seconds: SECONDS.overload }, OVERLOAD * capacity),
    )
    ownDelay.disable()
    const after = await openLoad(client, { requests, seconds: SECONDS.after }, capacity / 2)
    const capacityAfter = await measureCapacity()

    const [good, refused] = [withStatus(done.answers, 200), withStatus(done.answers, 503)]
    expect(good.length + refused.length, 'nothing else is answered, and nothing is left').toBe(done.answers.length)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.filter(({ hasRetryAfter }) => !hasRetryAfter)).toEqual([])
    const goodput = good.length / SECONDS.overload / ((capacity + capacityAfter) / 2)
    const usualMs = Math.max(2 * p99(normal.answers), 50)
    const recoveryMs = recoveryOf(after.answers, usualMs)
    reportFigure(
      29,
      `способность ${Math.round(capacity)}/с до и ${Math.round(capacityAfter)}/с после; предложено ${OVERLOAD}× ${SECONDS.overload} с, не отправлено ${done.unsent}, потеряно ${done.lost}: ` +
        `полезно ${Math.round(goodput * 100)} % способности (p99 ${Math.round(p99(good))} мс), отказов ${refused.length} ` +
        `(p50 ${Math.round(percentile(timesOf(refused), 0.5))}, p99 ${Math.round(p99(refused))}, худший ${Math.round(percentile(timesOf(refused), 1))} мс; сам клиент опаздывал до ${Math.round(ownDelay.percentile(99) / 1e6)} мс p99); ` +
        `память до ${Math.round(memoryMb)} МБ; /health p99 ${Math.round(percentile(health, 0.99))} мс; ` +
        `обычный p99 ${Math.round(p99(normal.answers))} мс, снова не дольше ${Math.round(usualMs)} мс через ${recoveryMs} мс`,
    )
    expect((done.unsent + done.lost) / (capacity * OVERLOAD * SECONDS.overload), 'the load was offered').toBeLessThan(
      0.02,
    )
    reportMeasured(29, {
      measured: 'capacity lost under overload',
      value: (1 - goodput) * 100,
      limit: (1 - LIMITS.goodput) * 100,
      unit: '%',
    })
    reportMeasured(29, { measured: 'refusal p99', value: p99(refused), limit: LIMITS.refusalMs, unit: 'ms' })
    reportMeasured(29, { measured: 'memory', value: memoryMb, limit: LIMITS.memoryMb, unit: 'MB' })
    reportMeasured(29, { measured: 'recovery', value: recoveryMs, limit: LIMITS.recoveryMs, unit: 'ms' })
  },
)

test(
  `guarantee 29: ${SLOW_CLIENTS} clients with slow headers and as many with slow bodies do not slow others down`,
  { timeout: 120_000 },
  async () => {
    const slow = slowClients(PORT, SLOW_CLIENTS)
    const { done, memoryMb } = await watched(() => openLoad(client, { requests, seconds: SECONDS.slow }, 50))
    const held = slow.open()
    slow.close()
    expect(withStatus(done.answers, 200).length).toBe(done.answers.length)
    expect(held, 'they were there all the time').toBe(2 * SLOW_CLIENTS)
    reportFigure(
      29,
      `${SLOW_CLIENTS} медленных заголовков и ${SLOW_CLIENTS} медленных тел ${SECONDS.slow} с: остальным p99 ${Math.round(p99(done.answers))} мс, память до ${Math.round(memoryMb)} МБ`,
    )
    reportMeasured(29, {
      measured: 'p99 beside slow clients',
      value: p99(done.answers),
      limit: LIMITS.slowP99Ms,
      unit: 'ms',
    })
  },
)

async function buildShopAndStart() {
  const { db } = test_.database
  const { seller, company, admin } = await buildParties(db)
  const point = await buildConsignee(db, company.id, { is_default: true })
  const warehouse = await buildWarehouse(db, seller.id)
  const paths: string[] = []
  const products: number[] = []
  for (let at = 0; at < ARTICLES; at += 1) {
    const article = `OV-29-${at}`
    const { id } = await buildProduct(db, { article })
    await buildOffer(db, id, warehouse.id, { on_hand: 1000 })
    products.push(id)
    paths.push(`search?q=${article}`, `search?q=${article}`, 'orders/preview', 'orders', 'home')
  }
  await sql`
    with cart as (insert into carts (contractor_id) values (${company.id}) returning id)
    insert into cart_lines (cart_id, contractor_id, product_id, warehouse_id, qty, price_kop, consignee_id,
      return_days, client_ref, expected_date, guaranteed_date, actor_id, subject_id)
    select cart.id, ${company.id}, (${products}::integer[])[1 + n % ${ARTICLES}::integer], ${warehouse.id}, 1, 1, ${point.id},
      14, 'ЗН-' || n, '2100-01-01', '2100-01-01', ${admin.id}, ${admin.id}
    from cart, generate_series(1, ${CART_LINES}::integer) n`.execute(db)
  server.start(test_.databaseUrl)
  await server.untilReady()
  const token = await signIn(admin)
  requests = paths.map(
    (path) => `GET /api/v1/${path} HTTP/1.1\r\nHost: 127.0.0.1:${PORT}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
}

/** Seconds of each phase. */
const SECONDS = { warm: 4, capacity: 10, normal: 8, overload: 60, after: 12, slow: 20 }
const CLIENTS = 32

const LIMITS = { goodput: 0.7, refusalMs: 100, memoryMb: 1024, recoveryMs: 5000, slowP99Ms: 500 }
const ARTICLES = 50
/** Cart that everybody reprices before the cutoff. */
const CART_LINES = 100

/** Signs in by the clock of the measured server, which continues running. */
async function signIn({ login, password }: { login: string; password: string }): Promise<string> {
  const reply = await fetch(`${server.origin}/api/v1/token/pair`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return access_token
}

const timesOf = (answers: readonly Answered[]) => answers.map(({ tookMs }) => tookMs)

const withStatus = (answers: readonly Answered[], status: number) =>
  answers.filter((answer) => answer.status === status)

const p99 = (answers: readonly Answered[]) => percentile(timesOf(answers), 0.99)

/** Measures the calls per second answered without a refusal. */
async function measureCapacity(): Promise<number> {
  const answers = await closedLoad(client, { requests, seconds: SECONDS.capacity }, CLIENTS)
  expect(withStatus(answers, 200).length).toBe(answers.length)
  return answers.length / SECONDS.capacity
}

/** Records memory and health while `work` runs. */
async function watched<T>(work: () => Promise<T>) {
  let memoryMb = 0
  const health: number[] = []
  const stop = repeat(async () => {
    memoryMb = Math.max(memoryMb, residentOf(server.pid() ?? 0))
    const started = performance.now()
    const replies = await Promise.all(['live', 'ready'].map((path) => fetch(`${server.origin}/health/${path}`)))
    health.push(performance.now() - started)
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
  }, 200)
  const done = await work()
  await stop()
  return { done, memoryMb, health }
}

/** Measures when reply times returned to normal for good, milliseconds since the overload. */
function recoveryOf(answers: readonly Answered[], usualMs: number): number {
  const seconds = [...Map.groupBy(answers, ({ at }) => Math.floor(at / 1000))].toSorted(([a], [b]) => a - b)
  const last = seconds.findLast(([, some]) => p99(some) > usualMs || some.some(({ status }) => status !== 200))
  return last ? (last[0] + 1) * 1000 : 0
}
