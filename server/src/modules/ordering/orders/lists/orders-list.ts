import { seesPrices } from '../../../../platform/access/index.ts'
import { MAX_LISTED_ORDERS, type OrderCounts } from '@artikul/contract/ordering/orders/order-lists'
import { OrderStatus, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { moscowDate } from '../../../../platform/clock.ts'
import { AppError } from '../../../../platform/errors.ts'
import { countTogether, type Listed, type Share } from './companies.ts'
import { countLimit, type Slice } from '../lines/lines-list.queries.ts'
import { findOrders, scopeOf, type ScopeFilter } from './find-orders.queries.ts'
import {
  countOrders,
  countOrdersByStatus,
  selectMarks,
  selectOrders,
  type OrderListFilter,
  type OrderMarks,
} from '../orders.queries.ts'
import { presentOrderRow } from '../read-orders.ts'
import { readWaitsOf } from '../holds/read-holds.ts'

export type OrdersQuery = ScopeFilter & Omit<OrderListFilter, 'found'> & { q?: string | undefined }

/** Statuses of orders without late lines and without lines that wait for a decision. */
const CLOSED: readonly OrderStatus[] = ['shipped', 'done', 'cancelled']

const isBySum = ({ sort }: OrdersQuery) => sort?.endsWith('total') === true

/** Lists the matching orders, up to the limit of the contract. */
export async function listOrders(
  { db, reader }: Share,
  query: OrdersQuery,
  slice: Slice,
  now: Date,
): Promise<Listed<OrderItem>> {
  // Sorting by hidden sums would reveal them.
  if (isBySum(query) && !seesPrices(reader)) throw new AppError('section.hidden')
  const scope = await scopeOf(db, reader, query)
  if (scope === null) return { results: [], total: 0, hasMore: false }
  const found = query.q ? await findOrders(db, scope, query.q) : null
  const filter = { status: query.status, sort: query.sort, found }
  const size = Math.min(slice.size, MAX_LISTED_ORDERS - slice.offset)
  // For a period with few orders, the index of sums would be read to its end, so the rows are sorted directly.
  const mayBeFew = isBySum(query) && (query.from !== undefined || query.to !== undefined)
  const limit = mayBeFew ? MAX_LISTED_ORDERS : countLimit(slice)
  const counting = countOrders(db, scope, filter, limit)
  const isOfFew = mayBeFew && (await counting) <= limit
  const [rows, total] = await Promise.all([
    size > 0 ? selectOrders(db, scope, filter, { ...slice, size }, isOfFew) : [],
    counting,
  ])
  const waitingIds = rows.flatMap(({ id, status }) => (status === 'awaiting_payment' ? [id] : []))
  const openIds = rows.flatMap(({ id, status }) => (CLOSED.includes(status) ? [] : [id]))
  const [holds, marks] = await Promise.all([
    readWaitsOf(db, waitingIds, now),
    openIds.length > 0 ? selectMarks(db, openIds, moscowDate(now)) : new Map<number, OrderMarks>(),
  ])
  return {
    results: rows.map((row) => presentOrderRow(row, { waiting: holds.get(row.id), marks: marks.get(row.id) }, reader)),
    total: Math.min(total, limit),
    hasMore: total > limit || found?.hasMore === true,
  }
}

/** Compares orders of several lists by the order of `listOrders`. */
export function compareOrders({ sort = '-created_at' }: OrdersQuery) {
  const sign = sort.startsWith('-') ? -1 : 1
  const bySum = (one: OrderItem, other: OrderItem) => (one.total_kop ?? 0) - (other.total_kop ?? 0)
  const byTime = (one: OrderItem, other: OrderItem) => one.created_at.localeCompare(other.created_at)
  const by = sort.endsWith('total') ? bySum : byTime
  return (one: OrderItem, other: OrderItem) => sign * (by(one, other) || one.id - other.id)
}

async function countOfOne({ db, reader }: Share, query: ScopeFilter & { q?: string | undefined }) {
  const scope = await scopeOf(db, reader, query)
  const found = scope && query.q ? await findOrders(db, scope, query.q) : null
  const rows = scope === null ? [] : await countOrdersByStatus(db, scope, found)
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  // Every status is present: the keys are the options of the schema.
  return Object.fromEntries(OrderStatus.options.map((status) => [status, counts.get(status) ?? 0])) as OrderCounts
}

export const readOrderCounts = (
  shares: readonly Share[],
  query: ScopeFilter & { q?: string | undefined },
): Promise<OrderCounts> => countTogether(shares, OrderStatus.options, (share) => countOfOne(share, query))
