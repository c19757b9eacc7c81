import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export const selectConsignees = (db: Db, contractorId: number) =>
  db
    .selectFrom('consignees')
    .select(['id', 'name', 'code', 'address', 'is_default'])
    .where('contractor_id', '=', contractorId)
    .where('archived_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy(sql`name collate "ru-x-icu"`)
    .limit(1000)
    .execute()

/** Which of the consignees are the company's own and in use. */
export async function selectOwnConsigneeIds(db: Db, contractorId: number, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('consignees')
    .select('id')
    .where('contractor_id', '=', contractorId)
    .where('archived_at', 'is', null)
    .where('id', 'in', ids)
    .execute()
  return new Set(rows.map((row) => row.id))
}
