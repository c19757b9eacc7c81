import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'
import { traceFields, traceNow, type Trace } from '../telemetry/trace.ts'
import { statementChannel } from './statement-channels.ts'
import { connectionOptions } from './url.ts'
import { valueTypes } from './value-types.ts'

/** Usage of a pool. */
export interface PoolUse {
  /** Connections used by queries and transactions. */
  lent: number
  /** Queries and transactions waiting for a connection. */
  waiting: number
  /** Statements slower than the limit since the start. */
  slow: number
  /** Moment of this process since which no connection was free; undefined while there is one. */
  exhaustedSince?: number | undefined
}

export interface SlowStatements {
  /** Limit in milliseconds above which statements are reported; 0 disables reports. */
  ms: number
  report: (text: string, tookMs: number, trace: Trace | undefined) => void
}

/** Length in the log above which the text of a statement is truncated. */
const LONGEST_TEXT = 2000

/** Logs slow statements with placeholders, never with their parameters. */
export const slowStatements = (log: Logger, ms: number): SlowStatements => ({
  ms,
  report: (text, tookMs, trace) =>
    log.warn(
      { statement: text.slice(0, LONGEST_TEXT), took_ms: Math.round(tookMs), ...traceFields(trace) },
      'slow query',
    ),
})

/** Connection lost or unavailable: SQLSTATE class 08, for which the driver provides a text only. */
class ConnectionError extends Error {
  readonly code = '08006'
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'connection lost', { cause })
  }
}

const hasCode = (error: unknown) => error instanceof Error && 'code' in error

export interface PoolSettings {
  url: string
  max: number
  /** Prepares named statements once per connection; disabled behind a pooler in transaction mode. */
  prepare: boolean
  applicationName?: string | undefined
  /** Sends statements without waiting for previous answers. COPY and cursors need a pool without it. */
  pipeline: boolean
  /** Settings of each session, such as `role` or `statement_timeout`. */
  settings?: Record<string, string>
  slow?: SlowStatements | undefined
}

const ACQUIRE_TIMEOUT_MS = 10_000
/** Time after the closing of the pool when connections in use are terminated. */
const CLOSE_TIMEOUT_MS = 5000
const IDLE_TIMEOUT_MS = 60_000
const MAX_LIFETIME_SECONDS = 60 * 60

/** Number of cached names of prepared statements by text. An evicted name stays on its connections, unused. */
const MAX_NAMES = 10_000
const names = new LRUCache<string, string>({ max: MAX_NAMES })
let named = 0
function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  named += 1
  names.set(text, `s${named}`)
  return `s${named}`
}

/** Opens a pool of the driver for a library that runs its own statements. */
export function openDriverPool(url: string, max: number, settings: Record<string, string>): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max,
    pipeline: true,
    application_name: 'artikul-jobs',
    options: sessionOptions(settings),
    keepAlive: true,
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
  })
  // A lost connection is reported to its queries; without listeners it would terminate the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export interface QueryOptions {
  /** Prepares the statement once per connection, where the pool does so. */
  prepare?: boolean
  /** Returns rows as arrays, faster for large results. */
  rowMode?: 'array'
}

/** Connection of the pool until it is released. */
export class Connection {
  readonly client: pg.PoolClient
  readonly #pool: OpenPool
  #isReleased = false
  #endedAt = 0

  constructor(pool: OpenPool, client: pg.PoolClient) {
    this.#pool = pool
    this.client = client
  }

  /** @throws ConnectionError when the connection is lost; pg.DatabaseError when PostgreSQL rejects the statement */
  async query(text: string, values?: readonly unknown[], options: QueryOptions = {}): Promise<pg.QueryResult> {
    // The driver would write null, but a missing value must not be treated as an empty one.
    if (values?.includes(undefined)) throw new TypeError(`undefined is no parameter: ${text}`)
    const { prepare, rowMode } = options
    const hasName = prepare === true && this.#pool.settings.prepare && values !== undefined
    const began = performance.now()
    try {
      const result = (await this.client.query({
        text,
        ...(values && { values: values as unknown[] }),
        ...(hasName && { name: nameOf(text) }),
        ...(rowMode && { rowMode }),
      })) as pg.QueryResult
      if (statementChannel.hasSubscribers) statementChannel.publish({ text, fields: result.fields })
      return result
    } catch (error) {
      // The driver reports an error before the state of the transaction, which `takeBack` needs.
      await this.client.query('').catch(() => undefined)
      throw this.#pool.isLost(this.client) && !hasCode(error) ? new ConnectionError(error) : error
    } finally {
      // The duration of a pipelined statement starts with the answer of the previous one.
      const endedAt = performance.now()
      this.#pool.reportSlow(text, endedAt - Math.max(began, this.#endedAt))
      this.#endedAt = endedAt
    }
  }

  /** @param destroy closes the connection instead of returning it to the pool */
  release(destroy = false) {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#pool.takeBack(this.client, destroy)
  }
}

/** Pool of connections for one kind of work. */
export class OpenPool {
  readonly settings: PoolSettings
  readonly use: PoolUse = { lent: 0, waiting: 0, slow: 0 }
  readonly pgPool: pg.Pool
  readonly #lost = new WeakSet<pg.ClientBase>()
  readonly #lent = new Set<pg.PoolClient>()
  #closing: Promise<void> | undefined

  constructor(settings: PoolSettings) {
    this.settings = settings
    this.pgPool = new pg.Pool({
      ...connectionOptions(settings.url),
      max: settings.max,
      pipeline: settings.pipeline,
      application_name: settings.applicationName ?? 'artikul',
      options: sessionOptions({ TimeZone: 'UTC', ...settings.settings }),
      types: valueTypes,
      keepAlive: true,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    })
    // A lost connection is reported to its queries; without listeners it would terminate the process.
    this.pgPool.on('error', () => undefined)
    this.pgPool.on('connect', (client) => client.on('error', () => this.#lost.add(client)))
  }

  get max(): number {
    return this.settings.max
  }

  isLost(client: pg.ClientBase): boolean {
    return this.#lost.has(client)
  }

  reportSlow(text: string, tookMs: number) {
    const { slow } = this.settings
    if (!slow || slow.ms === 0 || tookMs < slow.ms) return
    this.use.slow += 1
    slow.report(text, tookMs, traceNow())
  }

  /** @throws ConnectionError when no connection is available within 10 seconds */
  async connect(): Promise<Connection> {
    this.use.waiting += 1
    try {
      const client = await this.pgPool.connect()
      this.use.lent += 1
      this.use.exhaustedSince = undefined
      this.#lent.add(client)
      return new Connection(this, client)
    } catch (error) {
      if (this.use.lent >= this.max) this.use.exhaustedSince ??= performance.now()
      throw hasCode(error) ? error : new ConnectionError(error)
    } finally {
      this.use.waiting -= 1
    }
  }

  /** Runs `work` with a connection, which is returned in any case. */
  async withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.connect()
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  }

  /** Runs `work` in a transaction; a lost connection fails it. */
  begin<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.withConnection(async (connection) => {
      await connection.query('begin')
      try {
        const result = await work(connection)
        const { command } = await connection.query('commit')
        if (command === 'ROLLBACK') throw new Error('nothing was committed: a statement of the transaction had failed')
        return result
      } catch (error) {
        await rollBack(connection)
        throw error
      }
    })
  }

  /**
   * Returns a connection to the pool; one with an open transaction is closed, because the next statement would run
   * within it.
   */
  takeBack(client: pg.PoolClient, destroy: boolean) {
    this.use.lent -= 1
    this.#lent.delete(client)
    client.release(destroy || client.getTransactionStatus() !== 'I')
  }

  /** Waits for connections in use, then terminates them. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close() {
    const cutOff = setTimeout(() => {
      for (const client of this.#lent) void client.end()
    }, CLOSE_TIMEOUT_MS)
    await this.pgPool.end()
    clearTimeout(cutOff)
  }
}

/**
 * A connection that cannot roll back is lost together with its transaction: the original error is the one to report.
 */
export const rollBack = (connection: Connection): Promise<unknown> =>
  connection.query('rollback').catch(() => {
    connection.release(true)
  })

const sessionOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
