import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { CartLine } from '@artikul/contract/ordering/cart'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildCart, buildCartLine, buildOffer } from '../../../testing/build-cart.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import CartPage from './cart-page.tsx'
import { weightText } from './point-groups.ts'

beforeEach(() =>
  signInAs({ may: { see_prices: true, see_settlements: true, place_orders: true, change_points: true } }),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const pointOf = (id: number, name: string) => ({ id, name, code: null, address: '', is_default: id === 1 })
const POINTS = [pointOf(1, 'Сервис на Ленина'), pointOf(2, 'Склад Парнас')]

const lineOf = (id: number, point: number | null, fields: Partial<CartLine> = {}) =>
  buildCartLine({ id, consignee_id: point, offer: buildOffer({ id }), sum_kop: 100_000, weight_g: 4_100, ...fields })

function open(lines: CartLine[]) {
  const server = fakeServer({
    'GET /api/v1/cart': () => json(buildCart(lines)),
    'GET /api/v1/consignees/options': () => json({ results: POINTS }),
    'PATCH /api/v1/cart': () => json({}),
  })
  renderPage(() => <CartPage />, { path: '/cart' })
  return server
}

const texts = async () => {
  const list = await screen.findByRole('list', { name: 'Строки корзины' })
  const heads = await screen.findAllByRole('heading', { level: 2 })
  return heads
    .filter((head) => list.contains(head))
    .map((head) => head.parentElement?.textContent.replaceAll('\u00a0', ' '))
}

test('cart lines of several points stand under heads with the totals of their selected lines', async () => {
  open([
    lineOf(1, 2),
    lineOf(2, 1, { qty: 2 }),
    lineOf(3, 1, { selected: false }),
    lineOf(4, null, { offer: null, selected: false }),
    lineOf(5, 2, { weight_g: null }),
  ])
  await waitFor(async () =>
    expect(await texts()).toEqual([
      'Точка не указананичего не выбрано',
      'Сервис на Ленина1 из 2 строк·1 000,00 ₽·8,2 кг',
      'Склад Парнас2 строки·2 000,00 ₽·4,1 кг без 1 строки',
    ]),
  )
})

test('checkbox of a point selects its available lines only', async () => {
  const server = open([lineOf(1, 1, { selected: false }), lineOf(2, 1, { offer: null }), lineOf(3, 2)])
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать строки точки «Сервис на Ленина»' }))
  await waitFor(() => expect(server.keys()).toContain('PATCH /api/v1/cart'))
  expect(server.seen.find(({ key }) => key === 'PATCH /api/v1/cart')?.body).toEqual({ line_ids: [1], selected: true })
})

test('cart of one point has no heads', async () => {
  open([lineOf(1, 1), lineOf(2, 1)])
  await screen.findByRole('list', { name: 'Строки корзины' })
  await waitFor(() => expect(screen.getAllByRole('combobox', { name: /^Куда, / })).toHaveLength(2))
  expect(screen.queryByRole('checkbox', { name: /^Выбрать строки точки/ })).toBeNull()
})

test.each([
  [[null], null],
  [[1], '0,1 кг'],
  [[12_000, 340], '12,3 кг'],
  [[5_000, null, null], '5 кг без 2 строк'],
])('weight of units %j reads %s', (grams, text) => {
  const lines = grams.map((weight_g, id) => lineOf(id, 1, { weight_g }))
  expect(weightText(lines)?.replaceAll('\u00a0', ' ') ?? null).toBe(text)
})
