import type { QueryResult } from 'pg'
import type { OpenPool, Connection } from './pool.ts'

/** SQLSTATE of a statement in a transaction that an earlier statement has aborted. */
const IN_FAILED_TRANSACTION = '25P02'

const WRITES = /\b(insert|update|delete|merge|share)\b/i
/** True for a statement that neither writes nor locks rows. */
export const isRead = (text: string) => /^\s*(select|with)\b/i.test(text) && !WRITES.test(text)

const isInFailedTransaction = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === IN_FAILED_TRANSACTION

/**
 * One transaction for the reads of a request: statements run at once are sent together, and the transaction ends as soon
 * as the request waits for something else than the database. Eight reads take ten messages instead of thirty-two.
 */
export class ReadSession {
  readonly #begin: string
  readonly #connected: Promise<Connection>
  readonly #onEnd: () => void
  #begun: Promise<unknown> | undefined
  #running = 0
  #hasEnded = false
  #isClosed = false

  /**
   * @param begin statements that open the transaction
   * @param onEnd called once, when the session takes no more statements
   */
  constructor(pool: OpenPool, begin: string, onEnd: () => void) {
    this.#begin = begin
    this.#connected = pool.connect()
    this.#onEnd = onEnd
  }

  /** Runs a read; returns undefined when another read of the transaction has failed, and this one must be repeated. */
  async run(text: string, values: readonly unknown[]): Promise<QueryResult | undefined> {
    this.#running += 1
    try {
      const connection = await this.#connected
      this.#begun ??= connection.query(this.#begin)
      const result = connection.query(text, values, { prepare: values.length > 0 })
      const [, answer] = await Promise.all([this.#begun, result])
      return answer
    } catch (error) {
      this.#end()
      if (isInFailedTransaction(error)) return undefined
      throw error
    } finally {
      this.#running -= 1
      // A continuation of the request starts its next statement before an immediate runs.
      if (this.#running === 0) setImmediate(() => this.#close())
    }
  }

  #end() {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#onEnd()
  }

  #close() {
    if (this.#running > 0 || this.#isClosed) return
    this.#isClosed = true
    this.#end()
    void this.#connected.then(
      (connection) =>
        connection.query('commit').then(
          () => connection.release(),
          () => connection.release(true),
        ),
      () => undefined,
    )
  }
}
