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
import type { DB } from './schema.generated.ts'

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
 * Sends the statements of an open transaction without waiting for the answer of each: one round trip for all that `work`
 * asks for at once (`Promise.all`), where a transaction's own handle takes one for each. PostgreSQL runs them in the
 * order in which they were asked for, and each sees what those before it have locked and written; none may need the
 * answer of another, and parameters are such as the driver can write. Whatever follows a failure fails with it.
 */
export const pipelined = <T>(tx: Transaction<DB>, work: (db: Db) => Promise<T>): Promise<T> =>
  tx.getExecutor().provideConnection((connection) => work(new Kysely<DB>({ dialect: dialectOver(connection) })))
