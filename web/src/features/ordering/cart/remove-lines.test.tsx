import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildCart, buildCartLine, buildOffer } from '../../../testing/build-cart.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import CartPage from './cart-page.tsx'

const REMOVE = 'POST /api/v1/cart/lines/remove'
const RESTORE = 'POST /api/v1/cart/lines/restore'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('selected lines are removed and put back by the message, late only with a reason', async () => {
  let isLate = true
  let ids = [1, 2]
  const server = fakeServer({
    'GET /api/v1/cart': () => json(buildCart(ids.map((id) => buildCartLine({ id, offer: buildOffer() })))),
    'GET /api/v1/consignees/options': () => json({ results: [] }),
    [REMOVE]: () => {
      ids = []
      return json({ removed_ids: [1, 2] })
    },
    [RESTORE]: () => {
      if (isLate) return problem('undo.expired')
      ids = [1, 2]
      return json({})
    },
  })
  renderPage(() => <CartPage />, { path: '/cart' })
  await press('Убрать выбранные')
  await screen.findByText(/^Из корзины убрано: 2\sстроки$/)
  await press('Отменить')
  await screen.findByText('Отменить уже нельзя: прошло больше 10 секунд')
  isLate = false
  ids = [1, 2]
  cleanup()
  renderPage(() => <CartPage />, { path: '/cart' })
  await press('Убрать выбранные')
  await press('Отменить')
  await screen.findByText('Строки возвращены в корзину')
  await waitFor(() => expect(screen.getByText('Выбрать все (2 из 2)')).toBeTruthy())
  expect(server.seen.filter(({ key }) => key === RESTORE).at(-1)?.body).toEqual({ line_ids: [1, 2] })
})
