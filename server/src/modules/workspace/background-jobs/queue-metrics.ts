import type { QueueItem } from '@artikul/contract/workspace/background-jobs'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'
import { inTime } from '../../../platform/metrics/index.ts'
import { cached } from '../../../platform/cached.ts'

/** Minimum interval between counts of queues, regardless of the number of scrapes. */
const FRESH_MS = 5000

interface Queue extends Omit<QueueItem, 'oldest_at'> {
  oldest_at: Date | null
}

/** Exports the lengths of the queues of all servers, counted on scraping. */
export function measureQueues(metrics: Registry, { clock, select }: { clock: Clock; select: () => Promise<Queue[]> }) {
  const read = cached(FRESH_MS, select)
  const gauge = (name: string, help: string, of: (queue: Queue) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [metrics],
      async collect() {
        const queues = await inTime(read())
        this.reset()
        for (const one of queues ?? []) this.set({ queue: one.queue }, of(one))
      },
    })
  gauge('artikul_queue_waiting', 'What waits in a queue', ({ waiting }) => waiting)
  gauge('artikul_queue_given_up', 'What was given up and waits for a person', ({ failed }) => failed)
  gauge('artikul_queue_oldest_seconds', 'How long the oldest in a queue has waited', ({ oldest_at: oldest }) =>
    oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0,
  )
}
