import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type { QueryResult } from 'pg'
import { publishCompiledQueries } from './statement-channels.ts'
import { rollBack, type Connection, type OpenPool } from './pool.ts'
import type { TenantScope } from '../access/scope.ts'
import type { DB } from './generated-schema.ts'

type Query = (text: string, values: readonly unknown[]) => Promise<QueryResult>

/** Query builder over a pool; `wrap` defines how a connection runs queries. */
const kyselyOf = (pool: OpenPool, wrap: (connection: Connection) => Query): Kysely<DB> =>
  new Kysely<DB>({
    ...publishCompiledQueries(),
    dialect: new PostgresDialect({
      pool: { connect: async () => clientOver(await pool.connect(), wrap), end: async () => undefined, options: {} },
    }),
  })

function clientOver(connection: Connection, wrap: (connection: Connection) => Query): PostgresPoolClient {
  const query = wrap(connection)
  return {
    // A lost connection has already rolled back: a failed rollback would hide the original error.
    query: async (text: string, values: readonly unknown[]) => {
      if (text !== 'rollback') return query(text, values)
      await rollBack(connection)
      return { command: 'ROLLBACK', rowCount: null, rows: [] }
    },
    release: (destroy?: boolean) => connection.release(destroy),
  } as unknown as PostgresPoolClient
}

/** Queries with the role of the pool. */
export const kyselyOfPool = (pool: OpenPool) => kyselyOf(pool, (connection) => connection.query.bind(connection))

/**
 * Queries on behalf of one owner: every transaction sets the role and the owner, a single statement gets its own
 * transaction. Local settings also work behind a pooler in transaction mode.
 */
export const kyselyOfTenant = (pool: OpenPool, owner: TenantScope) =>
  kyselyOf(pool, (connection) => tenantQuery(connection, owner))

function tenantQuery(connection: Connection, owner: TenantScope): Query {
  const [role, id] = owner === 'any' ? ['artikul_staff', ''] : ['artikul_client', String(owner)]
  const setOwner = `select set_config('role', '${role}', true), set_config('artikul.owner', '${id}', true)`
  /** Sent as one message, so that no statement runs between the two. */
  const begin = async (text: string) => {
    const results = (await connection.query(`${text}; ${setOwner}`)) as unknown as QueryResult[]
    return results[0] as QueryResult
  }
  let isOpen = false
  return async (text, values) => {
    if (isOpen) {
      if (text === 'commit') isOpen = false
      return connection.query(text, values, { prepare: values.length > 0 })
    }
    if (/^(begin|start transaction)/.test(text)) {
      isOpen = true
      return begin(text)
    }
    await begin('begin')
    return inTransaction(connection, text, values)
  }
}

/** The statement and its commit are sent together: the commit of a failed statement rolls back. */
async function inTransaction(connection: Connection, text: string, values: readonly unknown[]): Promise<QueryResult> {
  const [result, committed] = await Promise.allSettled([
    connection.query(text, values, { prepare: values.length > 0 }),
    connection.query('commit'),
  ])
  if (result.status === 'rejected') throw result.reason
  if (committed.status === 'rejected') throw committed.reason
  return result.value
}
