import type { Db } from '../../../../platform/db/index.ts'

/** Selects the ids of the companies for which the person works. */
export async function selectOrderingCompanies(db: Db, userId: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_contractors')
    .select('contractor_id')
    .where('user_id', '=', userId)
    .orderBy('contractor_id')
    .limit(most)
    .execute()
  return rows.map(({ contractor_id: id }) => id)
}
