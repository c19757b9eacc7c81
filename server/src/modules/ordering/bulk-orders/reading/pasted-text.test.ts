import { describe, expect, test } from 'vitest'
import { readPasted, splitLine } from './pasted-text.ts'

describe('pasted line', () => {
  test.each([
    ['26300-35503*4', '26300-35503', '4'],
    ['26300-35503 4', '26300-35503', '4'],
    ['26300-35503 - 4', '26300-35503', '4'],
    ['26300-35503 — 4 шт.', '26300-35503', '4'],
    ['26300-35503 x4', '26300-35503', '4'],
    ['26300-35503 4шт', '26300-35503', '4'],
    ['26300-35503, 4', '26300-35503', '4'],
    ['26300-35503,4', '26300-35503', '4'],
    ['26300-35503 = 4', '26300-35503', '4'],
    ['1. KYB 333114 2', 'KYB 333114', '2'],
    ['2) 04152-YZZA1', '04152-YZZA1', ''],
    ['- W 712/75 1', 'W 712/75', '1'],
    ['OC 90', 'OC 90', ''],
    ['W 712', 'W 712', ''],
    ['KYB 333114', 'KYB 333114', ''],
    ['0 986 452 041', '0 986 452 041', ''],
    ['0 986 452 041 - 3 шт', '0 986 452 041', '3'],
    ['ATF 1,5 л', 'ATF', '1,5'],
    ['04152-38020', '04152-38020', ''],
  ])('«%s» is split into article and quantity', (line, words, qty) => {
    expect(splitLine(line)).toEqual({ words, qty })
  })
})

test.each([
  ['табуляция', 'A-1\t2\nB-2\t3'],
  ['точка с запятой', 'A-1;2\r\nB-2;3'],
  ['черта', 'A-1|2\rB-2|3'],
])('pasted table is split by its delimiter: %s', (_, text) => {
  expect(readPasted(text)).toMatchObject({
    isFree: false,
    rows: [
      { number: 1, cells: ['A-1', '2'] },
      { number: 2, cells: ['B-2', '3'] },
    ],
  })
})

test('empty pasted lines are skipped, and the other lines keep their numbers', () => {
  expect(readPasted('\nAB-12 2\n\nCD-34 1\n').rows.map(({ number }) => number)).toEqual([2, 4])
})

test('pasted lines of spaces and dashes are read without backtracking', () => {
  for (const piece of [' ', ' - ', ' x ', '1 ', '= ']) {
    const { rows } = readPasted(Array.from({ length: 10 }, (_, at) => `A${at}${piece.repeat(30_000)}x`).join('\n'))
    expect(rows).toHaveLength(10)
  }
})
