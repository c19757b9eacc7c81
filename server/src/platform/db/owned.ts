import type { ReservedSql } from 'postgres'
import type { Sql } from './index.ts'

/** Whose rows a handle sees: one company's, anybody's (staff and jobs), or nobody's. */
export type Owner = number | 'any'

const AS = `select set_config('role', $1, true), set_config('artikul.owner', $2, true)`

type Query = (text: string, parameters?: unknown[], options?: object) => Promise<unknown> & { cancel?: () => void }

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The connection is gone: the driver's own words, the system's, or the last ones of a database that goes down. */
const GONE = /^(CONNECT|ECONN|EPIPE|ENOENT|08|57P)/

/** Whose connection is gone has been rolled back by that: a failed rollback would hide what went wrong before it. */
const undoneWithIt = (error: unknown) => {
  if (!GONE.test(codeOf(error))) throw error
  return Object.assign([], { command: 'ROLLBACK', count: 0 })
}

/** The pool as Kysely's dialect sees a driver; the pool itself is closed by whoever opened it. */
export function lentPool(sql: Sql, wrap: (connection: ReservedSql) => Query = sendOver) {
  const reserve = async () => {
    const connection = await sql.reserve()
    const send = wrap(connection)
    const unsafe: Query = (text, parameters, options) =>
      text === 'rollback' ? send(text).catch(undoneWithIt) : send(text, parameters, options)
    return { release: () => connection.release(), unsafe }
  }
  return { options: sql.options, end: async () => undefined, reserve }
}

const sendOver =
  (connection: ReservedSql): Query =>
  (text, parameters = [], options) =>
    connection.unsafe(text, parameters as never[], options)

/**
 * The pool as seen by one owner: every transaction switches the role and names the owner, a lone statement gets a
 * transaction of its own. Local settings also work behind a pooler that lends connections by transaction.
 */
export function ownedPool(sql: Sql, owner: Owner) {
  const settings = owner === 'any' ? ['artikul_staff', ''] : ['artikul_client', String(owner)]
  return lentPool(sql, (connection) => ownedQuery(connection, settings))
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

/**
 * The statement is sent only when its transaction stands: a parameter that the driver cannot write must fail alone, and
 * not leave the answers of its neighbours one behind.
 */
async function inOwnTransaction(send: Query, settings: string[], work: () => Promise<unknown>): Promise<unknown> {
  await Promise.all([send('begin'), send(AS, settings)])
  try {
    const result = await work()
    await send('commit')
    return result
  } catch (error) {
    await send('rollback').catch(() => undefined)
    throw error
  }
}
