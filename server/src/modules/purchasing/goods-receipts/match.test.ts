import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchReceived } from './match.ts'

const BRANDS = new Map([
  ['MANNFILTER', [1]],
  ['MANN', [1]],
  ['BOSCH', [2]],
])
const line = (id: number, came: number, overrides: object = {}) => ({
  id,
  brand: 'Mann',
  article: 'w719-30',
  came,
  ...overrides,
})
const allocationsOf = (all: ReturnType<typeof matchReceived>, id: number) =>
  all.get(id)?.allocations.map(({ row: { id: of }, qty }) => [of, qty])

describe('received goods', () => {
  test('match expected rows by brand alias and article, and the rest is surplus', () => {
    const all = matchReceived([line(1, 10)], [row(1, 4), row(2, 3)], BRANDS, new Map())
    expect(allocationsOf(all, 1)).toEqual([
      [1, 4],
      [2, 3],
    ])
    expect(all.get(1)?.surplus).toBe(3)
  })

  test('match look-alike letters, but not another brand', () => {
    const awaited = [row(1, 1, { brand: 'BOSCH', own_brand: 'BOSCH', article: 'ACB1', own_article: 'ACB1' })]
    const lines = [line(1, 1, { brand: 'BOSCH', article: 'АСВ-1' }), line(2, 1, { brand: 'MANN', article: 'ACB1' })]
    const all = matchReceived(lines, awaited, BRANDS, new Map())
    expect([allocationsOf(all, 1), allocationsOf(all, 2)]).toEqual([[[1, 1]], []])
  })

  test('match a replacement article announced by the supplier', () => {
    const all = matchReceived(
      [line(1, 1, { article: 'W719/45' })],
      [row(1, 1, { new_article: 'W 719/45' })],
      BRANDS,
      new Map(),
    )
    expect(allocationsOf(all, 1)).toEqual([[1, 1]])
  })

  test('cover one order line only up to its expected quantity', () => {
    const awaited = [row(1, 3, { order_line_id: 7 }), row(2, 3, { order_line_id: 7 })]
    const all = matchReceived([line(1, 6)], awaited, BRANDS, new Map([[7, 4]]))
    expect([allocationsOf(all, 1), all.get(1)?.surplus]).toEqual([
      [
        [1, 3],
        [2, 1],
      ],
      2,
    ])
  })

  test('cover older promises first and lose nothing, for random quantities', () => {
    const qty = fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000)
    fc.assert(
      fc.property(fc.array(qty, { maxLength: 8 }), fc.array(qty, { maxLength: 8 }), (came, ordered) => {
        const awaited = ordered.map((one, at) => row(at, one))
        const all = matchReceived(
          came.map((one, at) => line(at, one)),
          awaited,
          BRANDS,
          new Map(),
        )
        const got = ordered.map((_, at) =>
          [...all.values()].reduce(
            (sum, { allocations }) =>
              sum + allocations.reduce((part, one) => part + (one.row.id === at ? one.qty : 0), 0),
            0,
          ),
        )
        const firstShort = got.findIndex((one, at) => one < (ordered[at] ?? 0) - 1e-6)
        if (firstShort >= 0) expect(got.slice(firstShort + 1).every((one) => one === 0)).toBe(true)
        const surplus = [...all.values()].reduce((sum, one) => sum + one.surplus, 0)
        const sum = (all_: readonly number[]) => all_.reduce((total, one) => total + one, 0)
        expect(sum(got) + surplus).toBeCloseTo(sum(came), 6)
        if (firstShort >= 0) expect(surplus).toBe(0)
      }),
    )
  })
})

const row = (id: number, qty: number, overrides: object = {}) => ({
  id,
  order_line_id: id,
  brand: 'MANN-FILTER',
  article: 'W 719/30',
  own_brand: 'MANN-FILTER',
  own_article: 'W71930',
  new_article: '',
  qty,
  ...overrides,
})
