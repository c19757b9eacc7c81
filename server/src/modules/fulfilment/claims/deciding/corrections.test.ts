import fc from 'fast-check'
import { vatIncludedKop } from '@artikul/contract/core/vat'
import { expect, test } from 'vitest'
import { creditPieces, creditPrice, type CorrectedLine } from './corrections.ts'

const LINE: CorrectedLine = { price_kop: 33_333, sum_kop: 99_999, vat_rate: '22', qty: 3, credited_qty: 0, gone_kop: 0 }

test('credited piece includes VAT at the rate of the shipment', () => {
  expect(creditPieces(LINE, 1, 0)).toMatchObject({ sum_kop: 33_333, withheld_kop: 0, vat_kop: 6011 })
  expect(creditPieces({ ...LINE, vat_rate: '20' }, 1, 0).vat_kop).toBe(5556)
})

test('withheld share is rounded half up', () => {
  expect(creditPieces(LINE, 1, 15)).toMatchObject({ sum_kop: 28_333, withheld_kop: 5000 })
})

test('price correction counts only the pieces kept by the buyer', () => {
  expect(creditPrice({ ...LINE, credited_qty: 1, gone_kop: 33_333 }, 30_000)).toMatchObject({
    sum_kop: 6666,
    price_kop: 30_000,
  })
  expect(creditPrice(LINE, 0).sum_kop).toBe(99_999)
})

test('partial credits add up to exactly the line total and its VAT', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 8 }),
      (price, parts) => {
        const thousandths = parts.reduce((sum, part) => sum + part, 0)
        const sum = Math.round((price * thousandths) / 1000)
        let line: CorrectedLine = { ...LINE, price_kop: price, qty: thousandths / 1000, sum_kop: sum }
        let vat = 0
        for (const part of parts) {
          const credit = creditPieces(line, part / 1000, 0)
          vat += credit.vat_kop
          line = {
            ...line,
            credited_qty: (Math.round(line.credited_qty * 1000) + part) / 1000,
            gone_kop: line.gone_kop + credit.sum_kop,
          }
        }
        expect([line.gone_kop, vat]).toEqual([sum, vatIncludedKop(sum, '22')])
      },
    ),
  )
})
