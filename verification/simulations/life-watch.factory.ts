import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { QueueItem, JobStatus } from '@artikul/contract/workspace/background-jobs'
import type { Sql } from '../../server/src/platform/db/index.ts'
import type { Sample } from './growth-judge.factory.ts'
import { openHeldMemory } from './held-memory.factory.ts'
import type { RunningPortal } from './moved-portal.factory.ts'
import type { PortalClient } from './portal-client.factory.ts'

interface Background {
  works: JobStatus[]
  queues: QueueItem[]
}

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** Returns the resident memory of a process. */
async function rssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Queries rows and sizes of all tables at once. */
async function tableSizes(sql: Sql): Promise<() => Promise<Sample['tables']>> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_stat_user_tables where schemaname = 'public' order by relname`
  const text = names
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) as rows, pg_total_relation_size('${name}') as bytes from ${name}`,
    )
    .join(' union all ')
  return async () => {
    const rows = await sql.query<{ name: string; rows: number; bytes: number }>(text)
    return new Map(rows.map(({ name, ...size }) => [name, size]))
  }
}

interface Watched {
  portal: RunningPortal
  staff: PortalClient
  from: Date
  /** Inspector port of the process. */
  inspectorPort: number
  everyMs: number
}

/** Records memory, tables and queues at an interval until stopped. */
export async function watchLife({ portal, staff, from, inspectorPort, everyMs }: Watched) {
  const { clock, database, pid } = portal
  const [sizes, held] = [await tableSizes(database.sql), await openHeldMemory(inspectorPort)]
  const samples: Sample[] = []
  /** Longest wait in each queue, simulated minutes. */
  const longestWaits = new Map<string, number>()
  const ended = new AbortController()

  const readBackground = async (): Promise<Background> => {
    const { json } = await staff.ask('фоновые задачи', 'background-jobs')
    return (json as Background | undefined) ?? { works: [], queues: [] }
  }
  async function look() {
    const now = clock.now().getTime()
    const hour = (now - from.getTime()) / HOUR_MS
    samples.push({ hour, rssMb: await rssMb(pid), heldMb: await held.readMb(), tables: await sizes() })
    for (const { queue, oldest_at: oldest } of (await readBackground()).queues) {
      const minutes = oldest === null ? 0 : (clock.now().getTime() - Date.parse(oldest)) / MINUTE_MS
      longestWaits.set(queue, Math.max(longestWaits.get(queue) ?? 0, minutes))
    }
  }
  const watching = (async () => {
    while (!ended.signal.aborted) {
      await look()
      await delay(everyMs, undefined, { signal: ended.signal }).catch(() => undefined)
    }
  })()
  return {
    samples,
    waits: longestWaits,
    readBackground,
    stop: async () => {
      ended.abort()
      await watching
      await look()
      held.close()
    },
  }
}

/** Waits until all queues are empty after the load has stopped, and returns the remaining ones. */
export async function untilIdle(readBackground: () => Promise<Background>, mostMs: number): Promise<Background> {
  const until = performance.now() + mostMs
  for (;;) {
    const found = await readBackground()
    if (found.queues.every(({ waiting }) => waiting === 0) || performance.now() > until) return found
    await delay(1000)
  }
}
