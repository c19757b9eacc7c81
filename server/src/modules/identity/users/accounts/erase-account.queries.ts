import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { updateAccount } from './write-accounts.queries.ts'

/** Finds the first of the person's companies with orders in progress and no other active administrator. */
export const selectLeftAlone = (db: Db, userId: number) =>
  db
    .selectFrom('contractors')
    .select('name')
    .where(
      sql<boolean>`exists (
        select from user_contractors own join users on users.id = own.user_id
        where own.user_id = ${userId} and own.contractor_id = contractors.id and users.roles @> array['CONTRACTOR_ADMIN'])`,
    )
    .where(
      sql<boolean>`not exists (
        select from user_contractors membership join users on users.id = membership.user_id
        where membership.contractor_id = contractors.id and users.is_active
          and users.roles @> array['CONTRACTOR_ADMIN'])`,
    )
    .where(
      sql<boolean>`exists (
        select from orders where orders.contractor_id = contractors.id and orders.status not in ('done', 'cancelled'))`,
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Unique placeholder in a domain that cannot exist (RFC 2606), so that nothing is ever sent to it. */
const nobodysAddress = (id: number) => `erased-${id}@erased.invalid`

interface Erasure {
  /** Hash of an unknown password: without one the account would count as an unanswered invitation. */
  passwordHash: string
  now: Date
}

/** Removes the person's identity; roles stay, because old rows are displayed by them. */
export async function eraseAccount(db: Db, id: number, { passwordHash, now }: Erasure) {
  await db.deleteFrom('invitations').where('user_id', '=', id).execute()
  await db.deleteFrom('user_contractors').where('user_id', '=', id).execute()
  const email = nobodysAddress(id)
  const version = await updateAccount(db, id, {
    full_name: `Удалённый пользователь № ${id}`,
    login: email,
    email,
    pending_email: null,
    phone: null,
    password_hash: passwordHash,
    rights: [],
    current_contractor_id: null,
    last_seen_at: null,
    totp_secret: null,
    totp_enabled_at: null,
    totp_last_step: 0,
    erased_at: now,
  })
  return { version, email }
}
