import type { ClaimMessage } from '@artikul/contract/fulfilment/claims'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

const NUMBER_DIGITS = 6

/** «О-000123»: returns the next number, shared by all claims. */
export async function nextClaimNumber(db: Db): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('claim_number') as number`.execute(db)
  return `О-${String(rows[0]?.number).padStart(NUMBER_DIGITS, '0')}`
}

type Written = 'actor_id' | 'subject_id'

export const insertClaim = (db: Db, author: Writer, claim: Omit<Insertable<DB['claims']>, Written>) =>
  db
    .insertInto('claims')
    .values({ ...claim, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertClaimLines = (db: Db, lines: readonly Insertable<DB['claim_lines']>[]) =>
  db.insertInto('claim_lines').values(lines).execute()

export const updateClaim = (db: Db, id: number, next: Updateable<DB['claims']>) =>
  db
    .updateTable('claims')
    .set({ ...next, version: sql`version + 1` })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()

/** Claim that is being changed and its company. */
export interface ClaimFilePlace {
  claim_id: number
  contractor_id: number
}

export const insertClaimMessage = (
  db: Db,
  place: ClaimFilePlace,
  author: Writer,
  message: { kind: ClaimMessage['kind']; text: string; from_staff: boolean; created_at: Date },
) =>
  db
    .insertInto('claim_messages')
    .values({ ...place, ...message, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function countClaimMessages(db: Db, claimId: number): Promise<number> {
  const { count } = await db
    .selectFrom('claim_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('claim_id', '=', claimId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertClaimFile = (
  db: Db,
  author: Writer,
  file: Pick<Insertable<DB['claim_files']>, 'contractor_id' | 'claim_id' | 'name' | 'type' | 'bytes' | 'created_at'>,
) =>
  db
    .insertInto('claim_files')
    .values({ ...file, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Deletes the person's unattached files except the newest ones. */
export const purgeWaitingFilesExcept = (db: Db, userId: number, most: number) =>
  sql`
    delete from claim_files where id in (
      select id from claim_files where actor_id = ${userId} and message_id is null order by id desc offset ${most}::integer)
  `.execute(db)

/** Attaches the person's pending files to a message and returns their number. */
export async function attachClaimFiles(
  db: Db,
  { claim_id: claimId, contractor_id: contractorId }: ClaimFilePlace,
  { userId, messageId, from }: { userId: number; messageId: number; from: number | null },
  ids: readonly number[],
): Promise<number> {
  const rows = await db
    .updateTable('claim_files')
    .set({ claim_id: claimId, message_id: messageId })
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .where('contractor_id', '=', contractorId)
    .where('actor_id', '=', userId)
    .where('message_id', 'is', null)
    .where('claim_id', from === null ? 'is' : '=', from)
    .returning('id')
    .execute()
  return rows.length
}

export interface LineChange {
  id: number
  accepted_qty?: number | null
  received_qty?: number | null
  settled_qty?: number | null
  held_qty?: number
  refusal?: string
  to_stock?: boolean
  credited_kop?: number
}

/** A loop is sufficient: lines are few, and each changes in its own way. */
export async function updateLines(db: Db, claimId: number, lines: readonly LineChange[]) {
  for (const { id, ...next } of lines)
    await db.updateTable('claim_lines').set(next).where('id', '=', id).where('claim_id', '=', claimId).execute()
}

export const releaseLines = (db: Db, claimId: number) =>
  db.updateTable('claim_lines').set({ held_qty: 0 }).where('claim_id', '=', claimId).execute()
