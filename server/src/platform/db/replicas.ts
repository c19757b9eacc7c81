import { sql } from 'kysely'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { withTimeout } from '../with-timeout.ts'
import { openDatabase, type Database, type DatabaseOptions, type Sql } from './index.ts'

/** Maximum lag of a replica, in milliseconds of writes. Authors of writes are kept from replicas for longer. */
export const MAX_LAG_MS = 5000
const LOOK_EVERY_MS = 500
/** Time after which a read waiting for a replica uses the leader. */
const PATIENCE_MS = 2000

/** Position of the leader's write-ahead log at a moment of this process. */
interface Mark {
  at: number
  position: number
}

interface Replica {
  name: string
  database: Database
  /** Moment of this process up to which the replica contains all writes. */
  holdsUntil: number
}

/**
 * Runs a read that may miss the latest writes of other users: on a replica, or on the leader when the caller requires
 * all writes (`allowStaleRead` is false) or no replica is up to date. Fails as the leader does.
 */
export type ReadFromReplica = <T>(allowStaleRead: boolean, read: (driver: Sql) => Promise<T>) => Promise<T>

/** Reader without replicas. */
export const readLeader =
  (leader: Pick<Database, 'sql'>): ReadFromReplica =>
  (_, read) =>
    read(leader.sql)

interface ReplicaOptions extends Omit<DatabaseOptions, 'url'> {
  urls: readonly string[]
  leader: Pick<Database, 'sql' | 'sharedDb'>
  log: Pick<Logger, 'warn'>
  mostBehindMs?: number
}

const inPatience = <T>(work: Promise<T>) =>
  withTimeout(work, PATIENCE_MS, () => new Error(`no answer for ${PATIENCE_MS} ms`))

/** Returns null for a replica promoted to leader: reads there would only double its load. */
const reachedBy = async ({ sharedDb }: Pick<Database, 'sharedDb'>): Promise<number | null> =>
  (
    await sql<{ position: number | null }>`
      select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end as position`.execute(
      sharedDb,
    )
  ).rows[0]?.position ?? null

const writtenBy = async ({ sharedDb }: Pick<Database, 'sharedDb'>): Promise<number> =>
  (await sql<{ position: number }>`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as position`.execute(sharedDb))
    .rows[0]?.position ?? Infinity

const openReplica = (url: string, options: Omit<DatabaseOptions, 'url'>): Replica => {
  const { host, searchParams } = new URL(url)
  const name = host || (searchParams.get('host') ?? '')
  return { name, database: openDatabase({ ...options, url }), holdsUntil: -Infinity }
}

/**
 * Follows the replicas: twice a second the leader's log position is compared with the position replayed by each
 * replica, which determines up to when it contains all writes.
 */
function follow(replicas: readonly Replica[], { leader, mostBehindMs = MAX_LAG_MS }: ReplicaOptions) {
  const marks: Mark[] = []
  const lookAt = async (replica: Replica) => {
    const reached = await inPatience(reachedBy(replica.database)).catch(() => null)
    const mark = reached === null ? undefined : marks.find(({ position }) => position <= reached)
    if (mark) replica.holdsUntil = Math.max(replica.holdsUntil, mark.at)
  }
  const look = async () => {
    const at = performance.now()
    marks.unshift({ at, position: await inPatience(writtenBy(leader)) })
    while ((marks.at(-1)?.at ?? at) < at - mostBehindMs) marks.pop()
    await Promise.all(replicas.map(lookAt))
  }
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => (looking = undefined))
  }, LOOK_EVERY_MS).unref()
  const stop = async () => {
    clearInterval(timer)
    await looking
  }
  return { isNear: ({ holdsUntil }: Replica) => holdsUntil > performance.now() - mostBehindMs, stop }
}

/**
 * Opens replicas, one per address. A replica that lags by more than `mostBehindMs`, hangs or fails is skipped until it
 * has caught up; none of them is required.
 */
export function openReplicas(replicaOptions: ReplicaOptions) {
  const { urls, leader, log, ...options } = replicaOptions
  const replicas = urls.map((url) => openReplica(url, options))
  const { isNear, stop } = follow(replicas, replicaOptions)
  const counts = { replica: 0, leader: 0, failed: 0 }
  let turn = 0
  const next = () => {
    const near = replicas.filter(isNear)
    turn += 1
    return near[turn % near.length]
  }
  const read: ReadFromReplica = async (allowStaleRead, work) => {
    const replica = allowStaleRead ? next() : undefined
    if (!replica) {
      counts.leader += 1
      return work(leader.sql)
    }
    try {
      const result = await inPatience(work(replica.database.sql))
      counts.replica += 1
      return result
    } catch (error) {
      if (error instanceof AppError) throw error
      replica.holdsUntil = -Infinity
      counts.failed += 1
      log.warn({ replica: replica.name, reason: String(error) }, 'replica unavailable, reading from the leader')
      return work(leader.sql)
    }
  }
  return {
    read,
    /** Status of each replica: possible lag in seconds (infinite until the first check), and whether it is used. */
    status: () => ({
      counts,
      replicas: replicas.map((replica) => ({
        name: replica.name,
        behindSeconds: (performance.now() - replica.holdsUntil) / 1000,
        isRead: isNear(replica),
      })),
    }),
    close: async () => {
      await stop()
      await Promise.all(replicas.map(({ database }) => database.close()))
    },
  }
}
export type Replicas = ReturnType<typeof openReplicas>
