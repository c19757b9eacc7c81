import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'

/** Locks the membership, so that orders of one person in one company are counted one after another. */
export const lockMembership = (db: Db, contractorId: number, userId: number) =>
  db
    .selectFrom('user_contractors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('contractor_id', '=', contractorId)
    .forNoKeyUpdate()
    .execute()

/** Sums up the person's orders for the company since the moment, without cancelled ones. */
export async function selectPlacedSince(db: Db, contractorId: number, subjectId: number, since: Date): Promise<number> {
  const { placed } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(total_kop), 0)::bigint`.as('placed'))
    .where('subject_id', '=', subjectId)
    .where('contractor_id', '=', contractorId)
    .where('created_at', '>=', since)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return placed
}
