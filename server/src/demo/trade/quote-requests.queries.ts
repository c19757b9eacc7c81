import { sql, type Insertable, type Kysely } from 'kysely'
import { answerBy } from '../../modules/ordering/index.ts'
import type { DB } from '../../platform/db/index.ts'
import type { DemoParties } from '../parties.ts'

const MINUTE_MS = 60_000
const ANSWERED_AFTER_MS = 55 * MINUTE_MS
const PRICE_HOLDS_DAYS = 7

const ARTICLE = { brand: 'HYUNDAI/KIA', article: '26300-35503', article_key: '2630035503', name: 'Фильтр масляный' }

type DemoRequest = Pick<Insertable<DB['quote_requests']>, 'number' | 'text' | 'vin' | 'car'> & { at: Date }

async function insertDemoRequest(db: Kysely<DB>, parties: DemoParties, { at, ...input }: DemoRequest) {
  const contractor_id = parties.contractorIds[0] ?? 0
  const daysOff = await db.selectFrom('days_off').select('day').execute()
  const buyer = { actor_id: parties.buyerIds[0] ?? 0, subject_id: parties.buyerIds[0] ?? 0 }
  const { id } = await db
    .insertInto('quote_requests')
    .values({
      ...input,
      contractor_id,
      asker_id: buyer.actor_id,
      answer_by: answerBy(at, new Set(daysOff.map(({ day }) => day))),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const place = { request_id: id, contractor_id }
  await db
    .insertInto('quote_request_messages')
    .values({ ...place, ...buyer, kind: 'created', from_staff: false, created_at: at })
    .execute()
  return { place, buyer }
}

/** Offers the cheapest goods of the row for a week, a tenth above the purchase price. */
async function insertAnswer(
  db: Kysely<DB>,
  place: { request_id: number; contractor_id: number },
  { managerId, rowId, at }: { managerId: number; rowId: number; at: Date },
) {
  await sql`
    insert into quote_request_answers (request_id, contractor_id, row_id, product_id, warehouse_id, qty, special_kop,
      valid_until, comment, actor_id, subject_id, created_at)
    select ${place.request_id}, ${place.contractor_id}, ${rowId}, offers.product_id, offers.warehouse_id, 4,
      round(offers.purchase_kop * 1.1), (${at}::timestamptz at time zone 'Europe/Moscow')::date + ${PRICE_HOLDS_DAYS}::integer,
      'Привезём ближайшим рейсом', ${managerId}, ${managerId}, ${at}
    from offers join products on products.id = offers.product_id
    where products.article_key = ${ARTICLE.article_key} and offers.on_hand > offers.reserved + 4
    order by offers.purchase_kop limit 1`.execute(db)
  const manager = { actor_id: managerId, subject_id: managerId }
  await db
    .insertInto('quote_request_messages')
    .values({
      ...place,
      ...manager,
      kind: 'answered',
      text: 'Подобрали, цена на неделю.',
      from_staff: true,
      created_at: at,
    })
    .execute()
  await db
    .updateTable('quote_requests')
    .set({ state: 'answered', answered_at: at, taken_by: managerId })
    .where('id', '=', place.request_id)
    .execute()
}

/** Inserts two requests of the first company: one answered with a special price, one waiting. */
export async function insertRequests(db: Kysely<DB>, parties: DemoParties, now: Date) {
  const answeredAt = new Date(now.getTime() - ANSWERED_AFTER_MS)
  const { place, buyer } = await insertDemoRequest(db, parties, {
    number: 'З-000001',
    text: 'Нужно к пятнице, можно аналог хорошего качества.',
    vin: '',
    car: 'Kia Rio 2017, 1.6',
    at: new Date(answeredAt.getTime() - ANSWERED_AFTER_MS),
  })
  const { id: rowId } = await db
    .insertInto('quote_request_rows')
    .values({ ...place, ...buyer, ...ARTICLE, position: 1, qty: 4, client_ref: 'А123ВС 77' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAnswer(db, place, { managerId: parties.managerId, rowId, at: answeredAt })
  await insertDemoRequest(db, parties, {
    number: 'З-000002',
    text: 'Подберите стартер, на старом номера не видно.',
    vin: 'XW8ZZZ61ZEG061733',
    car: 'Volkswagen Polo 2014, 1.6, механика',
    at: now,
  })
  await sql`select setval('request_number', 2)`.execute(db)
}
