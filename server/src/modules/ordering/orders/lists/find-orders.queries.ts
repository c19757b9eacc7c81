import { pointsOf, type AccessScope } from '../../../../platform/access/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { withoutSign, withZeros } from '@artikul/contract/core/number-end'
import type { OrderStatus } from '@artikul/contract/ordering/orders/orders'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { literal } from '../../../../platform/like.ts'

/** Companies, points and days that a list covers. */
export interface OrderSearchScope {
  /** Company of the orders; null for staff, who see all companies. */
  contractorId: number | null
  /** Manager of the companies; undefined for all of them. */
  managerId: number | undefined
  /** Delivery points; null for all of them. */
  points: readonly number[] | null
  from: string | undefined
  to: string | undefined
}

export interface ScopeFilter {
  consignee?: number | undefined
  contractor_id?: number | undefined
  manager_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Selects the company of a delivery point, because searches by company are faster. */
async function selectOwnerOf(db: Db, consigneeId: number): Promise<number> {
  const row = await db.selectFrom('consignees').select('contractor_id').where('id', '=', consigneeId).executeTakeFirst()
  return row?.contractor_id ?? 0
}

function pointsWithin(own: readonly number[] | null, consigneeId: number | undefined): readonly number[] | null {
  if (consigneeId === undefined) return own
  return own === null || own.includes(consigneeId) ? [consigneeId] : []
}

/** Intersects the requested scope with the person's rights; null when the result is empty. */
export async function scopeOf(db: Db, reader: AccessScope, filter: ScopeFilter): Promise<OrderSearchScope | null> {
  const { consignee, contractor_id: requestedId, manager_id: managerId, from, to } = filter
  if (from !== undefined && to !== undefined && from > to) return null
  if (reader !== 'any') {
    if (managerId !== undefined || (requestedId ?? reader.contractorId) !== reader.contractorId) return null
    return { contractorId: reader.contractorId, managerId, points: pointsWithin(pointsOf(reader), consignee), from, to }
  }
  const contractorId = requestedId ?? (consignee === undefined ? null : await selectOwnerOf(db, consignee))
  return { contractorId, managerId, points: pointsWithin(null, consignee), from, to }
}

const dayStart = (day: string, days: number) =>
  sql`(${day}::date + ${days}::integer)::timestamp at time zone 'Europe/Moscow'`

const allOf = (conditions: RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

function whoseOf(alias: string, { contractorId, managerId, points }: OrderSearchScope): RawBuilder<unknown>[] {
  const company = sql.ref(`${alias}.contractor_id`)
  return [
    ...(contractorId === null ? [] : [sql`${company} = ${contractorId}::integer`]),
    // An array, because a join would not read the rows in the order of the list.
    ...(managerId === undefined
      ? []
      : [sql`${company} = any(array(select id from contractors where manager_id = ${managerId}::integer))`]),
    ...(points === null ? [] : [sql`${sql.ref(`${alias}.consignee_id`)} = any(${points}::integer[])`]),
  ]
}

/** Condition on a table with a company and a delivery point, by the column that stores the moment of the order. */
export const visibleTo = (alias: string, moment: string, scope: OrderSearchScope) =>
  allOf([
    ...whoseOf(alias, scope),
    ...(scope.from === undefined ? [] : [sql`${sql.ref(`${alias}.${moment}`)} >= ${dayStart(scope.from, 0)}`]),
    ...(scope.to === undefined ? [] : [sql`${sql.ref(`${alias}.${moment}`)} < ${dayStart(scope.to, 1)}`]),
  ])

/** Maximum number of matches of a text. */
const MAX_FOUND = 500
/** Maximum number of orders whose lines are searched: lines are also found by the number of their order. */
const MAX_ORDERS_OF_LINES = 200
/** Maximum number of a company's line marks that are scanned, newest first. */
const MAX_MARKS = 15_000
/** Maximum number of a company's order numbers that are scanned. */
const MAX_NUMBERS = 40_000
/** Shortest text for searches across all companies. */
const MIN_CHARACTERS = 3
const LAST_SIGN = '\u{10ffff}'

/** Ids of the matches, newest first; `hasMore` is true when there are more. */
export interface MatchedIds {
  ids: readonly number[]
  hasMore: boolean
}

/** Matches a prefix as a range, because a pattern passed as a parameter cannot use the index. */
const begins = (expression: RawBuilder<unknown>, start: string) =>
  sql`${expression} ~>=~ ${start} and ${expression} ~<~ ${start + LAST_SIGN}`

const contains = (column: RawBuilder<unknown>, typed: string) =>
  sql`lower(${column}) like ${`%${literal(typed.toLowerCase())}%`}`

/** Full order number: written with a dash after the year, dictated by telephone without it. */
const WHOLE_NUMBER = /^(\d\d)(\d{6,})$/

/** Extracts the end of an order number from the typed text; empty when it is no number or too short. */
function endOfNumber(typed: string, least: number): string {
  const end = /^[\d\s-]+$/.exec(withoutSign(withZeros(typed)))?.[0].replaceAll(/\s/g, '') ?? ''
  return end.replaceAll('-', '').length < least ? '' : end.replace(WHOLE_NUMBER, '$1-$2')
}

/** Matches the start of the client's own reference across all companies. */
const ownWords = (table: 'orders' | 'order_lines', column: 'client_number' | 'client_ref', typed: string) =>
  Array.from(typed).length < MIN_CHARACTERS
    ? []
    : [
        sql`
          (select ${table === 'orders' ? sql`id` : sql`id, order_id`} from ${sql.table(table)}
          where ${sql.ref(column)} <> '' and ${begins(sql`lower(${sql.ref(column)})`, typed.toLowerCase())}
          limit ${MAX_FOUND + 1}::integer)`,
      ]

/**
 * Finds orders by the end of their number (three digits match one order of a thousand) and by the client's own number:
 * anywhere in it within a company, whose orders are scanned; by its start across all companies.
 */
function ofNumbers(typed: string, scope: OrderSearchScope): RawBuilder<unknown>[] {
  if (scope.contractorId === null) {
    const start = Array.from(endOfNumber(typed, MIN_CHARACTERS)).toReversed().join('')
    const byEnd = sql`(select id from orders
      where ${allOf(whoseOf('orders', scope))} and ${begins(sql`reverse(orders.number)`, start)})`
    return [...(start === '' ? [] : [byEnd]), ...ownWords('orders', 'client_number', typed)]
  }
  const end = endOfNumber(typed, 1)
  const byEnd = sql`right(whose.number, ${end.length}::integer) = ${end}`
  const byOwn = sql`whose.client_number <> '' and ${contains(sql`whose.client_number`, typed)}`
  return [
    sql`
      (select id from (
        select * from orders as whose where ${allOf(whoseOf('whose', scope))} order by whose.id desc
        limit ${MAX_NUMBERS}::integer) whose
      where ${end === '' ? byOwn : sql`${byEnd} or ${byOwn}`} limit ${MAX_FOUND + 1}::integer)`,
  ]
}

/** Finds lines by the client's mark, in the same way as orders by the client's own number. */
function ofMark(typed: string, scope: OrderSearchScope): RawBuilder<unknown>[] {
  if (scope.contractorId === null) return ownWords('order_lines', 'client_ref', typed)
  return [
    sql`
      (select id, order_id from (
        select * from order_lines as whose where ${allOf(whoseOf('whose', scope))} and client_ref <> ''
        order by whose.id desc limit ${MAX_MARKS}::integer) newest
      where ${contains(sql`client_ref`, typed)} limit ${MAX_FOUND + 1}::integer)`,
  ]
}

/** Finds the newest lines of an exact article; across all companies, through the products that have the article now. */
function ofArticle(typed: string, scope: OrderSearchScope): RawBuilder<unknown>[] {
  const key = articleKey(typed)
  if (key === '') return []
  if (scope.contractorId === null)
    return [
      sql`(select newest.id, newest.order_id from products cross join lateral (
          select line.id, line.order_id from order_lines line where line.product_id = products.id
          order by line.id desc limit ${MAX_FOUND + 1}::integer
        ) newest
        where products.article_key = ${key} order by newest.id desc limit ${MAX_FOUND + 1}::integer)`,
    ]
  return [
    sql`(select line.id, line.order_id from order_lines line
      where ${allOf(whoseOf('line', scope))} and line.article_key = ${key}
      order by line.id desc limit ${MAX_FOUND + 1}::integer)`,
  ]
}

/** Sources of a text search: each one is read by its own index and up to a limit, so that no text is slow. */
const placesOf = (typed: string, scope: OrderSearchScope) => ({
  orders: ofNumbers(typed, scope),
  lines: [...ofArticle(typed, scope), ...ofMark(typed, scope)],
})

const cutAt = (rows: readonly { id: number }[], most: number, more: boolean): MatchedIds => ({
  ids: rows.slice(0, most).map(({ id }) => id),
  hasMore: more || rows.length > most,
})

const NOTHING: MatchedIds = { ids: [], hasMore: false }
const unionOf = (selects: readonly RawBuilder<unknown>[]) => sql.join(selects, sql` union `)

/** Finds orders directly or through their lines. */
export async function findOrders(db: Db, scope: OrderSearchScope, typed: string): Promise<MatchedIds> {
  const { orders, lines } = placesOf(typed, scope)
  const all = [...orders, ...lines.map((select) => sql`select found.order_id from ${select} found`)]
  if (all.length === 0) return NOTHING
  const { rows } = await sql<{ id: number }>`
    select id from (${unionOf(all)}) found (id) order by id desc limit ${MAX_FOUND + 1}::integer`.execute(db)
  return cutAt(rows, MAX_FOUND, false)
}

async function selectOrdersOfLines(db: Db, orders: readonly RawBuilder<unknown>[]): Promise<MatchedIds> {
  if (orders.length === 0) return NOTHING
  const { rows } = await sql<{ id: number }>`
    select id from (${unionOf(orders)}) found order by id desc limit ${MAX_ORDERS_OF_LINES + 1}::integer`.execute(db)
  return cutAt(rows, MAX_ORDERS_OF_LINES, false)
}

/** Finds lines directly or through their order, in list order: newest orders first. */
export async function findLines(db: Db, scope: OrderSearchScope, typed: string): Promise<MatchedIds> {
  const { orders, lines } = placesOf(typed, scope)
  const known = await selectOrdersOfLines(db, orders)
  const all = [
    sql`select id, order_id from order_lines line
      where order_id = any(${known.ids}::integer[]) and ${allOf(whoseOf('line', scope))}`,
    ...lines.map((select) => sql`select found.id, found.order_id from ${select} found`),
  ]
  const { rows } = await sql<{ id: number }>`
    select id from (${unionOf(all)}) found order by order_id desc, id limit ${MAX_FOUND + 1}::integer`.execute(db)
  return cutAt(rows, MAX_FOUND, known.hasMore)
}

export interface NumberedOrder {
  id: number
  number: string
  client_number: string
  status: OrderStatus
  ordered_at: Date
  contractor: string
  consignee: string
}

/** Selects the newest orders by the end of their number or by the client's own number. */
export async function selectOrdersNumbered(db: Db, scope: OrderSearchScope, typed: string, most: number) {
  const places = ofNumbers(typed, scope)
  if (places.length === 0) return []
  const { rows } = await sql<NumberedOrder>`
    select orders.id, orders.number, orders.client_number, orders.status, orders.created_at as ordered_at,
      contractors.name as contractor, consignees.name as consignee
    from (select id from (${unionOf(places)}) found (id) order by id desc limit ${most}::integer) newest
    join orders on orders.id = newest.id join contractors on contractors.id = orders.contractor_id
    join consignees on consignees.id = orders.consignee_id
    order by orders.id desc`.execute(db)
  return rows
}

export interface MarkedLine {
  id: number
  order: { id: number; number: string }
  client_ref: string
  brand: string
  article: string
  name: string
  contractor: string
}

/** Selects the newest lines by the client's mark. */
export async function selectLinesMarked(db: Db, scope: OrderSearchScope, typed: string, most: number) {
  const places = ofMark(typed, scope)
  if (places.length === 0) return []
  const { rows } = await sql<MarkedLine>`
    select line.id, jsonb_build_object('id', orders.id, 'number', orders.number) as "order", line.client_ref,
      line.brand, line.article, line.name, contractors.name as contractor
    from (select id from (${unionOf(places)}) found (id, order_id) order by id desc limit ${most}::integer) newest
    join order_lines line on line.id = newest.id join orders on orders.id = line.order_id
    join contractors on contractors.id = orders.contractor_id
    order by line.id desc`.execute(db)
  return rows
}
