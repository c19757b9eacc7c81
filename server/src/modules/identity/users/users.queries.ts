import type { ContractorStatus } from '@artikul/contract/companies/contractor-status'
import type { Role, StaffRight } from '@artikul/contract/core/roles'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { answersOn } from '../../../platform/events/index.ts'

export interface Looking {
  /** Actor; equal to the user except during impersonation. */
  userId: number
  subjectId: number
  contractorId: number | null
  consigneeIds: readonly number[] | null
  /** Day in Moscow, which determines absences and deputies. */
  today: string
}

/**
 * Selects the current user in one statement, because every page needs it first. An impersonation has its own current
 * company; lines of the cart are limited to the person's delivery points.
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

/** Selects the new email address that waits for its confirmation. */
export const selectPendingEmail = async (db: Db, userId: number) =>
  (await db.selectFrom('users').select('pending_email').where('id', '=', userId).executeTakeFirstOrThrow())
    .pending_email

export const updateToured = (db: Db, userId: number, toured_at: Date) =>
  db.updateTable('users').set({ toured_at }).where('id', '=', userId).execute()

const isMember = (userId: number, contractorId: number) =>
  sql<boolean>`exists (select from user_contractors where user_id = ${userId} and contractor_id = ${contractorId})`

/** Updates the current company; true when it belongs to the user. */
export async function updateCurrentContractor(db: Db, userId: number, contractorId: number): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ current_contractor_id: contractorId })
    .where('id', '=', userId)
    .where(isMember(userId, contractorId))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Updates the current company of an impersonation; the user's own choice stays unchanged. */
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
