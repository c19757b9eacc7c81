import type { Db } from '../../../../platform/db/index.ts'

/** Companies that the person works for, by id. */
export async function selectCompaniesOf(db: Db, userId: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_contractors')
    .select('contractor_id')
    .where('user_id', '=', userId)
    .orderBy('contractor_id')
    .limit(most)
    .execute()
  return rows.map(({ contractor_id: id }) => id)
}
