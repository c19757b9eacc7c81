import { expect, test } from 'vitest'
import { findGrowing, slopeMbPerHour, type Sample } from './growth-judge.factory.ts'

const MB = 1024 * 1024
const samples = (of: (n: number) => Record<string, { rows: number; bytes: number }>): Sample[] =>
  Array.from({ length: 21 }, (_, n) => ({
    hour: n / 2,
    rssMb: 300,
    heldMb: 100,
    tables: new Map(Object.entries(of(n))),
  }))

test('slope ignores warm-up and fluctuation of memory and measures steady growth', () => {
  const memory = (mbOf: (n: number) => number) =>
    slopeMbPerHour(Array.from({ length: 40 }, (_, n) => ({ hour: n / 4, mb: mbOf(n) })))
  expect(memory((n) => Math.min(300, 100 + n * 20))).toBe(0)
  expect(Math.abs(memory((n) => 300 + (n % 2) * 30))).toBeLessThan(2)
  expect(memory((n) => 100 + n)).toBeCloseTo(4)
})

test('growth of temporary tables is reported, growth of orders is not', () => {
  const growing = (n: number) => ({ rows: 1000 * n, bytes: MB * n })
  const found = findGrowing(
    samples((n) => ({
      orders: growing(n),
      sessions: { rows: 40, bytes: MB },
      cart_lines: growing(n),
      // Rewritten over and over without growing longer; dead rows are not given back.
      background_jobs: { rows: 20, bytes: MB * n },
    })),
  )
  expect(found.map(({ name }) => name)).toEqual(['cart_lines', 'background_jobs'])
})

test('table of stable size is not reported as growing', () => {
  expect(findGrowing(samples((n) => ({ offers: { rows: 5000 + (n % 2) * 100, bytes: 40 * MB } })))).toEqual([])
})
