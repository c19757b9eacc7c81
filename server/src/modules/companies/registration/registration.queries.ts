import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const insertRegistration = (db: Db, registration: Insertable<DB['registrations']>) =>
  db.insertInto('registrations').values(registration).execute()

/** Counts applications for one email address since the moment: in total, and from one network address. */
export const countRegistrations = (db: Db, { email, address }: { email: string; address: string }, since: Date) =>
  db
    .selectFrom('registrations')
    .select(sql<number>`count(*)`.as('all'))
    .select(sql<number>`count(*) filter (where address = ${address})`.as('from_here'))
    .where('email', '=', email)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()

const openOnes = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('registrations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export const selectRegistration = (db: Db, tokenHash: Buffer, now: Date) =>
  openOnes(db, tokenHash, now).executeTakeFirst()

/** Consumes the link; of parallel calls exactly one gets the row. The stored password is deleted. */
export async function consumeRegistration(db: Db, tokenHash: Buffer, now: Date) {
  const row = await openOnes(db, tokenHash, now).forUpdate().executeTakeFirst()
  if (!row) return undefined
  await db.updateTable('registrations').set({ used_at: now, password_hash: '' }).where('id', '=', row.id).execute()
  return row
}

/** Locks the email address, so that its registrations run one after another. */
export const lockEmail = (db: Db, email: string) =>
  sql`select pg_advisory_xact_lock(7322, hashtext(lower(${email})))`.execute(db)

export const deleteRegistrationsAt = (db: Db, address: string) =>
  db.deleteFrom('registrations').where('email', '=', address).execute()
