import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'

/** Selects the admins who can place what an employee may not place. */
export const selectAdmins = (db: Db, contractorId: number, exceptId: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_contractors as membership', 'membership.user_id', 'users.id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .where('membership.contractor_id', '=', contractorId)
    .where('users.is_active', '=', true)
    .where(sql<boolean>`users.roles @> array['CONTRACTOR_ADMIN']`)
    .where('users.id', '!=', exceptId)
    .orderBy(sql`users.full_name collate "ru-x-icu"`)
    .orderBy('users.id')
    .limit(100)
    .execute()

/** Selects the names for an email: the company, the user, and the manager during impersonation. */
export const selectSender = (db: Db, contractorId: number, { actorId, subjectId }: Writer) =>
  db
    .selectFrom('contractors')
    .innerJoin('users as subject', (join) => join.on('subject.id', '=', subjectId))
    .innerJoin('users as actor', (join) => join.on('actor.id', '=', actorId))
    .select(['contractors.name as company', 'subject.full_name as subject', 'actor.full_name as actor'])
    .where('contractors.id', '=', contractorId)
    .executeTakeFirstOrThrow()
