import { Kysely, PostgresDialect } from 'kysely'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import { publishCompiledQueries } from './statement-channels.ts'
import type pg from 'pg'
import type { Connection, OpenPool } from './pool.ts'
import type { DB } from './generated-schema.ts'

type Row = Record<string, unknown>

/** Hand-written statements, on any connection of a pool or on one connection. */
export interface Sql {
  /**
   * Each value of the template becomes a parameter: `` sql<{ id: number }[]>`select id from users where login =
   * ${login}` ``
   */
  <Rows extends readonly object[] = Row[]>(texts: TemplateStringsArray, ...values: unknown[]): Promise<Rows>
  /**
   * Runs a text with `$1`, … that is prepared once per connection; without values it may contain several statements.
   */
  query: <R extends object = Row>(text: string, values?: readonly unknown[]) => Promise<R[]>
  /** Runs a template and counts the rows that it wrote. */
  count: (texts: TemplateStringsArray, ...values: unknown[]) => Promise<number>
  /** Returns rows as arrays of columns, faster for large results. */
  arrays: (text: string, values: readonly unknown[]) => Promise<unknown[][]>
}

/** Statements of a transaction, on its connection. */
export interface SqlTransaction extends Sql {
  /** Query builder in the same transaction. */
  db: Kysely<DB>
  /** Sends rows to `copy … from stdin`; fails with the first error of the rows, of PostgreSQL or of the connection. */
  copy: (text: string, rows: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>) => Promise<void>
  /** Yields rows of a large result, `size` at a time. */
  pages: <R extends object>(text: string, values: readonly unknown[], size: number) => AsyncIterable<R[]>
}

/** Statements that can open transactions and occupy a connection for longer. */
export interface SqlPool extends Sql {
  /**
   * @throws ConnectionError when the connection is lost: nothing was committed, or the outcome of the commit is unknown
   */
  begin: <T>(work: (tx: SqlTransaction) => Promise<T>) => Promise<T>
  /** Runs `work` on one connection without a transaction, for session locks. */
  withConnection: <T>(work: (connection: SqlTransaction) => Promise<T>) => Promise<T>
  /** Pool of the driver, for a library that runs its own statements. */
  pgPool: pg.Pool
}

type RunQuery = Connection['query']

function statementsOver(query: RunQuery): Sql {
  const run = (texts: TemplateStringsArray, values: unknown[]) =>
    query(
      texts.reduce((whole, part, at) => `${whole}$${at}${part}`),
      values.length > 0 ? values : undefined,
      { prepare: true },
    )
  const rows = async (texts: TemplateStringsArray, ...values: unknown[]) => (await run(texts, values)).rows as Row[]
  return Object.assign(rows as unknown as Sql, {
    count: async (texts: TemplateStringsArray, ...values: unknown[]) => (await run(texts, values)).rowCount ?? 0,
    query: async (text: string, values?: readonly unknown[]) =>
      (await query(text, values, { prepare: true })).rows as never,
    arrays: async (text: string, values: readonly unknown[]) =>
      (await query(text, values, { prepare: true, rowMode: 'array' })).rows as unknown[][],
  })
}

function transactionOver(connection: Connection): SqlTransaction {
  return Object.assign(statementsOver(connection.query.bind(connection)), {
    db: kyselyOver(connection),
    copy: async (text: string, rows: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>) =>
      pipeline(rows, connection.client.query(copyFrom(text))),
    pages: <R extends object>(text: string, values: readonly unknown[], size: number) =>
      pagesOf<R>(connection, text, values, size),
  })
}

async function* pagesOf<R extends object>(
  { client }: Connection,
  text: string,
  values: readonly unknown[],
  size: number,
): AsyncIterable<R[]> {
  const cursor = client.query(new Cursor<R>(text, values as unknown[]))
  try {
    for (let rows = await cursor.read(size); rows.length > 0; rows = await cursor.read(size)) yield rows
  } finally {
    await cursor.close()
  }
}

/** Query builder on a connection that the caller returns. */
const kyselyOver = (connection: Connection): Kysely<DB> => {
  const client = {
    query: (text: string, values: readonly unknown[]) => connection.query(text, values),
    release: () => undefined,
  }
  return new Kysely<DB>({
    ...publishCompiledQueries(),
    dialect: new PostgresDialect({
      pool: { connect: async () => client as never, end: async () => undefined, options: {} },
    }),
  })
}

export function statementsOf(pool: OpenPool): SqlPool {
  const query: RunQuery = (...args) => pool.withConnection((connection) => connection.query(...args))
  return Object.assign(statementsOver(query), {
    begin: <T>(work: (tx: SqlTransaction) => Promise<T>) =>
      pool.begin((connection) => work(transactionOver(connection))),
    withConnection: <T>(work: (connection: SqlTransaction) => Promise<T>) =>
      pool.withConnection((connection) => work(transactionOver(connection))),
    pgPool: pool.pgPool,
  })
}
