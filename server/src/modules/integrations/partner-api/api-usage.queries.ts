import type { ApiLimitsPatch } from '@artikul/contract/integrations/api-keys'
import type { KeyScope } from '@artikul/contract/core/key-scopes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

export const isCompany = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('contractors').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface UsedKey {
  id: number
  name: string
  login: string
  scopes: KeyScope[]
  made_by: string
  last_used_at: Date | null
  calls: number
  searches: number
  refused: number
  is_revoked: boolean
}

/** Selects the keys of a company with their calls since the day; revoked ones only if they were used since. */
export async function selectUsedKeys(db: Db, contractorId: number, since: string): Promise<UsedKey[]> {
  const { rows } = await sql<UsedKey>`
    select key.id, key.name, key.login, key.scopes, maker.full_name as made_by, spent.last_used_at,
      coalesce(spent.calls, 0) as calls, coalesce(spent.searches, 0) as searches, coalesce(spent.refused, 0) as refused,
      key.revoked_at is not null as is_revoked
    from api_keys key
    join users maker on maker.id = key.user_id
    left join lateral (
      select sum(calls)::integer as calls, sum(searches)::integer as searches, sum(refused)::integer as refused,
        max(last_at) as last_used_at
      from api_key_days where key_id = key.id and day > ${since}::date) as spent on true
    where key.contractor_id = ${contractorId} and (key.revoked_at is null or spent.calls is not null)
    order by coalesce(spent.calls, 0) desc, key.id desc
    limit 100`.execute(db)
  return rows
}

/** Counts the orders that programs of a company placed since the moment. */
export async function countProgramOrders(db: Db, contractorId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders
    where contractor_id = ${contractorId} and created_at > ${since} and api_key <> ''`.execute(db)
  return rows[0]?.count ?? 0
}

export const selectLimits = (db: Db, contractorId: number) =>
  db
    .selectFrom('api_limits')
    .select(['version', 'calls_per_minute', 'calls_per_day'])
    .where('contractor_id', '=', contractorId)
    .executeTakeFirst()

/** Stores the limits; undefined when another version is stored. */
export const upsertLimits = (
  tx: Db,
  contractorId: number,
  { version, ...limits }: ApiLimitsPatch,
  writer: Writer,
  now: Date,
) =>
  tx
    .insertInto('api_limits')
    .values({ contractor_id: contractorId, ...limits, ...writtenBy(writer), changed_at: now, version: version + 1 })
    .onConflict((conflict) =>
      conflict
        .column('contractor_id')
        .doUpdateSet({ ...limits, ...writtenBy(writer), changed_at: now, version: version + 1 })
        .where('api_limits.version', '=', version),
    )
    .returning('version')
    .executeTakeFirst()
