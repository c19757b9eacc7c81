import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const insertRegistration = (db: Db, registration: Insertable<DB['registrations']>) =>
  db.insertInto('registrations').values(registration).execute()

/** Applications for one e-mail since the moment: in all, and from one address. */
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

/** Uses the link up; of parallel uses one gets the row. The password does not stay behind. */
export async function takeRegistration(db: Db, tokenHash: Buffer, now: Date) {
  const row = await openOnes(db, tokenHash, now).forUpdate().executeTakeFirst()
  if (!row) return undefined
  await db.updateTable('registrations').set({ used_at: now, password_hash: '' }).where('id', '=', row.id).execute()
  return row
}

export const deleteOldRegistrations = (db: Db, before: Date) =>
  db.deleteFrom('registrations').where('expires_at', '<', before).execute()

/** One after another for one e-mail. */
export const lockEmail = (db: Db, email: string) =>
  sql`select pg_advisory_xact_lock(7322, hashtext(lower(${email})))`.execute(db)

export const deleteRegistrationsAt = (db: Db, address: string) =>
  db.deleteFrom('registrations').where('email', '=', address).execute()
