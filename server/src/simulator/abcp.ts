import type { Position, Stock } from './goods.ts'
import type { SimulatedReply } from './protocol.ts'

type Row = Record<string, string>

const refusal = (status: number, errorCode: number, errorMessage: string): SimulatedReply => ({
  status,
  body: { errorCode, errorMessage },
})
const ok = (body: unknown): SimulatedReply => ({ status: 200, body })

/** Parses `name[0][number]=…` of PHP as rows. */
function rowsOf(fields: URLSearchParams, name: string): Row[] {
  const rows: Row[] = []
  for (const [field, value] of fields) {
    const [, list, at, part] = /^(\w+)\[(\d{1,3})\]\[(\w+)\]$/.exec(field) ?? []
    if (list === name && part) (rows[Number(at)] ??= {})[part] = value
  }
  return rows.filter(Boolean)
}

const described = ({ good, key, route: [code, place, hours], priceKop, availability, itemKey }: Position) => ({
  brand: good.brand,
  number: good.article,
  numberFix: key,
  description: good.name,
  availability,
  packing: String(good.multiplicity),
  deliveryPeriod: hours,
  deliveryPeriodMax: hours > 100 ? hours + 48 : '',
  distributorId: 1,
  distributorCode: place,
  supplierCode: code,
  supplierColor: null,
  supplierDescription: place,
  itemKey,
  price: priceKop / 100,
  weight: 0.5,
  volume: '',
  deliveryProbability: 95,
  noReturn: hours > 100,
  meta: { productId: null, abcpWh: '' },
})

const STATUSES = [
  { id: 1, name: 'Новый', color: '000000', isFinalStatus: 0 },
  { id: 2, name: 'В работе', color: '0000ff', isFinalStatus: 0 },
  { id: 3, name: 'Запрошено снятие', color: 'ff0000', isFinalStatus: 0 },
  { id: 4, name: 'Выдано', color: '00ff00', isFinalStatus: 1 },
]
const [NEW, , CANCELLING] = STATUSES

interface Line extends Row {
  positionId: string
}
/** Order stored by the simulated supplier, whose positions tests change. */
export interface SimulatedOrder {
  number: string
  clientOrderNumber: string
  positions: (Line & { status: string; statusCode: string })[]
}

const sumText = (kop: number) =>
  (kop / 100)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+(?!\d))/g, ' ')
    .replace('.', ',')

type Operations = Record<string, (fields: URLSearchParams) => SimulatedReply>

const sameBrand = (brand: string) => (position: Position) => position.good.brand.toLowerCase() === brand.toLowerCase()

const searching = (stock: Stock): Operations => ({
  'GET /search/brands': (fields) => {
    const found = stock(fields.get('number') ?? '')
    if (found.length === 0) return refusal(404, 301, 'No results')
    const brands = Map.groupBy(found, ({ good }) => good.brand)
    return ok(Array.from(brands.values(), ([first]) => first && described(first)))
  },
  'GET /search/articles': (fields) => {
    const [number, brand] = [fields.get('number'), fields.get('brand')]
    if (!number || !brand) return refusal(400, 2, 'Required parameter is missing')
    const found = stock(number).filter(sameBrand(brand))
    return found.length === 0 ? refusal(404, 301, 'No results') : ok(found.map(described))
  },
  'POST /search/batch': (fields) => {
    const pairs = rowsOf(fields, 'search')
    if (pairs.length > 100) return refusal(400, 4, 'Too many pairs')
    return ok(pairs.flatMap(({ number = '', brand = '' }) => stock(number).filter(sameBrand(brand)).map(described)))
  },
})

/** Stores orders for the lifetime of the simulator; the same order twice creates two orders. */
function createBook(stock: Stock, orders: SimulatedOrder[]) {
  let lastId = 1000
  const nextId = () => String((lastId += 1))
  const find = ({ number = '', brand = '', itemKey = '', supplierCode = '' }: Row) =>
    stock(number).find(
      (one) => sameBrand(brand)(one) && one.itemKey === itemKey && String(one.route[0]) === supplierCode,
    )
  const priceOf = (row: Row) => find(row)?.priceKop ?? 0
  /** Returns the reason why a line cannot be ordered; empty when it can. */
  const refusalOf = (row: Row) => {
    const known = find(row)
    if (!known) return 'Позиция не найдена'
    return known.availability > 0 && Number(row['quantity']) > known.availability ? 'Нет такого количества' : ''
  }
  const shown = ({ positions, ...order }: SimulatedOrder) => ({
    ...order,
    status: NEW?.name,
    sum: sumText(positions.reduce((sum, row) => sum + priceOf(row) * Number(row['quantity']), 0)),
    positions: positions.map((row) => ({ price: String(priceOf(row) / 100), ...row })),
  })
  const place = (lines: readonly Row[], fields: URLSearchParams): SimulatedReply => {
    const accepted = lines.filter((row) => refusalOf(row) === '')
    const isWhole = accepted.length === lines.length && lines.length > 0
    const state = { status: NEW?.name ?? '', statusCode: String(NEW?.id) }
    const positions = accepted.map((row) => ({ ...row, ...state, positionId: nextId() }))
    const clientOrderNumber = fields.get('clientOrderNumber') ?? ''
    const made = positions.length > 0 ? [{ number: nextId(), clientOrderNumber, positions }] : []
    orders.push(...made)
    const errorMessage = isWhole ? '' : 'Часть позиций не заказана'
    return ok({ status: isWhole ? 1 : 0, errorMessage, clientOrderNumber, orders: made.map(shown) })
  }
  return { orders, nextId, refusalOf, shown, place }
}
type Book = ReturnType<typeof createBook>

function basketOf({ nextId, refusalOf, place }: Book): Operations {
  let basket: Line[] = []
  return {
    'POST /basket/add': (fields) => {
      const positions = rowsOf(fields, 'positions').map((row) => ({ row, errorMessage: refusalOf(row) }))
      const accepted = positions.filter(({ errorMessage }) => errorMessage === '')
      basket.push(...accepted.map(({ row }) => ({ ...row, positionId: nextId() })))
      return ok({
        status: accepted.length === positions.length ? 1 : 0,
        positions: positions.map(({ row, errorMessage }) => ({
          ...row,
          status: errorMessage === '' ? 1 : 0,
          errorMessage,
        })),
      })
    },
    'POST /basket/clear': () => {
      basket = []
      return ok({ status: 1, errorMessage: '' })
    },
    'GET /basket/content': () => ok(basket),
    'POST /basket/order': (fields) => {
      const answer = place(basket, fields)
      basket = []
      return answer
    },
  }
}

const ordering = ({ orders, shown, place }: Book): Operations => ({
  'POST /orders/instant': (fields) => place(rowsOf(fields, 'positions'), fields),
  'GET /orders/list': (fields) => {
    const numbers = [...fields].filter(([name]) => name.startsWith('orders[')).map(([, number]) => number)
    return ok(orders.filter(({ number }) => numbers.includes(number)).map(shown))
  },
  'GET /orders': (fields) => {
    const skip = Number(fields.get('skip') ?? 0)
    const page = orders.toReversed().slice(skip, skip + Number(fields.get('limit') ?? 100))
    return ok({ count: orders.length, items: page.map(shown) })
  },
  'GET /orders/statuses': () => ok(STATUSES),
  'POST /orders/cancelPosition': (fields) => {
    const position = orders
      .flatMap(({ positions }) => positions)
      .find((row) => row.positionId === fields.get('positionId'))
    if (!position) return refusal(404, 301, 'Position is not found')
    Object.assign(position, { status: CANCELLING?.name, statusCode: String(CANCELLING?.id) })
    return ok({ message: 'Запрос на снятие отправлен' })
  },
})

/** Implements the ABCP client API over a stock and a book of orders. */
export function createAbcp(stock: Stock, orders: SimulatedOrder[]): Operations {
  const book = createBook(stock, orders)
  return { ...searching(stock), ...basketOf(book), ...ordering(book) }
}

export const UNKNOWN_OPERATION = refusal(404, 3, 'Unknown operation')
export const BAD_LOGIN = refusal(403, 102, 'User Authentication Error')
