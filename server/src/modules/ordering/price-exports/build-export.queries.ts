import type { PriceExportFailure } from '@artikul/contract/ordering/price-exports'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/**
 * Claims the file that has waited longest, or one whose builder has stopped responding; concurrent servers skip claimed
 * files. Only one file of a company is built at a time.
 */
export async function claimFile(db: Db, now: Date, leaseUntil: Date) {
  return db
    .updateTable('price_exports')
    .set({
      state: 'running',
      lease_until: leaseUntil,
      attempts: sql`attempts + 1`,
      storage: sql`gen_random_uuid()`,
      rows_count: 0,
    })
    .where('id', '=', (due) =>
      due
        .selectFrom('price_exports as next')
        .select('next.id')
        .where(
          sql<boolean>`(next.state = 'queued' and not exists (
              select from price_exports beside where beside.contractor_id = next.contractor_id and beside.state = 'running')
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
  db.updateTable('price_exports').where('id', '=', id).where('storage', '=', storage).where('state', '=', 'running')

/** Records the progress; false when another server has claimed the file. */
export const saveExportProgress = async (db: Db, file: ClaimedFile, rows: number, leaseUntil: Date): Promise<boolean> =>
  (await ownClaim(db, file).set({ rows_count: rows, lease_until: leaseUntil }).executeTakeFirst()).numUpdatedRows > 0n

/** Releases the file of a builder that is stopping to the next builder; this attempt does not count. */
export const releaseFile = (db: Db, file: ClaimedFile) =>
  ownClaim(db, file)
    .set({ lease_until: new Date(0), attempts: sql`attempts - 1` })
    .execute()

interface Finish {
  at: Date
  keepUntil: Date
}

/** Marks the file as ready; false when another server has claimed it. */
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

export const markFailed = (db: Db, file: ClaimedFile, failure: PriceExportFailure, { at, keepUntil }: Finish) =>
  ownClaim(db, file)
    .set({ state: 'failed', lease_until: null, failure, finished_at: at, keep_until: keepUntil, storage: null })
    .execute()

/**
 * Selects the file's author while they may receive it: active account and membership, access to prices and to the
 * point.
 */
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
