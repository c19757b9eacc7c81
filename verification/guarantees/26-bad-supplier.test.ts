import { fork, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrands } from '../../server/src/modules/catalog/products/index.ts'
import type { SupplierReply } from '../../server/src/modules/suppliers/online-suppliers/querying/query.ts'
import { onlineSupplier } from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import {
  createOnlineSuppliers,
  type OnlineDesk,
} from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.routes.ts'
import { FAULTS } from '../../server/src/simulator/faults.ts'
import { SIMULATOR_LOGIN, SIMULATOR_PASSWORD } from '../../server/src/simulator/simulator.ts'
import { loginAs, send, TEST_SECRET, useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { buildParties } from '../../server/src/testing/parties.factory.ts'

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const children: ChildProcess[] = []
let origins: Record<string, string>
let app: FastifyInstance
let online: OnlineDesk
let names: Map<number, string>

beforeAll(openBadSuppliers, 60_000)
afterAll(async () => {
  await app.close()
  for (const child of children) child.kill()
})

test('guarantee 26, C-50: bad suppliers neither delay the good one nor block the event loop', async () => {
  await answersInTime('WARM-UP')
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const before = process.memoryUsage().rss
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  delay.enable()
  const started = performance.now()
  const answers = await answersInTime('OC90')
  const took = performance.now() - started
  for (let count = 0; count < 5; count += 1) await answersInTime(randomUUID())
  delay.disable()
  clearInterval(watch)
  const states = Object.fromEntries(Array.from(answers, ([name, { state }]) => [name, state]))
  const p99 = delay.percentile(99) / 1e6
  reportFigure(
    26,
    `${answers.size} поставщиков, из них ${answers.size - 2} негодных: все ответы за ${Math.round(took)} мс, ` +
      `задержка цикла p99 ${p99.toFixed(1)} мс, память выросла на ${Math.round((most - before) / MB)} МБ`,
  )
  expect(states).toEqual({
    good: 'answered',
    many: 'answered',
    ...Object.fromEntries(
      ['error', 'huge', 'bomb', 'charset', 'broken', 'html', 'redirect'].map((one) => [one, 'failed']),
    ),
    hang: 'timed_out',
    drip: 'timed_out',
  })
  expect(answers.get('many')).toMatchObject({ dropped: 28_000 })
  reportMeasured(26, { measured: 'all suppliers answered', value: took, limit: 3000, unit: 'ms' })
  reportMeasured(26, { measured: 'event loop delay p99', value: p99, limit: 100, unit: 'ms' })
  reportMeasured(26, { measured: 'memory growth', value: (most - before) / MB, limit: 300, unit: 'MB' })
  const rested = new Map((await online.suppliers()).map(({ id, state }) => [names.get(id), state]))
  expect([rested.get('good'), rested.get('error'), rested.get('hang')]).toEqual(['ready', 'resting', 'resting'])
}, 60_000)

async function openBadSuppliers() {
  const parties = await buildParties(test_.database.db)
  const manager = await loginAs(test_, parties.manager)
  origins = {}
  for (const fault of ['', ...Object.keys(FAULTS)]) origins[fault] = await startSuppliers(fault)
  names = new Map()
  for (const [fault, url] of Object.entries(origins)) {
    const access = { url, login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD, budget_ms: BUDGET_MS }
    const { json } = await send<{ id: number }>(test_, {
      method: 'POST',
      url: '/api/v1/online-suppliers',
      headers: manager,
      payload: onlineSupplier(parties.seller.id, access),
    })
    names.set(json.id, fault || 'good')
  }
  app = fastify()
  online = createOnlineSuppliers(app, test_.appDatabase, {
    config: { PRIVATE_URLS: 'on', AUTH_SECRET_PREVIOUS: undefined },
    clock: test_.clock,
    log: pino({ level: 'silent' }),
    secret: TEST_SECRET,
    readBrands: createBrands(test_.appDatabase.sharedDb, 60_000),
    ttlMs: 1000,
  })
}

const MB = 1024 * 1024
const BUDGET_MS = 1500

/** Starts the suppliers in a process of their own, so that their load is not measured. */
async function startSuppliers(fault: string): Promise<string> {
  const child = fork(new URL('../../server/src/simulator/start.ts', import.meta.url), ['0', fault], { execArgv: [] })
  children.push(child)
  const [[origin]] = (await once(child, 'message')) as [string[]]
  return origin ?? ''
}

/** Collects replies of all suppliers within their budgets. */
async function answersInTime(article: string): Promise<Map<string, SupplierReply>> {
  const answers = new Map<string, SupplierReply>()
  const part = { article, articleKey: article, brandId: 1, brand: 'MAHLE' }
  for await (const answer of online.ask(part, { signal: new AbortController().signal })) {
    const name = names.get(answer.supplierId) ?? ''
    answers.set(name, answers.get(name) ?? answer)
    if (answers.size === names.size) break
  }
  return answers
}
