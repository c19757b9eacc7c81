import type { Db } from '../db/index.ts'

/** Selects the address of an active staff member. */
export const selectStaffAddress = (db: Db, userId: number) =>
  db.selectFrom('users').select('email').where('id', '=', userId).where('is_active', '=', true).executeTakeFirst()

/** Selects the person's address while they work for the company. */
export const selectMemberAddress = (db: Db, userId: number, contractorId: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_contractors as membership', 'membership.user_id', 'users.id')
    .select('users.email')
    .where('users.id', '=', userId)
    .where('users.is_active', '=', true)
    .where('membership.contractor_id', '=', contractorId)
    .executeTakeFirst()

/** Selects the name of the company for emails. */
export const selectCompanyName = async (db: Db, contractorId: number): Promise<string> =>
  (await db.selectFrom('contractors').select('name').where('id', '=', contractorId).executeTakeFirstOrThrow()).name
