import type { PriceFileFailure } from '@artikul/contract/ordering/price-files'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/**
 * Takes the file that has waited longest, or one whose builder is heard of no more; others skip it meanwhile. Of one
 * company only one is built at a time.
 */
export async function claimFile(db: Db, now: Date, leaseUntil: Date) {
  return db
    .updateTable('price_files')
    .set({
      state: 'running',
      lease_until: leaseUntil,
      attempts: sql`attempts + 1`,
      storage: sql`gen_random_uuid()`,
      rows_count: 0,
    })
    .where('id', '=', (due) =>
      due
        .selectFrom('price_files as next')
        .select('next.id')
        .where(
          sql<boolean>`(next.state = 'queued' and not exists (
              select from price_files beside where beside.contractor_id = next.contractor_id and beside.state = 'running')
            or next.state = 'running' and next.lease_until < ${now})`,
        )
        .where('next.state', 'in', ['queued', 'running'])
        .orderBy('next.id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'contractor_id',
      'subject_id',
      'format',
      'brand_ids',
      'group_ids',
      'in_stock',
      'consignee_id',
      'is_daily',
      'attempts',
      sql<string>`storage::text`.as('storage'),
    ])
    .executeTakeFirst()
}
export type ClaimedFile = NonNullable<Awaited<ReturnType<typeof claimFile>>>

const ownClaim = (db: Db, { id, storage }: ClaimedFile) =>
  db.updateTable('price_files').where('id', '=', id).where('storage', '=', storage).where('state', '=', 'running')

/** False: another server has taken the file over. */
export const noteProgress = async (db: Db, file: ClaimedFile, rows: number, leaseUntil: Date): Promise<boolean> =>
  (await ownClaim(db, file).set({ rows_count: rows, lease_until: leaseUntil }).executeTakeFirst()).numUpdatedRows > 0n

/** A builder that stops gives its file to the next one at once, and that attempt does not count. */
export const releaseFile = (db: Db, file: ClaimedFile) =>
  ownClaim(db, file)
    .set({ lease_until: new Date(0), attempts: sql`attempts - 1` })
    .execute()

interface Finish {
  at: Date
  keepUntil: Date
}

/** False: another server has taken the file over. */
export const markReady = async (
  db: Db,
  file: ClaimedFile,
  { rows, bytes }: { rows: number; bytes: number },
  { at, keepUntil }: Finish,
): Promise<boolean> => {
  const result = await ownClaim(db, file)
    .set({ state: 'ready', lease_until: null, rows_count: rows, bytes, finished_at: at, keep_until: keepUntil })
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export const markFailed = (db: Db, file: ClaimedFile, failure: PriceFileFailure, { at, keepUntil }: Finish) =>
  ownClaim(db, file)
    .set({ state: 'failed', lease_until: null, failure, finished_at: at, keep_until: keepUntil, storage: null })
    .execute()

/** The person whose file it is, as long as he may have it: his account, his company, his right to prices and the point. */
export const selectRecipient = (
  db: Db,
  { contractor_id, subject_id, consignee_id }: Pick<ClaimedFile, 'contractor_id' | 'subject_id' | 'consignee_id'>,
) =>
  db
    .selectFrom('user_contractors as membership')
    .innerJoin('users', 'users.id', 'membership.user_id')
    .innerJoin('contractors as company', 'company.id', 'membership.contractor_id')
    .select(['users.email', 'company.name as company'])
    .where('membership.contractor_id', '=', contractor_id)
    .where('membership.user_id', '=', subject_id)
    .where('users.is_active', '=', true)
    .where('company.status', '=', 'active')
    .where(
      sql<boolean>`('CONTRACTOR_ADMIN' = any(users.roles) or (membership.sees_prices and (
        membership.all_consignees or ${consignee_id}::integer is null or exists (
          select from user_consignees point where point.user_id = membership.user_id
            and point.contractor_id = membership.contractor_id and point.consignee_id = ${consignee_id}::integer))))`,
    )
    .executeTakeFirst()
