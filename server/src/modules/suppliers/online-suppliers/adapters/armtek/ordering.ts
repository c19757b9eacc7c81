import { z } from 'zod'
import { moscowDate } from '../../../../../platform/clock.ts'
import type {
  OrderAdapter,
  OrderedLine,
  Refusal,
  SupplierCredentials,
  SupplierField,
  SupplierOrder,
} from '../../querying/adapter.ts'
import { numberIn, Optional, priceKopOf, Text } from '../parse-reply.ts'
import { codesOf, get, elementsOf, post, respOf } from './protocol.ts'

const DAY_MS = 86_400_000
/** Longest comments of Armtek. */
const MAX_COMMENT = 100
/** Every warehouse of Armtek and of its partners. */
const ANY_WAREHOUSE = '3'

const Words = Optional(Text).transform((text) => (text ?? '').trim())
const Placed = z.object({
  PIN: Words,
  BRAND: Words,
  COMMENT: Words,
  ERROR_MESSAGE: Words,
  RESULT: z.unknown(),
})
const Part = z.object({ VBELN: Words, POSNR: Words, KWMENG: z.unknown(), PRICE: z.unknown(), ERROR: Words })
const Position = z.object({
  ORDER: Words,
  POSNR: Words,
  PIN: Words,
  BRAND: Words,
  KWMENG: z.unknown(),
  REJECTED: z.unknown(),
  PROCESSING: z.unknown(),
  READY: z.unknown(),
  DELIVERED: z.unknown(),
  PRICE: z.unknown(),
  NOTE: Words,
})
const Details = z.object({ HEADER: z.unknown(), ITEMS: z.unknown() })

/** States of a line, which Armtek shows as quantities. */
const STATES = {
  accepted: 'Принято',
  processing: 'В обработке',
  ready: 'Готово к отгрузке',
  delivered: 'Отгружено',
  rejected: 'Отклонено',
} as const
type State = keyof typeof STATES

const countOf = (value: unknown) => Math.max(0, numberIn(value) || 0)

function stateOf({ KWMENG, REJECTED, PROCESSING, READY, DELIVERED }: z.infer<typeof Position>): State {
  const open = countOf(KWMENG) - countOf(REJECTED)
  if (open <= 0) return 'rejected'
  if (countOf(DELIVERED) >= open) return 'delivered'
  if (countOf(READY) + countOf(DELIVERED) >= open) return 'ready'
  return countOf(PROCESSING) > 0 ? 'processing' : 'accepted'
}

/** The line number of the portal and the number of its order, which begin the comment of a line. */
const OWN_NUMBERS = /^(L\d{1,10}) (\S+)/
const commentWith = (comment: string, clientNumber: string) =>
  comment.replace(/^(L\d{1,10})\b/, `$1 ${clientNumber}`).slice(0, MAX_COMMENT)

/** Groups positions by order; parts of one line, from several warehouses, become one position. */
function ordersOf(positions: readonly { order: string; line: OrderedLine }[]): SupplierOrder[] {
  const known = positions.filter(({ order }) => order !== '')
  return [...Map.groupBy(known, ({ order }) => order)].map(([number, ofOrder]) => {
    const lines = Map.groupBy(ofOrder, ({ line }) => OWN_NUMBERS.exec(line.comment)?.[1] ?? line.positionId)
    const [, , clientNumber = ''] = OWN_NUMBERS.exec(ofOrder[0]?.line.comment ?? '') ?? []
    return {
      number,
      clientNumber,
      lines: [...lines.values()].flatMap((parts) => joined(parts.map(({ line }) => line))),
    }
  })
}

function joined(parts: readonly OrderedLine[]): OrderedLine[] {
  const first = parts.find(({ qty }) => qty !== 0) ?? parts[0]
  return first ? [{ ...first, qty: parts.reduce((sum, { qty }) => sum + (qty ?? 0), 0) }] : []
}

const lineOf = (state: State, fields: Omit<OrderedLine, 'statusCode' | 'statusName'>): OrderedLine => ({
  ...fields,
  statusCode: state,
  statusName: STATES[state],
})

const positionId = (order: string, position: string) => `${order}/${position}`

function refusalOf(items: readonly z.infer<typeof Placed>[], parts: readonly z.infer<typeof Part>[]): Refusal | null {
  const words = [...items.map((item) => item.ERROR_MESSAGE), ...parts.map(({ ERROR }) => ERROR)].filter(
    (text) => text !== '' && text !== '0',
  )
  if (words.length > 0) return { text: [...new Set(words)].slice(0, 5).join('; ').slice(0, 300), of: 'goods' }
  if (items.length === 0) return { text: 'Ответ поставщика на заказ не понят', of: 'answer' }
  return parts.length === 0 ? { text: 'Поставщик не создал заказ', of: 'goods' } : null
}

const each = <T>(value: unknown, type: z.ZodType<T>): T[] =>
  elementsOf(value).flatMap((one) => type.safeParse(one).data ?? [])

/** Positions of an order, or of all orders of a period. */
function positionsIn(body: unknown): z.infer<typeof Position>[] {
  const resp = respOf(body)
  const report = z.object({ DATA: z.unknown() }).safeParse(resp).data?.DATA
  if (report !== undefined) return each(report, Position)
  const { data } = Details.safeParse(resp)
  // The header is an object, or a list of one.
  const header = z.object({ ORDER: Words }).safeParse(elementsOf(data?.HEADER)[0] ?? data?.HEADER).data
  return each(data?.ITEMS, Position).map((position) => ({ ...position, ORDER: header?.ORDER ?? '' }))
}

const buyerOf = (access: SupplierCredentials, field: 'KUNRG' | 'KUNNR_RG'): SupplierField[] => {
  const { vkorg, kunnr_rg: buyer } = codesOf(access)
  return [
    ['VKORG', vkorg],
    [field, buyer],
  ]
}

const day = (moment: Date) => moscowDate(moment).replaceAll('-', '')

/**
 * Orders of Armtek. A line of the portal is known by the comment of its position; an order whose answer was lost is
 * searched for among the positions ordered yesterday and today.
 */
export const ordering = {
  basket: null,
  order: (access, { clientNumber, comment }, lines) => {
    const { kunnr_za: address } = codesOf(access)
    return post(access, '/ws_order/createOrder', [
      ...buyerOf(access, 'KUNRG'),
      ...(address === '' ? [] : [['KUNZA', address] as const]),
      ['TEXT_ORD', `${clientNumber} ${comment}`.trim().slice(0, MAX_COMMENT)],
      ['DBTYP', ANY_WAREHOUSE],
      ...lines.flatMap(({ handle, qty, comment: words }, at): SupplierField[] => [
        ...['PIN', 'BRAND', 'KEYZAK'].map((name): SupplierField => [
          `ITEMS[${at}][${name}]`,
          String(handle[name] ?? ''),
        ]),
        [`ITEMS[${at}][KWMENG]`, String(qty)],
        [`ITEMS[${at}][COMMENT]`, commentWith(words, clientNumber)],
      ]),
    ])
  },
  readOrdered: (body) => {
    const items = each(z.object({ ITEMS: z.unknown() }).safeParse(respOf(body)).data?.ITEMS, Placed)
    const parts = items.flatMap((item) => each(item.RESULT, Part).map((part) => ({ item, part })))
    const positions = parts.map(({ item: { PIN, BRAND, COMMENT }, part }) => ({
      order: part.VBELN,
      line: lineOf('accepted', {
        positionId: positionId(part.VBELN, part.POSNR),
        article: PIN,
        brand: BRAND,
        qty: countOf(part.KWMENG),
        priceKop: priceKopOf(part.PRICE),
        comment: COMMENT,
      }),
    }))
    return {
      orders: ordersOf(positions),
      refusal: refusalOf(
        items,
        parts.map(({ part }) => part),
      ),
    }
  },
  orders: (access, [number = '']) =>
    get(access, '/ws_order/getOrder2', [...buyerOf(access, 'KUNRG'), ['ORDER', number]]),
  ordersPerRequest: 1,
  // The report has no pages: all orders of the two days come at once.
  recent: (access, { now }) =>
    post(access, '/ws_reports/getOrderPositionsReportByDate2', [
      ...buyerOf(access, 'KUNNR_RG'),
      ['SCRDATE', day(new Date(now.getTime() - DAY_MS))],
      ['ECRDATE', day(now)],
      ['TYPEZK_SALE', '1'],
    ]),
  readOrders: (body) =>
    ordersOf(
      positionsIn(body).map((position) => ({
        order: position.ORDER,
        line: lineOf(stateOf(position), {
          positionId: positionId(position.ORDER, position.POSNR),
          article: position.PIN,
          brand: position.BRAND,
          qty: Math.max(0, countOf(position.KWMENG) - countOf(position.REJECTED)),
          priceKop: priceKopOf(position.PRICE),
          comment: position.NOTE,
        }),
      })),
    ),
  cancel: null,
  statuses: null,
  readStatuses: () => [],
} satisfies OrderAdapter
