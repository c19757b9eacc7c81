import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../testing/test-app.ts'
import { measureReplicas } from './database.ts'
import { listenForScrapes, metricsOf } from './index.ts'

const PORT = 9471
const DEPLOY = join(import.meta.dirname, '../../../../deploy/observability')
const test_ = useTestApp({ METRICS_PORT: String(PORT) })
const plain = useTestApp()
let parties: Parties

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

function registry(): Registry {
  const metrics = metricsOf(test_.app)
  if (!metrics) throw new Error('the figures are off')
  return metrics
}
const linesOf = async (name: string) =>
  (await registry().metrics()).split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

describe('metrics', () => {
  test('are not served on the public port and not collected when switched off', async () => {
    for (const url of ['/metrics', '/api/metrics', '/api/v1/metrics'])
      expect((await send(test_, { url })).status).toBe(404)
    expect(metricsOf(plain.app)).toBeUndefined()
  })

  test('port serves nothing but metrics', async () => {
    const stop = await listenForScrapes(registry(), { METRICS_PORT: PORT, METRICS_HOST: '127.0.0.1' })
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${PORT}${path}`, { method })
    expect((await ask('/')).status).toBe(404)
    expect((await ask('/health/live')).status).toBe(404)
    expect((await ask('/metrics', 'POST')).status).toBe(404)
    const reply = await ask('/metrics')
    expect(reply.headers.get('content-type')).toContain('text/plain')
    expect(await reply.text()).toContain('process_resident_memory_bytes')
    await expect(listenForScrapes(registry(), { METRICS_PORT: PORT, METRICS_HOST: '127.0.0.1' })).rejects.toThrow(
      'EADDRINUSE',
    )
    stop()
  })

  test('name routes by their pattern and never contain request data', async () => {
    const headers = await loginAs(test_, parties.manager)
    for (const url of [
      '/api/v1/canary-one',
      '/canary-two',
      '/api/v1/delivery/zones/77777',
      '/api/v1/orders?q=canary-three',
    ])
      await send(test_, { url, headers })
    await send(test_, { method: 'PATCH', url: '/api/v1/delivery/zones/77777', headers, payload: {} })
    const text = await registry().metrics()
    expect(text).not.toMatch(/canary|77777/)
    const counts = await linesOf('artikul_http_request_duration_seconds_count')
    expect(counts.filter((line) => line.includes('route="none"'))).not.toEqual([])
    expect(counts.join('\n')).toContain('method="PATCH",route="/api/v1/delivery/zones/:id",status="4xx"')
    expect(counts.join('\n')).toContain('method="GET",route="/api/v1/orders",status="2xx"')
  })
})

test('metrics report queue lengths and connection limits', async () => {
  expect(await linesOf('artikul_queue_waiting')).toContain('artikul_queue_waiting{queue="emails"} 0')
  expect((await linesOf('artikul_db_connections_limit')).toSorted()).toEqual([
    'artikul_db_connections_limit{pool="long"} 8',
    'artikul_db_connections_limit{pool="main"} 8',
    'artikul_db_connections_limit{pool="shared"} 2',
  ])
})

describe('monitoring config', () => {
  const namesIn = (file: string) =>
    new Set(readFileSync(join(DEPLOY, file), 'utf8').match(/\b(artikul|nodejs|process)_[a-z0-9_]+\b/g))
  /** Includes metrics of replicas, which this portal does not have. */
  const listMetrics = () => {
    const ofReplicas = new Registry()
    measureReplicas(ofReplicas, { status: () => ({ replicas: [], counts: { replica: 0, leader: 0, failed: 0 } }) })
    return [...registry().getMetricsAsArray(), ...ofReplicas.getMetricsAsArray()].map(({ name }) => name)
  }
  const known = () => new Set(listMetrics().flatMap((name) => [name, `${name}_bucket`, `${name}_sum`, `${name}_count`]))

  test.each(['dashboard.json', 'alerts.yaml'])('%s uses only existing metrics', (file) => {
    const names = [...namesIn(file)]
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !known().has(name))).toEqual([])
  })

  test('dashboard shows every metric of ours', () => {
    const drawn = [...namesIn('dashboard.json')].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
    expect(listMetrics().filter((name) => name.startsWith('artikul_') && !drawn.includes(name))).toEqual([])
  })
})
