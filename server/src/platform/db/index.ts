import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { LRUCache } from 'lru-cache'
import { StartError } from '../config.ts'
import { createListener, type Listener, type Listening } from './listener.ts'
import type { TenantScope } from '../access/scope.ts'
import { kyselyOfTenant, kyselyOfPool } from './tenant-pool.ts'
import { OpenPool, openDriverPool, type SlowStatements } from './pool.ts'
import type { DB } from './generated-schema.ts'
import { statementsOf } from './statements.ts'

export type { TenantScope } from '../access/scope.ts'
export { slowStatements } from './pool.ts'
export { connectionOptions } from './url.ts'
export { pipelined } from './pipelined.ts'
export type { DB } from './generated-schema.ts'
export type { Sql, SqlPool, SqlTransaction } from './statements.ts'

/** Database or open transaction, the first parameter of every query. */
export type Db = Kysely<DB> | Transaction<DB>

export interface DatabaseOptions {
  url: string
  /** Direct address for LISTEN/NOTIFY; by default the same one. */
  directUrl?: string | undefined
  /** Number of connections for requests. */
  pool: number
  prepare: boolean
  applicationName?: string
  /**
   * Role of plain connections; by default that of the connecting user (migrations, the operator's commands), without
   * time limits. Requests use no parallel workers: starting them takes 7 ms and processors of other searches.
   */
  role?: 'artikul_app'
  slow?: SlowStatements
}

/** Connections for loads shared by requests. */
const SHARED_POOL = 2
/** Connections for imports, mailboxes and other jobs that occupy one for minutes. */
const LONG_POOL = 8

/** Time limits of requests and of short jobs: a slower statement or lock is answered with 503. */
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

/**
 * Plans of prepared statements are made once per connection: planning anew takes longer than most lookups, and
 * PostgreSQL would plan anew every statement with a list among its parameters.
 */
const PLANS = { plan_cache_mode: 'force_generic_plan' }

const MAX_HANDLES = 5000

/** Caches handles by owner; they occupy no connections. */
function tenantHandles(pool: OpenPool) {
  const handles = new LRUCache<TenantScope, Kysely<DB>>({ max: MAX_HANDLES })
  return (owner: TenantScope): Kysely<DB> => {
    const known = handles.get(owner)
    if (known) return known
    const handle = kyselyOfTenant(pool, owner)
    handles.set(owner, handle)
    return handle
  }
}

/**
 * Opens the pools. `db` has access to no rows of companies; `as(owner)` has access to the rows of that owner only
 * (row-level security). `sql` runs hand-written statements on the connections of `db`. `sharedDb` and `sharedAs(owner)`
 * use a small pool for loads shared by requests (cached tables): a request waiting for such a load within its
 * transaction would otherwise occupy the connection that the load needs. `long` is the pool of jobs that occupy a
 * connection for minutes (imports, mailboxes), with COPY and paging: it cannot take the last connection from requests.
 */
export function openDatabase(options: DatabaseOptions) {
  const settings = settingsOf(options, REQUEST_LIMITS)
  const main = new OpenPool({ ...options, max: options.pool, pipeline: true, settings: { ...settings, ...PLANS } })
  const shared = new OpenPool({ ...options, max: SHARED_POOL, pipeline: true, settings })
  const long = new OpenPool({ ...options, max: LONG_POOL, pipeline: false, settings: settingsOf(options, LONG_LIMITS) })
  return {
    db: kyselyOfPool(main),
    forTenant: tenantHandles(main),
    sql: statementsOf(main),
    sharedDb: kyselyOfPool(shared),
    sharedForTenant: tenantHandles(shared),
    long: statementsOf(long),
    /** Usage of the pools. */
    pools: { main, shared, long },
    /** Listens for NOTIFY on a separate connection. */
    listen: (channel: string, listening: Listening): Listener =>
      createListener(options.directUrl ?? options.url, channel, listening),
    /** Opens the pool of the job runner, which acts as staff and, because it listens, past a pooler. */
    openJobPool: (max: number) =>
      openDriverPool(options.directUrl ?? options.url, max, { role: 'artikul_staff', ...REQUEST_LIMITS }),
    close: async () => {
      await Promise.all([main.close(), shared.close(), long.close()])
    },
  }
}
export type Database = ReturnType<typeof openDatabase>

/** Value of a `jsonb` column or parameter: the driver would serialise a list as a PostgreSQL array. */
export const json = <T = string>(value: unknown): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`

/**
 * Verifies the role of plain connections, on which row-level security depends: a pooler may have dropped it, and a
 * superuser could leave it.
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

/** Creates the database if it does not exist. */
export async function ensureDatabase(adminUrl: string, name: string) {
  const admin = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    const found = await admin.sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await admin.sql.query(`create database "${name}"`)
  } finally {
    await admin.close()
  }
}

/** Counts other clients of the cluster: a temporary owner stops it only when there are none. */
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
