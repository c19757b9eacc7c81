import { unlimited } from '@artikul/contract/accounts'
import type { Role } from '@artikul/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/index.ts'
import { insertAccount, insertMembership, selectByAddress, settleCurrentCompany } from './accounts.write.queries.ts'

/** Is there an account with this e-mail or login? Ask under `lockAddress` before making one. */
export const isAddressTaken = async (db: Db, address: string): Promise<boolean> =>
  (await selectByAddress(db, address)) !== undefined

interface NewClient {
  email: string
  full_name: string
  phone: string
  passwordHash: string
}

/** An account of somebody who has registered himself and confirmed his e-mail; companies are given to it apart. */
export async function addClient(db: Db, { passwordHash, ...person }: NewClient): Promise<number> {
  const roles: Role[] = ['CONTRACTOR_ADMIN']
  const { id } = await insertAccount(db, { ...person, login: person.email, password_hash: passwordHash, roles })
  return id
}

/** Lets the person work for the company without limits; his first company becomes the current one. */
export async function addMember(db: Db, userId: number, contractorId: number) {
  await insertMembership(db, userId, unlimited(contractorId))
  await settleCurrentCompany(db, userId)
}

/** Whom letters about the company go to: its active administrators. */
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

/** Everybody of one company becomes a member of the other, without limits; answers who. */
export async function moveMembers(db: Db, fromId: number, toId: number, role: Role): Promise<number[]> {
  const moved = await db
    .deleteFrom('user_contractors')
    .where('contractor_id', '=', fromId)
    .returning('user_id')
    .execute()
  for (const { user_id: userId } of moved) {
    await db
      .insertInto('user_contractors')
      .values({ user_id: userId, contractor_id: toId })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    // Roles are one for all companies: whoever administers another keeps his.
    await sql`
      update users set roles = ${[role]}::text[], version = version + 1 where id = ${userId} and (
        select count(*) from user_contractors where user_id = users.id) = 1`.execute(db)
    await settleCurrentCompany(db, userId)
  }
  return moved.map((row) => row.user_id)
}
