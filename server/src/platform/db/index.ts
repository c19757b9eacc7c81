import { Kysely, type Transaction } from 'kysely'
import { PostgresJSDialect } from 'kysely-postgres-js'
import { LRUCache } from 'lru-cache'
import postgres from 'postgres'
import { StartError } from '../config.ts'
import { followed, type SlowStatements } from './followed.ts'
import { lentPool, ownedPool, type Owner } from './owned.ts'
import { createListener, type Listener, type Listening } from './listener.ts'
import type { DB } from './schema.generated.ts'
import { socketOptions, socketUrl } from './url.ts'

export type { Owner } from './owned.ts'
export { slowStatements } from './followed.ts'
export { pipelined } from './pipelined.ts'
export type { DB } from './schema.generated.ts'

/** The handle that every query takes first: the database or an open transaction. */
export type Db = Kysely<DB> | Transaction<DB>
export type Sql = postgres.Sql

const INT8 = 20
const NUMERIC = 1700
const DATE = 1082

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`)
  return value
}

/**
 * The driver's defaults are traps here: `bigint` and `numeric` come as strings and `date` as a moment of the local time
 * zone. Money is integer kopecks, quantities have at most three decimals, a day is `YYYY-MM-DD`: all exact as below.
 */
export const types = {
  int8: { to: INT8, from: [INT8], serialize: String, parse: safeInteger },
  numeric: { to: NUMERIC, from: [NUMERIC], serialize: String, parse: Number },
  date: { to: DATE, from: [DATE], serialize: String, parse: (text: string) => text },
}

export interface DatabaseOptions {
  url: string
  /** Where NOTIFY is heard; without it, the same address. */
  directUrl?: string | undefined
  pool: number
  prepare: boolean
  applicationName?: string
  /**
   * Whom plain connections act as; without it, as whoever signs in (migrations, commands of the operator). What serves
   * requests takes no parallel workers: starting them costs 7 ms and the other searches' processors.
   */
  role?: 'artikul_app'
  /** Whom to tell of statements that take long. */
  slow?: SlowStatements
}

/** A pool of shared loads. */
const SHARED_POOL = 2

/**
 * A database that comes back is found at once, and while it is away whoever waits in the queue is soon told: each try
 * that fails refuses one of them. The driver itself would wait up to twenty seconds.
 */
const secondsBefore = (attempt: number) => Math.min(0.05 * 2 ** attempt, 0.2)

function openPool(options: DatabaseOptions, max: number) {
  const sql = postgres(socketUrl(options.url), {
    max,
    prepare: options.prepare,
    idle_timeout: 60,
    connect_timeout: 10,
    backoff: secondsBefore,
    max_lifetime: 60 * 60,
    types,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'artikul',
      TimeZone: 'UTC',
      ...(options.role && { role: options.role, max_parallel_workers_per_gather: '0' }),
    },
    ...socketOptions(options.url),
  })
  return { ...followed(sql, options.slow), max }
}

const kyselyOver = (sql: Sql) =>
  new Kysely<DB>({ dialect: new PostgresJSDialect({ postgres: () => lentPool(sql) as never }) })

/** An open transaction of the driver, as queries take it: for what is written beside a COPY. */
export function dbWithin(tx: Sql): Db {
  const unsafe = (text: string, parameters: unknown[], options?: object) =>
    tx.unsafe(text, parameters as never[], options)
  const driver = { options: tx.options, reserve: async () => ({ unsafe, release: () => undefined }) }
  return new Kysely<DB>({ dialect: new PostgresJSDialect({ postgres: () => driver as never }) })
}

const MOST_HANDLES = 5000

/** Handles by owner: they hold no connection of their own, so they may be kept or dropped at will. */
function ownedHandles(sql: Sql) {
  const handles = new LRUCache<Owner, Kysely<DB>>({ max: MOST_HANDLES })
  return (owner: Owner): Kysely<DB> => {
    const known = handles.get(owner)
    if (known) return known
    const handle = new Kysely<DB>({
      dialect: new PostgresJSDialect({ postgres: () => ownedPool(sql, owner) as never }),
    })
    handles.set(owner, handle)
    return handle
  }
}

/**
 * Opens the pools. `db` sees no row that belongs to a company; `as(owner)` sees the rows of that owner alone (row-level
 * security). `sql` is the pool of `db` as the driver sees it: for COPY and hot hand-written statements.
 * `sharedDb` and `sharedAs(owner)` are a small pool of their own for what requests share (remembered tables): a request that waits for such a
 * load inside its transaction would otherwise hold the very connection that the load waits for.
 */
export function openDatabase(options: DatabaseOptions) {
  const main = openPool(options, options.pool)
  const small = openPool(options, SHARED_POOL)
  const [sql, shared] = [main.sql, small.sql]
  return {
    db: kyselyOver(sql),
    as: ownedHandles(sql),
    sql,
    sharedDb: kyselyOver(shared),
    sharedAs: ownedHandles(shared),
    /** How busy the pools are. */
    pools: { main, shared: small },
    /** Waits for NOTIFY on a connection of its own. */
    listen: (channel: string, listening: Listening): Listener =>
      createListener(options.directUrl ?? options.url, channel, listening),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), shared.end({ timeout: 5 })])
    },
  }
}
export type Database = ReturnType<typeof openDatabase>

/**
 * The first wall stands on the role of plain connections; a pooler may have dropped the parameter that sets it.
 * @throws StartError
 */
export async function requireAppRole({ sql }: Database) {
  const rows = await sql<{ role: string }[]>`select current_user as role`
  if (rows[0]?.role !== 'artikul_app')
    throw new StartError(
      `База данных открыта от роли ${rows[0]?.role ?? ''}, а не artikul_app: за пулером соединений задайте «alter role … set role artikul_app».`,
    )
}

/** Creates the database beside the cluster's own ones when it is not there yet. */
export async function ensureDatabase(adminUrl: string, name: string) {
  const { sql, close } = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`
    if (found.length === 0) await sql.unsafe(`create database "${name}"`)
  } finally {
    await close()
  }
}

/** How many others are connected to the cluster: who started it for a while stops it only when nobody is. */
export async function countOtherClients(adminUrl: string): Promise<number> {
  const { sql, close } = openDatabase({ url: adminUrl, pool: 1, prepare: false })
  try {
    const rows = await sql<{ others: number }[]>`
      select count(*) as others from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`
    return rows[0]?.others ?? 0
  } finally {
    await close()
  }
}
