import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { inTime } from '../../../platform/metrics/index.ts'
import { cached } from '../../../platform/cached.ts'

const FRESH_MS = 60_000
const KINDS = ['backup', 'restore'] as const

/** Selects the times of the last successful backup and trial restore; by default, the creation of the first user. */
async function selectLastRuns(db: Db): Promise<Map<string, Date>> {
  const { created_at: createdAt } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.min<Date | null>('created_at').as('created_at'))
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('backup_runs')
    .select(({ fn }) => ['kind', fn.max<Date>('finished_at').as('finished_at')])
    .groupBy('kind')
    .execute()
  const runs = new Map(rows.map(({ kind, finished_at: finishedAt }) => [kind, finishedAt]))
  if (createdAt) for (const kind of KINDS) if (!runs.has(kind)) runs.set(kind, createdAt)
  return runs
}

/** Exports the age of the last backup for the alerts of docs/operations/backup.md. */
export function measureBackups(metrics: Registry, { clock, db }: { clock: Clock; db: Db }) {
  const read = cached(FRESH_MS, () => selectLastRuns(db))
  new Gauge({
    name: 'artikul_backup_age_seconds',
    help: 'Seconds since the last backup and the last trial restore that succeeded',
    labelNames: ['kind'],
    registers: [metrics],
    async collect() {
      const runs = await inTime(read())
      this.reset()
      for (const [kind, finishedAt] of runs ?? [])
        this.set({ kind }, (clock.now().getTime() - finishedAt.getTime()) / 1000)
    },
  })
}
