import type { Position, Stock } from './goods.ts'
import type { SimulatedReply, FakeAdapter } from './protocol.ts'

const ENVELOPE =
  '<?xml version="1.0" encoding="UTF-8"?>' +
  '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="http://api.rossko.ru/">'
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const tag = (name: string, ...inside: (string | number)[]) => `<${name}>${inside.join('')}</${name}>`
const leaf = (name: string, value: string | number) =>
  tag(
    name,
    String(value).replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign),
  )

const all = (text: string, name: string) =>
  Array.from(
    text.matchAll(new RegExp(`<(?:\\w+:)?${name}>(.*?)</(?:\\w+:)?${name}>`, 'gs')),
    ([, inside]) => inside ?? '',
  )
const one = (text: string, name: string) =>
  (all(text, name)[0] ?? '').replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

const answer = (operation: string, result: string, ...inside: string[]): SimulatedReply => ({
  status: 200,
  type: 'text/xml; charset=utf-8',
  body: `${ENVELOPE}${tag('e:Body', tag(`ns1:${operation}Response`, tag(`ns1:${result}`, ...inside)))}</e:Envelope>`,
})
const failed = (operation: string, result: string, message: string) =>
  answer(operation, result, leaf('success', 'false'), leaf('message', message))

const stockOf = ({ good, route: [code, place, hours], priceKop, availability }: Position) =>
  tag(
    'stock',
    leaf('id', `ST${code}`),
    leaf('price', priceKop / 100),
    leaf('count', Math.max(availability, 1)),
    leaf('multiplicity', good.multiplicity),
    leaf('delivery', Math.ceil(hours / 24)),
    leaf('description', place),
  )

const partOf = ([first, ...others]: Position[]) =>
  first === undefined
    ? ''
    : tag(
        'Part',
        leaf('guid', first.itemKey),
        leaf('brand', first.good.brand),
        leaf('partnumber', first.good.article),
        leaf('name', first.good.name),
        tag('stocks', ...[first, ...others].map(stockOf)),
      )

interface AcceptedOrder {
  brand: string
  partnumber: string
  stock: string
  count: string
  comment: string
}
const itemOf = (name: string, line: AcceptedOrder, ...more: string[]) =>
  tag(name, ...(Object.entries(line) as [string, string][]).map(([field, value]) => leaf(field, value)), ...more)

/** Parses the words as an article, optionally after a brand of one word. */
function search(stock: Stock, text: string): SimulatedReply {
  const words = one(text, 'text')
  const [brand = '', ...rest] = words.split(' ')
  const isOfBrand = ({ good }: Position) => good.brand.toLowerCase() === brand.toLowerCase()
  const found = [...stock(words), ...stock(rest.join(' ')).filter(isOfBrand)]
  if (found.length === 0) return failed('GetSearch', 'SearchResult', 'Ничего не найдено')
  const parts = Map.groupBy(found, ({ good }) => `${good.brand} ${good.article}`)
  const list = tag('PartsList', ...Array.from(parts.values(), partOf))
  return answer('GetSearch', 'SearchResult', leaf('success', 'true'), leaf('text', words), list)
}

/** Simulates a supplier with SOAP 2.1 of Rossko that requires these two keys. */
export function speakRossko(keys: readonly [string, string]) {
  return (stock: Stock): FakeAdapter => {
    const orders = new Map<string, { comment: string; lines: AcceptedOrder[] }>()
    const findAll = ({ brand, partnumber, stock: place }: AcceptedOrder) =>
      stock(partnumber).filter(({ good, route }) => good.brand === brand && `ST${route[0]}` === place)
    const priced = (line: AcceptedOrder) => leaf('price', (findAll(line)[0]?.priceKop ?? 0) / 100)
    const checkout = (text: string): SimulatedReply => {
      const requested = all(text, 'Part').map((part) => ({
        brand: one(part, 'brand'),
        partnumber: one(part, 'partnumber'),
        stock: one(part, 'stock'),
        count: one(part, 'count'),
        comment: one(part, 'comment'),
      }))
      const [accepted, lost] = [true, false].map((is) => requested.filter((line) => findAll(line).length > 0 === is))
      const number = String(5001 + orders.size)
      if (accepted?.length) orders.set(number, { comment: one(one(text, 'contact'), 'comment'), lines: accepted })
      return answer(
        'GetCheckout',
        'CheckoutResult',
        leaf('success', lost?.length ? 'false' : 'true'),
        tag('OrderIDS', ...(accepted?.length ? [leaf('id', number)] : [])),
        tag('ItemsList', ...(accepted ?? []).map((line) => itemOf('Item', line, priced(line)))),
        tag(
          'ItemsErrorList',
          ...(lost ?? []).map((line) => itemOf('ItemError', line, leaf('message', 'Нет в наличии'))),
        ),
      )
    }
    const listed = (text: string): SimulatedReply => {
      const requestedIds = all(text, 'order_ids').flatMap((ids) => all(ids, 'id'))
      const newest = [...orders.keys()].reverse().slice(0, Number(one(text, 'limit')))
      const shown = (requestedIds.length > 0 ? requestedIds : newest).flatMap((id) => {
        const order = orders.get(id)
        if (!order) return []
        const parts = order.lines.map((line) => itemOf('part', line, priced(line), leaf('status', 'Принят')))
        return [tag('Order', leaf('id', id), tag('detail', leaf('comment', order.comment)), tag('parts', ...parts))]
      })
      return answer('GetOrders', 'OrdersResult', leaf('success', 'true'), tag('OrdersList', ...shown))
    }
    const operations: Record<string, (text: string) => SimulatedReply> = {
      '/GetSearch': (text) => search(stock, text),
      '/GetCheckout': checkout,
      '/GetOrders': listed,
    }
    return ({ path, text }) => {
      const operation = operations[path]
      if (!operation) return { status: 404, type: 'text/plain', body: 'no such operation' }
      const isKnown = one(text, 'KEY1') === keys[0] && one(text, 'KEY2') === keys[1]
      return isKnown ? operation(text) : failed(path.slice(1), 'SearchResult', 'Неверный ключ')
    }
  }
}
