import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

interface Period {
  substitute_from: string | null
  substitute_to: string | null
  companies_count: number
}

export interface SubstituteRow extends Period {
  substitute_id: number | null
  deputy_name: string | null
}

/** Counts the deputies of the manager's companies, most frequent first. */
export async function selectSubstitutes(db: Db, managerId: number): Promise<SubstituteRow[]> {
  const { rows } = await sql<SubstituteRow>`
    select own.*, users.full_name as deputy_name from (
      select substitute_id, substitute_from, substitute_to, count(*)::integer as companies_count from contractors
      where manager_id = ${managerId} group by 1, 2, 3 order by 4 desc, 1, 2, 3 limit 50
    ) own left join users on users.id = own.substitute_id
    order by companies_count desc, substitute_id, substitute_from, substitute_to`.execute(db)
  return rows
}

export interface StandInRow extends Period {
  manager_id: number | null
  manager_name: string | null
}

/** Selects the managers whose deputy the person is, except past periods. */
export async function selectStandIns(db: Db, deputyId: number, today: string): Promise<StandInRow[]> {
  const { rows } = await sql<StandInRow>`
    select own.*, users.full_name as manager_name from (
      select manager_id, substitute_from, substitute_to, count(*)::integer as companies_count from contractors
      where substitute_id = ${deputyId} and (substitute_to is null or substitute_to >= ${today}::date)
      group by 1, 2, 3 order by 2 nulls first, 4 desc limit 50
    ) own left join users on users.id = own.manager_id
    order by substitute_from nulls first, companies_count desc`.execute(db)
  return rows
}

/** Locks the manager's companies in the common order. */
export const lockManaged = (db: Db, managerId: number) =>
  db.selectFrom('contractors').selectAll().where('manager_id', '=', managerId).orderBy('id').forNoKeyUpdate().execute()

export const updateSubstitutes = (
  db: Db,
  author: Writer,
  ids: readonly number[],
  deputy: Required<Pick<Updateable<DB['contractors']>, 'substitute_id' | 'substitute_from' | 'substitute_to'>>,
) =>
  db
    .updateTable('contractors')
    .set({ ...deputy, ...writtenBy(author), version: sql`version + 1` })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()

/** Removes the person from all assignments; their companies become unassigned. */
export async function releaseCompaniesOf(db: Db, userId: number) {
  await db
    .updateTable('contractors')
    .set({ substitute_id: null, substitute_from: null, substitute_to: null })
    .where((where) => where.or([where('substitute_id', '=', userId), where('manager_id', '=', userId)]))
    .execute()
  await db.updateTable('contractors').set({ manager_id: null }).where('manager_id', '=', userId).execute()
}
