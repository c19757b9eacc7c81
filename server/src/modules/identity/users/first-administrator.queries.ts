import { STAFF_RIGHTS } from '@artikul/contract/core/roles'
import { sql, type Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

/** Checks whether the installation has any account. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Held to the end of the transaction, so that two browsers do not both create the first account. */
const FIRST_ACCOUNT_LOCK = 7_321_003

/**
 * Creates the first account of an empty installation: an order and warranty manager with every right.
 * @returns its id; null when there are accounts already
 */
export async function insertFirstAdministrator(
  tx: Transaction<DB>,
  person: { full_name: string; email: string; phone: string; password_hash: string },
): Promise<number | null> {
  await sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`.execute(tx)
  if (await hasAccounts(tx)) return null
  const { id } = await tx
    .insertInto('users')
    .values({
      ...person,
      login: person.email,
      // The steps of the setup come in place of the tour.
      toured_at: sql`now()`,
      roles: ['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'],
      rights: [...STAFF_RIGHTS],
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
