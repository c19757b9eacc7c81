import { expect, test } from 'vitest'
import { asFigure, asText, toTsv } from './tsv.ts'

test('articles and formulas reach Excel as text', () => {
  expect(asText('04152-YZZA1')).toBe('="04152-YZZA1"')
  expect(asText('=cmd|"x"')).toBe('="=cmd|""x"""')
  expect(asText('')).toBe('')
})

test('figures have a decimal comma, and cells never break the row', () => {
  expect(asFigure(1234.5, 2)).toBe('1234,50')
  expect(
    toTsv([
      ['а\tб', 'в\nг'],
      ['1', '2'],
    ]),
  ).toBe('а б\tв г\n1\t2')
})
