import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { QueryResult } from 'pg'
import { publishCompiledQueries } from './statement-channels.ts'
import { rollBack, type Connection, type OpenPool } from './pool.ts'
import { isRead, ReadSession } from './read-session.ts'
import { traceNow, type Trace } from '../telemetry/trace.ts'
import type { TenantScope } from '../access/scope.ts'
import type { DB } from './generated-schema.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<QueryResult>

/** What the query builder uses of a connection. */
interface Client {
  query: Query
  release: (destroy?: boolean) => void
}

const kyselyOf = (connect: () => Promise<Client>): Kysely<DB> =>
  new Kysely<DB>({
    ...publishCompiledQueries(),
    dialect: new PostgresDialect({
      pool: {
        connect: () => connect() as unknown as Promise<PostgresPoolClient>,
        end: async () => undefined,
        options: {},
      },
    }),
  })

/** Queries with the role of the pool. */
export const kyselyOfPool = (pool: OpenPool) =>
  kyselyOf(async () => {
    const connection = await pool.connect()
    return {
      query: (text, values) => (text === 'rollback' ? rolledBack(connection) : connection.query(text, values)),
      release: (destroy) => connection.release(destroy),
    }
  })

/** A lost connection has already rolled back: a failed rollback would hide the original error. */
async function rolledBack(connection: Connection): Promise<QueryResult> {
  await rollBack(connection)
  return { command: 'ROLLBACK', rowCount: null, rows: [] } as unknown as QueryResult
}

/**
 * Queries on behalf of one owner: every transaction sets the role and the owner. A single write gets its own
 * transaction; the reads of a client's request share one. Local settings also work behind a pooler in transaction mode.
 */
export function kyselyOfTenant(pool: OpenPool, owner: TenantScope) {
  const [role, id] = owner === 'any' ? ['artikul_staff', ''] : ['artikul_client', String(owner)]
  // Lists of staff have filters and periods of any width, which deserve a plan of their own.
  const plans = owner === 'any' ? `, set_config('plan_cache_mode', 'auto', true)` : ''
  const setOwner = `select set_config('role', '${role}', true), set_config('artikul.owner', '${id}', true)${plans}`
  const sessions = new WeakMap<Trace, ReadSession>()
  /** Returns the session of the current request; staff's heavy reports run beside each other instead. */
  const sessionNow = (): ReadSession | undefined => {
    const trace = traceNow()
    if (!trace?.isRequest || owner === 'any') return undefined
    const known = sessions.get(trace)
    if (known) return known
    const session = new ReadSession(pool, `begin; ${setOwner}`, () => sessions.delete(trace))
    sessions.set(trace, session)
    return session
  }
  return kyselyOf(() => Promise.resolve(new TenantClient(pool, setOwner, sessionNow)))
}

/** Connection of one owner, acquired by the first statement that needs one of its own. */
class TenantClient implements Client {
  readonly #pool: OpenPool
  readonly #setOwner: string
  readonly #sessionNow: () => ReadSession | undefined
  #connection: Connection | undefined
  /** Answer to the beginning of the open transaction. */
  #begun: Promise<unknown> | undefined

  constructor(pool: OpenPool, setOwner: string, sessionNow: () => ReadSession | undefined) {
    this.#pool = pool
    this.#setOwner = setOwner
    this.#sessionNow = sessionNow
  }

  query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (this.#begun && this.#connection) return this.#inTransaction(this.#connection, this.#begun, text, values)
    const session = isRead(text) ? this.#sessionNow() : undefined
    const result = await session?.run(text, values)
    if (result) return result
    this.#connection ??= await this.#pool.connect()
    if (!/^(begin|start transaction)/.test(text)) return this.#alone(this.#connection, text, values)
    this.#begun = this.#begin(this.#connection, text)
    return { command: 'BEGIN', rowCount: null, rows: [] } as unknown as QueryResult
  }

  release = (destroy?: boolean) => this.#connection?.release(destroy)

  /** Sent as one message, so that no statement runs between the two; its failure is that of the next statement. */
  #begin(connection: Connection, text: string): Promise<unknown> {
    const begun = connection.query(`${text}; ${this.#setOwner}`)
    begun.catch(() => undefined)
    return begun
  }

  async #inTransaction(connection: Connection, begun: Promise<unknown>, text: string, values: readonly unknown[]) {
    if (text === 'rollback') return rolledBack(connection)
    if (text === 'commit') this.#begun = undefined
    const [, result] = await Promise.all([begun, connection.query(text, values, { prepare: values.length > 0 })])
    return result
  }

  /** The statement and its commit are sent together: the commit of a failed statement rolls back. */
  async #alone(connection: Connection, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const [begun, result, committed] = await Promise.allSettled([
      this.#begin(connection, 'begin'),
      connection.query(text, values, { prepare: values.length > 0 }),
      connection.query('commit'),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (result.status === 'rejected') throw result.reason
    if (committed.status === 'rejected') throw committed.reason
    return result.value
  }
}
