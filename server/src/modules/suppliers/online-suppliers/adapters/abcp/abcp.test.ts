import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startSimulator,
  SIMULATOR_LOGIN,
  SIMULATOR_PASSWORD,
  type Simulator,
} from '../../../../../simulator/simulator.ts'
import { buildGood, CHARACTER } from '../../../../../simulator/goods.factory.ts'
import { indexed } from '../../../../../simulator/goods.ts'
import type { SupplierHttpRequest } from '../../querying/adapter.ts'
import { bodyOf } from '../../querying/read-reply.ts'
import { openTransport, type Transport } from '../../querying/transport.ts'
import { abcp } from './abcp.ts'

describe('reading ABCP offers', () => {
  test.each([
    [{ price: '1,50' }, 'price'],
    [{ price: -3 }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: Infinity }, 'price'],
    [{ price: null }, 'price'],
    [{ price: 1e12 }, 'price'],
    [{ currency: 'USD' }, 'currency'],
    [{ availability: 0 }, 'quantity'],
    [{ availability: -7 }, 'quantity'],
    [{ availability: 'много' }, 'quantity'],
    [{ deliveryPeriod: '' }, 'term'],
    [{ deliveryPeriod: -5 }, 'term'],
    [{ deliveryPeriod: 1e6 }, 'term'],
    [{ brand: '' }, 'shape'],
    [{ number: { toString: 'x' } }, 'shape'],
    [{ supplierCode: null }, 'shape'],
  ])('offer with %j is dropped and counted', (spoilt, reason) => {
    expect(abcp.readOffers([{ ...OFFER, ...spoilt }])).toEqual({ items: [], dropped: { [reason]: 1 } })
  })

  test('C-50 malformed, duplicate and excess offers are dropped and counted', () => {
    expect(abcp.readOffers([null, 7, 'offer', [[]]])).toEqual({ items: [], dropped: { shape: 4 } })
    expect(abcp.readOffers([OFFER, OFFER]).dropped).toEqual({ duplicate: 1 })
    const many = Array.from({ length: 100_000 }, (_, at) => ({ ...OFFER, number: `N${at}` }))
    const { items, dropped } = abcp.readOffers(many)
    expect([items.length, dropped]).toEqual([2000, { too_many: 98_000 }])
  })
})

test('C-52 characters a database cannot store are removed from an offer', () => {
  const [item] = abcp.readOffers([{ ...OFFER, description: 'Фильтр\0 \ud800', supplierCode: '1\0' }]).items
  expect(item?.handle).toMatchObject({ supplierCode: '1' })
  expect(JSON.stringify(item)).not.toMatch(/\\u0000|\\ud800/)
})

test('ABCP offer is read with units, price and term converted', () => {
  expect(abcp.readOffers([OFFER]).items).toEqual([
    {
      route: '101',
      routeName: '',
      brand: 'BOSCH',
      article: '0 986 452 041',
      name: 'Фильтр масляный',
      purchaseKop: 125_050,
      qty: 5,
      qtyExact: true,
      qtyText: '',
      multiplicity: 2,
      termDays: 2,
      probability: 90,
      noReturn: true,
      handle: { brand: 'BOSCH', number: '0 986 452 041', supplierCode: '101', itemKey: 'k1' },
    },
  ])
})

test.each([
  [-1, '+'],
  [-2, '++'],
  ['-3', '+++'],
  [-10, 'под заказ'],
])('availability %s is read as «%s»', (availability, qtyText) => {
  const [item] = abcp.readOffers([{ ...OFFER, availability }]).items
  expect(item).toMatchObject({ qty: 1, qtyExact: false, qtyText })
})

test('batch reply is read flat or nested, and the later of two terms is promised', () => {
  const later = { ...OFFER, number: 'N2', deliveryPeriodMax: '96' }
  for (const body of [
    [OFFER, later],
    [[OFFER], [later]],
  ])
    expect(abcp.readOffers(body).items.map(({ termDays }) => termDays)).toEqual([2, 4])
  expect(() =>
    abcp.batch(
      { url: '', login: '', secret: '' },
      Array.from({ length: 101 }, () => ({ article: '1', brand: 'B' })),
    ),
  ).toThrow(RangeError)
})

test('error 301 means nothing found, and other errors carry the text of the supplier', () => {
  expect(abcp.errorOf(200, [])).toBeNull()
  expect(abcp.errorOf(404, { errorCode: 301, errorMessage: 'No results' })).toMatchObject({ kind: 'nothing' })
  expect(abcp.errorOf(403, { errorCode: '102', errorMessage: 'User Authentication Error' })).toEqual({
    kind: 'refused',
    text: 'Поставщик ответил ошибкой 102: User Authentication Error',
  })
  expect(abcp.errorOf(502, null)).toEqual({ kind: 'refused', text: 'Поставщик ответил ошибкой 502' })
})

describe('against the simulator', () => {
  let simulator: Simulator
  let transport: Transport
  const access = { url: '', login: SIMULATOR_LOGIN, secret: SIMULATOR_PASSWORD }
  const say = async (ask: SupplierHttpRequest) => {
    const answer = await transport.exchange(ask, new AbortController().signal)
    return { status: answer.status, body: bodyOf(answer, abcp.format) }
  }
  const TERMS = { clientNumber: 'З-1', comment: '', paymentMethod: '1', shipmentMethod: '1', shipmentAddress: '0' }
  const offered = async () => {
    const { items } = abcp.readOffers((await say(abcp.search(access, { article: 'OC-90', brand: 'MAHLE' }))).body)
    return items[0] ?? expect.fail('nothing is offered')
  }

  beforeAll(async () => {
    simulator = await startSimulator(indexed([buildGood({ article: 'OC 90', brand: 'MAHLE' })]), CHARACTER)
    transport = openTransport(simulator.origin, () => true)
  })
  afterAll(async () => {
    await transport.close()
    simulator.server.close()
  })

  test('wrong password is refused and an unknown article returns nothing', async () => {
    const wrong = await say(abcp.search({ ...access, secret: 'wrong' }, { article: 'OC90', brand: 'MAHLE' }))
    expect(abcp.errorOf(wrong.status, wrong.body)).toMatchObject({ kind: 'refused' })
    const nothing = await say(abcp.search(access, { article: 'NO-SUCH', brand: 'MAHLE' }))
    expect(abcp.errorOf(nothing.status, nothing.body)).toMatchObject({ kind: 'nothing' })
  })

  test('brands of an article are listed, and several articles are searched in one request', async () => {
    expect(abcp.readBrands((await say(abcp.brands(access, 'oc90'))).body)).toEqual([
      { brand: 'MAHLE', article: 'OC 90', name: 'Фильтр масляный' },
    ])
    const pairs = [
      { article: 'OC90', brand: 'Mahle' },
      { article: 'NO-SUCH', brand: 'MAHLE' },
    ]
    expect(abcp.readOffers((await say(abcp.batch(access, pairs))).body).items).toHaveLength(1)
  })

  test('order placed through the basket is found by its number and its line is cancelled', async () => {
    const { ordering } = abcp
    const { handle } = await offered()
    await say(ordering.basket.clear(access))
    const lines = [
      { handle, qty: 1, comment: 'первая' },
      { handle: { ...handle, itemKey: 'gone' }, qty: 1, comment: '' },
    ]
    const basket = ordering.basket.readAdded((await say(ordering.basket.add(access, lines))).body)
    expect(basket.refusals).toEqual([null, 'Позиция не найдена'])
    const { orders, refusal } = ordering.readOrdered((await say(ordering.basket.order(access, TERMS))).body)
    expect(refusal).toBeNull()
    const [placed] = orders
    expect(placed).toMatchObject({ clientNumber: 'З-1', lines: [{ article: 'OC 90', brand: 'MAHLE', qty: 1 }] })
    await say(ordering.cancel(access, placed?.lines[0]?.positionId ?? ''))
    const [found] = ordering.readOrders((await say(ordering.orders(access, [placed?.number ?? '']))).body)
    expect(ordering.readOrders((await say(ordering.recent(access, { skip: 0, now: new Date() }))).body)).toEqual([
      found,
    ])
    expect(ordering.readOrders((await say(ordering.recent(access, { skip: 1, now: new Date() }))).body)).toEqual([])
    expect(found?.lines[0]).toMatchObject({ comment: 'первая' })
    expect(found?.lines[0]).toMatchObject({ statusName: 'Запрошено снятие', priceKop: (await offered()).purchaseKop })
  })

  test('direct order returns accepted lines when some are refused, and a repeat creates another', async () => {
    const { ordering } = abcp
    const { handle } = await offered()
    const lines = [
      { handle, qty: 1, comment: '' },
      { handle: { ...handle, itemKey: 'gone' }, qty: 1, comment: '' },
    ]
    const place = async () => ordering.readOrdered((await say(ordering.order(access, TERMS, lines))).body)
    const [one, two] = [await place(), await place()]
    expect(one).toMatchObject({ orders: [{ lines: [{ qty: 1 }] }] })
    expect(one.refusal).toEqual({ text: 'Часть позиций не заказана', of: 'goods' })
    expect(two.orders[0]?.number).not.toBe(one.orders[0]?.number)
    const statuses = ordering.readStatuses((await say(ordering.statuses(access))).body)
    expect(statuses).toContainEqual({ code: '2', name: 'В работе' })
  })
})

const OFFER = {
  brand: 'BOSCH',
  number: '0 986 452 041',
  description: 'Фильтр масляный',
  availability: 5,
  packing: '2',
  deliveryPeriod: 25,
  deliveryPeriodMax: '',
  supplierCode: 101,
  supplierDescription: null,
  itemKey: 'k1',
  price: '1250.5',
  deliveryProbability: 90,
  noReturn: 1,
  meta: { abcpWh: '' },
}
