import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ARMTEK_CUSTOMER, ARMTEK_LOGIN, ARMTEK_PASSWORD, speakArmtek } from '../../../../../simulator/armtek.ts'
import { buildGood, CHARACTER } from '../../../../../simulator/goods.factory.ts'
import { indexed } from '../../../../../simulator/goods.ts'
import { startSimulator, type Simulator } from '../../../../../simulator/simulator.ts'
import type { SupplierCredentials } from '../../querying/adapter.ts'
import { bodyOf } from '../../querying/read-reply.ts'
import { openTransport, type Transport } from '../../querying/transport.ts'
import { armtek } from './armtek.ts'

// Late evening in Moscow of the day before by UTC.
const NOW = new Date('2026-11-29T21:30:00Z')
const OFFER = {
  PIN: 'OC90',
  BRAND: 'KNECHT',
  NAME: 'Фильтр масляный',
  ARTID: '7',
  KEYZAK: 'MOV0005505',
  RVALUE: '12',
  RETDAYS: 14,
  RDPRF: '1',
  VENSL: '97.5',
  PRICE: '512.40',
  WAERS: 'RUB',
  DLVDT: '20261202120000',
}
const answerOf = (...items: unknown[]) => ({ STATUS: 200, MESSAGES: [], RESP: items })
const read = (body: unknown) => armtek.readOffers(body, { now: NOW })

test.each([
  [{ PRICE: '0.00' }, 'price'],
  [{ WAERS: 'USD' }, 'currency'],
  [{ RVALUE: '0' }, 'quantity'],
  [{ DLVDT: '' }, 'term'],
  [{ KEYZAK: '' }, 'shape'],
])('offer of Armtek with %j is dropped and counted', (spoilt, reason) => {
  expect(read(answerOf({ ...OFFER, ...spoilt }))).toEqual({ items: [], dropped: { [reason]: 1 } })
})

test('offer of Armtek is read with days until its delivery, in either form of the list', () => {
  const { items } = read(answerOf(OFFER))
  expect(items).toEqual([
    {
      route: 'MOV0005505',
      routeName: 'MOV0005505',
      brand: 'KNECHT',
      article: 'OC90',
      name: 'Фильтр масляный',
      purchaseKop: 51_240,
      qty: 12,
      qtyExact: true,
      qtyText: '',
      multiplicity: 1,
      termDays: 2,
      probability: 97.5,
      noReturn: false,
      handle: { PIN: 'OC90', BRAND: 'KNECHT', KEYZAK: 'MOV0005505', ARTID: '7' },
    },
  ])
  expect(read({ STATUS: 200, RESP: { ARRAY: [OFFER] } }).items).toEqual(items)
  expect(read(answerOf({ ...OFFER, RVALUE: '>10', RETDAYS: 0 })).items[0]).toMatchObject({
    ...{ qty: 10, qtyExact: false, qtyText: '>10', noReturn: true },
  })
})

const PART = { VBELN: '0001000001', POSNR: '000010', KWMENG: '2', PRICE: '512.40', ERROR: '' }
const PLACED = { PIN: 'OC90', BRAND: 'KNECHT', COMMENT: 'L7 A26-000001', REMAIN: '0', ERROR: '0', ERROR_MESSAGE: '' }
const placed = (...items: unknown[]) =>
  armtek.ordering.readOrdered({ STATUS: 200, MESSAGES: [], RESP: { ITEMS: items } })

test('parts of a line in one order of Armtek become one position', () => {
  const { orders, refusal } = placed({ ...PLACED, RESULT: [PART, { ...PART, POSNR: '000020', KWMENG: '3' }] })
  expect(refusal).toBeNull()
  expect(orders).toMatchObject([
    {
      number: '0001000001',
      clientNumber: 'A26-000001',
      lines: [{ positionId: '0001000001/000010', qty: 5, priceKop: 51_240, comment: 'L7 A26-000001' }],
    },
  ])
})

test.each([
  ['goods', { ...PLACED, ERROR: '1', ERROR_MESSAGE: 'Нет требуемого количества', RESULT: [] }],
  ['goods', { ...PLACED, RESULT: { ARRAY: [] } }],
  ['answer', 'OK'],
])('refusal of %s is read from the answer to an order', (of, item) => {
  expect(placed(item)).toMatchObject({ orders: [], refusal: { of } })
})

test('an error of Armtek inside an answer with status 200 is known by its own status', () => {
  expect(armtek.errorOf(200, { STATUS: 500, MESSAGES: [], RESP: null })).toMatchObject({ kind: 'refused', code: 500 })
})

describe('against the simulator', () => {
  let simulator: Simulator
  let transport: Transport
  const access: SupplierCredentials = {
    url: '',
    login: ARMTEK_LOGIN,
    secret: ARMTEK_PASSWORD,
    settings: { armtek: { vkorg: '4000', kunnr_rg: ARMTEK_CUSTOMER, kunnr_za: '' } },
  }
  const ask = async (given: SupplierCredentials, article: string) => {
    const request = armtek.search(given, { article, brand: 'Mahle' })
    const answer = await transport.exchange(request, new AbortController().signal)
    const body = bodyOf(answer, 'json')
    return { error: armtek.errorOf(answer.status, body), items: read(body).items }
  }

  beforeAll(async () => {
    const goods = indexed([buildGood({ article: 'OC 90', brand: 'MAHLE' })])
    simulator = await startSimulator(goods, CHARACTER, { fakeAdapter: speakArmtek() })
    transport = openTransport(simulator.origin, () => true)
  })
  afterAll(async () => {
    await transport.close()
    simulator.server.close()
  })

  test('offers are found, nothing found is no error, and refusals are in words', async () => {
    expect(await ask(access, 'OC-90')).toMatchObject({ error: null, items: [{ brand: 'MAHLE', article: 'OC 90' }] })
    expect(await ask(access, 'NO-SUCH')).toMatchObject({ error: { kind: 'nothing' }, items: [] })
    const wrong = await ask({ ...access, secret: 'wrong' }, 'OC90')
    expect(wrong.error).toEqual({
      kind: 'refused',
      text: 'Armtek не принял логин или пароль: нужен логин для веб-сервисов',
    })
    const stranger = { armtek: { vkorg: '4000', kunnr_rg: '1', kunnr_za: '' } }
    const { error } = await ask({ ...access, settings: stranger }, 'OC90')
    expect(error?.text).toBe('Armtek ответил ошибкой 400: Не найден покупатель KUNNR_RG')
  })
})
