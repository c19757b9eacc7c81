import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DAYS_APART,
  DAYS_OF_NUMBER,
  numbersWithin,
  reconcile,
  reconciledNumber,
  TOLERANCE_KOP,
  type DocumentPair,
  type Reconciled,
} from './reconciliation-rules.ts'

test.each([
  ['УТ-000123', '123'],
  ['0000-000123', '123'],
  ['ЦБ00-000123', '123'],
  ['123', '123'],
  ['№ 00101/02', '101/2'],
  ['1О1', '101'],
  ['0', '0'],
  ['без номера', null],
  ['', null],
])('document number %s is read as %s', (written, read) => expect(reconciledNumber(written)).toBe(read))

test.each([
  ['Поступление (акт, накладная, УПД) 0000-000123 от 01.10.2026 12:00:01', ['123']],
  ['Продажа (УПД 101 от 01.10.2026)', ['101']],
  ['Оплата (55 от 20.10.26 г.) по счёту 60.01', ['55']],
  ['Поступление УТ-000007, вх. № 101 от 2026-10-01', ['7', '101']],
  ['Списание с расчётного счёта', []],
])('document text «%s» names numbers %j', (text, numbers) => expect(numbersWithin(text)).toEqual(numbers))

const document = (number: string, day: string, rub: number): Reconciled => ({
  numbers: number === '' ? [] : [number],
  day,
  kop: Math.round(rub * 100),
})
const pairsOf = (ours: Reconciled[], theirs: Reconciled[]) =>
  reconcile(ours, theirs).map(({ ours: our, theirs: their, agreement }) => [our, their, agreement])

describe('documents are matched', () => {
  test('by number, near days and sum within a kopeck', () => {
    expect(pairsOf([document('101', '2026-10-01', 1000)], [document('101', '2026-10-04', 1000.01)])).toEqual([
      [0, 0, 'whole'],
    ])
    expect(pairsOf([document('101', '2026-10-01', 1000)], [document('101', '2026-10-01', 1000.02)])).toEqual([
      [0, 0, 'sum'],
    ])
  })

  test('by number and sum on a distant day within a quarter', () => {
    expect(pairsOf([document('101', '2026-10-01', 5)], [document('101', '2026-10-05', 5)])).toEqual([[0, 0, 'date']])
    expect(pairsOf([document('101', '2026-01-01', 5)], [document('101', '2026-10-05', 5)])).toEqual([])
  })

  test('by sum on a near day when numbers differ, each document once', () => {
    const ours = [document('7', '2026-10-01', 5), document('8', '2026-10-01', 5)]
    expect(pairsOf(ours, [document('1', '2026-10-02', 5)])).toEqual([[0, 0, 'whole']])
    expect(pairsOf(ours, [document('1', '2026-10-02', 5), document('8', '2026-10-01', 5)])).toEqual([
      [1, 1, 'whole'],
      [0, 0, 'whole'],
    ])
  })

  test('never between a delivery and a payment with one number', () => {
    expect(pairsOf([document('55', '2026-10-01', 1000)], [document('55', '2026-10-01', -900)])).toEqual([])
  })
})

const DAY_MS = 86_400_000
const apartOf = (a: Reconciled, b: Reconciled) => Math.abs(Date.parse(a.day) - Date.parse(b.day)) / DAY_MS

/** Slow reference implementation: tries every possible pair, best first. */
function slowly(ours: Reconciled[], theirs: Reconciled[]): DocumentPair[] {
  const possible = ours.flatMap((our, ourAt) =>
    theirs.flatMap((their, theirAt) => {
      const apart = apartOf(our, their)
      const isNumber = our.numbers.some((number) => their.numbers.includes(number))
      const isSum = Math.abs(our.kop - their.kop) <= TOLERANCE_KOP
      const ways = [
        isNumber && isSum && apart <= DAYS_APART,
        isNumber && isSum && apart <= DAYS_OF_NUMBER,
        isSum && apart <= DAYS_APART,
        isNumber && Math.sign(our.kop) === Math.sign(their.kop) && apart <= DAYS_OF_NUMBER,
      ]
      return ways.flatMap((may, way) => (may ? [{ way, apart, ourAt, theirAt }] : []))
    }),
  )
  possible.sort((a, b) => a.way - b.way || a.apart - b.apart || a.ourAt - b.ourAt || a.theirAt - b.theirAt)
  const [oursTaken, theirsTaken] = [new Set<number>(), new Set<number>()]
  return possible.flatMap(({ way, ourAt, theirAt }) => {
    if (oursTaken.has(ourAt) || theirsTaken.has(theirAt)) return []
    oursTaken.add(ourAt)
    theirsTaken.add(theirAt)
    const agreement = (['whole', 'date', 'whole', 'sum'] as const)[way] ?? 'whole'
    return [{ ours: ourAt, theirs: theirAt, agreement }]
  })
}

const anyDocument = fc.record({
  numbers: fc.array(fc.constantFrom('1', '2', '3'), { maxLength: 2 }),
  day: fc.integer({ min: 0, max: 110 }).map((at) => new Date(DAY_MS * (20_000 + at)).toISOString().slice(0, 10)),
  kop: fc.constantFrom(-201, -200, 99, 100, 101, 300),
})

test('fast matching equals the slow reference', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 12 }), fc.array(anyDocument, { maxLength: 12 }), (ours, theirs) => {
      expect(reconcile(ours, theirs)).toEqual(slowly(ours, theirs))
    }),
    { numRuns: 500 },
  )
})

test('matching reads each of five thousand identical documents only a few times', () => {
  let looks = 0
  const many = (from: number) =>
    Array.from({ length: 5000 }, (_, at): Reconciled => ({
      numbers: ['1'],
      day: '2026-10-01',
      get kop() {
        looks += 1
        return from + at * 10
      },
    }))
  expect(reconcile(many(1000), many(1005))).toHaveLength(5000)
  expect(looks).toBeLessThan(100_000)
})
