import { z } from 'zod'
import { RECENT_PAGE, type OrderAdapter, type OrderedLine, type Refusal } from '../../querying/adapter.ts'
import { priceKopOf, Name, numberIn, Text } from '../parse-reply.ts'
import { call, childOf, childrenOf, isSuccess, soapKeysOf, resultOf, type Elements } from './soap.ts'

/** Maximum number of orders in one answer of Rossko. */
const MAX_RECENT = 500
const Words = Text.catch('')
const Part = z.object({
  partnumber: Name,
  brand: Words,
  count: z.unknown(),
  price: z.unknown(),
  status: Words,
  comment: Words,
})

const linesOf = (values: readonly unknown[]): OrderedLine[] =>
  values.flatMap((value) => {
    const { data } = Part.safeParse(value)
    if (!data) return []
    const { partnumber, brand, count, price, status, comment } = data
    const qty = Math.max(0, numberIn(count) || 0)
    return [
      {
        positionId: '', // Rossko does not number lines
        article: partnumber,
        brand,
        qty,
        priceKop: priceKopOf(price),
        statusCode: status,
        statusName: status,
        comment,
      },
    ]
  })

/** Collects the reasons for refused lines. */
function refusalOf(result: unknown): Refusal {
  if (result === null) return { text: 'Ответ поставщика на заказ не понят', of: 'answer' }
  const messages = childrenOf(childOf(result, 'ItemsErrorList'), 'ItemError').map((item) => childOf(item, 'message'))
  const words = [...messages, childOf(result, 'message')].map((text) => Words.parse(text)).filter(Boolean)
  const text = [...new Set(words)].slice(0, 5).join('; ') || 'Поставщик принял не всё'
  return { text, of: messages.length > 0 ? 'goods' : 'us' }
}

const textOf = (value: unknown, name: string): string => Words.parse(childOf(value, name))

export const ordering = {
  basket: null,
  order: (access, { clientNumber, comment, paymentMethod }, lines) => {
    const { delivery, address } = soapKeysOf(access)
    const parts = lines.map(
      ({ handle, qty, comment: words }) =>
        [
          'Part',
          [
            ...Object.entries(handle).map(([name, value]) => [name, String(value)] as const),
            ['count', String(qty)],
            ['comment', words],
          ],
        ] as const satisfies Elements[number],
    )
    return call(access, 'GetCheckout', [
      [
        'delivery',
        [
          ['delivery_id', delivery],
          ['address_id', address],
        ],
      ],
      ['payment', [['payment_id', paymentMethod]]],
      ['contact', [['comment', `${clientNumber} ${comment}`.trim()]]],
      ['delivery_parts', 'true'],
      ['PARTS', parts],
    ])
  },
  readOrdered: (body) => {
    const result = resultOf(body)
    const numbers = childrenOf(childOf(result, 'OrderIDS'), 'id')
      .map((id) => Words.parse(id))
      .filter(Boolean)
    const lines = linesOf(childrenOf(childOf(result, 'ItemsList'), 'Item'))
    const isWhole = isSuccess(result) && childOf(childOf(result, 'ItemsErrorList'), 'ItemError') === undefined
    return {
      // With several orders, only the orders themselves show which line belongs to which.
      orders: numbers.map((number) => ({ number, clientNumber: '', lines: numbers.length === 1 ? lines : [] })),
      refusal: isWhole && numbers.length > 0 ? null : refusalOf(result),
    }
  },
  orders: (access, numbers) =>
    call(access, 'GetOrders', [['order_ids', numbers.map((number) => ['id', number] as const)]]),
  ordersPerRequest: RECENT_PAGE,
  // The query has no offset, so skipped orders are requested as well.
  recent: (access, { skip }) =>
    call(access, 'GetOrders', [['limit', String(Math.min(skip + RECENT_PAGE, MAX_RECENT))]]),
  readOrders: (body) =>
    childrenOf(childOf(resultOf(body), 'OrdersList'), 'Order').flatMap((order) => {
      const number = textOf(order, 'id')
      const [clientNumber = ''] = textOf(childOf(order, 'detail'), 'comment').split(' ')
      const lines = linesOf(childrenOf(childOf(order, 'parts'), 'part'))
      return number === '' ? [] : [{ number, clientNumber, lines }]
    }),
  cancel: null,
  statuses: null,
  readStatuses: () => [],
} satisfies OrderAdapter
