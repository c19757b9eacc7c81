import { VAT_RATES } from '@artikul/contract/core/vat'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countInvoice } from './invoice-snapshot.ts'

const row = fc.record({
  article: fc.string(),
  name: fc.string(),
  unit: fc.constant('шт.'),
  qty: fc.integer({ min: 1, max: 999_999 }).map((thousandths) => thousandths / 1000),
  price_kop: fc.integer({ min: 1, max: 100_000_000 }),
  rate: fc.constantFrom(...VAT_RATES),
})

test('invoice total and VAT equal the sums of its lines, rate by rate', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const { lines, totalKop, vatKop, vatTotals } = countInvoice(rows.map((one, at) => ({ ...one, position: at + 1 })))
      expect(lines.reduce((sum, line) => sum + line.sum_kop, 0)).toBe(totalKop)
      expect(lines.reduce((sum, line) => sum + line.vat_kop, 0)).toBe(vatKop)
      expect(vatTotals.reduce((sum, { sum_kop: kop }) => sum + (kop ?? 0), 0)).toBe(vatKop)
      expect(Number.isSafeInteger(totalKop)).toBe(true)
      expect(vatKop).toBeLessThanOrEqual(totalKop)
      for (const { rate, vat_kop: vat } of lines) if (rate === 'none' || rate === '0') expect(vat).toBe(0)
    }),
    { numRuns: 200 },
  )
})
