import { expect, test } from 'vitest'
import type { CatalogDirectory, WarehouseRow, DeliveryRunRow } from '../../catalog/products/index.ts'
import { createTerms, nextCutoff } from './terms.ts'

test.each<[string, Case]>([
  ['no zone: the day of arrival', { now: ['2026-11-17', '12:00'], expected: '2026-11-18', guaranteed: '2026-11-19' }],
  ['the run of that very day', { now: ['2026-11-17', '12:00'], runs: [run([3])], expected: '2026-11-18' }],
  ['the next run of the week', { now: ['2026-11-17', '12:00'], runs: [run([5])], expected: '2026-11-20' }],
  ['after the cut-off of the warehouse', { now: ['2026-11-17', '16:00'], runs: [run([3, 4])], expected: '2026-11-19' }],
  ['a run on a Saturday departs', { now: ['2026-11-19', '17:00'], runs: [run([6])], expected: '2026-11-21' }],
  [
    'but not on a holiday that falls on one',
    { now: ['2026-05-08', '12:00'], runs: [run([6])], expected: '2026-05-16' },
  ],
  ['none on a holiday', { now: ['2026-11-24', '12:00'], runs: [run([3])], expected: '2026-12-02' }],
  [
    'goods that lie ready go today',
    { now: ['2026-11-17', '14:59'], warehouse: { term_days: 0 }, runs: [run([2, 3])], expected: '2026-11-17' },
  ],
  [
    'after the run’s hour of ordering they go tomorrow',
    { now: ['2026-11-17', '15:00'], warehouse: { term_days: 0 }, runs: [run([2, 3])], expected: '2026-11-18' },
  ],
  [
    'the later run of today is still made',
    {
      now: ['2026-11-17', '15:00'],
      warehouse: { term_days: 0 },
      runs: [run([2]), run([2], '15:30:00', 'Рейс 18:00')],
      expected: '2026-11-17',
    },
  ],
  [
    'the guaranteed day is a run’s too',
    { now: ['2026-11-17', '12:00'], runs: [run([3])], expected: '2026-11-18', guaranteed: '2026-12-02' },
  ],
  ...shipping([
    ['the warehouse’s own day is awaited', [4], ['2026-11-17', '12:00'], '2026-11-20'],
    ['today, until the cut-off', [2, 4], ['2026-11-17', '15:59'], '2026-11-18'],
    ['its next day, after it', [2, 4], ['2026-11-17', '16:00'], '2026-11-20'],
    ['next week, after the cut-off of its one day', [2], ['2026-11-17', '16:00'], '2026-11-26'],
    ['every weekday is every working day', [1, 2, 3, 4, 5], ['2026-11-20', '17:00'], '2026-11-24'],
    ['a Saturday of its own is one, and the goods come on a working day', [6], ['2026-11-20', '17:00'], '2026-11-23'],
    ['but not a holiday', [3], ['2026-11-24', '12:00'], '2026-12-03'],
    ['nor a holiday that falls on its Saturday', [6], ['2026-05-08', '12:00'], '2026-05-17'],
  ]),
  [
    'the run after the goods have left',
    { now: ['2026-11-17', '12:00'], warehouse: { ships_on: [4] }, runs: [run([3, 4])], expected: '2026-11-26' },
  ],
  [
    'own goods that lie ready wait for the day too',
    { now: ['2026-11-17', '12:00'], warehouse: { ships_on: [3], term_days: 0 }, expected: '2026-11-18' },
  ],
  ...offHours([
    ['none before the cut-off', {}, ['2026-11-17', '15:59'], '2026-11-18'],
    ['after the cut-off, besides the next day', {}, ['2026-11-17', '16:00'], '2026-11-23'],
    ['in the morning of a day off', {}, ['2026-11-21', '09:00'], '2026-11-26'],
    ['on a day that nothing is shipped on', { ships_on: [3] }, ['2026-11-17', '10:00'], '2026-11-23'],
    ['by the clock of the warehouse', { time_zone: 'Asia/Yekaterinburg' }, ['2026-11-17', '14:00'], '2026-11-23'],
  ]),
  ['a zone without runs promises as none', { now: ['2026-11-17', '12:00'], runs: [], expected: '2026-11-18' }],
])('delivery date is computed: %s', (_, { now, warehouse = {}, runs, expected, guaranteed }) => {
  const known = directory(warehouse, runs ?? [])
  const terms = createTerms(at(...now), known)
  const promise = terms({ ...WAREHOUSE, ...warehouse }, null, runs ? 7 : null)
  expect(promise.expected).toBe(expected)
  if (guaranteed) expect(promise.guaranteed).toBe(guaranteed)
})

test('delivery dates of different zones do not share a cache entry', () => {
  const known = directory({}, [run([5])])
  const terms = createTerms(at('2026-11-17', '12:00'), known)
  expect(terms(WAREHOUSE, null, 7).expected).toBe('2026-11-20')
  expect(terms(WAREHOUSE, null, null).expected).toBe('2026-11-18')
  expect(terms(WAREHOUSE, null, 7).expected).toBe('2026-11-20')
})

test.each<[string, [string, string], Partial<WarehouseRow>, DeliveryRunRow[], { of: string; at: string } | null]>([
  ['the warehouse’s', ['2026-11-17', '15:36'], {}, [run([2])], { of: 'склада Москва, Южный', at: '16:00' }],
  [
    'the run’s, for goods that lie ready',
    ['2026-11-17', '14:36'],
    { term_days: 0 },
    [run([2])],
    { of: 'рейса 16:00', at: '15:00' },
  ],
  [
    'then the warehouse’s',
    ['2026-11-17', '15:00'],
    { term_days: 0 },
    [run([2])],
    { of: 'склада Москва, Южный', at: '16:00' },
  ],
  [
    'the run’s own name',
    ['2026-11-17', '14:36'],
    { term_days: 0 },
    [run([2], '15:00:00', 'Утренний')],
    { of: 'рейса «Утренний»', at: '15:00' },
  ],
  [
    'never a run that leaves after the warehouse’s own hour',
    ['2026-11-17', '16:10'],
    { term_days: 0 },
    [run([2], '17:00:00', 'Рейс 18:00')],
    null,
  ],
  ['none in the evening', ['2026-11-17', '16:00'], {}, [], null],
  ['none on a day off', ['2026-11-21', '10:00'], {}, [], null],
  ['none on a day that nothing is shipped on', ['2026-11-17', '10:00'], { ships_on: [3] }, [], null],
  [
    'on a Saturday that goods are shipped on',
    ['2026-11-21', '10:00'],
    { ships_on: [6] },
    [],
    { of: 'склада Москва, Южный', at: '16:00' },
  ],
  ['a partner’s cut-off is not ours', ['2026-11-17', '10:00'], { kind: 'partner' }, [], null],
  [
    'another time zone’s clock',
    ['2026-11-17', '10:00'],
    { time_zone: 'Asia/Yekaterinburg' },
    [],
    { of: 'склада Москва, Южный', at: '14:00' },
  ],
])('next cutoff is computed: %s', (_, now, warehouse, runs, expected) => {
  const found = nextCutoff(at(...now), directory(warehouse, runs), 7)
  expect(found).toEqual(expected && { of: expected.of, at: at(now[0], expected.at) })
})

interface Case {
  now: [day: string, time: string]
  warehouse?: Partial<WarehouseRow>
  runs?: DeliveryRunRow[]
  expected: string
  guaranteed?: string
}

function run(weekdays: number[], order_before = '15:00:00', name = 'Рейс 16:00'): DeliveryRunRow {
  return { zone_id: 7, name, weekdays, leaves_at: '16:00:00', order_before }
}

function shipping(cases: [name: string, shipsOn: number[], now: Case['now'], expected: string][]) {
  return cases.map(([name, ships_on, now, expected]): [string, Case] => [
    `shipping days: ${name}`,
    { now, warehouse: { ships_on }, expected },
  ])
}

function offHours(cases: [name: string, warehouse: Partial<WarehouseRow>, now: Case['now'], expected: string][]) {
  return cases.map(([name, warehouse, now, expected]): [string, Case] => [
    `days outside working hours: ${name}`,
    { now, warehouse: { off_hours_days: 2, ...warehouse }, expected },
  ])
}

// 2026-11-17 is a Tuesday; times are in Moscow.
const at = (day: string, time: string) => new Date(`${day}T${time}:00+03:00`)

const HOLIDAYS = ['2026-11-21', '2026-11-22', '2026-11-28', '2026-11-29', '2026-11-25', '2026-05-09', '2026-05-10']

const WAREHOUSE: WarehouseRow = {
  id: 1,
  shown_as: 'Москва, Южный',
  time_zone: 'Europe/Moscow',
  cutoff: '16:00:00',
  ships_on: null,
  term_days: 1,
  off_hours_days: 0,
  guarantee_days: 1,
  return_days: 14,
  imported_at: null,
  source: 'Любой источник',
  kind: 'own',
  fresh_hours: 72,
  seller_id: 1,
  markup_hundredths: 0,
  supply_route_id: 1,
  vat_mode: 'included',
  stated_delivery_percent: null,
  kg_markup_kop: 0,
  price_from_kop: null,
  price_to_kop: null,
  tax_regime: 'osno',
  no_return_brands: [],
}

const directory = (warehouse: Partial<WarehouseRow>, runs: DeliveryRunRow[]): CatalogDirectory => ({
  warehouses: new Map([[1, { ...WAREHOUSE, ...warehouse }]]),
  brandNames: new Map(),
  daysOff: new Set(HOLIDAYS),
  zones: new Map([[7, runs]]),
  deliveryPrices: new Map(),
})
