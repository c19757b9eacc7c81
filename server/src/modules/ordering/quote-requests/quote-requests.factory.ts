import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { jpegOf } from '../../../testing/files/photos.ts'

let count = 0

/** Creates a request of a company's user with one typed row. */
export async function buildRequest(
  db: Db,
  { contractorId, userId }: { contractorId: number; userId: number },
  overrides: Partial<Insertable<DB['quote_requests']>> = {},
) {
  const serial = (count += 1)
  const at = new Date('2026-11-17T09:00:00Z')
  const { id } = await db
    .insertInto('quote_requests')
    .values({
      number: `З-${process.pid}${serial}`,
      contractor_id: contractorId,
      asker_id: userId,
      text: 'Нужны любые тормозные колодки',
      answer_by: new Date('2026-11-17T11:00:00Z'),
      created_at: at,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { request_id: id, contractor_id: contractorId, actor_id: userId, subject_id: userId }
  await db
    .insertInto('quote_request_rows')
    .values({ ...place, position: 1, brand: 'ЛЮБОЙ', article: 'ANY-1', article_key: 'ANY1', name: '', qty: 4 })
    .execute()
  await db
    .insertInto('quote_request_messages')
    .values({ ...place, kind: 'created', from_staff: false, created_at: at })
    .execute()
  return { id }
}

/** Selects the id of the first row of a request. */
export const rowOf = async (db: Db, requestId: number): Promise<number> =>
  (await db.selectFrom('quote_request_rows').select('id').where('request_id', '=', requestId).executeTakeFirstOrThrow())
    .id

export const anyPhoto = () => jpegOf()

export const buildPhoto = (db: Db, place: { requestId: number; contractorId: number; userId: number }) =>
  db
    .insertInto('quote_request_photos')
    .values({
      request_id: place.requestId,
      contractor_id: place.contractorId,
      type: 'image/jpeg',
      bytes: anyPhoto(),
      actor_id: place.userId,
      subject_id: place.userId,
      created_at: new Date('2026-11-17T09:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Creates an answer with four pieces of the offer, at the ordinary price by default. */
export const buildAnswer = (
  db: Db,
  place: { requestId: number; contractorId: number; userId: number },
  goods: { product_id: number; warehouse_id: number },
  overrides: Partial<Insertable<DB['quote_request_answers']>> = {},
) =>
  db
    .insertInto('quote_request_answers')
    .values({
      request_id: place.requestId,
      contractor_id: place.contractorId,
      ...goods,
      qty: 4,
      actor_id: place.userId,
      subject_id: place.userId,
      created_at: new Date('2026-11-17T09:00:00Z'),
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
