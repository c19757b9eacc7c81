import { isStaff, STAFF_RIGHTS, type Role, type StaffRight } from '@artikul/contract/roles'
import type { Insertable } from 'kysely'
import type { Db, DB } from '../../platform/db/index.ts'
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

/** What a company lets its employee see and do; what is not named stays as it is for everybody. */
export type EmployeeLimits = Partial<
  Pick<Insertable<DB['user_contractors']>, 'sees_settlements' | 'sees_prices' | 'may_place'>
>

/** An employee of the company, of these delivery points alone when any are named. */
export async function buildEmployee(
  db: Db,
  contractorId: number,
  limits: EmployeeLimits,
  points: readonly number[] = [],
) {
  const user = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [contractorId] })
  const set = { ...limits, all_consignees: points.length === 0 }
  await db.updateTable('user_contractors').set(set).where('user_id', '=', user.id).execute()
  for (const consignee_id of points)
    await db
      .insertInto('user_consignees')
      .values({ user_id: user.id, contractor_id: contractorId, consignee_id })
      .execute()
  return user
}
