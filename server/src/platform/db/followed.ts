import type { Logger } from 'pino'
import type { ReservedSql } from 'postgres'
import { traceFields, traceNow, type Trace } from '../trace.ts'
import type { Sql } from './index.ts'

/** How busy a pool is. */
export interface PoolUse {
  /** Connections given to transactions and statements of queries. */
  lent: number
  /** Who waits for one. */
  waiting: number
  /** Hand-written statements on their way, which the driver puts on whichever connection it likes. */
  direct: number
  slow: number
}

export interface SlowStatements {
  /** Statements that take longer are told of, milliseconds; 0: none. */
  ms: number
  tell: (text: string, tookMs: number, trace: Trace | undefined) => void
}

/** A statement of a list of ids is long, and its end says nothing more. */
const MOST_TEXT = 2000

/** Slow statements as lines of the log: with placeholders, never with what was asked by them. */
export const slowStatements = (log: Logger, ms: number): SlowStatements => ({
  ms,
  tell: (text, tookMs, trace) =>
    log.warn({ statement: text.slice(0, MOST_TEXT), took_ms: Math.round(tookMs), ...traceFields(trace) }, 'slow query'),
})

/** What of a statement the driver's own types leave out; its version is pinned. */
interface Statement {
  handler: (statement: Statement) => unknown
  resolve: (rows: unknown) => void
  reject: (error: unknown) => void
  strings: readonly string[]
  /** The text as it was sent, once it has been. */
  string?: string
}

const isStatement = (built: unknown): built is Statement =>
  built instanceof Promise && 'handler' in built && 'resolve' in built

interface Following {
  use: PoolUse
  slow: SlowStatements | undefined
}

/**
 * The driver tells nobody when a statement ends, and asking for that by `then` would run what is only a piece of
 * another statement: so it is followed where the driver itself hands it on.
 */
function follow<T>(built: T, { use, slow }: Following, isDirect: boolean): T {
  if (!isStatement(built)) return built
  const { handler, resolve, reject } = built
  let began = 0
  let trace: Trace | undefined
  const end = () => {
    if (isDirect) use.direct -= 1
    const tookMs = performance.now() - began
    if (!slow || slow.ms === 0 || tookMs < slow.ms) return
    use.slow += 1
    slow.tell(built.string ?? built.strings.join('?'), tookMs, trace)
  }
  built.handler = (statement) => {
    began = performance.now()
    // Its answer comes in the name of whoever opened the connection.
    trace = traceNow()
    if (isDirect) use.direct += 1
    return handler(statement)
  }
  built.resolve = (rows) => {
    end()
    resolve(rows)
  }
  built.reject = (error) => {
    end()
    reject(error)
  }
  return built
}

function lend(connection: ReservedSql, following: Following): ReservedSql {
  const release = connection.release.bind(connection)
  const unsafe = connection.unsafe.bind(connection)
  const { use } = following
  use.lent += 1
  let isLent = true
  return Object.assign(connection, {
    unsafe: (...asked: Parameters<typeof unsafe>) => follow(unsafe(...asked), following, false),
    release: () => {
      if (isLent) use.lent -= 1
      isLent = false
      release()
    },
  })
}

/** The same pool, counting what it does and telling what takes long: transactions of `begin` and COPY aside. */
export function followed(sql: Sql, slow?: SlowStatements): { sql: Sql; use: PoolUse } {
  const use: PoolUse = { lent: 0, waiting: 0, direct: 0, slow: 0 }
  const following = { use, slow }
  const ask = (...asked: Parameters<Sql>) => follow(sql(...asked), following, true)
  const reserve = async () => {
    use.waiting += 1
    try {
      return lend(await sql.reserve(), following)
    } finally {
      use.waiting -= 1
    }
  }
  const unsafe = (...asked: Parameters<Sql['unsafe']>) => follow(sql.unsafe(...asked), following, true)
  return { sql: Object.assign(ask, sql, { reserve, unsafe }), use }
}
