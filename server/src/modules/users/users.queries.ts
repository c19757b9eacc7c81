import type { Role } from '@artikul/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

export async function selectCurrentUser(db: Db, userId: number) {
  const row = await db
    .selectFrom('users')
    .leftJoin('contractors', 'contractors.id', 'users.current_contractor_id')
    .leftJoin('users as manager', 'manager.id', 'contractors.manager_id')
    .select([
      'users.id',
      'users.login',
      'users.email',
      'users.full_name',
      'users.phone',
      'users.roles',
      'users.is_active',
      'users.last_seen_at',
      'users.created_at',
      'users.current_contractor_id',
      'manager.full_name as manager_name',
      'manager.phone as manager_phone',
      'manager.email as manager_email',
    ])
    .select(
      sql<number>`(select count(*) from cart_lines where contractor_id = users.current_contractor_id)`.as('cart_lines'),
    )
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, roles: row.roles as Role[] } // the column's CHECK allows nothing else
}

export const selectContractorsOfUser = (db: Db, userId: number) =>
  db
    .selectFrom('user_contractors as membership')
    .innerJoin('contractors', 'contractors.id', 'membership.contractor_id')
    .select(['contractors.id', 'contractors.name', 'contractors.inn'])
    .where('membership.user_id', '=', userId)
    .orderBy(sql`contractors.name collate "ru-x-icu"`)
    .limit(500)
    .execute()

/** True when the company is one of the user's own. */
export async function updateCurrentContractor(db: Db, userId: number, contractorId: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ current_contractor_id: contractorId })
    .where('id', '=', userId)
    .where((where) =>
      where.exists(
        where
          .selectFrom('user_contractors')
          .select('contractor_id')
          .where('user_id', '=', userId)
          .where('contractor_id', '=', contractorId),
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
