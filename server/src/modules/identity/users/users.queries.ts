import type { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import type { Role, StaffRight } from '@artikul/contract/core/roles'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { answersOn } from '../../../platform/events/index.ts'

export interface Looking {
  /** At the keyboard; the person himself unless a manager works in his name. */
  userId: number
  subjectId: number
  contractorId: number | null
  consigneeIds: readonly number[] | null
  /** In Moscow: whoever is away on it is stood in for. */
  today: string
}

/**
 * The person as he acts now, in one statement: every page asks for it first. An impersonation has a company of its own;
 * lines of the cart are those of the delivery points that the person works with.
 */
export async function selectCurrentUser(db: Db, { userId, subjectId, contractorId, consigneeIds, today }: Looking) {
  const ofPoints = consigneeIds ? sql`coalesce(consignee_id = any(${consigneeIds}::integer[]), true)` : sql`true`
  const row = await db
    .selectFrom('users')
    .leftJoin('contractors as company', (join) => join.on('company.id', '=', contractorId))
    .leftJoin('users as manager', (join) => join.on('manager.id', '=', answersOn(sql`${today}::date`)))
    .leftJoin('users as actor', (join) => join.on('actor.id', '=', userId).onRef('actor.id', '!=', 'users.id'))
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
      'users.toured_at',
      'manager.full_name as manager_name',
      'manager.phone as manager_phone',
      'manager.email as manager_email',
      'actor.full_name as actor_name',
      sql<number>`(
        select count(*) from cart_lines
        where cart_lines.contractor_id = ${contractorId}::integer and ${ofPoints}
          and cart_lines.cart_id = (select current_cart(${contractorId}::integer, ${userId}::integer, ${subjectId}::integer)))`.as(
        'cart_lines',
      ),
      sql<{ id: number; name: string; inn: string; status: ContractorStatus }[]>`array(
        select jsonb_build_object('id', own.id, 'name', own.name, 'inn', own.inn, 'status', own.status)
        from user_contractors membership join contractors own on own.id = membership.contractor_id
        where membership.user_id = users.id
        order by own.name collate "ru-x-icu", own.id limit 500)`.as('contractors'),
    ])
    .where('users.id', '=', subjectId)
    .executeTakeFirstOrThrow()
  return { ...row, roles: row.roles as Role[], rights: row.rights as StaffRight[] } // the columns' CHECKs allow nothing else
}

/** The new e-mail that waits for its link to be opened. */
export const selectPendingEmail = async (db: Db, userId: number) =>
  (await db.selectFrom('users').select('pending_email').where('id', '=', userId).executeTakeFirstOrThrow())
    .pending_email

export const updateToured = (db: Db, userId: number, toured_at: Date) =>
  db.updateTable('users').set({ toured_at }).where('id', '=', userId).execute()

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
