import { expect, test } from 'vitest'
import { chooseBy, extraOver, summed, type Candidate, type RequestedQuantity } from './list-choices.ts'

test('cheapest and fastest strategies choose an offer that covers the quantity', () => {
  const rows = [
    row(1, 4, [
      { at: 1, kop: 100, day: '2026-11-25' },
      { at: 2, kop: 120 },
      { at: 3, kop: 50, qty: 3 },
    ]),
  ]
  expect(chosen('cheapest', rows)).toEqual([[[1, 4]]])
  expect(chosen('fastest', rows)).toEqual([[[2, 4]]])
})

test('fresh price list is preferred to a stale one, and an article to its replacement', () => {
  expect(
    chosen('cheapest', [
      row(1, 1, [
        { at: 1, kop: 50, stale: true },
        { at: 2, kop: 90 },
      ]),
    ]),
  ).toEqual([[[2, 1]]])
  expect(
    chosen('cheapest', [
      row(1, 1, [
        { at: 1, kop: 50, isAsked: false },
        { at: 2, kop: 90 },
      ]),
    ]),
  ).toEqual([[[2, 1]]])
})

test('quantity is split between two warehouses and rounded to the multiplicity', () => {
  expect(
    chosen('cheapest', [
      row(1, 10, [
        { at: 1, kop: 50, qty: 6 },
        { at: 2, kop: 60, qty: 6 },
      ]),
    ]),
  ).toEqual([
    [
      [1, 6],
      [2, 4],
    ],
  ])
  expect(chosen('cheapest', [row(1, 5, [{ at: 1, kop: 50, qty: 100, step: 4 }])])).toEqual([[[1, 8]]])
  expect(chosen('cheapest', [row(1, 5, [{ at: 1, kop: 50, qty: 3 }])])).toEqual([[[1, 3]]])
})

test('smallest order counts with its whole cost', () => {
  const offers = [
    { at: 1, kop: 50, min: 10 },
    { at: 2, kop: 90 },
  ]
  expect(chosen('cheapest', [row(1, 1, offers)])).toEqual([[[2, 1]]])
  expect(chosen('cheapest', [row(1, 9, offers)])).toEqual([[[1, 10]]])
})

test('offer above the price limit of the buyer is not chosen', () => {
  expect(chosen('cheapest', [row(1, 1, [{ at: 1, kop: 50 }], 49)])).toEqual([[]])
  expect(chosen('cheapest', [row(1, 1, [{ at: 1, kop: 50 }], 50)])).toEqual([[[1, 1]]])
})

const spread = [
  row(1, 1, [
    { at: 1, kop: 10 },
    { at: 2, kop: 12 },
  ]),
  row(2, 1, [
    { at: 2, kop: 20 },
    { at: 3, kop: 15 },
  ]),
  row(3, 1, [
    { at: 3, kop: 30 },
    { at: 2, kop: 31 },
  ]),
  row(4, 1, [{ at: 4, kop: 40 }]),
]

test('one-warehouse strategy leaves gaps, and fewest-warehouses strategy shows the extra cost', () => {
  expect(chosen('one_warehouse', spread)).toEqual([[[2, 1]], [[2, 1]], [[2, 1]], []])
  expect(chosen('fewest', spread)).toEqual([[[2, 1]], [[2, 1]], [[2, 1]], [[4, 1]]])
  const cheapest = chooseBy('cheapest', spread)
  expect(summed(spread, cheapest, cheapest)).toMatchObject({
    covered: 4,
    possible: 4,
    sum_kop: 95,
    extra_kop: 0,
    shipments: 3,
  })
  expect(summed(spread, chooseBy('fewest', spread), cheapest)).toMatchObject({
    sum_kop: 103,
    extra_kop: 8,
    shipments: 2,
  })
})

test.each<[string, [qty: number, kop: number][], [qty: number, kop: number][], number | null]>([
  [
    'the same rows',
    [
      [1, 30],
      [2, 20],
    ],
    [
      [1, 25],
      [2, 18],
    ],
    9,
  ],
  [
    'only the rows it covers',
    [
      [1, 30],
      [0, 0],
    ],
    [
      [1, 25],
      [2, 18],
    ],
    5,
  ],
  [
    'only the rows the other covers too',
    [
      [1, 30],
      [2, 20],
    ],
    [
      [1, 25],
      [1, 18],
    ],
    5,
  ],
  [
    'a cheaper one',
    [
      [1, 20],
      [2, 20],
    ],
    [
      [1, 25],
      [2, 20],
    ],
    -5,
  ],
  [
    'a choice without common rows',
    [
      [0, 0],
      [2, 20],
    ],
    [
      [1, 25],
      [0, 0],
    ],
    null,
  ],
])('choice is compared with another over %s', (_, choices, others, extra) => {
  const rows = [row(1, 1, []), row(2, 2, [])]
  const choicesOf = (picks: [number, number][]) =>
    new Map(
      picks.map(([qty, kop], at) => [at + 1, qty === 0 ? [] : [{ candidate: goods({ at: 1, kop }), qty }]] as const),
    )
  expect(extraOver(rows, choicesOf(choices), choicesOf(others))).toBe(extra)
})

test('stock taken by earlier rows is not given to later rows while other stock remains', () => {
  const scarce = [1, 2, 3].map((position) =>
    row(position, 1, [
      { at: 1, kop: 10, qty: 1 },
      { at: 2, kop: 20, qty: 1 },
    ]),
  )
  expect(chosen('cheapest', scarce)).toEqual([[[1, 1]], [[2, 1]], [[1, 1]]])
  expect(chosen('fastest', scarce)).toEqual([[[1, 1]], [[2, 1]], [[1, 1]]])
})

function row(position: number, qty: number, candidates: Given[], ceilingKop: number | null = null): RequestedQuantity {
  return {
    position,
    qty,
    ceilingKop,
    candidates: candidates.map(goods),
  }
}

/** Goods of a warehouse, reduced to the fields that the choice uses. */
function goods({ at, kop, day = '2026-11-20', qty = 100, isAsked = true, stale = false, step = 1, min }: Given) {
  return {
    productId: 1,
    isAsked,
    available: qty,
    purchaseKop: kop,
    warehouse: { id: at },
    offer: { price_kop: kop, expected_date: day, qty, qty_exact: true, multiplicity: step, min_qty: min, stale },
  } as Candidate
}

interface Given {
  at: number
  kop: number
  day?: string
  qty?: number
  isAsked?: boolean
  stale?: boolean
  step?: number
  min?: number
}

const chosen = (strategy: Parameters<typeof chooseBy>[0], rows: RequestedQuantity[]) =>
  rows.map(({ position }) =>
    (chooseBy(strategy, rows).get(position) ?? []).map(({ candidate, qty }) => [candidate.warehouse.id, qty]),
  )
