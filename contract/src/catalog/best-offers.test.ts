import { expect, test } from 'vitest'
import { bestOffers } from './best-offers.ts'

const offer = (name: string, price_kop: number, qty: number, expected_date: string, more = {}) => ({
  name,
  price_kop,
  qty,
  expected_date,
  qty_exact: true,
  stale: false,
  multiplicity: 1,
  ...more,
})
const namesAt = (groups: Parameters<typeof bestOffers<ReturnType<typeof offer>>>[0], qty: number) =>
  bestOffers(groups, qty).map(({ cheapest, fastest }) => [cheapest?.name, fastest?.name])

test('best offer is fresh and covers the quantity, and a lower bound covers any quantity', () => {
  const offers = [
    offer('stale', 1, 100, '2026-11-18', { stale: true }),
    offer('two', 100, 2, '2026-11-20'),
    offer('smallest order', 90, 9, '2026-11-17', { min_qty: 10 }),
    offer('ten', 200, 10, '2026-11-21'),
    offer('bound', 300, 5, '2026-11-19', { qty_exact: false }),
  ]
  const groups = [{ kind: 'asked' as const, offers }]
  expect(namesAt(groups, 1)[0]).toEqual(['two', 'bound'])
  expect(namesAt(groups, 3)[0]).toEqual(['ten', 'bound'])
  expect(namesAt(groups, 11)[0]).toEqual(['bound', 'bound'])
})

test('best offer compares replacements with the requested article and analogues among themselves', () => {
  const day = '2026-11-20'
  const groups = [
    { kind: 'asked' as const, offers: [offer('asked', 300, 5, day)] },
    { kind: 'replacement' as const, offers: [offer('newer', 200, 5, day)] },
    { kind: 'analogue' as const, offers: [offer('analogue', 100, 5, day)] },
  ]
  expect(namesAt(groups, 1)).toEqual([
    ['newer', 'newer'],
    ['analogue', 'analogue'],
  ])
  expect(namesAt([], 1)).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ])
})
