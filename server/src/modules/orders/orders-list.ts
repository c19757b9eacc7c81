import { MOST_LISTED, type OrderCounts } from '@artikul/contract/order-lists'
import { OrderStatus, type OrderItem } from '@artikul/contract/orders'
import type { Db } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import { seesPrices, type Reader } from '../consignees/index.ts'
import type { Slice } from './lines-list.queries.ts'
import { findOrders, scopeOf, type ScopeFilter } from './orders.found.queries.ts'
import { countOrders, countOrdersByStatus, selectOrders, type OrderFilter } from './orders.queries.ts'
import { presentOrderRow } from './orders.read.ts'
import { readWaitsOf } from './waits.read.ts'

type OrdersQuery = ScopeFilter & Omit<OrderFilter, 'found'> & { q?: string | undefined }

interface OrdersPage {
  results: OrderItem[]
  total: number
  isCut: boolean
}

const isBySum = ({ sort }: OrdersQuery) => sort?.endsWith('total') === true

/** Orders that are asked for; at most so many are listed as the contract says. */
export async function listOrders(
  db: Db,
  reader: Reader,
  query: OrdersQuery,
  slice: Slice,
  now: Date,
): Promise<OrdersPage> {
  // The order of hidden sums would tell them.
  if (isBySum(query) && !seesPrices(reader)) throw new AppError('section.hidden')
  const scope = await scopeOf(db, reader, query)
  if (scope === null) return { results: [], total: 0, isCut: false }
  const found = query.q ? await findOrders(db, scope, query.q) : null
  const filter = { status: query.status, sort: query.sort, found }
  const size = Math.min(slice.size, MOST_LISTED - slice.offset)
  const counting = countOrders(db, scope, filter)
  // Of a period's few orders the index of sums would be read to its end.
  const isOfFew =
    isBySum(query) && (query.from !== undefined || query.to !== undefined) && (await counting) <= MOST_LISTED
  const [rows, total] = await Promise.all([
    size > 0 ? selectOrders(db, scope, filter, { ...slice, size }, isOfFew) : [],
    counting,
  ])
  const waits = await readWaitsOf(
    db,
    rows.flatMap(({ id, status }) => (status === 'awaiting_payment' ? [id] : [])),
    now,
  )
  return {
    results: rows.map((row) => presentOrderRow(row, waits.get(row.id), reader)),
    total: Math.min(total, MOST_LISTED),
    isCut: total > MOST_LISTED || found?.isCut === true,
  }
}

export async function readOrderCounts(
  db: Db,
  reader: Reader,
  query: ScopeFilter & { q?: string | undefined },
): Promise<OrderCounts> {
  const scope = await scopeOf(db, reader, query)
  const found = scope && query.q ? await findOrders(db, scope, query.q) : null
  const rows = scope === null ? [] : await countOrdersByStatus(db, scope, found)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  // Every status is there: the keys are the options of the schema.
  return Object.fromEntries(OrderStatus.options.map((status) => [status, counts.get(status) ?? 0])) as OrderCounts
}
