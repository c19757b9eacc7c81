import { MAX_CHANGES } from '@artikul/contract/companies/legal'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

const notWithdrawn = sql`not exists (select from legal_withdrawals withdrawal where withdrawal.legal_text_id = text.id)`

/** Checks whether the company has accepted the public offer in force. True when none is in force yet. */
export async function isPublicOfferAccepted(db: Db, contractorId: number, today: string): Promise<boolean> {
  const { rows } = await sql<{ is_accepted: boolean }>`
    with in_force as (
      select version from legal_texts text
      where kind = 'offer' and in_force_from <= ${today}::date and ${notWithdrawn}
      order by version desc limit 1
    )
    select not exists (select from in_force where not exists (
      select from consents
      where kind = 'offer' and contractor_id = ${contractorId} and consents.version = in_force.version
    )) as is_accepted`.execute(db)
  return rows[0]?.is_accepted === true
}

/** Selects the newest version that the company accepted; null for none. */
export async function selectNewestAccepted(db: Db, contractorId: number): Promise<number | null> {
  const row = await db
    .selectFrom('consents')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('kind', '=', 'offer')
    .where('contractor_id', '=', contractorId)
    .executeTakeFirst()
  return row?.version ?? null
}

interface Change {
  version: number
  in_force_from: string
  note: string
}

/** Selects public offers that came into force after this version, newest first. */
export async function selectChangesAfter(db: Db, version: number, today: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select version, in_force_from, note from legal_texts text
    where kind = 'offer' and version > ${version} and in_force_from <= ${today}::date and ${notWithdrawn}
    order by version desc limit ${MAX_CHANGES}`.execute(db)
  return rows
}

/** Locks the acceptance: of two employees who accept concurrently, the second one finds the record of the first. */
export const lockAcceptance = (db: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(7323, ${contractorId}::integer)`.execute(db)
