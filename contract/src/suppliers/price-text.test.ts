import { describe, expect, test } from 'vitest'
import { parseNumber, parseQuantity } from './price-text.ts'

describe('number text', () => {
  test.each([
    '1,234,567',
    '1.234.567',
    '12,34.56',
    '½',
    '１２',
    'NaN',
    'Infinity',
    '1e400',
    '9007199254740993',
    '100 USD',
    'по запросу',
    '--5',
  ])('«%s» is rejected', (text) => expect(parseNumber(text)).toBeNull())

  test.each([
    ['1,234', 1.234],
    ["12'345.60", 12345.6],
    ['1\u202f234,5 ₽', 1234.5],
    ['−5', -5],
    ['5052.315789473684', 5052.315789473684],
    ['1\u00a0500 р.', 1500],
  ])('«%s» is read as %s', (text, value) => expect(parseNumber(text)).toBe(value))
})

describe('quantity text', () => {
  test.each(['__proto__', 'constructor', '#REF!', ' ', 'синий', '10-5'])('«%s» is unknown', (text) =>
    expect(parseQuantity(text)).toStrictEqual({ qty: 0, exact: false, known: false }),
  )

  test.each([
    ['++', { qty: 5, exact: false, known: true, more: true }],
    ['***', { qty: 10, exact: false, known: true, more: true }],
    ['В наличии', { qty: 1, exact: false, known: true, more: true }],
    ['> 100 шт.', { qty: 100, exact: false, known: true, more: true }],
    ['мало', { qty: 1, exact: false, known: true }],
    ['10 и более', { qty: 10, exact: false, known: true, more: true }],
    ['В наличии > 4', { qty: 4, exact: false, known: true, more: true }],
    ['Склад: 5', { qty: 5, exact: true, known: true }],
    ['достаточно', { qty: 1, exact: false, known: true, more: true }],
    ['ожидается', { qty: 0, exact: false, known: true, onOrder: true }],
    ['12,0', { qty: 12, exact: true, known: true }],
    ['1 000', { qty: 1000, exact: true, known: true }],
    ['0', { qty: 0, exact: true, known: true }],
  ])('«%s» means %o', (text, quantity) => expect(parseQuantity(text)).toStrictEqual(quantity))
})
