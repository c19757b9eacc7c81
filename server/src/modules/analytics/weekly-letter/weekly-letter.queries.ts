import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Claims the letter of the Monday; false when it was sent or the figures are not computed yet. */
export async function claimLetter(db: Db, monday: string): Promise<boolean> {
  const { rows } = await sql`
    update figures_computed set letter_on = ${monday}
    where letter_on is distinct from ${monday}::date and day >= ${monday} returning id`.execute(db)
  return rows.length > 0
}

/** Selects the addresses of the people with the right «Руководитель». */
export async function selectExecutives(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('email')
    .where('is_active', '=', true)
    .where(sql<boolean>`'executive' = any(rights)`)
    .orderBy('id')
    .limit(50)
    .execute()
  return rows.map(({ email }) => email)
}
