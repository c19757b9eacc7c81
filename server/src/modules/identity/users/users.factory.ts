import { isStaff, STAFF_RIGHTS, type Role, type StaffRight } from '@artikul/contract/core/roles'
import { hash } from '@node-rs/argon2'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const TEST_PASSWORD = 'Correct-Horse-7'
/** Minimum cost of Argon2: tests sign in thousands of times. Production's cost is guarantee 17. */
const CHEAP = { memoryCost: 8, timeCost: 1 }
let hashed: Promise<string> | undefined
let count = 0

/** Accepts every public offer as registration would, whichever is in force at the test's time. */
const acceptOffer = (db: Db, userId: number, contractorId: number) =>
  sql`
    insert into consents (user_id, contractor_id, kind, version, text_hash, form, given_at, address, user_agent)
    select ${userId}, ${contractorId}, kind, version, hash, 'registration', published_at, '10.0.0.1', ''
    from legal_texts where kind = 'offer'`.execute(db)

/**
 * Creates a user with defaults, staff with every right; the first company is the current one, and each has accepted the
 * public offer.
 */
export async function buildUser(
  db: Db,
  {
    hasAccepted = true,
    ...overrides
  }: {
    role: Role
    rights?: StaffRight[]
    contractorIds?: readonly number[]
    name?: string
    hasAccepted?: boolean
    user?: Partial<Insertable<DB['users']>>
  },
) {
  const serial = (count += 1)
  hashed ??= hash(TEST_PASSWORD, CHEAP)
  const login = `user-${process.pid}-${serial}`
  const { id } = await db
    .insertInto('users')
    .values({
      login,
      email: `${login}@example.test`,
      full_name: overrides.name ?? 'Любой Пользователь',
      password_hash: await hashed,
      roles: [overrides.role],
      rights: overrides.rights ?? (isStaff([overrides.role]) ? [...STAFF_RIGHTS] : []),
      current_contractor_id: overrides.contractorIds?.[0] ?? null,
      ...overrides.user,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const contractor_id of overrides.contractorIds ?? []) {
    await db.insertInto('user_contractors').values({ user_id: id, contractor_id }).execute()
    if (hasAccepted) await acceptOffer(db, id, contractor_id)
  }
  return { id, login, password: TEST_PASSWORD }
}

/** Permissions of an employee; the defaults apply to absent fields. */
export type EmployeeLimits = Partial<
  Pick<Insertable<DB['user_contractors']>, 'sees_settlements' | 'sees_prices' | 'may_place'>
>

/** Creates an employee of the company, optionally limited to these delivery points. */
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
