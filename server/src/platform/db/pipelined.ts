import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Transaction,
} from 'kysely'
import type { Db } from './index.ts'
import type { DB } from './generated-schema.ts'

class OneConnection extends DummyDriver {
  readonly #connection: DatabaseConnection
  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }
  override acquireConnection = () => Promise.resolve(this.#connection)
}

const dialectOver = (connection: DatabaseConnection): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new OneConnection(connection),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * Sends the statements of an open transaction without waiting for individual answers: one round trip for everything
 * that `work` starts at once (`Promise.all`), where a regular handle takes one per statement. PostgreSQL runs them in
 * the order in which they were sent, and each sees the locks and writes of the previous ones; none may depend on the
 * answer of another, and parameters must be serialisable by the driver. Statements after a failure fail with it.
 */
export const pipelined = <T>(tx: Transaction<DB>, work: (db: Db) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => work(new Kysely<DB>({ dialect: dialectOver(connection) })))
