import { MAX_RECIPIENTS, type NewRecipient } from '@artikul/contract/companies/email-recipients'
import type { Topic } from '@artikul/contract/workspace/notification-settings'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

const withPoint = (db: Db) =>
  db
    .selectFrom('email_recipients as recipient')
    .leftJoin('consignees as point', 'point.id', 'recipient.consignee_id')
    .select([
      'recipient.id',
      'recipient.contractor_id',
      'recipient.version',
      'recipient.email',
      sql<Topic[]>`recipient.topics`.as('topics'),
      'recipient.mail',
      'recipient.consignee_id',
      'point.name as point',
      'recipient.sees_prices',
      'recipient.asked_at',
      'recipient.confirmed_at',
      'recipient.stopped_at',
    ])
    .where('recipient.removed_at', 'is', null)

export const selectRecipients = (db: Db, contractorId: number) =>
  withPoint(db)
    .where('recipient.contractor_id', '=', contractorId)
    .orderBy('recipient.email')
    .orderBy('recipient.id')
    .limit(MAX_RECIPIENTS)
    .execute()
export type RecipientRow = Awaited<ReturnType<typeof selectRecipients>>[number]

export const lockRecipient = (tx: Db, contractorId: number, id: number) =>
  withPoint(tx)
    .where('recipient.contractor_id', '=', contractorId)
    .where('recipient.id', '=', id)
    .forUpdate('recipient')
    .executeTakeFirst()

/** Selects the recipient by the secret of a link. */
export const selectByLink = (db: Db, secret: string) =>
  withPoint(db)
    .innerJoin('contractors as company', 'company.id', 'recipient.contractor_id')
    .select('company.name as company')
    .where('recipient.secret', '=', secret)
    .executeTakeFirst()

/** Key of the advisory lock: concurrent additions in one company cannot exceed the limit. */
const ADDING_LOCK = 7341
export const lockAdding = (tx: Db, contractorId: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(ADDING_LOCK)}, ${contractorId}::integer)`.execute(tx)

interface RecipientCounts {
  listed: number
  asked: number
  has_refused: boolean
  is_known: boolean
}

/** Selects the company's number of recipients, its recent requests, and the status of this address. */
export async function selectRecipientCounts(
  tx: Db,
  contractorId: number,
  { email, consignee_id: point }: NewRecipient,
  { askedSince, refusedSince }: { askedSince: Date; refusedSince: Date },
): Promise<RecipientCounts> {
  const { rows } = await sql<RecipientCounts>`
    select count(*) filter (where removed_at is null)::integer as listed,
      count(*) filter (where asked_at > ${askedSince})::integer as asked,
      coalesce(bool_or(email = ${email} and stopped_at > ${refusedSince}), false) as has_refused,
      coalesce(bool_or(email = ${email} and removed_at is null
        and consignee_id is not distinct from ${point}::integer), false) as is_known
    from email_recipients where contractor_id = ${contractorId}`.execute(tx)
  return rows[0] ?? { listed: 0, asked: 0, has_refused: false, is_known: false }
}

/** Counts requests of all companies to an address, which limits their total. */
export async function countAsksOf(db: Db, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from email_recipients
    where email = ${email} and asked_at > ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

export const insertRecipient = (
  tx: Db,
  writer: Writer,
  recipient: NewRecipient & { contractorId: number; secret: string; now: Date },
) =>
  tx
    .insertInto('email_recipients')
    .values({
      contractor_id: recipient.contractorId,
      email: recipient.email,
      topics: recipient.topics,
      mail: recipient.mail,
      consignee_id: recipient.consignee_id,
      sees_prices: recipient.sees_prices,
      secret: recipient.secret,
      asked_at: recipient.now,
      ...writtenBy(writer),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateRecipient = (tx: Db, id: number, fields: Omit<NewRecipient, 'email'>) =>
  tx
    .updateTable('email_recipients')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const markRemoved = (tx: Db, id: number, at: Date) =>
  tx.updateTable('email_recipients').set({ removed_at: at }).where('id', '=', id).execute()

export const markConfirmed = (db: Db, id: number, at: Date) =>
  db.updateTable('email_recipients').set({ confirmed_at: at, stopped_at: null }).where('id', '=', id).execute()

export const markStopped = (db: Db, id: number, at: Date) =>
  db
    .updateTable('email_recipients')
    .set({ stopped_at: at })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .execute()

/** Deletes all recipients with the address without a trace. */
export const deleteRecipientsAt = (db: Db, address: string) =>
  db
    .deleteFrom('email_recipients')
    .where(sql<boolean>`lower(email) = lower(${address})`)
    .execute()
