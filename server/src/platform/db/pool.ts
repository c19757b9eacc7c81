import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Logger } from 'pino'
import { traceFields, traceNow, type Trace } from '../telemetry/trace.ts'
import { connectionOptions } from './url.ts'
import { valueTypes } from './value-types.ts'

/** How busy a pool is. */
export interface PoolUse {
  /** Connections that queries and transactions use. */
  lent: number
  /** Queries and transactions that wait for one. */
  waiting: number
  /** Statements that took longer than the limit since the start. */
  slow: number
  /** Since when nobody has got a connection although all are lent; a moment of this process. */
  exhaustedSince?: number | undefined
}

export interface SlowStatements {
  /** Longer statements are reported, milliseconds; 0: none. */
  ms: number
  report: (text: string, tookMs: number, trace: Trace | undefined) => void
}

/** The text of a statement with a long list is cut in the log. */
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

/** The connection was lost or could not be had: SQLSTATE class 08, where the driver gives a text alone. */
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
  /** Named statements are parsed once per connection; off behind a pooler that lends connections by transaction. */
  prepare: boolean
  applicationName?: string | undefined
  /** Sends statements without waiting for the answers of those before. COPY and cursors need a pool without it. */
  pipeline: boolean
  /** Settings of each session, such as `role` or `statement_timeout`. */
  settings?: Record<string, string>
  slow?: SlowStatements | undefined
}

const ACQUIRE_TIMEOUT_MS = 10_000
/** Work that has not ended so long after the pool is closed loses its connection. */
const CLOSE_TIMEOUT_MS = 5000
const IDLE_TIMEOUT_MS = 60_000
const MAX_LIFETIME_SECONDS = 60 * 60

/** Names of prepared statements by their text. A name that is dropped here stays on its connections, unused. */
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

export interface QueryOptions {
  /** Parse once per connection, where the pool prepares statements. */
  prepare?: boolean
  /** Rows as arrays: quicker where there are many. */
  rowMode?: 'array'
}

/** A connection of the pool until it is released. */
export class Connection {
  readonly client: pg.PoolClient
  readonly #pool: OpenPool
  #isReleased = false
  #endedAt = 0

  constructor(pool: OpenPool, client: pg.PoolClient) {
    this.#pool = pool
    this.client = client
  }

  /** @throws ConnectionError when the connection is lost; pg.DatabaseError when PostgreSQL refuses the statement */
  async query(text: string, values?: readonly unknown[], options: QueryOptions = {}): Promise<pg.QueryResult> {
    // The driver would write null: a forgotten value must not pass for an empty one.
    if (values?.includes(undefined)) throw new TypeError(`undefined is no parameter: ${text}`)
    const { prepare, rowMode } = options
    const hasName = prepare === true && this.#pool.settings.prepare && values !== undefined
    const began = performance.now()
    try {
      return (await this.client.query({
        text,
        ...(values && { values: values as unknown[] }),
        ...(hasName && { name: nameOf(text) }),
        ...(rowMode && { rowMode }),
      })) as pg.QueryResult
    } catch (error) {
      // The driver reports an error before the server says how the transaction stands, which `takeBack` has to know.
      await this.client.query('').catch(() => undefined)
      throw this.#pool.isLost(this.client) && !hasCode(error) ? new ConnectionError(error) : error
    } finally {
      // A statement that was sent before the answer of the one ahead begins with that answer.
      const endedAt = performance.now()
      this.#pool.reportSlow(text, endedAt - Math.max(began, this.#endedAt))
      this.#endedAt = endedAt
    }
  }

  /** @param destroy closes the connection instead of lending it again */
  release(destroy = false) {
    if (this.#isReleased) return
    this.#isReleased = true
    this.#pool.takeBack(this.client, destroy)
  }
}

/** Connections of one kind of work. */
export class OpenPool {
  readonly settings: PoolSettings
  readonly use: PoolUse = { lent: 0, waiting: 0, slow: 0 }
  readonly #pool: pg.Pool
  readonly #lost = new WeakSet<pg.ClientBase>()
  readonly #lent = new Set<pg.PoolClient>()
  #closing: Promise<void> | undefined

  constructor(settings: PoolSettings) {
    this.settings = settings
    this.#pool = new pg.Pool({
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
    // A lost connection is reported to its queries; without listeners it would end the process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => this.#lost.add(client)))
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

  /** @throws ConnectionError when none can be had within 10 seconds */
  async connect(): Promise<Connection> {
    this.use.waiting += 1
    try {
      const client = await this.#pool.connect()
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

  /** Runs `work` on a connection of its own, which is returned however that ends. */
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

  /** Takes a connection back; one whose transaction is still open is closed: the next statement would run in it. */
  takeBack(client: pg.PoolClient, destroy: boolean) {
    this.use.lent -= 1
    this.#lent.delete(client)
    client.release(destroy || client.getTransactionStatus() !== 'I')
  }

  /** Waits for connections in use, then cuts them off. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close() {
    const cutOff = setTimeout(() => {
      for (const client of this.#lent) void client.end()
    }, CLOSE_TIMEOUT_MS)
    await this.#pool.end()
    clearTimeout(cutOff)
  }
}

/** A connection that cannot roll back is lost, and its transaction with it: the error before it is the one to report. */
export const rollBack = (connection: Connection): Promise<unknown> =>
  connection.query('rollback').catch(() => {
    connection.release(true)
  })

const sessionOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
