import { unlimited } from '@artikul/contract/identity/accounts'
import type { Role } from '@artikul/contract/core/roles'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  insertAccount,
  insertMembership,
  selectByAddress,
  settleCurrentCompany,
} from './accounts/write-accounts.queries.ts'

/** Checks whether an account uses this email or login; must be called under `lockAddress` before creating one. */
export const isAddressUsed = async (db: Db, address: string): Promise<boolean> =>
  (await selectByAddress(db, address)) !== undefined

interface NewClient {
  email: string
  full_name: string
  phone: string
  passwordHash: string
}

/** Inserts the account of a person who registered and confirmed their email; companies are added separately. */
export async function addClient(db: Db, { passwordHash, ...person }: NewClient): Promise<number> {
  const roles: Role[] = ['CONTRACTOR_ADMIN']
  const { id } = await insertAccount(db, { ...person, login: person.email, password_hash: passwordHash, roles })
  return id
}

/** Adds the person to the company without limits; their first company becomes the current one. */
export async function addMember(db: Db, userId: number, contractorId: number) {
  await insertMembership(db, userId, unlimited(contractorId))
  await settleCurrentCompany(db, userId)
}

/** Selects the recipients of emails about the company: its active administrators. */
export const selectMemberAddresses = (db: Db, contractorId: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_contractors as own', 'own.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .where('own.contractor_id', '=', contractorId)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`users.roles @> array['CONTRACTOR_ADMIN']`)
    .orderBy('users.id')
    .limit(50)
    .execute()

/**
 * Moves all members of one company to another, without limits, and returns them. A role applies to all companies of a
 * person: it is assigned to those without another role, and existing members keep theirs.
 * @throws AppError `contractor.role_elsewhere` for a new member who has another role in other companies
 */
export async function moveMembers(db: Db, fromId: number, toId: number, role: Role): Promise<number[]> {
  const moved = await db
    .deleteFrom('user_contractors')
    .where('contractor_id', '=', fromId)
    .returning('user_id')
    .execute()
  for (const { user_id: userId } of moved) {
    const added = await db
      .insertInto('user_contractors')
      .values({ user_id: userId, contractor_id: toId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (added) await assignRole(db, userId, role)
    await settleCurrentCompany(db, userId)
  }
  return moved.map((row) => row.user_id)
}

async function assignRole(db: Db, userId: number, role: Role) {
  const { full_name, roles, companies } = await db
    .selectFrom('users')
    .select(['full_name', 'roles'])
    .select(sql<number>`(select count(*)::int from user_contractors where user_id = users.id)`.as('companies'))
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (roles.length === 1 && roles[0] === role) return
  if (companies > 1)
    throw new AppError('contractor.role_elsewhere', {
      detail: `${full_name} работает и в других компаниях, а роль у человека одна: выберите ту, что у него есть`,
    })
  await sql`update users set roles = ${[role]}::text[], version = version + 1 where id = ${userId}`.execute(db)
}
