import { Counter, Gauge, type Registry } from 'prom-client'
import { cached } from '../../../platform/cached.ts'
import { inTime } from '../../../platform/metrics/index.ts'
import type { JobRow } from './background-jobs.queries.ts'

/** Minimum interval between reads, regardless of the number of scrapes. */
const FRESH_MS = 5000

const seconds = (moment: Date | null) => (moment ? moment.getTime() / 1000 : 0)

/** Exports the status of the jobs. They are shared, so that every server exports the same values. */
export function measureJobs(metrics: Registry, select: () => Promise<JobRow[]>) {
  const read = cached(FRESH_MS, select)
  const registers = [metrics]
  const gauge = (name: string, help: string, of: (job: JobRow) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      registers,
      async collect() {
        const jobs = await inTime(read())
        this.reset()
        for (const job of jobs ?? []) this.set({ work: job.work }, of(job))
      },
    })
  gauge('artikul_work_running', 'Whether a round is under way', ({ is_running: isRunning }) => Number(isRunning))
  gauge('artikul_work_interval_seconds', 'How often a round begins at least', ({ every_ms: ms }) => ms / 1000)
  gauge('artikul_work_last_seconds', 'How long the last round took', ({ took_ms: ms }) => ms / 1000)
  gauge('artikul_work_failures_in_row', 'Rounds that have failed one after another', ({ failures }) => failures)
  gauge('artikul_work_last_success_timestamp_seconds', 'When a round last succeeded; 0: never', (job) =>
    seconds(job.succeeded_at),
  )
  new Counter({
    name: 'artikul_work_rounds_total',
    help: 'Rounds by how they ended',
    labelNames: ['work', 'outcome'],
    registers,
    async collect() {
      const jobs = await inTime(read())
      this.reset()
      for (const { work, done_count: done, failed_count: failed } of jobs ?? []) {
        this.inc({ work, outcome: 'done' }, done)
        this.inc({ work, outcome: 'failed' }, failed)
      }
    },
  })
  new Counter({
    name: 'artikul_work_seconds_total',
    help: 'Time that all rounds have taken',
    labelNames: ['work'],
    registers,
    async collect() {
      const jobs = await inTime(read())
      this.reset()
      for (const { work, total_ms: ms } of jobs ?? []) this.inc({ work }, ms / 1000)
    },
  })
}
