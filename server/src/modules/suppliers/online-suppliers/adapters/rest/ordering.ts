import { z } from 'zod'
import {
  RECENT_PAGE,
  type SupplierCredentials,
  type SupplierField,
  type OrderAdapter,
  type SupplierOrder,
} from '../../querying/adapter.ts'
import { priceKopOf, numberIn, Optional, Text } from '../parse-reply.ts'
import { signedBy } from './signed.ts'

const Words = Text.catch('')
const Order = z.object({
  /** Order number; empty when nothing was accepted. */
  number: Words,
  client_number: Words,
  error: Optional(z.string()),
  lines: z.array(
    z.object({
      id: Words,
      article: Words,
      brand: Words,
      quantity: z.unknown(),
      price: z.unknown(),
      status: Words,
      status_name: Words,
      comment: Words,
    }),
  ),
})

const asOrder = ({ number, client_number: clientNumber, lines }: z.infer<typeof Order>): SupplierOrder => ({
  number,
  clientNumber,
  lines: lines.map(({ id, article, brand, quantity, price, status, status_name: statusName, comment }) => ({
    positionId: id,
    article,
    brand,
    qty: Math.max(0, numberIn(quantity) || 0),
    priceKop: priceKopOf(price),
    statusCode: status,
    statusName,
    comment,
  })),
})

/** An order without a number cannot be followed and is ignored. */
const ordersIn = (orders: readonly z.infer<typeof Order>[]): SupplierOrder[] =>
  orders.filter(({ number }) => number !== '').map(asOrder)

const read = (access: SupplierCredentials, query: readonly SupplierField[]) =>
  ({ method: 'GET', path: '/orders', headers: signedBy(access), query }) as const

export const ordering = {
  basket: null,
  order: (access, { clientNumber, comment }, lines) => ({
    method: 'POST',
    path: '/orders',
    headers: [...signedBy(access), ['idempotency-key', clientNumber]],
    body: {
      type: 'application/json',
      text: JSON.stringify({
        client_number: clientNumber,
        comment,
        lines: lines.map(({ handle, qty, comment: words }) => ({ id: handle['id'], quantity: qty, comment: words })),
      }),
    },
  }),
  readOrdered: (body) => {
    const { data } = Order.safeParse(body)
    if (!data || (data.number === '' && !data.error))
      return { orders: [], refusal: { text: 'Ответ поставщика на заказ не понят', of: 'answer' } }
    return { orders: ordersIn([data]), refusal: data.error ? { text: data.error, of: 'goods' } : null }
  },
  orders: (access, numbers) =>
    read(
      access,
      numbers.map((number) => ['number', number] as const),
    ),
  ordersPerRequest: RECENT_PAGE,
  recent: (access, { skip }) =>
    read(access, [
      ['skip', String(skip)],
      ['limit', String(RECENT_PAGE)],
    ]),
  readOrders: (body) =>
    ordersIn((Array.isArray(body) ? body : []).flatMap((value) => Order.safeParse(value).data ?? [])),
  cancel: null,
  statuses: null,
  readStatuses: () => [],
} satisfies OrderAdapter
