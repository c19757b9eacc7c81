import type { ProductAlertFields, ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import AlertProductButton from './alert-product.tsx'

const LIST = 'GET /api/v1/product-alerts'
const CREATE = 'POST /api/v1/product-alerts'
const PRODUCT = { id: 41, code: 'mann-w81180', brand: 'MANN', article: 'W 811/80', name: 'Фильтр', unit: 'шт' }
const open = (available = false) =>
  renderPage(() => <AlertProductButton product={PRODUCT} available={available} />, { path: '/catalog' })
const bodies = (server: ReturnType<typeof fakeServer>) =>
  server.seen.filter(({ key }) => key === CREATE).map(({ body }) => body)

beforeEach(() => signInAs())
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('product alert for missing goods is set and removed in one click', async () => {
  const server = serve()
  open()
  await press('Сообщить о поступлении')
  expect(await screen.findByText('Вы узнаете о поступлении')).toBeTruthy()
  expect(bodies(server)).toEqual([{ product_id: 41, kind: 'stock', qty: null, price_kop: null }])
  await press('Не сообщать')
  expect(await screen.findByRole('button', { name: 'Сообщить о поступлении' })).toBeTruthy()
  expect(screen.queryByText(/Вы узнаете/)).toBeNull()
})

test('product alert for available goods requires a valid price', async () => {
  const server = serve()
  open(true)
  await press('Сообщить о цене')
  expect(await screen.findByRole('radio', { name: 'Когда подешевеет' })).toHaveProperty('checked', true)
  await press('Сообщить')
  const price = await screen.findByLabelText(/^Цена не выше/)
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Укажите цену')).toBeTruthy()
  expect(bodies(server)).toEqual([])
  fireEvent.change(price, { target: { value: '350,50' } })
  fireEvent.blur(price)
  await press('Сообщить')
  expect((await screen.findByText(/Вы узнаете/)).textContent.replace(/\s/g, ' ')).toBe('Вы узнаете о цене до 350,50 ₽')
  expect(bodies(server)).toEqual([{ product_id: 41, kind: 'price', qty: null, price_kop: 35_050 }])
})

test('product alert accepts a quantity, and a server refusal keeps the input', async () => {
  const server = serve([], { [CREATE]: () => problem('product_alert.limit_reached') })
  open()
  await press('Условие')
  const qty = await screen.findByLabelText(/^Не меньше, шт\./)
  fireEvent.change(qty, { target: { value: '4' } })
  fireEvent.blur(qty)
  await press('Сообщить')
  expect(await screen.findByText(/не больше чем за 200 товарами/)).toBeTruthy()
  expect(bodies(server)).toEqual([{ product_id: 41, kind: 'stock', qty: 4, price_kop: null }])
  expect(screen.getByLabelText(/^Не меньше, шт\./)).toHaveProperty('value', '4')
})

test('product alert without price access has no price option', async () => {
  await signInAs({ may: { see_prices: false, see_settlements: true, place_orders: true, change_points: true } })
  serve()
  open(true)
  await press('Сообщить о цене')
  expect(await screen.findByLabelText(/^Не меньше, шт\./)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('failed product alert is reported', async () => {
  serve([], { [CREATE]: () => problem('unavailable') })
  open()
  await press('Сообщить о поступлении')
  expect((await screen.findAllByText('Подписка не сохранена')).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Сообщить о поступлении' })).toBeTruthy()
})

/** Server that stores what it receives. */
function serve(results: ProductAlert[] = [], answers: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    [LIST]: () => json({ results }),
    [CREATE]: ({ body }) => {
      const { product_id: _, ...fields } = body as ProductAlertFields
      results.push({ id: results.length + 1, product: PRODUCT, notified_at: null, ...fields })
      return json({ id: results.length }, 201)
    },
    'DELETE /api/v1/product-alerts/1': () => {
      results.splice(0, 1)
      return json({})
    },
    ...answers,
  })
}

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  fireEvent.click(button)
}
