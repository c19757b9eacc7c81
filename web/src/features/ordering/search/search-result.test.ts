import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { buildOffer as buildAnyOffer } from '../../../testing/build-cart.ts'
import { expect, test } from 'vitest'
import { arrange, conditionCounts, facets, filtersCount, markBest, offersCount, toRows } from './search-result.ts'

test('search groups start with the article, then replacements, then analogues by best price', () => {
  expect(arrange(GROUPS, {}).map(({ kind, product }) => `${kind} ${product.brand}`)).toEqual([
    'asked TOYOTA',
    'replacement TOYOTA',
    'analogue UFI',
    'analogue BOSCH',
  ])
  expect(arrange([requested], {})[0]?.offers.map(({ price_kop }) => price_kop)).toEqual([800, 900])
  expect(arrange([requested], { sort: '-price' })[0]?.offers.map(({ price_kop }) => price_kop)).toEqual([900, 800])
})

test('offers with hidden prices keep the order of the server', () => {
  const hidden = buildGroup('asked', 'TOYOTA', [
    buildOffer({ price_kop: null, warehouse: 'Москва' }),
    buildOffer({ price_kop: null, warehouse: 'Склад 107' }),
  ])
  for (const sort of ['price', '-price'] as const) {
    expect(arrange([hidden], { sort })[0]?.offers.map(({ warehouse }) => warehouse)).toEqual(['Москва', 'Склад 107'])
  }
})

test('search filters remove groups without offers', () => {
  expect(arrange(GROUPS, { brand: ['BOSCH'] }).map(({ product }) => product.brand)).toEqual(['BOSCH'])
  expect(arrange(GROUPS, { warehouse: ['Склад 107'] })).toHaveLength(1)
  expect(offersCount(arrange(GROUPS, { days: 1 }))).toBe(1)
})

test('collapsed group shows only its header', () => {
  expect(toRows([requested, cheap], new Set([requested.product.code])).map(({ kind }) => kind)).toEqual([
    'group',
    'group',
    'offer',
  ])
})

test('search facets count offers in alphabetical order', () => {
  expect(facets(GROUPS).brands).toEqual([
    { name: 'BOSCH', count: 1 },
    { name: 'TOYOTA', count: 3 },
    { name: 'UFI', count: 1 },
  ])
})

test('conditions and price bounds filter offers, and a hidden price always matches', () => {
  expect(pricesOf(arrange([lying], { own: 'true' }))).toEqual([300])
  expect(pricesOf(arrange([lying], { returns: 'true' }))).toEqual([200, 300])
  expect(pricesOf(arrange([lying], { enough: 'true' }, 10))).toEqual([200, 300])
  expect(pricesOf(arrange([lying], { from_kop: 200, to_kop: 299 }))).toEqual([200])
  const hidden = buildGroup('asked', 'KYB', [buildOffer({ price_kop: null })])
  expect(offersCount(arrange([hidden], { from_kop: 200 }))).toBe(1)
  expect(conditionCounts([lying], 10)).toEqual({ own: 1, returns: 2, enough: 2 })
  expect(filtersCount({ brand: ['KYB', 'UFI'], own: 'true', to_kop: 5, days: undefined, sort: 'date' })).toBe(4)
})

test('best-price mark follows the needed quantity, and unchanged rows stay identical', () => {
  const at = (needed: number) =>
    markBest([lying], needed)[0]?.offers.flatMap(({ is_best_price, price_kop }) => (is_best_price ? price_kop : []))
  expect(at(1)).toEqual([100])
  expect(at(3)).toEqual([200])
  const once = markBest([lying], 1)
  expect(markBest(once, 1)[0]?.offers.every((offer, index) => offer === once[0]?.offers[index])).toBe(true)
})

test('best-price marks of the server stay when prices are hidden', () => {
  const hidden = buildGroup('asked', 'KYB', [buildOffer({ price_kop: null, is_best_price: true })])
  expect(markBest([hidden], 4)[0]?.offers[0]?.is_best_price).toBe(true)
})

let lastId = 0
const buildOffer = (fields: Partial<Offer> = {}): Offer => buildAnyOffer({ id: ++lastId, ...fields })
const buildGroup = (kind: OfferGroup['kind'], brand: string, offers: Offer[]): OfferGroup => ({
  kind,
  product: { id: ++lastId, code: `${brand}-1`.toLowerCase(), brand, article: '1', name: 'Фильтр', unit: 'шт.' },
  offers,
})

const requested = buildGroup('asked', 'TOYOTA', [buildOffer({ price_kop: 900 }), buildOffer({ price_kop: 800 })])
const dear = buildGroup('analogue', 'BOSCH', [buildOffer({ price_kop: 700, warehouse: 'Склад 107', term_days: 1 })])
const cheap = buildGroup('analogue', 'UFI', [buildOffer({ price_kop: 100, term_days: 9 })])
const replacement = buildGroup('replacement', 'TOYOTA', [buildOffer({ price_kop: 5000 })])
const GROUPS = [cheap, dear, replacement, requested]
const lying = buildGroup('asked', 'KYB', [
  buildOffer({ price_kop: 100, qty: 2, return_days: 0, own_stock: false }),
  buildOffer({ price_kop: 200, qty: 9, qty_exact: false, own_stock: false }),
  buildOffer({ price_kop: 300, qty: 20 }),
])

const pricesOf = (groups: readonly OfferGroup[]) =>
  groups.flatMap(({ offers }) => offers.map(({ price_kop }) => price_kop))
