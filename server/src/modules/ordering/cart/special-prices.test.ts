import { expect, test } from 'vitest'
import { shareOut, type SpecialLine } from './special-prices.ts'

const PROMISED = {
  id: 7,
  special_kop: 11_000,
  valid_until: '2026-11-20',
  qty: 4,
  withdrawn_at: null,
  ordered_qty: 0,
}
const share = (lines: SpecialLine[], more: object = {}) =>
  [...shareOut(lines, new Map([[7, { ...PROMISED, ...more }]]))].map(([id, { price, otherwise }]) => [
    id,
    price?.kop ?? otherwise,
  ])
const line = (id: number, qty: number, answer_id: number | null = 7) => ({ id, qty, answer_id })

test('special price applies to whole lines in order while the promised quantity lasts', () => {
  expect(share([line(1, 3), line(2, 2), line(3, 1), line(4, 1)])).toEqual([
    [1, 11_000],
    [2, 'По специальной цене не больше 1'],
    [3, 11_000],
    [4, 'По специальной цене всё уже заказано'],
  ])
})

test('special price quantities are counted in thousandths', () => {
  expect(share([line(1, 0.1), line(2, 0.2)], { qty: 0.3 })).toEqual([
    [1, 11_000],
    [2, 11_000],
  ])
})

test('special price is not given when used up, withdrawn or never promised', () => {
  expect(share([line(1, 2)], { ordered_qty: 3 })).toEqual([[1, 'По специальной цене не больше 1']])
  expect(share([line(1, 2)], { withdrawn_at: new Date('2026-11-17T09:00:00Z') })).toEqual([
    [1, 'Специальная цена отозвана'],
  ])
  expect(share([line(1, 2)], { special_kop: null, valid_until: null })).toEqual([])
  expect(share([line(1, 2, null), line(2, 2, 8)])).toEqual([])
})
