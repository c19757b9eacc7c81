import { Gauge, type Registry } from 'prom-client'
import { cached } from '../../../platform/cached.ts'
import { inTime } from '../../../platform/metrics/index.ts'
import type { NodeRow } from './nodes.queries.ts'

/** Minimum interval between reads, regardless of the number of scrapes. */
const FRESH_MS = 5000

/** Exports the lag of every node; the values are shared, so that every server exports the same. */
export function measureExchange(metrics: Registry, select: () => Promise<NodeRow[]>) {
  const read = cached(FRESH_MS, select)
  const gauge = (name: string, help: string, of: (node: NodeRow) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['node'],
      registers: [metrics],
      async collect() {
        const nodes = await inTime(read())
        this.reset()
        for (const node of nodes ?? []) this.set({ node: String(node.id) }, of(node))
      },
    })
  gauge('artikul_one_c_unconfirmed_orders', 'Orders that 1C has not confirmed', (node) => node.unconfirmed_orders)
  gauge('artikul_one_c_waiting_documents', 'Documents of 1C that wait for a person', (node) => node.waiting_documents)
  gauge('artikul_one_c_alarms', 'Failures that staff were notified of', (node) => node.alarms.length)
  gauge(
    'artikul_one_c_last_exchange_timestamp_seconds',
    'When 1C last called the portal; 0: never',
    (node) => (node.last_exchange_at?.getTime() ?? 0) / 1000,
  )
}
