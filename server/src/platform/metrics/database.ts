import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../db/index.ts'
import type { Replicas } from '../db/replicas.ts'

/** Exports the usage of each pool of connections. */
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
        for (const [pool, status] of Object.entries(pools)) this.set({ pool }, of(status))
      },
    })
  gauge('artikul_db_connections_limit', 'Connections that a pool may open', ({ max }) => max)
  gauge('artikul_db_connections_lent', 'Connections that queries and transactions hold', ({ use }) => use.lent)
  gauge('artikul_db_connections_waiting', 'Queries and transactions that wait for one', ({ use }) => use.waiting)
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

/** Exports the usage of replicas, and the number of reads by the leader instead. */
export function measureReplicas(metrics: Registry, { status }: Pick<Replicas, 'status'>) {
  const registers = [metrics]
  const gauge = (name: string, help: string, of: (replica: ReturnType<typeof status>['replicas'][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      collect() {
        for (const replica of status().replicas) this.set({ replica: replica.name }, of(replica))
      },
    })
  gauge('artikul_db_replica_read', '1: reads that may be a little behind go there', ({ isRead }) => Number(isRead))
  gauge('artikul_db_replica_behind_seconds', 'Seconds of writes that it may lack', ({ behindSeconds }) => behindSeconds)
  new Counter({
    name: 'artikul_db_reads_total',
    help: 'Reads of search and products, by who has answered; failed: a replica in whose place the leader was asked',
    labelNames: ['by'],
    registers,
    collect() {
      this.reset()
      for (const [by, count] of Object.entries(status().counts)) this.inc({ by }, count)
    },
  })
}
