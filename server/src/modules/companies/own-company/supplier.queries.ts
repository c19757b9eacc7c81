import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const selectOffices = (db: Db) =>
  db
    .selectFrom('offices')
    .select(['id', 'name', 'address', 'longitude', 'latitude', 'phone', 'email', 'hours'])
    .orderBy('position')
    .orderBy('id')
    .limit(100)
    .execute()

export const selectOwnSellers = (db: Db) =>
  db.selectFrom('sellers').select(['name', 'inn', 'kpp', 'ogrn', 'address', 'phone']).orderBy('id').limit(50).execute()

export const insertConsents = (db: Db, consents: Insertable<DB['consents']>[]) =>
  db.insertInto('consents').values(consents).execute()

/** Copies the consents of an application to the company it was joined to; existing records stay. */
export const carryConsents = (db: Db, fromId: number, toId: number) =>
  sql`
    insert into consents (user_id, contractor_id, kind, version, text_hash, form, given_at, address, user_agent)
    select user_id, ${toId}, kind, version, text_hash, 'joined', given_at, address, user_agent
    from consents where contractor_id = ${fromId} order by id`.execute(db)

/** Selects the consents of the company's people, newest first. */
export const selectConsents = (db: Db, contractorId: number) =>
  db
    .selectFrom('consents')
    .innerJoin('users', 'users.id', 'consents.user_id')
    .select([
      'consents.kind',
      'consents.version',
      'consents.text_hash',
      'consents.given_at',
      'consents.address',
      'users.full_name as person',
    ])
    .where('consents.contractor_id', '=', contractorId)
    .orderBy('consents.id', 'desc')
    .limit(500)
    .execute()
