import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../db/index.ts'
import { AppError } from '../errors.ts'
import type { Actor } from './actor.ts'

/** Printable ASCII, 1…255 characters. */
const KEY = /^[\x21-\x7e]{1,255}$/

export interface StoredReply {
  status: number
  body: string
  replayed: boolean
}

interface Call {
  userId: number
  /** Key of the program that calls for the person; programs choose their keys independently of each other. */
  apiKeyId?: number | undefined
  key: string | string[] | undefined
  /** Method, path and body: the key cannot be reused with different ones. */
  fingerprint: string
}

/** Reply of an earlier call; nulls without one. */
interface StoredCall {
  request_hash: string | null
  status: number | null
  reply: string | null
}

const stillRunning = () => new AppError('idempotency.running', { retryAfter: 1 })

function requireKey(key: Call['key']): string {
  if (key === undefined || key === '') throw new AppError('idempotency.key_required')
  if (typeof key !== 'string' || !KEY.test(key)) throw new AppError('idempotency.key_invalid')
  return key
}

/**
 * Runs a creating call at most once per user and key. The key is stored with the reply in the call's own transaction: a
 * crash stores neither. A refusal stores nothing, so that a corrected retry can succeed.
 * @throws AppError `idempotency.running` while the first call is in progress, `idempotency.body_differs` for another
 * body
 */
export async function once(
  db: Kysely<DB>,
  call: Call,
  run: (tx: Transaction<DB>) => Promise<{ status: number; body: string }>,
): Promise<StoredReply> {
  const requested = requireKey(call.key)
  const key = call.apiKeyId === undefined ? requested : `${call.apiKeyId} ${requested}`
  const hash = createHash('sha256').update(call.fingerprint).digest('base64url')
  const lock = createHash('sha256').update(`${call.userId}\n${key}`).digest().readBigInt64BE().toString()
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ is_free: boolean } & StoredCall>`
      select pg_try_advisory_xact_lock(${lock}::bigint) as is_free, stored.request_hash, stored.status, stored.reply
      from (select 1) as one
      left join idempotency_keys stored on stored.user_id = ${call.userId} and stored.key = ${key}`.execute(tx)
    const stored = rows[0]
    if (stored?.status && stored.reply !== null) {
      if (stored.request_hash !== hash) throw new AppError('idempotency.body_differs')
      return { status: stored.status, body: stored.reply, replayed: true }
    }
    if (!stored?.is_free) throw stillRunning()
    const reply = await run(tx)
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('idempotency_keys')
      .values({ user_id: call.userId, key, request_hash: hash, status: reply.status, reply: reply.body })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    // The first call ended between the look and the lock: this one is rolled back, and its retry gets the stored reply.
    if (numInsertedOrUpdatedRows === 0n) throw stillRunning()
    return { ...reply, replayed: false }
  })
}

/**
 * `once` for a program whose protocol has no header for the key.
 * @returns the result of the first call, as JSON stores it
 */
export async function onceForKey<T>(
  db: Kysely<DB>,
  { userId, key: apiKey }: Pick<Actor, 'userId' | 'key'>,
  call: { key: string; fingerprint: string },
  run: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const stored = await once(db, { userId, apiKeyId: apiKey?.id, ...call }, async (tx) => ({
    status: 200,
    body: JSON.stringify(await run(tx)),
  }))
  // Written by a call of the same kind.
  return JSON.parse(stored.body) as T
}

/** Deletes stored replies to the person. */
export const deleteKeysOf = (db: Kysely<DB>, userId: number) =>
  db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute()
