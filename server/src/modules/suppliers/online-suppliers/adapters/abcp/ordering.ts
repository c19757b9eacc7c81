import { z } from 'zod'
import {
  RECENT_PAGE,
  type SupplierCredentials,
  type SupplierField,
  type OrderAdapter,
  type SupplierOrderLineInput,
  type OrderTerms,
  type Refusal,
  type SupplierOrder,
} from '../../querying/adapter.ts'
import { signedBy } from './signed.ts'

/** Accepts «2 040,74» as well as 2040.74. */
const Rubles = z
  .union([z.number(), z.string().transform((text) => Number(text.replace(/[\s\u00a0]/g, '').replace(',', '.')))])
  .pipe(z.number().min(0))
const Text = z.union([z.string(), z.number().transform(String)]).catch('')
const Count = z
  .union([z.number(), z.string().transform(Number)])
  .pipe(z.number().min(0))
  .nullable()
  .catch(null)
const IsDone = z.union([z.number(), z.string().transform(Number), z.boolean().transform(Number)])

const Position = z.object({
  positionId: Text,
  number: Text,
  brand: Text,
  quantity: Count,
  price: Rubles.nullish().catch(null),
  statusCode: Text,
  status: Text,
  comment: Text,
})
const Order = z.object({ number: Text, clientOrderNumber: Text, positions: z.array(Position).catch([]) })
/** Orders may arrive as an object by number; pages contain them in `items`. */
const OrderList = z.union([z.array(Order), z.record(z.string(), Order).transform((orders) => Object.values(orders))])
const Orders = z.union([z.object({ items: OrderList }).transform(({ items }) => items), OrderList])
const Placed = z.object({ status: IsDone, errorMessage: Text, orders: Orders.catch([]) })
const Basket = z.object({
  positions: z.array(z.object({ status: IsDone.catch(0), errorMessage: Text })).catch([]),
})
const Status = z.object({ id: Text, name: Text })

const asOrder = ({ number, clientOrderNumber, positions }: z.infer<typeof Order>): SupplierOrder => ({
  number,
  clientNumber: clientOrderNumber,
  lines: positions.map(({ positionId, number: article, brand, quantity, price, statusCode, status, comment }) => ({
    positionId,
    article,
    brand,
    qty: quantity,
    priceKop: price === null || price === undefined ? null : Math.round(price * 100),
    statusCode,
    statusName: status,
    comment,
  })),
})

/** An order without a number cannot be followed and is ignored. */
const ordersIn = (orders: readonly z.infer<typeof Order>[]): SupplierOrder[] =>
  orders.filter(({ number }) => number !== '').map(asOrder)

const fieldsOf = (lines: readonly SupplierOrderLineInput[]): SupplierField[] =>
  lines.flatMap(({ handle, qty, comment }, at) => [
    ...Object.entries(handle).map(([name, value]): SupplierField => [`positions[${at}][${name}]`, String(value)]),
    [`positions[${at}][quantity]`, String(qty)] as const,
    [`positions[${at}][comment]`, comment] as const,
  ])

const ABOUT_GOODS = /позици|налич|количеств|товар|position|quantity|stock/i

const refusalOf = (text: string): Refusal => ({ text, of: ABOUT_GOODS.test(text) ? 'goods' : 'us' })

const termsOf = (terms: OrderTerms): SupplierField[] => {
  const chosen: SupplierField[] = [
    ['paymentMethod', terms.paymentMethod],
    ['shipmentMethod', terms.shipmentMethod],
    ['shipmentAddress', terms.shipmentAddress],
    ['comment', terms.comment],
  ]
  return [
    ...chosen.filter(([, value]) => value !== ''),
    ['clientOrderNumber', terms.clientNumber],
    ['wholeOrderOnly', '0'],
  ]
}

const post = (path: string, access: SupplierCredentials, fields: readonly SupplierField[] = []) =>
  ({ method: 'POST', path, form: [...signedBy(access), ...fields] }) as const

export const ordering = {
  basket: {
    add: (access, lines) => post('/basket/add', access, fieldsOf(lines)),
    readAdded: (body) => ({
      refusals: (Basket.safeParse(body).data?.positions ?? []).map(({ status, errorMessage }) =>
        status === 1 ? null : errorMessage || 'Поставщик не принял строку',
      ),
    }),
    clear: (access) => post('/basket/clear', access),
    order: (access, terms) => post('/basket/order', access, termsOf(terms)),
  },
  order: (access, terms, lines) => post('/orders/instant', access, [...termsOf(terms), ...fieldsOf(lines)]),
  readOrdered: (body) => {
    const { data } = Placed.safeParse(body)
    if (!data) return { orders: [], refusal: { text: 'Ответ поставщика на заказ не понят', of: 'answer' } }
    // Orders may exist even when the answer as a whole reports a failure.
    const refusal = data.status === 1 ? null : refusalOf(data.errorMessage || 'Поставщик принял не всё')
    return { orders: ordersIn(data.orders), refusal }
  },
  orders: (access, numbers) => ({
    method: 'GET',
    path: '/orders/list',
    query: [...signedBy(access), ...numbers.map((number, at): SupplierField => [`orders[${at}]`, number])],
  }),
  ordersPerRequest: RECENT_PAGE,
  recent: (access, { skip }) => ({
    method: 'GET',
    path: '/orders',
    query: [...signedBy(access), ['format', 'p'], ['skip', String(skip)], ['limit', String(RECENT_PAGE)]],
  }),
  readOrders: (body) => ordersIn(Orders.safeParse(body).data ?? []),
  cancel: (access, positionId) => post('/orders/cancelPosition', access, [['positionId', positionId]]),
  statuses: (access) => ({ method: 'GET', path: '/orders/statuses', query: signedBy(access) }),
  readStatuses: (body) =>
    (z.array(Status).safeParse(body).data ?? []).flatMap(({ id, name }) => (id === '' ? [] : [{ code: id, name }])),
} satisfies OrderAdapter
