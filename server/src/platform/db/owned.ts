import type { ReservedSql } from 'postgres'
import type { Sql } from './index.ts'

/** Whose rows a handle sees: one company's, anybody's (staff and jobs), or nobody's. */
export type Owner = number | 'any'

const AS = `select set_config('role', $1, true), set_config('artikul.owner', $2, true)`

type Query = (text: string, parameters?: unknown[], options?: object) => Promise<unknown> & { cancel?: () => void }

/**
 * The pool as seen by one owner: every transaction switches the role and names the owner, a lone statement gets a
 * transaction of its own. All is sent at once, so it costs no waiting; local settings also work behind a pooler that
 * lends connections by transaction.
 */
export function ownedPool(sql: Sql, owner: Owner) {
  const settings = owner === 'any' ? ['artikul_staff', ''] : ['artikul_client', String(owner)]
  const reserve = async () => {
    const connection = await sql.reserve()
    return { release: () => connection.release(), unsafe: ownedQuery(connection, settings) }
  }
  // The dialect's own view of a driver: `reserve`, `options`, `end`; the pool itself is closed by whoever opened it.
  return { options: sql.options, end: async () => undefined, reserve }
}

function ownedQuery(connection: ReservedSql, settings: string[]): Query {
  const send = (text: string, parameters: unknown[] = [], options: object = { prepare: true }) =>
    connection.unsafe(text, parameters as never[], options).execute()
  let isOpen = false
  return (text, parameters, options) => {
    if (isOpen) {
      if (text === 'commit' || text === 'rollback') isOpen = false
      return send(text, parameters, options)
    }
    if (/^(begin|start transaction)/.test(text)) {
      isOpen = true
      const begun = send(text)
      const set = send(AS, settings)
      return Promise.all([begun, set]).then(([result]) => result)
    }
    return inOwnTransaction(send, settings, () => send(text, parameters, options))
  }
}

/** A failed statement makes the commit a rollback; its own error is the one that tells why. */
async function inOwnTransaction(send: Query, settings: string[], work: () => Promise<unknown>): Promise<unknown> {
  // All four are on their way before the first is answered; every failure is looked at, the earliest is told.
  const [begun, set, result, committed] = await Promise.allSettled([
    send('begin'),
    send(AS, settings),
    work(),
    send('commit'),
  ])
  for (const step of [begun, set, result, committed]) if (step.status === 'rejected') throw step.reason
  return result.status === 'fulfilled' ? result.value : undefined
}
