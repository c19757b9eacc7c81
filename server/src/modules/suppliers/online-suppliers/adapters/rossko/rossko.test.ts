import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildGood, CHARACTER } from '../../../../../simulator/goods.factory.ts'
import { indexed } from '../../../../../simulator/goods.ts'
import { speakRossko } from '../../../../../simulator/rossko.ts'
import { startSimulator, type Simulator } from '../../../../../simulator/simulator.ts'
import type { SupplierHttpRequest } from '../../querying/adapter.ts'
import { bodyOf } from '../../querying/read-reply.ts'
import { openTransport, type Transport } from '../../querying/transport.ts'
import { parseXml } from '../../querying/xml.ts'
import { rossko } from './rossko.ts'

const envelope = (operation: string, result: string) =>
  parseXml(
    `<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="http://api.rossko.ru/">` +
      `<SOAP-ENV:Body><ns1:${operation}>${result}</ns1:${operation}></SOAP-ENV:Body></SOAP-ENV:Envelope>`,
  )
const found = (parts: string) =>
  envelope(
    'GetSearchResponse',
    `<r:SearchResult><success>true</success><PartsList>${parts}</PartsList></r:SearchResult>`,
  )
const part = (stocks: string, more = '') =>
  `<Part><guid>g</guid><brand>MAHLE</brand><partnumber>OC 90</partnumber><name>Фильтр &amp; масло</name><stocks>${stocks}</stocks>${more}</Part>`

describe('reading Rossko offers', () => {
  test.each([
    [{ price: '0' }, 'price'],
    [{ price: '512,4' }, 'price'],
    [{ count: '0' }, 'quantity'],
    [{ count: '' }, 'quantity'],
    [{ delivery: '' }, 'term'],
    [{ delivery: '1000' }, 'term'],
    [{ id: '' }, 'shape'],
  ])('offer with %j is dropped and counted', (spoilt, reason) => {
    expect(rossko.readOffers(found(part(stock(spoilt))))).toEqual({ items: [], dropped: { [reason]: 1 } })
  })
})

test('part is offered from each of its stocks, followed by its analogues', () => {
  const cross = part(stock({ id: 'EKB' })).replace('MAHLE', 'KNECHT')
  const { items, dropped } = rossko.readOffers(
    found(part(stock() + stock({ id: 'MSK', price: '600' }), `<crosses>${cross}</crosses>`)),
  )
  expect(dropped).toEqual({})
  expect(items[0]).toEqual({
    route: 'VL01',
    routeName: 'Владивосток',
    brand: 'MAHLE',
    article: 'OC 90',
    name: 'Фильтр & масло',
    purchaseKop: 51_240,
    qty: 12,
    qtyExact: true,
    qtyText: '',
    multiplicity: 2,
    termDays: 3,
    probability: null,
    noReturn: false,
    handle: { partnumber: 'OC 90', brand: 'MAHLE', stock: 'VL01' },
  })
  expect(items.map(({ brand, route }) => [brand, route])).toEqual([
    ['MAHLE', 'VL01'],
    ['MAHLE', 'MSK'],
    ['KNECHT', 'EKB'],
  ])
  expect(rossko.readOffers(found(part('')))).toEqual({ items: [], dropped: {} })
})

test('search input is XML-escaped in the request', () => {
  const access = { url: '', login: '<k&y> 000000002 112233', secret: 's' }
  const { body } = rossko.search(access, { article: '</r:text>', brand: 'B\u0000' })
  expect(body?.text).toContain(
    '<r:KEY1>&#60;k&#38;y&#62;</r:KEY1><r:KEY2>s</r:KEY2><r:text>B &#60;/r:text&#62;</r:text>',
  )
  expect(body?.text).toContain('<r:delivery_id>000000002</r:delivery_id><r:address_id>112233</r:address_id>')
})

test('nothing found is recognised; faults and refusals carry the text of the supplier', () => {
  const failed = (message: string) =>
    envelope('GetSearchResponse', `<SearchResult><success>false</success><message>${message}</message></SearchResult>`)
  expect(rossko.errorOf(200, found(part(stock())))).toBeNull()
  expect(rossko.errorOf(200, failed('Ничего не найдено'))).toMatchObject({ kind: 'nothing' })
  expect(rossko.errorOf(200, failed('Неверный ключ'))).toEqual({
    kind: 'refused',
    text: 'Поставщик ответил ошибкой: Неверный ключ',
  })
  const fault = envelope('Fault', '<faultcode>Server</faultcode><faultstring>Сбой</faultstring>')
  expect(rossko.errorOf(500, fault)).toEqual({ kind: 'refused', text: 'Поставщик ответил ошибкой: Сбой' })
  expect(rossko.errorOf(200, {})).toMatchObject({ kind: 'refused' })
})

test('partly refused order returns its numbers and the reason of the refusal', () => {
  const accepted = '<Item><partnumber>OC 90</partnumber><brand>MAHLE</brand><count>2</count><price>512.4</price></Item>'
  const lost =
    '<ItemError><partnumber>OC 91</partnumber><brand>MAHLE</brand><message>Нет в наличии</message></ItemError>'
  const body = envelope(
    'GetCheckoutResponse',
    `<CheckoutResult><success>false</success><OrderIDS><id>77</id></OrderIDS><ItemsList>${accepted}</ItemsList><ItemsErrorList>${lost}</ItemsErrorList></CheckoutResult>`,
  )
  expect(rossko.errorOf(200, body)).toBeNull()
  expect(rossko.ordering.readOrdered(body)).toMatchObject({
    orders: [{ number: '77', lines: [{ article: 'OC 90', brand: 'MAHLE', qty: 2, priceKop: 51_240 }] }],
    refusal: { text: 'Нет в наличии', of: 'goods' },
  })
})

describe('against the simulator', () => {
  let simulator: Simulator
  let transport: Transport
  const access = { url: '', login: 'key<1>', secret: 'key&2' }
  const question = { article: 'OC 90', brand: 'Mahle' }
  const say = async (ask: SupplierHttpRequest) => {
    const answer = await transport.exchange(ask, new AbortController().signal)
    return { status: answer.status, body: bodyOf(answer, rossko.format) }
  }

  beforeAll(async () => {
    const goods = indexed([buildGood({ article: 'OC 90', brand: 'MAHLE', name: 'Фильтр <масляный>' })])
    simulator = await startSimulator(goods, CHARACTER, { fakeAdapter: speakRossko(['key<1>', 'key&2']) })
    transport = openTransport(simulator.origin, () => true)
  })
  afterAll(async () => {
    await transport.close()
    simulator.server.close()
  })

  test('wrong key is refused and an unknown article returns nothing', async () => {
    const wrong = await say(rossko.search({ ...access, secret: 'wrong' }, question))
    expect(rossko.errorOf(wrong.status, wrong.body)).toMatchObject({ kind: 'refused' })
    const nothing = await say(rossko.search(access, { ...question, article: 'NO-SUCH' }))
    expect(rossko.errorOf(nothing.status, nothing.body)).toMatchObject({ kind: 'nothing' })
    expect(rossko.readBrands((await say(rossko.brands(access, 'oc90'))).body)).toEqual([
      { brand: 'MAHLE', article: 'OC 90', name: 'Фильтр <масляный>' },
    ])
  })

  test('order is found by its number with our client number and comment', async () => {
    const { ordering } = rossko
    const [offer] = rossko.readOffers((await say(rossko.search(access, question))).body).items
    const terms = { clientNumber: 'З-1', comment: '', paymentMethod: '1', shipmentMethod: '', shipmentAddress: '' }
    const line = { handle: offer?.handle ?? {}, qty: 2, comment: '1' }
    const { orders, refusal } = ordering.readOrdered((await say(ordering.order(access, terms, [line]))).body)
    expect(refusal).toBeNull()
    const found = ordering.readOrders((await say(ordering.orders(access, [orders[0]?.number ?? '']))).body)
    expect(ordering.readOrders((await say(ordering.recent(access, { skip: 0, now: new Date() }))).body)).toEqual(found)
    expect(found).toMatchObject([
      {
        clientNumber: 'З-1',
        lines: [{ article: 'OC 90', brand: 'MAHLE', qty: 2, priceKop: offer?.purchaseKop, comment: '1' }],
      },
    ])
  })
})

const stock = (fields: Record<string, string> = {}) => {
  const all = {
    id: 'VL01',
    price: '512.4',
    count: '12',
    multiplicity: '2',
    delivery: '3',
    description: 'Владивосток',
    ...fields,
  }
  return `<stock>${Object.entries(all)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</stock>`
}
