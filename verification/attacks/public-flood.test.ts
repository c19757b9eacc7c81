import { API } from '@artikul/contract/api'
import type { Route } from '@artikul/contract/core/route'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildParties } from '../../server/src/testing/parties.factory.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { useTestApp } from '../../server/src/testing/test-app.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'
import { closedLoad, percentile, rawClient } from '../guarantees/support/raw-load.factory.ts'
import { watchServer } from '../guarantees/support/upload-watch.factory.ts'

const PORT = 3224
const CLIENTS = 20
const SECONDS = 2
const MAX_HEALTH_MS = 100
const test_ = useTestApp()
const server = serverOn(PORT)

/** Every call allowed without signing in, as an HTTP/1.1 request. */
const REQUESTS = Object.values(API)
  .flatMap((group) => Object.values(group))
  .filter(({ access }: Route) => access === 'public')
  .map(({ method, path }: Route) => ({ method, path: path.replace(/:\w+/g, '1') }))
  .concat(['/api/openapi.json', '/health/ready'].map((path) => ({ method: 'GET' as const, path })))
  .map(({ method, path }) => [`${method} ${path}`, requestOf(method, path)] as const)

beforeAll(async () => {
  await buildParties(test_.database.db)
  server.start(test_.databaseUrl)
  await server.untilReady()
}, 60_000)
afterAll(() => server.kill())

test('a flood of any public route leaves /health/live quick', { timeout: 600_000 }, async () => {
  const times: number[] = []
  const slowest = { name: '', ms: 0 }
  for (const [name, request] of REQUESTS) {
    const watch = watchServer(server.origin, server.pid)
    const client = rawClient(PORT)
    const answers = await closedLoad(client, { requests: [request], seconds: SECONDS }, CLIENTS)
    client.close()
    const ofRoute = await watch.end()
    times.push(...ofRoute)
    const ms = Math.max(...ofRoute)
    if (ms > slowest.ms) Object.assign(slowest, { name, ms })
    expect(answers.length, name).toBeGreaterThan(CLIENTS)
    expect(answers.filter(({ status }) => status === 0 || status === 500).length, name).toBe(0)
  }
  reportFigure(
    'public-flood',
    `${REQUESTS.length} маршрутов по ${CLIENTS} вызовов сразу; дольше всего ${Math.round(slowest.ms)} мс: ${slowest.name}`,
  )
  reportMeasured('public-flood', {
    measured: 'p99 of /health/live',
    value: percentile(times, 0.99),
    limit: MAX_HEALTH_MS,
    unit: 'ms',
  })
  expect(server.isAlive()).toBe(true)
})

function requestOf(method: string, path: string): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${PORT}\r\n`
  if (method === 'GET') return `${head}\r\n`
  return `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
}
