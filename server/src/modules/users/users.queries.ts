import type { Role, StaffRight } from '@artikul/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'

/** The person as he acts now: an impersonation has a company of its own. */
export async function selectCurrentUser(db: Db, userId: number, contractorId: number | null) {
  const row = await db
    .selectFrom('users')
    .leftJoin('contractors', (join) => join.on('contractors.id', '=', contractorId))
    .leftJoin('users as manager', 'manager.id', 'contractors.manager_id')
    .select([
      'users.id',
      'users.login',
      'users.email',
      'users.full_name',
      'users.phone',
      'users.roles',
      'users.rights',
      'users.is_active',
      'users.last_seen_at',
      'users.created_at',
      'users.pending_email',
      'users.totp_enabled_at',
      'manager.full_name as manager_name',
      'manager.phone as manager_phone',
      'manager.email as manager_email',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, roles: row.roles as Role[], rights: row.rights as StaffRight[] } // the columns' CHECKs allow nothing else
}

/** Lines of the company's cart, of the delivery points that the person works with. */
export async function countCartLines(db: Db, contractorId: number, consigneeIds: readonly number[] | null) {
  let query = db
    .selectFrom('cart_lines')
    .select(sql<number>`count(*)`.as('lines'))
    .where('contractor_id', '=', contractorId)
  if (consigneeIds) query = query.where(sql<boolean>`coalesce(consignee_id = any(${consigneeIds}::integer[]), true)`)
  return (await query.executeTakeFirstOrThrow()).lines
}

export const selectName = (db: Db, userId: number) =>
  db.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirstOrThrow()

export const selectContractorsOfUser = (db: Db, userId: number) =>
  db
    .selectFrom('user_contractors as membership')
    .innerJoin('contractors', 'contractors.id', 'membership.contractor_id')
    .select(['contractors.id', 'contractors.name', 'contractors.inn'])
    .where('membership.user_id', '=', userId)
    .orderBy(sql`contractors.name collate "ru-x-icu"`)
    .limit(500)
    .execute()

/** The new e-mail that waits for its link to be opened. */
export const selectPendingEmail = async (db: Db, userId: number) =>
  (await db.selectFrom('users').select('pending_email').where('id', '=', userId).executeTakeFirstOrThrow())
    .pending_email

const isMember = (userId: number, contractorId: number) =>
  sql<boolean>`exists (select from user_contractors where user_id = ${userId} and contractor_id = ${contractorId})`

/** True when the company is one of the user's own. */
export async function updateCurrentContractor(db: Db, userId: number, contractorId: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ current_contractor_id: contractorId })
    .where('id', '=', userId)
    .where(isMember(userId, contractorId))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The same for a manager's work in the user's name: the user's own choice stays as he left it. */
export async function updateContractorOnBehalf(
  db: Db,
  { impersonationId, subjectId }: { impersonationId: number; subjectId: number },
  contractorId: number,
): Promise<boolean> {
  const result = await db
    .updateTable('impersonations')
    .set({ contractor_id: contractorId })
    .where('id', '=', impersonationId)
    .where('ended_at', 'is', null)
    .where(isMember(subjectId, contractorId))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
