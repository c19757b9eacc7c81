import type { Position, Stock } from './goods.ts'
import type { SimulatedReply, SimulatedRequest, FakeAdapter } from './protocol.ts'

interface Order {
  number: string
  client_number: string
  error: string | null
  lines: Record<string, unknown>[]
}
interface AskedOrder {
  client_number: string
  lines: { id: string; quantity: number; comment: string }[]
}

const ok = (body: unknown): SimulatedReply => ({ status: 200, body })
const refusal = (status: number, error: string): SimulatedReply => ({ status, body: { error } })
/** The article precedes the key of a position, so that the position can be found by it. */
const idOf = ({ key, itemKey }: Position) => `${key}.${itemKey}`

const described = (position: Position) => {
  const { good, route, priceKop, availability } = position
  const [code, place, hours] = route
  return {
    id: idOf(position),
    brand: good.brand,
    article: good.article,
    name: good.name,
    price: (priceKop / 100).toFixed(2),
    currency: 'RUB',
    quantity: availability < 0 ? `>${good.multiplicity}` : availability,
    delivery_days: Math.ceil(hours / 24),
    warehouse: String(code),
    warehouse_name: place,
    multiplicity: good.multiplicity,
    no_return: hours > 100,
  }
}

/** Simulates a supplier with plain HTTP and JSON; a repeated idempotency key returns the same order. */
export function speakRest(token: string) {
  return (stock: Stock): FakeAdapter => {
    const orders = new Map<string, Order>()
    const find = (id: string) => stock(id.split('.')[0] ?? '').find((position) => idOf(position) === id)
    const place = ({ headers, text }: SimulatedRequest): SimulatedReply => {
      const key = String(headers['idempotency-key'] ?? '')
      const known = orders.get(key)
      if (known) return ok(known)
      const { client_number, lines } = JSON.parse(text) as AskedOrder
      const accepted = lines.flatMap(({ id, quantity, comment }) => {
        const position = find(id)
        if (!position) return []
        const { brand, article, price } = described(position)
        return [{ id, brand, article, quantity, price, comment, status: 'new', status_name: 'Новый' }]
      })
      const error = accepted.length === lines.length ? null : 'Часть позиций не заказана'
      const number = accepted.length === 0 ? '' : `A-${1001 + orders.size}`
      const order = { number, client_number, error, lines: accepted }
      orders.set(key, order)
      return ok(order)
    }
    const listed = ({ query }: SimulatedRequest) => {
      const [numbers, skip, limit] = [query.getAll('number'), Number(query.get('skip')), Number(query.get('limit'))]
      const newest = [...orders.values()].reverse()
      return ok(
        numbers.length > 0 ? newest.filter(({ number }) => numbers.includes(number)) : newest.slice(skip, skip + limit),
      )
    }
    const offers = ({ query }: SimulatedRequest) => {
      const brand = query.get('brand')?.toLowerCase()
      const found = stock(query.get('article') ?? '').filter(({ good }) => good.brand.toLowerCase() === brand)
      return ok(found.map(described))
    }
    const operations: Record<string, FakeAdapter> = {
      'GET /offers': offers,
      'GET /brands': ({ query }) => ok(stock(query.get('article') ?? '').map(described)),
      'GET /orders': listed,
      'POST /orders': place,
    }
    return (request) => {
      if (request.headers.authorization !== `Bearer ${token}`) return refusal(401, 'Неверный токен')
      return operations[`${request.method} ${request.path}`]?.(request) ?? refusal(400, 'Нет такого запроса')
    }
  }
}
