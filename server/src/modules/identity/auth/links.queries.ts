import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

export const insertLink = (db: Db, link: Insertable<DB['one_time_tokens']>) =>
  db.insertInto('one_time_tokens').values(link).execute()

/** Expires unused links when a newer one of the same kind is created. */
export const expireLinks = (db: Db, userId: number, purposes: readonly string[], now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute()

/** Expires the invitation of a company when it is replaced, answered or withdrawn. */
export const expireJoinLinks = (db: Db, userId: number, contractorId: number, now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('contractor_id', '=', contractorId)
    .where('purpose', '=', 'join')
    .where('used_at', 'is', null)
    .execute()

export const consumeOneTimeToken = (db: Db, tokenHash: Buffer, purposes: readonly string[], now: Date) =>
  db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'purpose', 'email', 'membership'])
    .executeTakeFirst()

export const selectLivingLink = (db: Db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('one_time_tokens')
    .select(['user_id', 'purpose'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Counts links of a purpose created for the user since the moment, including used ones. */
export const countLinks = (db: Db, userId: number, purpose: string, since: Date) =>
  db
    .selectFrom('one_time_tokens')
    .select((count) => count.fn.countAll<number>().as('links'))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()

/** Deletes all links to the person together with the stored addresses. */
export const deleteLinksOf = (db: Db, userId: number) =>
  db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute()
