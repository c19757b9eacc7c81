import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Database } from '../db/index.ts'
import type { Replicas } from '../db/replicas.ts'
import { measureDatabase, measureReplicas } from './database.ts'

export { listenForScrapes } from './scrapes.ts'

/** Who scrapes does not wait longer for a figure that a database has to give. */
const PATIENCE_MS = 2000

const registries = new WeakMap<FastifyInstance, Registry>()

/** The figures of a server, where it has been told to keep them. */
export const metricsOf = (app: FastifyInstance) => registries.get(app)

export const noteMetrics = (app: FastifyInstance, metrics: Registry) => void registries.set(app, metrics)

/** What a process tells of itself, where it is asked to; everything else is added by whoever knows it. */
export function createMetrics(
  { METRICS_PORT }: Pick<Config, 'METRICS_PORT'>,
  database: Database,
  replicas?: Pick<Replicas, 'standing'>,
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

/** Null for a figure that cannot be had in time: a scrape tells of the rest. */
export const inTime = <T>(load: Promise<T>): Promise<T | null> =>
  Promise.race([load, delay(PATIENCE_MS, null, { ref: false })]).catch(() => null)
