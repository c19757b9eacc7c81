import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/index.ts'
import type { Replicas } from '../db/replicas.ts'
import { measureDatabase, measureReplicas } from './database.ts'

export { listenForScrapes } from './scrapes.ts'

/** Maximum wait for a metric that requires the database. */
const PATIENCE_MS = 2000

const registries = new WeakMap<FastifyInstance, Registry>()

/** Registry of the server's metrics, if enabled. */
export const metricsOf = (app: FastifyInstance) => registries.get(app)

export const noteMetrics = (app: FastifyInstance, metrics: Registry) => void registries.set(app, metrics)

/** Creates the registry with metrics of the process, if enabled; other components add their own. */
export function createMetrics(
  { METRICS_PORT }: Pick<Config, 'METRICS_PORT'>,
  database: Database,
  replicas?: Pick<Replicas, 'status'>,
) {
  if (METRICS_PORT === undefined) return undefined
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  measureDatabase(metrics, database)
  if (replicas) measureReplicas(metrics, replicas)
  let before = performance.eventLoopUtilization()
  new Gauge({
    name: 'artikul_event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop was busy',
    registers: [metrics],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, before).utilization)
      before = now
    },
  })
  return metrics
}

/** Returns null for a metric that is not available in time, so that the scrape contains the others. */
export const inTime = <T>(load: Promise<T>): Promise<T | null> =>
  Promise.race([load, delay(PATIENCE_MS, null, { ref: false })]).catch(() => null)
