import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { StartError } from '../config.ts'
import { createListener, type Listener, type Listening } from './listener.ts'
import type { TenantScope } from '../access/scope.ts'
import { kyselyOfOwner, kyselyOfPool } from './owned.ts'
import { OpenPool, type SlowStatements } from './pool.ts'
import type { DB } from './schema.generated.ts'
import { statementsOf } from './statements.ts'

export type { TenantScope } from '../access/scope.ts'
export { slowStatements } from './pool.ts'
export { connectionOptions } from './url.ts'
export { pipelined } from './pipelined.ts'
export type { DB } from './schema.generated.ts'
export type { Sql, SqlPool, SqlTransaction } from './statements.ts'

/** The handle that every query takes first: the database or an open transaction. */
export type Db = Kysely<DB> | Transaction<DB>

export interface DatabaseOptions {
  url: string
  /** Where NOTIFY is heard; without it, the same address. */
  directUrl?: string | undefined
  /** Connections of requests. */
  pool: number
  prepare: boolean
  applicationName?: string
  /**
   * Role of plain connections; without it, that of the user who signs in (migrations, commands of the operator), and
   * no time limits. What serves requests takes no parallel workers: starting them costs 7 ms and the other searches'
   * processors.
   */
  role?: 'artikul_app'
  slow?: SlowStatements
}

/** Connections for loads that requests share. */
const SHARED_POOL = 2
/** Connections for imports, mailboxes and other work that keeps one for minutes. */
const LONG_POOL = 8

/** Time limits of requests and of short jobs: a statement or a lock that takes longer is refused with 503. */
const REQUEST_LIMITS = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
}
/** Time limits of imports and mailboxes. A mailbox is locked while it is read, at most 15 minutes. */
const LONG_LIMITS = {
  statement_timeout: '15min',
  lock_timeout: '15min',
  idle_in_transaction_session_timeout: '20min',
}

const settingsOf = ({ role }: DatabaseOptions, limits: Record<string, string>): Record<string, string> =>
  role ? { role, max_parallel_workers_per_gather: '0', ...limits } : {}

const MAX_HANDLES = 5000

/** Handles by owner: they hold no connection of their own, so they may be kept or dropped at will. */
function ownedHandles(pool: OpenPool) {
  const handles = new LRUCache<TenantScope, Kysely<DB>>({ max: MAX_HANDLES })
  return (owner: TenantScope): Kysely<DB> => {
    const known = handles.get(owner)
    if (known) return known
    const handle = kyselyOfOwner(pool, owner)
    handles.set(owner, handle)
    return handle
  }
}

/**
 * Opens the pools. `db` sees no row that belongs to a company; `as(owner)` sees the rows of that owner alone (row-level
 * security). `sql` runs hand-written statements on the connections of `db`.
 * `sharedDb` and `sharedAs(owner)` are a small pool for what requests share (remembered tables): a request that waits
 * for such a load inside its transaction would otherwise use the very connection that the load waits for.
 * `long` is the pool of work that keeps its connection for minutes (imports, mailboxes), and the one with COPY and pages:
 * it cannot take the last connection from requests.
 */
export function openDatabase(options: DatabaseOptions) {
  const settings = settingsOf(options, REQUEST_LIMITS)
  const main = new OpenPool({ ...options, max: options.pool, pipeline: true, settings })
  const shared = new OpenPool({ ...options, max: SHARED_POOL, pipeline: true, settings })
  const long = new OpenPool({ ...options, max: LONG_POOL, pipeline: false, settings: settingsOf(options, LONG_LIMITS) })
  return {
    db: kyselyOfPool(main),
    as: ownedHandles(main),
    sql: statementsOf(main),
    sharedDb: kyselyOfPool(shared),
    sharedAs: ownedHandles(shared),
    long: statementsOf(long),
    /** How busy the pools are. */
    pools: { main, shared, long },
    /** Waits for NOTIFY on a connection of its own. */
    listen: (channel: string, listening: Listening): Listener =>
      createListener(options.directUrl ?? options.url, channel, listening),
    close: async () => {
      await Promise.all([main.close(), shared.close(), long.close()])
    },
  }
}
export type Database = ReturnType<typeof openDatabase>

/** A value of a `jsonb` column or parameter. The driver would write a list as an array of PostgreSQL. */
export const json = <T = string>(value: unknown): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`

/**
 * Row-level security depends on the role of plain connections, which a pooler may have dropped, and a superuser who
 * signs in can leave any role again.
 * @throws StartError for another role, and in production for a superuser
 */
export async function requireAppRole({ sql: statements }: Database, { isProduction }: { isProduction: boolean }) {
  const rows = await statements<{ role: string; login: string; superuser: boolean }[]>`
    select current_user as role, rolname as login, rolsuper as superuser from pg_roles where rolname = session_user`
  const { role = '', login = '', superuser = true } = rows[0] ?? {}
  if (role !== 'artikul_app')
    throw new StartError(
      `База данных открыта от роли ${role}, а не artikul_app: за пулером соединений задайте «alter role … set role artikul_app».`,
    )
  if (isProduction && superuser)
    throw new StartError(
      `Портал входит в базу данных суперпользователем ${login}: задайте в DATABASE_URL роль artikul_web, а адрес владельца таблиц — в DATABASE_DIRECT_URL.`,
    )
}

/** Creates the database beside the cluster's own ones when it is not there yet. */
export async function ensureDatabase(adminUrl: string, name: string) {
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    const found = await admin.sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await admin.sql.query(`create database "${name}"`)
  } finally {
    await admin.close()
  }
}

/** How many others are connected to the cluster: who started it for a while stops it only when nobody is. */
export async function countOtherClients(adminUrl: string): Promise<number> {
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    const rows = await admin.sql<{ others: number }[]>`
      select count(*) as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`
    return rows[0]?.others ?? 0
  } finally {
    await admin.close()
  }
}
