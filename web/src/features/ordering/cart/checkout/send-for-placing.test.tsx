import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Cart } from '@artikul/contract/ordering/cart'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import CartPage from '../cart-page.tsx'

const SEND = 'POST /api/v1/cart/send-for-placing'

const cart = {
  'GET /api/v1/cart': () => json(CART),
  'GET /api/v1/consignees/options': () => json({ results: [] }),
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(async () => {
  await signInAs({ may: { see_prices: false, see_settlements: false, place_orders: false, change_points: true } })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('hidden cart prices are shown as dashes', async () => {
  fakeServer(cart)
  renderPage(() => <CartPage />, { path: '/cart' })
  await screen.findByText('Итого')
  expect(screen.getAllByRole('img', { name: 'Цены скрыты администратором компании' }).length).toBeGreaterThan(1)
  expect(document.body.textContent).not.toMatch(/NaN|null|0,00/)
})

test('refused sending of a cart keeps the dialog and the comment', async () => {
  fakeServer({ ...cart, [SEND]: () => problem('cart.nothing_selected') })
  renderPage(() => <CartPage />, { path: '/cart' })
  await press('Отправить на оформление')
  fireEvent.change(await screen.findByLabelText('Комментарий'), { target: { value: 'Срочно' } })
  await press('Отправить')
  await screen.findByText('Выберите строки для заказа')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Комментарий').value).toBe('Срочно')
})

test('cart is sent to the company admins, and their names are shown', async () => {
  const server = fakeServer({ ...cart, [SEND]: () => json({ sent_to: ['Иванова А. С.', 'Сидоров П. К.'] }) })
  renderPage(() => <CartPage />, { path: '/cart' })
  await press('Отправить на оформление')
  fireEvent.change(await screen.findByLabelText('Комментарий'), { target: { value: 'Срочно' } })
  await press('Отправить')
  await screen.findByText('Кому: Иванова А. С., Сидоров П. К.')
  expect(server.seen.find(({ key }) => key === SEND)?.body).toEqual({ comment: 'Срочно' })
  await waitFor(() => expect(screen.queryByLabelText('Комментарий')).toBeNull())
})

/** Cart of an employee without prices and without the right to order. */
const CART: Cart = {
  id: 5,
  name: 'Основная',
  lines: [
    {
      id: 1,
      product: {
        id: 3,
        code: 'toyota-04152yzza1',
        brand: 'TOYOTA',
        article: '04152-YZZA1',
        name: 'Фильтр',
        unit: 'шт.',
      },
      offer: {
        id: 9,
        warehouse: 'Москва',
        own_stock: true,
        price_kop: null,
        qty: 5,
        qty_text: '5',
        qty_exact: true,
        multiplicity: 1,
        expected_date: '2026-11-24',
        guaranteed_date: '2026-11-26',
        term_days: 3,
        return_days: 0,
        stale: false,
        updated_at: '2026-11-20T14:05:00.000Z',
        is_best_price: false,
        is_fastest: false,
      },
      qty: 2,
      weight_g: null,
      price_kop: null,
      expected_date: '2026-11-24',
      sum_kop: null,
      consignee_id: null,
      client_ref: '',
      comment: '',
      replacement_policy: 'allowed',
      selected: true,
      difference: null,
      within_tolerance: false,
      special_until: null,
      added_by: 'изменил менеджер Иванова Мария, 14:05',
      on_behalf: true,
      by_colleague: null,
      version: 1,
    },
  ],
  from_manager: null,
  selected_count: 1,
  selected_sum_kop: null,
  total_sum_kop: null,
}
