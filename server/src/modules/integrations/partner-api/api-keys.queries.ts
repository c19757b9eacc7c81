import type { ApiKeyPatch, NewApiKey } from '@artikul/contract/integrations/api-keys'
import type { KeyScope } from '@artikul/contract/core/key-scopes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

/** Selects a key that is not revoked with its company and its calls of the day. */
export async function selectKeyByLogin(db: Db, login: string, day: string) {
  const row = await db
    .selectFrom('api_keys as key')
    .innerJoin('contractors as company', 'company.id', 'key.contractor_id')
    .leftJoin('api_limits as ceiling', 'ceiling.contractor_id', 'key.contractor_id')
    .leftJoin('api_key_days as spent', (join) => join.onRef('spent.key_id', '=', 'key.id').on('spent.day', '=', day))
    .select([
      'key.id',
      'key.name',
      'key.contractor_id',
      'key.user_id',
      'key.secret_hash',
      'key.previous_hash',
      'key.previous_until',
      'key.consignee_id',
      'key.is_point_only',
      'key.scopes',
      'key.addresses',
      'key.valid_until',
      'key.order_limit_kop',
      'company.status',
      'company.stopped_reason',
      'spent.calls',
      'spent.minute',
      'spent.minute_calls',
      sql<number>`least(key.calls_per_minute, ceiling.calls_per_minute)`.as('calls_per_minute'),
      sql<number>`least(key.calls_per_day, ceiling.calls_per_day)`.as('calls_per_day'),
    ])
    .where('key.login', '=', login)
    .where('key.revoked_at', 'is', null)
    .executeTakeFirst()
  return row && { ...row, scopes: row.scopes as KeyScope[] } // the column's CHECK allows nothing else
}
export type KeyRow = NonNullable<Awaited<ReturnType<typeof selectKeyByLogin>>>

/** Selects the keys of a company that are not revoked, newest first, with their calls of the day. */
export async function selectKeys(db: Db, contractorId: number, day: string) {
  const rows = await db
    .selectFrom('api_keys as key')
    .innerJoin('users as maker', 'maker.id', 'key.user_id')
    .innerJoin('contractors as company', 'company.id', 'key.contractor_id')
    .leftJoin('user_contractors as membership', (join) =>
      join.onRef('membership.user_id', '=', 'key.user_id').onRef('membership.contractor_id', '=', 'key.contractor_id'),
    )
    .leftJoin('consignees as point', 'point.id', 'key.consignee_id')
    .leftJoin('api_key_days as spent', (join) => join.onRef('spent.key_id', '=', 'key.id').on('spent.day', '=', day))
    .select([
      'key.id',
      'key.name',
      'key.login',
      'key.consignee_id',
      'point.name as consignee',
      'key.is_point_only',
      'key.scopes',
      'key.addresses',
      'key.valid_until',
      'key.calls_per_minute',
      'key.calls_per_day',
      'key.order_limit_kop',
      'key.previous_until',
      'key.created_at',
      'key.version',
      'maker.full_name as made_by',
      'company.stopped_reason',
      'spent.calls as calls_today',
      'spent.refused as refused_today',
    ])
    .select((row) => row.eb('maker.is_active', '=', true).and('membership.user_id', 'is not', null).as('has_maker'))
    .select((row) =>
      row
        .selectFrom('api_key_days as used')
        .select((used) => used.fn.max('used.last_at').as('at'))
        .whereRef('used.key_id', '=', 'key.id')
        .as('last_used_at'),
    )
    .where('key.contractor_id', '=', contractorId)
    .where('key.revoked_at', 'is', null)
    .orderBy('key.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, scopes: row.scopes as KeyScope[] })) // the column's CHECK allows nothing else
}
export type ListedKey = Awaited<ReturnType<typeof selectKeys>>[number]

/** Key of the advisory lock: keys made at once in one company cannot exceed its limit. */
const CREATION_LOCK = 7351

/** Counts the keys of a company that are not revoked, under a lock until the transaction ends. */
export async function countKeysLocked(tx: Db, contractorId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CREATION_LOCK)}, ${contractorId}::integer)`.execute(tx)
  const { count } = await tx
    .selectFrom('api_keys')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('contractor_id', '=', contractorId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const insertKey = (
  tx: Db,
  contractorId: number,
  key: NewApiKey & { login: string; secret_hash: string },
  writer: Writer,
  now: Date,
) =>
  tx
    .insertInto('api_keys')
    .values({ ...key, ...writtenBy(writer), contractor_id: contractorId, user_id: writer.subjectId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Locks a key of the company that is not revoked, with its delivery point. */
export async function lockKey(tx: Db, contractorId: number, id: number) {
  const row = await tx
    .selectFrom('api_keys as key')
    .leftJoin('consignees as point', 'point.id', 'key.consignee_id')
    .selectAll('key')
    .select('point.name as consignee')
    .where('key.contractor_id', '=', contractorId)
    .where('key.id', '=', id)
    .where('key.revoked_at', 'is', null)
    .forUpdate('key')
    .executeTakeFirst()
  return row && { ...row, scopes: row.scopes as KeyScope[] } // the column's CHECK allows nothing else
}
export type LockedKey = NonNullable<Awaited<ReturnType<typeof lockKey>>>

interface KeyChanges extends Partial<Omit<ApiKeyPatch, 'version'>> {
  secret_hash?: string
  previous_hash?: string | null
  previous_until?: Date | null
  revoked_at?: Date
}

export const updateKey = (tx: Db, id: number, changes: KeyChanges, writer: Writer) =>
  tx
    .updateTable('api_keys')
    .set({ ...changes, ...writtenBy(writer), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

export interface SpentCalls {
  key_id: number
  day: string
  calls: number
  refused: number
  searches: number
  minute: number
  minute_calls: number
  last_at: Date
}

export interface SpentTotals {
  key_id: number
  day: string
  calls: number
  minute: number
  minute_calls: number
}

/** Adds the calls of this server to those of all servers and returns the sums. */
export async function addCalls(db: Db, spent: readonly SpentCalls[]): Promise<SpentTotals[]> {
  const { rows } = await sql<SpentTotals>`
    insert into api_key_days as total (key_id, day, calls, refused, searches, minute, minute_calls, last_at)
    select * from unnest(
      ${spent.map((one) => one.key_id)}::integer[], ${spent.map((one) => one.day)}::date[],
      ${spent.map((one) => one.calls)}::integer[], ${spent.map((one) => one.refused)}::integer[],
      ${spent.map((one) => one.searches)}::integer[],
      ${spent.map((one) => one.minute)}::integer[], ${spent.map((one) => one.minute_calls)}::integer[],
      ${spent.map((one) => one.last_at.toISOString())}::timestamptz[])
    on conflict (key_id, day) do update set calls = total.calls + excluded.calls,
      refused = total.refused + excluded.refused, searches = total.searches + excluded.searches,
      minute_calls = case
        when total.minute = excluded.minute then total.minute_calls + excluded.minute_calls
        when total.minute < excluded.minute then excluded.minute_calls
        else total.minute_calls end,
      minute = greatest(total.minute, excluded.minute), last_at = greatest(total.last_at, excluded.last_at)
    returning key_id, day, calls, minute, minute_calls`.execute(db)
  return rows
}
