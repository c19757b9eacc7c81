import { sql, type Kysely } from 'kysely'
import type { DB } from '../platform/db/index.ts'

/** Inserts an admin's consents to both texts, as registration does. */
export const insertDemoConsents = (db: Kysely<DB>, userId: number, contractorId: number) =>
  sql`
    insert into consents (user_id, contractor_id, kind, version, text_hash, form, given_at, address, user_agent)
    select ${userId}, ${contractorId}, kind, version, hash, 'registration', published_at, '127.0.0.1', ''
    from (
      select distinct on (kind) * from legal_texts
      where kind in ('offer', 'personal_data') and in_force_from <= (now() at time zone 'Europe/Moscow')::date
        and not exists (select from legal_withdrawals where legal_text_id = legal_texts.id)
      order by kind, version desc
    ) agreed`.execute(db)
