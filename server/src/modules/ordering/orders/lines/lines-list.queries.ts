import { MAX_COUNTED_ORDERS, MAX_LISTED_ORDERS } from '@artikul/contract/ordering/orders/order-lists'
import { LATE_STATES, LINE_GROUPS, LineGroup, OPEN_STATES } from '@artikul/contract/ordering/orders/line-groups'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../../platform/db/index.ts'
import { visibleTo, type MatchedIds, type OrderSearchScope } from '../lists/find-orders.queries.ts'

export interface LineFilter {
  /** States of which at least one part must be in one; null for any state. */
  states: readonly LineState[] | null
  /** Lines found by a text; null without a text filter. */
  found: MatchedIds | null
  /** Upper bound of the expected date, exclusive. */
  lateOn: string | null
  isByExpected: boolean
}

export interface Slice {
  size: number
  offset: number
}

/**
 * Number of rows up to which a list is counted: the next thousand after the page. Counting all rows would take longer
 * than reading the page.
 */
export const countLimit = ({ size, offset }: Slice) =>
  Math.min(MAX_LISTED_ORDERS, MAX_COUNTED_ORDERS * (Math.floor((offset + size) / MAX_COUNTED_ORDERS) + 1))

/** States of the partial indexes, written exactly as in their conditions, for `order_line_allocations part`. */
export const IS_OPEN = sql.raw(`part.state in (${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`)

const isByDay = ({ isByExpected, lateOn }: LineFilter) => isByExpected || lateOn !== null

/** Sort order of the parts of a state; an index exists for each order. */
function orderOf(filter: LineFilter) {
  return isByDay(filter)
    ? { columns: sql`part.expected_date as place, part.line_id`, by: sql`place, line_id` }
    : { columns: sql`part.ordered_at as place, part.line_id`, by: sql`place desc, line_id` }
}

/** Prevents the use of the date index for a closed period: late lines are searched within the period only. */
const expectedOf = ({ from, to }: OrderSearchScope) =>
  from === undefined || to === undefined ? sql`part.expected_date` : sql`part.expected_date + 0`

function partsWhere(scope: OrderSearchScope, { found, lateOn, ...filter }: LineFilter): RawBuilder<unknown> {
  const all = [visibleTo('part', 'ordered_at', scope)]
  if (isByDay({ found, lateOn, ...filter })) all.push(IS_OPEN)
  if (lateOn !== null) all.push(sql`${expectedOf(scope)} < ${lateOn}::date`)
  if (found !== null) all.push(sql`part.line_id = any(${found.ids}::integer[])`)
  return sql.join(all, sql` and `)
}

/**
 * Selects lines with a part in one of the states, each once. Each state is read from its own index up to the page
 * limit; the few rows are then sorted together.
 */
function ofStates(
  scope: OrderSearchScope,
  filter: LineFilter,
  states: readonly LineState[],
  most: number,
): RawBuilder<unknown> {
  const { columns, by } = orderOf(filter)
  return sql`
    select distinct place, line_id from unnest(${states}::text[]) as wanted (state)
    cross join lateral (
      select distinct ${columns} from order_line_allocations part
      where part.state = wanted.state and ${partsWhere(scope, filter)} order by ${by} limit ${most}::integer
    ) part`
}

/** Selects lines found by a text, which are few enough to be sorted directly. */
function ofFound(scope: OrderSearchScope, filter: LineFilter): RawBuilder<unknown> {
  const inStates = filter.states === null ? sql`true` : sql`part.state = any(${filter.states}::text[])`
  return sql`select distinct ${orderOf(filter).columns} from order_line_allocations part
    where ${partsWhere(scope, filter)} and ${inStates}`
}

/** Selects lines of all states, read through the orders in the scope. */
async function selectOfOrders(db: Db, scope: OrderSearchScope, { size, offset }: Slice): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with counted as (
      select id, created_at, lines_count, sum(lines_count) over (order by created_at desc, id) as upto
      from orders where ${visibleTo('orders', 'created_at', scope)} order by created_at desc, id
      limit ${offset + size}::integer
    )
    select id from (
      select line.id, counted.created_at, counted.id as order_id,
        upto - lines_count + row_number() over (partition by counted.id order by line.id) as place
      from counted join order_lines line on line.order_id = counted.id
      where upto > ${offset}::integer and upto - lines_count < ${offset + size}::integer
    ) line
    where place > ${offset}::integer and place <= ${offset + size}::integer order by place`.execute(db)
  return rows.map(({ id }) => id)
}

/** Selects a page of the list by ids. */
export async function selectLineIdsOf(
  db: Db,
  scope: OrderSearchScope,
  filter: LineFilter,
  slice: Slice,
): Promise<number[]> {
  const { states } = filter
  if (states === null) return selectOfOrders(db, scope, slice)
  const { rows } = await sql<{ line_id: number }>`
    select line_id from (${ofStates(scope, filter, states, slice.offset + slice.size)}) line
    order by ${orderOf(filter).by} limit ${slice.size} offset ${slice.offset}`.execute(db)
  return rows.map(({ line_id: id }) => id)
}

/** Selects all text matches that satisfy the rest of the filter, in list order. */
export async function selectFoundIds(db: Db, scope: OrderSearchScope, filter: LineFilter): Promise<number[]> {
  const { rows } = await sql<{ line_id: number }>`
    select line_id from (${ofFound(scope, filter)}) line order by ${orderOf(filter).by}`.execute(db)
  return rows.map(({ line_id: id }) => id)
}

/** Counts the lines; a result above `limit` stands for any larger number. */
export async function countOrderLines(
  db: Db,
  scope: OrderSearchScope,
  filter: LineFilter,
  limit: number,
): Promise<number> {
  const { states } = filter
  const most = limit + 1
  const counted =
    states !== null
      ? sql`select count(*) as total from (${ofStates(scope, filter, states, most)}) line`
      : sql`select coalesce(sum(lines_count), 0)::integer as total from (
            select lines_count from orders where ${visibleTo('orders', 'created_at', scope)} limit ${most}::integer) few`
  const { rows } = await sql<{ total: number }>`${counted}`.execute(db)
  return rows[0]?.total ?? 0
}

const GROUPS = LineGroup.options.flatMap((group) => LINE_GROUPS[group].states.map((state) => ({ group, state })))

interface GroupCount {
  group: LineGroup | 'late'
  count: number
}

const GROUPS_OF_STATES = sql`unnest(${GROUPS.map(({ group }) => group)}::text[], ${GROUPS.map(({ state }) => state)}::text[])
  as wanted ("group", state)`

/** Counts the lines of each group and the late ones, up to the limit of the counters. */
function inGroups(scope: OrderSearchScope, today: string): RawBuilder<unknown> {
  const any: LineFilter = { states: null, found: null, lateOn: null, isByExpected: false }
  const { columns, by } = orderOf(any)
  return sql`
    select distinct wanted."group", part.line_id from ${GROUPS_OF_STATES} cross join lateral (
      select distinct ${columns} from order_line_allocations part
      where part.state = wanted.state and ${partsWhere(scope, any)} order by ${by} limit ${MAX_COUNTED_ORDERS}::integer
    ) part
    union all
    select 'late', line_id from (${ofStates(scope, { ...any, lateOn: today }, LATE_STATES, MAX_COUNTED_ORDERS)}) part`
}

/** Counts text matches by group; their states are read once for all groups. */
const inGroupsOfFound = (scope: OrderSearchScope, found: MatchedIds, today: string) => sql`
  select distinct wanted."group", part.line_id
  from (
    select line_id, state, expected_date from order_line_allocations part
    where ${partsWhere(scope, { states: null, found, lateOn: null, isByExpected: false })}
  ) part
  join (
    select * from ${GROUPS_OF_STATES}
    union all select 'late', state from unnest(${LATE_STATES}::text[]) as late (state)
  ) wanted on wanted.state = part.state and (wanted."group" <> 'late' or part.expected_date < ${today}::date)`

/** Counts lines by group of states, and the late ones. */
export async function countLinesByGroup(db: Db, scope: OrderSearchScope, found: MatchedIds | null, today: string) {
  const lines = found === null ? inGroups(scope, today) : inGroupsOfFound(scope, found, today)
  const { rows } = await sql<GroupCount>`
    select "group", least(count(*), ${MAX_COUNTED_ORDERS}::integer) as count from (${lines}) line
    group by "group"`.execute(db)
  return new Map(rows.map(({ group, count }) => [group, count]))
}

export interface OrderLineListRow {
  id: number
  order_id: number
  order_number: string
  client_number: string
  ordered_at: Date
  contractor_id: number
  contractor: string
  consignee: string
  product_code: string
  brand: string
  article: string
  name: string
  client_ref: string
  unit: string
  qty: number
  expected_date: string
  price_kop: number
  sum_kop: number
}

/** Selects lines by ids, in the order of the ids. */
export async function selectLinesByIds(db: Db, ids: readonly number[]): Promise<OrderLineListRow[]> {
  const { rows } = await sql<OrderLineListRow>`
    select line.id, line.order_id, orders.number as order_number, orders.client_number, orders.created_at as ordered_at,
      line.contractor_id, contractors.name as contractor, consignees.name as consignee, products.code as product_code, line.brand,
      line.article, line.name, line.client_ref, line.unit, line.qty, line.expected_date, line.price_kop, line.sum_kop
    from unnest(${ids}::integer[]) with ordinality as page (id, place)
    join order_lines line on line.id = page.id
    join orders on orders.id = line.order_id
    join contractors on contractors.id = line.contractor_id
    join consignees on consignees.id = line.consignee_id
    join products on products.id = line.product_id
    order by page.place`.execute(db)
  return rows
}

/** Selects the quantity of the lines in each state. */
export async function selectLineQuantities(db: Db, ids: readonly number[]) {
  const { rows } = await sql<{ line_id: number; state: LineState; qty: number }>`
    select line_id, state, sum(qty) as qty from order_line_allocations where line_id = any(${ids}::integer[])
    group by line_id, state order by line_id, min(id)`.execute(db)
  return rows
}
