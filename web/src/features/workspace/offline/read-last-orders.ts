import { orderListRoutes, type OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { OPEN_STATES } from '@artikul/contract/ordering/orders/line-groups'
import { LINE_STATES, ORDER_STATUSES, orderRoutes, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { call } from '../../../lib/api/call.ts'
import { day, moment, momentDay, quantity, roubles } from '../../../lib/text/format.ts'
import type { LastOrder, LastOrders } from '../../../offline/last-orders.ts'

const MAX_ORDERS = 20

const stateText = ({ parts, unit }: OrderLineItem) =>
  parts.length === 1
    ? parts.map(({ state }) => LINE_STATES[state]).join('')
    : parts.map(({ state, qty }) => `${LINE_STATES[state]}: ${quantity(qty, unit)}`).join('; ')

const lineOf = (line: OrderLineItem): LastOrder['lines'][number] => ({
  brand: line.brand,
  article: line.article,
  name: line.name,
  qty: quantity(line.qty, line.unit),
  state: stateText(line),
  expected: line.parts.some(({ state }) => OPEN_STATES.includes(state)) ? day(line.expected_date) : '',
})

function orderOf(order: OrderItem, all: readonly OrderLineItem[]): LastOrder {
  const lines = all.filter(({ order_id: id }) => id === order.id)
  return {
    number: order.number,
    client_number: order.client_number,
    date: momentDay(order.created_at),
    consignee: order.consignee,
    status: ORDER_STATUSES[order.status],
    sum: order.total_kop === null ? null : roubles(order.total_kop),
    lines: lines.map(lineOf),
    more: Math.max(0, order.lines_count - lines.length),
  }
}

/** Gets the last orders of the company and the newest of their lines, as the lists show them: two calls. */
export async function readLastOrders(owner: string, company: string): Promise<LastOrders> {
  const [orders, lines] = [
    await call(orderRoutes.list, { query: { page_size: '50' } }),
    await call(orderListRoutes.lines, { query: { page_size: '150' } }),
  ]
  const now = new Date()
  return {
    shape: 1,
    owner,
    at: now.getTime(),
    savedAt: moment(now.toISOString()),
    company,
    orders: orders.results.slice(0, MAX_ORDERS).map((order) => orderOf(order, lines.results)),
  }
}
