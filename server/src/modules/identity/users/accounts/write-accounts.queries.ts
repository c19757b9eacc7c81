import type { Membership } from '@artikul/contract/identity/accounts'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'

/** Locks companies by ascending id until the transaction ends, so that only one of two last admins can be removed. */
export const lockCompanies = (db: Db, ids: number[]) =>
  db
    .selectFrom('contractors')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Locks the administrators until the transaction ends, so that only one of the portal's two last ones can be removed.
 */
export const lockAdministrators = (db: Db) => sql`select pg_advisory_xact_lock(7322)`.execute(db)

export const selectAdministrator = (db: Db) =>
  db
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where(sql<boolean>`rights @> array['administrator']`)
    .executeTakeFirst()

/** Finds the first of the companies without an active administrator. */
export const selectCompanyWithoutAdmin = (db: Db, companyIds: number[]) =>
  db
    .selectFrom('contractors')
    .select('name')
    .where('id', '=', sql<number>`any(${companyIds}::integer[])`)
    .where(
      sql<boolean>`not exists (
        select from user_contractors membership join users on users.id = membership.user_id
        where membership.contractor_id = contractors.id and users.is_active
          and users.roles @> array['CONTRACTOR_ADMIN'])`,
    )
    .orderBy('id')
    .executeTakeFirst()

/** Locks an address before it is assigned: it identifies one person as email or login. */
export const lockAddress = (db: Db, address: string) =>
  sql`select pg_advisory_xact_lock(7321, hashtext(lower(${address})))`.execute(db)

/** Selects the person who signs in with the address. */
export const selectByAddress = (db: Db, address: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'is_active', 'roles'])
    .where((where) => where.or([where('email', '=', address), where('login', '=', address)]))
    .executeTakeFirst()

export const insertAccount = (db: Db, account: Insertable<DB['users']>) =>
  db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()

/** Updates the account and returns the new version. */
export async function updateAccount(db: Db, id: number, changes: Updateable<DB['users']>): Promise<number> {
  const { version } = await db
    .updateTable('users')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return version
}

/** Replaces the person's companies and limits. */
export async function replaceMemberships(db: Db, userId: number, memberships: Membership[]) {
  const companyIds = memberships.map((membership) => membership.contractor_id)
  await db
    .deleteFrom('user_contractors')
    .where('user_id', '=', userId)
    .where(sql<boolean>`contractor_id <> all(${companyIds}::integer[])`)
    .execute()
  await db.deleteFrom('user_consignees').where('user_id', '=', userId).execute()
  await writeMemberships(db, userId, memberships)
}

/** Adds a company with the person's limits there. */
export const insertMembership = (db: Db, userId: number, membership: Membership) =>
  writeMemberships(db, userId, [membership])

async function writeMemberships(db: Db, userId: number, memberships: Membership[]) {
  if (memberships.length === 0) return
  await db
    .insertInto('user_contractors')
    .values(
      memberships.map(({ consignee_ids, ...limits }) => ({
        ...limits,
        user_id: userId,
        all_consignees: consignee_ids === null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'contractor_id']).doUpdateSet((values) => ({
        sees_prices: values.ref('excluded.sees_prices'),
        sees_settlements: values.ref('excluded.sees_settlements'),
        may_place: values.ref('excluded.may_place'),
        order_limit_kop: values.ref('excluded.order_limit_kop'),
        month_limit_kop: values.ref('excluded.month_limit_kop'),
        all_consignees: values.ref('excluded.all_consignees'),
      })),
    )
    .execute()
  const points = memberships.flatMap(({ contractor_id, consignee_ids }) =>
    (consignee_ids ?? []).map((consignee_id) => ({ contractor_id, consignee_id })),
  )
  await sql`
    insert into user_consignees (user_id, contractor_id, consignee_id)
    select ${userId}::integer, * from unnest(
      ${points.map((point) => point.contractor_id)}::integer[], ${points.map((point) => point.consignee_id)}::integer[])
    on conflict do nothing`.execute(db)
}

/** Sets the current company to the first remaining one when it is missing. */
export const settleCurrentCompany = (db: Db, userId: number) =>
  sql`
    update users set current_contractor_id = (select min(contractor_id) from user_contractors where user_id = users.id)
    where id = ${userId} and not exists (
      select from user_contractors where user_id = users.id and contractor_id = users.current_contractor_id)`.execute(
    db,
  )

export const clearSecondFactor = (db: Db, userId: number) =>
  updateAccount(db, userId, { totp_secret: null, totp_enabled_at: null, totp_last_step: 0 })
