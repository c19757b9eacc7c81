import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawLastOrders } from './draw-last-orders.ts'
import type { LastOrder, LastOrders } from './last-orders.ts'

const line = { brand: 'MAHLE', article: 'OC 500', name: 'Фильтр масляный', qty: '2 шт.', state: 'В пути', expected: '' }

function draw(orders: LastOrder[]) {
  const place = document.body.appendChild(document.createElement('section'))
  place.hidden = true
  drawLastOrders(place, kept(orders))
  return place
}
afterEach(() => document.body.replaceChildren())

test('offline orders are shown with their lines and the time of the copy', () => {
  const place = draw([order, { ...order, number: '26-000122', more: 3 }])
  expect(place.hidden).toBe(false)
  screen.getByText('ООО «Ромашка». По состоянию на 24.11.2026, 15:03')
  expect(screen.getByText('№ 26-000123').closest('summary')?.textContent).toBe(
    '›№ 26-00012324.11.2026Сервис на Ленина · ваш номер ЗН-17В работе1 200,00 ₽',
  )
  expect(screen.getAllByText('Фильтр масляный')).toHaveLength(2)
  screen.getByText('И ещё строк: 3')
})

test('offline orders omit hidden sums, escape text and are absent when empty', () => {
  const place = draw([{ ...order, sum: null, consignee: '<img src=x>' }])
  expect(place.textContent).not.toContain('₽')
  screen.getByText(/<img src=x>/)
  expect(draw([]).hidden).toBe(true)
})

const order: LastOrder = {
  number: '26-000123',
  client_number: 'ЗН-17',
  date: '24.11.2026',
  consignee: 'Сервис на Ленина',
  status: 'В работе',
  sum: '1 200,00 ₽',
  lines: [line],
  more: 0,
}

const kept = (orders: LastOrder[]): LastOrders => ({
  shape: 1,
  owner: '5 7 prices',
  at: 0,
  savedAt: '24.11.2026, 15:03',
  company: 'ООО «Ромашка»',
  orders,
})
