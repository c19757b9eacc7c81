import type { ShipmentLine } from '@artikul/contract/fulfilment/shipments'
import { expect, test } from 'vitest'
import { bodyOf, differencesOf, evidenceOf, lineOfCode, withoutProof, type CountedLines } from './count-draft.ts'

test('uncounted shipment lines have no differences', () => {
  expect(kinds({})).toEqual([])
  expect(kinds({ 1: { qty: 3, wrong: 0, damage: 0 } })).toEqual([])
})

test('shipment differences are listed by kind, to the thousandth', () => {
  const counts = {
    1: { qty: 2.7, wrong: 0, damage: 1 },
    2: { qty: 5, wrong: 1, damage: 0 },
    3: { qty: 0, wrong: 0, damage: 0 },
  }
  expect(kinds(counts)).toEqual([
    [
      'shortage',
      [
        [1, 0.3],
        [3, 3],
      ],
    ],
    ['surplus', [[2, 2]]],
    ['wrong', [[2, 1]]],
    ['damage', [[1, 1]]],
  ])
})

test('scanned code matches by article or barcode, an incomplete line first', () => {
  expect(lineOfCode(LINES, {}, ' 72141 ')?.id).toBe(1)
  expect(lineOfCode(LINES, { 1: { qty: 3, wrong: 0, damage: 0 } }, '72-14-1')?.id).toBe(3)
  expect(lineOfCode(LINES, {}, '4601234567893')?.id).toBe(3)
  expect(lineOfCode(LINES, { 2: { qty: 9, wrong: 0, damage: 0 } }, '72142')?.id).toBe(2)
  for (const unknown of ['7215', '', '***']) expect(lineOfCode(LINES, {}, unknown)).toBeUndefined()
})

test('shortage requires a photo, and a surplus does not', () => {
  const found = differencesOf(LINES, { 1: { qty: 2, wrong: 0, damage: 0 }, 2: { qty: 4, wrong: 0, damage: 0 } })
  expect(withoutProof(found, evidenceOf)).toEqual(['shortage'])
  const proved = (kind: Parameters<typeof evidenceOf>[0]) => ({
    ...evidenceOf(kind),
    files: kind === 'shortage' ? [{ id: 7, name: 'Фото.jpg' }] : [],
  })
  expect(withoutProof(found, proved)).toEqual([])
  expect(bodyOf(found, proved)).toEqual({
    claims: [
      {
        kind: 'shortage',
        outcome: 'resupply',
        text: '',
        lines: [{ shipment_line_id: 1, qty: 1 }],
        file_ids: [7],
      },
      { kind: 'surplus', outcome: 'take_back', text: '', lines: [{ shipment_line_id: 2, qty: 1 }], file_ids: [] },
    ],
  })
})

const line = (id: number, fields: Partial<ShipmentLine> = {}): ShipmentLine => ({
  id,
  position: id,
  order_id: 1,
  order_number: '26-000001',
  client_number: '',
  client_ref: '',
  product_code: 'x',
  brand: 'KYB',
  article: `72-14 ${id}`,
  name: 'Катушка',
  barcode: null,
  unit: 'шт',
  claim: null,
  qty: 3,
  price_kop: null,
  vat_label: '22%',
  vat_kop: null,
  sum_kop: null,
  ...fields,
})
const LINES = [line(1), line(2), line(3, { article: '72-14 1', barcode: '4601234567893' })]

const kinds = (counts: CountedLines) =>
  differencesOf(LINES, counts).map(({ kind, lines }) => [kind, lines.map((one) => [one.line.id, one.qty])])
