import type { AccessScope } from '../../../platform/access/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import type { RequestMessage, RequestsQuery } from '@artikul/contract/ordering/quote-requests'
import type { RequestState } from '@artikul/contract/ordering/quote-request-states'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'
import type { Page } from '../../../platform/paging.ts'
import { readableOrders } from '../../companies/index.ts'
import { moscowDayOf, isLookedAfterBy } from '../../../platform/events/index.ts'

/** Upper bound above any real request, so that no query is unbounded. */
const MAX_PARTS = 1000
const LONGEST_SUBJECT = 120

/** Limits a client to the requests of their company; staff read all of them. */
const readable = (reader: AccessScope): RawBuilder<unknown> =>
  reader === 'any' ? sql`true` : sql`quote_requests.contractor_id = ${reader.contractorId}`

/** Matches the end of the number, an article, VIN or words; each of them has its own index. */
function matches(text: string): RawBuilder<unknown> {
  const tail = Array.from(text.replace(/\D/g, '')).reverse().join('')
  const key = articleKey(text)
  const ways = [
    sql`select id from quote_requests where (text || ' ' || vin || ' ' || car) ilike ${`%${literal(text)}%`}`,
    ...(tail === '' ? [] : [sql`select id from quote_requests where reverse(number) like ${`${tail}%`}`]),
    ...(key === '' ? [] : [sql`select request_id from quote_request_rows where article_key = ${key}`]),
  ]
  return sql`quote_requests.id in (${sql.join(ways, sql` union all `)})`
}

const IS_UNANSWERED = sql`quote_requests.state in ('waiting', 'in_work')`

function conditions(reader: AccessScope, managerId: number, filter: RequestsQuery): RawBuilder<unknown> {
  const all = [readable(reader)]
  if (filter.q) all.push(matches(filter.q))
  if (filter.state === 'open') all.push(IS_UNANSWERED)
  else if (filter.state) all.push(sql`quote_requests.state = ${filter.state}`)
  if (filter.contractor_id) all.push(sql`quote_requests.contractor_id = ${filter.contractor_id}`)
  if (filter.mine) all.push(sql`quote_requests.taken_by = ${managerId}`)
  return sql.join(all, sql` and `)
}

export interface RequestItemRow {
  id: number
  number: string
  state: RequestState
  contractor_id: number
  contractor: string
  asker: string
  manager: string | null
  taken_by: number | null
  subject: string
  rows_count: number
  created_at: Date
  answer_by: Date
  answered_at: Date | null
}

const itemColumns = sql`
  quote_requests.id, quote_requests.number, quote_requests.state, quote_requests.contractor_id, contractors.name as contractor, asker.full_name as asker,
  manager.full_name as manager, quote_requests.taken_by, quote_requests.created_at, quote_requests.answer_by, quote_requests.answered_at,
  (select count(*) from quote_request_rows where request_id = quote_requests.id) as rows_count,
  left(coalesce(
    (select concat_ws(' ', nullif(brand, ''), nullif(article, ''), nullif(name, '')) from quote_request_rows
     where request_id = quote_requests.id and position = 1),
    nullif(quote_requests.text, ''), quote_requests.vin), ${LONGEST_SUBJECT}) as subject`

const itemTables = sql`
  join contractors on contractors.id = quote_requests.contractor_id
  join users asker on asker.id = quote_requests.asker_id
  left join users manager on manager.id = quote_requests.taken_by`

export async function selectQuoteRequests(
  db: Db,
  { reader, managerId }: { reader: AccessScope; managerId: number },
  filter: RequestsQuery,
  page: Page,
) {
  const where = conditions(reader, managerId, filter)
  const order = filter.state === 'open' ? sql`quote_requests.answer_by, quote_requests.id` : sql`quote_requests.id desc`
  const [{ rows }, total] = await Promise.all([
    // The page is selected before any join.
    sql<RequestItemRow>`
      select ${itemColumns}
      from (select * from quote_requests where ${where} order by ${order} limit ${page.size} offset ${page.offset}) as quote_requests
      ${itemTables}
      order by ${order}`.execute(db),
    sql<{ total: number }>`select count(*) as total from quote_requests where ${where}`.execute(db),
  ])
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export interface RequestDetails extends RequestItemRow {
  text: string
  vin: string
  car: string
}

export async function selectQuoteRequest(db: Db, reader: AccessScope, id: number): Promise<RequestDetails | undefined> {
  const { rows } = await sql<RequestDetails>`
    select ${itemColumns}, quote_requests.text, quote_requests.vin, quote_requests.car
    from quote_requests ${itemTables} where quote_requests.id = ${id} and ${readable(reader)}`.execute(db)
  return rows[0]
}

export interface RequestRecord {
  id: number
  number: string
  contractor_id: number
  state: RequestState
  asker_id: number
  taken_by: number | null
}

/** Locks the request, so that its changes run one after another. */
export async function lockRequest(db: Db, reader: AccessScope, id: number): Promise<RequestRecord | undefined> {
  const { rows } = await sql<RequestRecord>`
    select id, number, contractor_id, state, asker_id, taken_by from quote_requests
    where id = ${id} and ${readable(reader)} for no key update`.execute(db)
  return rows[0]
}

export const selectQuoteRequestRows = (db: Db, requestId: number) =>
  db
    .selectFrom('quote_request_rows as line')
    .leftJoin('products', 'products.id', 'line.product_id')
    .leftJoin('order_lines', 'order_lines.id', 'line.order_line_id')
    .leftJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['orders.id as order_id', 'orders.number as order_number'])
    .select(['line.id', 'products.code as product_code', 'line.brand', 'line.article', 'line.name', 'line.qty'])
    .select(['line.client_ref', 'line.refusal'])
    .where('line.request_id', '=', requestId)
    .orderBy('line.position')
    .limit(MAX_PARTS)
    .execute()

export const selectAnswers = (db: Db, requestId: number) =>
  db
    .selectFrom('quote_request_answers as answer')
    .innerJoin('products', 'products.id', 'answer.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('warehouses', 'warehouses.id', 'answer.warehouse_id')
    .innerJoin('quote_requests as request', 'request.id', 'answer.request_id')
    .leftJoin('vehicles', 'vehicles.id', 'request.vehicle_id')
    .leftJoin('quote_request_rows as line', 'line.id', 'answer.row_id')
    .select(['vehicles.id as vehicle_id', 'vehicles.name as vehicle_name'])
    .select(['answer.id', 'answer.row_id', 'answer.product_id', 'answer.warehouse_id', 'answer.qty'])
    .select(['answer.special_kop', 'answer.valid_until', 'answer.comment', 'answer.withdrawn_at'])
    .select(['products.code', 'brands.name as brand', 'products.article', 'products.name', 'products.unit'])
    .select(['warehouses.shown_as as warehouse', sql<string>`coalesce(line.client_ref, '')`.as('client_ref')])
    .select(sql<boolean>`exists (select from cart_lines where cart_lines.answer_id = answer.id)`.as('in_cart'))
    .where('answer.request_id', '=', requestId)
    .orderBy('answer.id')
    .limit(MAX_PARTS)
    .execute()
export type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number]

export const selectQuoteRequestMessages = (db: Db, requestId: number) =>
  db
    .selectFrom('quote_request_messages as message')
    .innerJoin('users as author', 'author.id', 'message.actor_id')
    .innerJoin('users as subject', 'subject.id', 'message.subject_id')
    .select(['message.id', 'message.text', 'message.from_staff', 'message.created_at'])
    .select(sql<RequestMessage['kind']>`message.kind`.as('kind'))
    .select(['message.actor_id', 'message.subject_id', 'author.full_name as author', 'subject.full_name as subject'])
    .where('message.request_id', '=', requestId)
    .orderBy('message.id')
    .limit(MAX_PARTS)
    .execute()
export type QuoteRequestMessageRow = Awaited<ReturnType<typeof selectQuoteRequestMessages>>[number]

export const selectPhotoIds = (db: Db, requestId: number) =>
  db
    .selectFrom('quote_request_photos')
    .select('id')
    .where('request_id', '=', requestId)
    .orderBy('id')
    .limit(MAX_PARTS)
    .execute()

export async function selectPhoto(db: Db, reader: AccessScope, id: number) {
  const { rows } = await sql<{ type: string; bytes: Buffer }>`
    select photo.type, photo.bytes from quote_request_photos photo join quote_requests on quote_requests.id = photo.request_id
    where photo.id = ${id} and ${readable(reader)}`.execute(db)
  return rows[0]
}

/** Selects the managers assigned to the company today, or all managers when there is none. */
export async function selectManagersOf(db: Db, contractorId: number, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select users.email::text from users, contractors company
    where company.id = ${contractorId} and users.is_active and users.roles @> array['ARTIKUL_ORDER_MANAGER']
      and ${isLookedAfterBy(sql`users.id`, moscowDayOf(sql`${now}::timestamptz`))}
    order by users.id limit 100`.execute(db)
  return rows.map((row) => row.email)
}

/** Selects the order lines that the person may read. */
export async function selectOwnLines(db: Db, reader: AccessScope, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select line.id from order_lines line join orders on orders.id = line.order_id
    where line.id = any(${ids}::integer[]) and ${readableOrders(reader)}`.execute(db)
  return new Set(rows.map((row) => row.id))
}

export async function selectKnownProducts(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Selects the offers chosen for an answer with their purchase prices. */
export const selectChosenOffers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('offers')
    .innerJoin('products', 'products.id', 'offers.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select(['offers.id', 'offers.product_id', 'offers.warehouse_id', 'offers.purchase_kop', 'offers.min_qty'])
    .select(['brands.name as brand', 'products.article'])
    .select(sql<number>`greatest(offers.multiplicity, products.multiplicity)`.as('multiplicity'))
    .where('offers.id', '=', sql<number>`any(${ids}::integer[])`)
    .execute()
export type ChosenOffer = Awaited<ReturnType<typeof selectChosenOffers>>[number]
