import { isStaff, STAFF_RIGHTS, type Role, type StaffRight } from '@artikul/contract/roles'
import type { Db } from '../../platform/db/index.ts'
import { hashPassword } from '../auth/index.ts'

export const TEST_PASSWORD = 'Correct-Horse-7'
let hashed: Promise<string> | undefined
let count = 0

/** A user with what a test does not care about filled in, staff with every right; the first of the companies is the current one. */
export async function buildUser(
  db: Db,
  given: { role: Role; rights?: StaffRight[]; contractorIds?: number[]; name?: string },
) {
  const serial = (count += 1)
  hashed ??= hashPassword(TEST_PASSWORD)
  const login = `user-${process.pid}-${serial}`
  const { id } = await db
    .insertInto('users')
    .values({
      login,
      email: `${login}@example.test`,
      full_name: given.name ?? 'Любой Пользователь',
      password_hash: await hashed,
      roles: [given.role],
      rights: given.rights ?? (isStaff([given.role]) ? [...STAFF_RIGHTS] : []),
      current_contractor_id: given.contractorIds?.[0] ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const contractor_id of given.contractorIds ?? [])
    await db.insertInto('user_contractors').values({ user_id: id, contractor_id }).execute()
  return { id, login, password: TEST_PASSWORD }
}
