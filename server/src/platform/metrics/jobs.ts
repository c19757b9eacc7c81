import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import { jobStatusesOf, type JobTally } from '../jobs.ts'

const seconds = (moment: Date | null) => (moment ? moment.getTime() / 1000 : 0)

/** Exports the status of this server's jobs. */
export function measureWork(metrics: Registry, app: FastifyInstance) {
  const registers = [metrics]
  const gauge = (name: string, help: string, of: (work: JobTally) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['work'],
      registers,
      collect() {
        for (const status of jobStatusesOf(app)) this.set({ work: status.name }, of(status))
      },
    })
  gauge('artikul_work_running', 'Whether a round is under way', ({ isRunning }) => Number(isRunning))
  gauge('artikul_work_interval_seconds', 'How often a round begins at least', ({ everyMs }) => everyMs / 1000)
  gauge('artikul_work_last_seconds', 'How long the last round took', ({ tookMs }) => tookMs / 1000)
  gauge('artikul_work_failures_in_row', 'Rounds that have failed one after another', ({ failures }) => failures)
  gauge('artikul_work_last_success_timestamp_seconds', 'When a round last succeeded; 0: never', ({ succeededAt }) =>
    seconds(succeededAt),
  )
  new Counter({
    name: 'artikul_work_rounds_total',
    help: 'Rounds since the start by how they ended',
    labelNames: ['work', 'outcome'],
    registers,
    collect() {
      this.reset()
      for (const { name: work, done, failed } of jobStatusesOf(app)) {
        this.inc({ work, outcome: 'done' }, done)
        this.inc({ work, outcome: 'failed' }, failed)
      }
    },
  })
  new Counter({
    name: 'artikul_work_seconds_total',
    help: 'Time that all rounds since the start have taken',
    labelNames: ['work'],
    registers,
    collect() {
      this.reset()
      for (const { name: work, tookMsInAll } of jobStatusesOf(app)) this.inc({ work }, tookMsInAll / 1000)
    },
  })
}
