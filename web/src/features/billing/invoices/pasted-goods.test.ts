import { describe, expect, test } from 'vitest'
import { pastedRows } from './pasted-goods.ts'

describe('pasted list', () => {
  test.each([
    ['26300-35503\t4', { article: '26300-35503', qty: 4 }],
    ['26300-35503;4 шт', { article: '26300-35503', qty: 4 }],
    ['26300-35503 4', { article: '26300-35503', qty: 4 }],
    ['26300-35503*12', { article: '26300-35503', qty: 12 }],
    ['26300-35503 х 2 шт.', { article: '26300-35503', qty: 2 }],
    ['TOYOTA 04152-YZZA1 1,5', { article: 'TOYOTA 04152-YZZA1', qty: 1.5 }],
    ['26300-35503', { article: '26300-35503', qty: 1 }],
    // Too large for a quantity, so it is a part of the article.
    ['26300 35503', { article: '26300 35503', qty: 1 }],
    ['26300-35503;нет', { article: '26300-35503', qty: 1 }],
  ])('row %s is read as article and quantity', (text, row) => {
    expect(pastedRows(text, false)).toEqual([row])
  })

  test('has no rows for empty lines', () => {
    expect(pastedRows('\r\n  \n;;\nA1 2\r\n', false)).toEqual([{ article: 'A1', qty: 2 }])
  })

  test('has free-form lines for staff only', () => {
    const text = 'Доставка | «срочная» 🚚;усл;1,5;1 234,50'
    expect(pastedRows(text, true)).toEqual([
      { line: { offer_id: null, name: 'Доставка | «срочная» 🚚', unit: 'усл', qty: 1.5, price_kop: 123_450 } },
    ])
    expect(pastedRows(text, false)).toEqual([{ article: 'Доставка | «срочная» 🚚', qty: 1 }])
    expect(pastedRows('Доставка;усл;1;дорого', true)).toMatchObject([{ line: { price_kop: null } }])
  })
})
