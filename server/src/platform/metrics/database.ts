import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/index.ts'

/** What the pools know of themselves: the driver tells nothing, so queries are counted where they take a connection. */
export function measureDatabase(metrics: Registry, { pools }: Pick<Database, 'pools'>) {
  const registers = [metrics]
  const labelNames = ['pool'] as const
  type Pool = (typeof pools)['main']
  const gauge = (name: string, help: string, of: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        for (const [pool, standing] of Object.entries(pools)) this.set({ pool }, of(standing))
      },
    })
  gauge('artikul_db_connections_limit', 'Connections that a pool may open', ({ max }) => max)
  gauge('artikul_db_connections_lent', 'Connections that queries and transactions hold', ({ use }) => use.lent)
  gauge('artikul_db_connections_waiting', 'Queries and transactions that wait for one', ({ use }) => use.waiting)
  gauge('artikul_db_direct_statements', 'Hand-written statements on their way', ({ use }) => use.direct)
  new Counter({
    name: 'artikul_db_slow_statements_total',
    help: 'Statements longer than SLOW_QUERY_MS',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const [pool, { use }] of Object.entries(pools)) this.inc({ pool }, use.slow)
    },
  })
}
