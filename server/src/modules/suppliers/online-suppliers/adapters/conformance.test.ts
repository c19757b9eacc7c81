import { describe, expect, test } from 'vitest'
import type { Adapter, SupplierHttpRequest } from '../querying/adapter.ts'
import { ADAPTER_OF } from './index.ts'

const NO_PATHS = { name: '', currency: '', term: '', warehouse: '', multiplicity: '' }
const ACCESS = {
  url: 'https://supplier.example.ru',
  login: 'портал',
  secret: 'секрет & пароль',
  settings: {
    armtek: { vkorg: '4000', kunnr_rg: '43000001', kunnr_za: '' },
    api: {
      method: 'GET' as const,
      path: '/offers?q={article}&brand={brand}&key={key}',
      headers: [],
      body_type: 'json' as const,
      body: '',
      format: 'json' as const,
      list: '',
      fields: { ...NO_PATHS, article: 'number', brand: 'brand', price: 'price', quantity: 'availability' },
      price_unit: 'rub' as const,
      term_unit: 'days' as const,
    },
  },
}
const QUESTION = { article: 'OC 90/2 & «Щ»', brand: 'MANN+HUMMEL' }
const TERMS = { clientNumber: 'З-1', comment: '', paymentMethod: '1', shipmentMethod: '1', shipmentAddress: '0' }

const LINE = { handle: { itemKey: 'k' }, qty: 1, comment: 'а & б' }

describe.each(Object.entries(ADAPTER_OF))('adapter %s', (_, adapter) => {
  const { ordering } = adapter
  const requests = asksOf(adapter)

  test.each(requests)('puts search input of %s only into fields, never into the path', (_name, ask) => {
    expect(ask.path).toMatch(/^\/[\w/]+$/)
    expect(ask.method === 'GET' ? (ask.form ?? ask.body) : ask.query).toBeUndefined()
  })

  test.each(requests)('lists every secret that the %s request contains', (_name, ask) => {
    const secrets = adapter.secretsOf(ACCESS)
    expect(secrets).toContain(ACCESS.secret)
    expect(textsOf(ask).some((text) => secrets.some((secret) => text.includes(secret)))).toBe(true)
  })

  test.each(nonsense().map((body) => [body]))(
    'reads no offers and no orders from nonsense and does not crash',
    (body) => {
      expect(adapter.readOffers(body, { settings: ACCESS.settings, now: new Date() }).items).toEqual([])
      expect(adapter.readBrands(body)).toEqual([])
      expect(ordering?.basket?.readAdded(body).refusals.filter((refusal) => refusal === null) ?? []).toEqual([])
      expect(ordering?.readOrdered(body).refusal).not.toBeNull()
      expect(ordering?.readOrders(body).flatMap(({ lines }) => lines) ?? []).toEqual([])
      expect(ordering?.readStatuses(body) ?? []).toEqual([])
      expect(adapter.errorOf(500, body)).toMatchObject({ kind: 'refused' })
    },
  )
})

/** Generates malformed answers that must not break any parser. */
function nonsense() {
  let deep: unknown = []
  for (let depth = 0; depth < 1000; depth += 1) deep = [deep]
  return [
    null,
    undefined,
    true,
    NaN,
    '',
    'текст',
    [],
    {},
    [null, 1, 'a', [], {}],
    [{ brand: {}, number: [], price: '1e999', availability: -0 }],
    { items: 7, orders: 'all', positions: null },
    { __proto__: null, constructor: 1, length: 1e9 },
    deep,
  ]
}

/** Lists every request of an adapter by name. */
function asksOf({ search, brands, batch, ordering }: Adapter) {
  return [
    ['search', search(ACCESS, QUESTION)],
    ['brands', brands(ACCESS, QUESTION.article)],
    ['batch', batch?.(ACCESS, [QUESTION])],
    ['basket', ordering?.basket?.add(ACCESS, [LINE])],
    ['order of the basket', ordering?.basket?.order(ACCESS, TERMS)],
    ['order', ordering?.order(ACCESS, TERMS, [LINE])],
    ['orders', ordering?.orders(ACCESS, ['1'])],
    ['recent', ordering?.recent(ACCESS, { skip: 0, now: new Date() })],
    ['cancel', ordering?.cancel?.(ACCESS, '1')],
    ['statuses', ordering?.statuses?.(ACCESS)],
  ].filter((entry): entry is [string, SupplierHttpRequest] => entry[1] !== undefined)
}

/** Lists every text of a request that may contain a secret. */
const textsOf = ({ headers = [], query = [], form = [], body }: SupplierHttpRequest) => [
  ...[...headers, ...query, ...form].map(([, value]) => value),
  body?.text ?? '',
]
