import { articleKey } from '@artikul/contract/catalog/article'
import type { NewRequest, NewRequestRow } from '@artikul/contract/ordering/new-quote-request'
import type { RequestMessage } from '@artikul/contract/ordering/quote-requests'
import type { RequestState } from '@artikul/contract/ordering/quote-request-states'
import { sql, type Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'

const NUMBER_DIGITS = 6

/** «З-000123»: returns the next number, shared by all requests. */
export async function nextRequestNumber(db: Db): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('request_number') as number`.execute(db)
  return `З-${String(rows[0]?.number).padStart(NUMBER_DIGITS, '0')}`
}

export const insertQuoteRequest = (
  db: Db,
  { text, vin, car, vehicle_id }: Omit<NewRequest, 'rows'>,
  facts: Pick<Insertable<DB['quote_requests']>, 'number' | 'contractor_id' | 'asker_id' | 'answer_by' | 'created_at'>,
) =>
  db
    .insertInto('quote_requests')
    .values({ text, vin, car, vehicle_id: vehicle_id ?? null, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Request that is being changed and its company. */
export interface QuoteRequestPhotoPlace {
  request_id: number
  contractor_id: number
}

export const insertRows = (db: Db, place: QuoteRequestPhotoPlace, author: Writer, rows: readonly NewRequestRow[]) =>
  db
    .insertInto('quote_request_rows')
    .values(
      rows.map((row, index) => ({
        ...place,
        ...row,
        position: index + 1,
        article_key: articleKey(row.article),
        ...writtenBy(author),
      })),
    )
    .execute()

export const insertQuoteRequestMessage = (
  db: Db,
  place: QuoteRequestPhotoPlace,
  author: Writer,
  message: { kind: RequestMessage['kind']; text: string; from_staff: boolean; created_at: Date },
) =>
  db
    .insertInto('quote_request_messages')
    .values({ ...place, ...message, ...writtenBy(author) })
    .execute()

export async function countQuoteRequestMessages(db: Db, requestId: number): Promise<number> {
  const { count } = await db
    .selectFrom('quote_request_messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return count
}

export const updateRequest = (
  db: Db,
  id: number,
  changes: { state?: RequestState; taken_by?: number; answer_by?: Date; answered_at?: Date },
) => db.updateTable('quote_requests').set(changes).where('id', '=', id).execute()

export type NewAnswerRow = Omit<Insertable<DB['quote_request_answers']>, 'id' | 'actor_id' | 'subject_id'>

export const insertAnswers = (db: Db, author: Writer, answers: readonly NewAnswerRow[]) =>
  db
    .insertInto('quote_request_answers')
    .values(answers.map((answer) => ({ ...answer, ...writtenBy(author) })))
    .execute()

/** Withdraws answers and returns how many of them belonged to the request and were still valid. */
export async function withdrawAnswers(db: Db, requestId: number, ids: readonly number[], at: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('quote_request_answers')
    .set({ withdrawn_at: at })
    .where('request_id', '=', requestId)
    .where('withdrawn_at', 'is', null)
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Updates refusals of rows; an offer for a row clears its refusal with an empty reason. */
export const setRefusals = (db: Db, requestId: number, refusals: readonly { row_id: number; reason: string }[]) =>
  sql`
    update quote_request_rows set refusal = new.reason
    from unnest(${refusals.map((refusal) => refusal.row_id)}::integer[], ${refusals.map((refusal) => refusal.reason)}::text[])
      as new (row_id, reason)
    where quote_request_rows.id = new.row_id and request_id = ${requestId}`.execute(db)

export async function countPhotos(db: Db, requestId: number): Promise<number> {
  const { count } = await db
    .selectFrom('quote_request_photos')
    .select(sql<number>`count(*)`.as('count'))
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  return count
}

export const insertPhoto = (
  db: Db,
  place: QuoteRequestPhotoPlace,
  author: Writer,
  photo: { type: string; bytes: Buffer; created_at: Date },
) =>
  db
    .insertInto('quote_request_photos')
    .values({ ...place, ...photo, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()
