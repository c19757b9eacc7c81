import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildGood, CHARACTER } from '../../../../../simulator/goods.factory.ts'
import { indexed } from '../../../../../simulator/goods.ts'
import { speakRest } from '../../../../../simulator/rest.ts'
import { startSimulator, type Simulator } from '../../../../../simulator/simulator.ts'
import type { SupplierHttpRequest } from '../../querying/adapter.ts'
import { bodyOf } from '../../querying/read-reply.ts'
import { openTransport, type Transport } from '../../querying/transport.ts'
import { rest } from './rest.ts'

const OFFER = {
  id: 'o1',
  brand: 'MAHLE',
  article: 'OC 90',
  name: 'Фильтр масляный',
  price: '512.40',
  quantity: 12,
  delivery_days: 2,
  warehouse: 'msk',
  warehouse_name: 'Москва',
}

describe('reading REST offers', () => {
  test.each([
    [{ price: '512,40' }, 'price'],
    [{ price: 0 }, 'price'],
    [{ price: null }, 'price'],
    [{ currency: 'EUR' }, 'currency'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: 'много' }, 'quantity'],
    [{ quantity: '>' }, 'quantity'],
    [{ delivery_days: null }, 'term'],
    [{ delivery_days: 400 }, 'term'],
    [{ warehouse: '' }, 'shape'],
    [{ id: undefined }, 'shape'],
  ])('offer with %j is dropped and counted', (spoilt, reason) => {
    expect(rest.readOffers([{ ...OFFER, ...spoilt }])).toEqual({ items: [], dropped: { [reason]: 1 } })
  })
})

test('missing offer fields get defaults, and «> 10» means at least 10', () => {
  expect(rest.readOffers([OFFER]).items).toEqual([
    {
      route: 'msk',
      routeName: 'Москва',
      brand: 'MAHLE',
      article: 'OC 90',
      name: 'Фильтр масляный',
      purchaseKop: 51_240,
      qty: 12,
      qtyExact: true,
      qtyText: '',
      multiplicity: 1,
      termDays: 2,
      probability: null,
      noReturn: false,
      handle: { id: 'o1' },
    },
  ])
  const [least] = rest.readOffers([{ ...OFFER, quantity: '> 10', multiplicity: '4', no_return: true }]).items
  expect(least).toMatchObject({ qty: 10, qtyExact: false, qtyText: '>10', multiplicity: 4, noReturn: true })
})

test('404 means nothing found, and other errors carry the text of the supplier', () => {
  expect(rest.errorOf(200, [])).toBeNull()
  expect(rest.errorOf(404, null)).toMatchObject({ kind: 'nothing' })
  expect(rest.errorOf(401, { error: 'Неверный токен' })).toEqual({
    kind: 'refused',
    text: 'Поставщик ответил ошибкой 401: Неверный токен',
  })
})

describe('against the simulator', () => {
  let simulator: Simulator
  let transport: Transport
  const access = { url: '', login: '', secret: 'token' }
  const question = { article: 'OC-90', brand: 'Mahle' }
  const say = async (ask: SupplierHttpRequest) => {
    const answer = await transport.exchange(ask, new AbortController().signal)
    return { status: answer.status, body: bodyOf(answer, rest.format) }
  }

  beforeAll(async () => {
    const goods = indexed([buildGood({ article: 'OC 90', brand: 'MAHLE' })])
    simulator = await startSimulator(goods, CHARACTER, { fakeAdapter: speakRest('token') })
    transport = openTransport(simulator.origin, () => true)
  })
  afterAll(async () => {
    await transport.close()
    simulator.server.close()
  })

  test('wrong token is refused and an unknown article returns nothing', async () => {
    const wrong = await say(rest.search({ ...access, secret: 'wrong' }, question))
    expect(rest.errorOf(wrong.status, wrong.body)).toMatchObject({ kind: 'refused' })
    const { status, body } = await say(rest.search(access, { ...question, article: 'NO-SUCH' }))
    expect([rest.errorOf(status, body), rest.readOffers(body)]).toEqual([null, { items: [], dropped: {} }])
    expect(rest.readBrands((await say(rest.brands(access, 'oc90'))).body)).toEqual([
      { brand: 'MAHLE', article: 'OC 90', name: 'Фильтр масляный' },
    ])
  })

  test('order sent twice is created once and is found by its number', async () => {
    const { ordering } = rest
    const [offer] = rest.readOffers((await say(rest.search(access, question))).body).items
    const terms = { clientNumber: 'A26-1', comment: '', paymentMethod: '', shipmentMethod: '', shipmentAddress: '' }
    const lines = [
      { handle: offer?.handle ?? {}, qty: 2, comment: '1' },
      { handle: { id: 'OC90.gone' }, qty: 1, comment: '2' },
    ]
    const place = async () => ordering.readOrdered((await say(ordering.order(access, terms, lines))).body)
    const [one, two] = [await place(), await place()]
    expect(two).toEqual(one)
    expect(one).toMatchObject({
      refusal: { text: 'Часть позиций не заказана', of: 'goods' },
      orders: [
        { clientNumber: 'A26-1', lines: [{ article: 'OC 90', qty: 2, priceKop: offer?.purchaseKop, comment: '1' }] },
      ],
    })
    const found = ordering.readOrders((await say(ordering.orders(access, [one.orders[0]?.number ?? '']))).body)
    expect(found).toEqual(one.orders)
    expect(ordering.readOrders((await say(ordering.recent(access, { skip: 0, now: new Date() }))).body)).toEqual(
      one.orders,
    )
    expect(ordering.readOrders((await say(ordering.recent(access, { skip: 1, now: new Date() }))).body)).toEqual([])
  })
})
