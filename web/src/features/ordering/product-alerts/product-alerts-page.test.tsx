import type { ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import ProductAlertsPage from './product-alerts-page.tsx'

const LIST = 'GET /api/v1/product-alerts'
const CREATE = 'POST /api/v1/product-alerts'
const REMOVE = 'DELETE /api/v1/product-alerts/3'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('product alerts show their condition and when they fired', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z'), toFake: ['Date'] })
  fakeServer({
    [LIST]: () =>
      json({
        results: [
          buildWatch({ id: 1 }),
          buildWatch({ id: 2, kind: 'price', price_kop: 35_000 }),
          buildWatch({ id: 4, kind: 'price' }),
          notified,
        ],
      }),
  })
  open()
  await row()
  const cells = screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => one.textContent.replace(/\s/g, ' '))
  expect(cells[0]).toMatch(/HYUNDAI\/KIA 26300-35503Фильтр масляныйпоявится в наличииждём/)
  expect(cells[1]).toMatch(/цена до 350,00 ₽ждём/)
  expect(cells[2]).toMatch(/цена снизитсяждём/)
  expect(cells[3]).toMatch(/в наличии от 4 шт\.сработало 21\.11 в 10:05/)
  expect(screen.getAllByRole('button', { name: /^Ждать снова/ })).toHaveLength(1)
  vi.useRealTimers()
})

test('fired product alert is set again with its condition and can be removed', async () => {
  let results = [notified]
  const server = fakeServer({
    [LIST]: () => json({ results }),
    [CREATE]: () => {
      results = [buildWatch({ qty: 4 })]
      return json({ id: 3 }, 201)
    },
    [REMOVE]: () => {
      results = []
      return json({})
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^Ждать снова/ }))
  expect(await within(await row()).findByText('ждём')).toBeTruthy()
  expect(server.seen.find(({ key }) => key === CREATE)?.body).toEqual({
    product_id: 41,
    kind: 'stock',
    qty: 4,
    price_kop: null,
  })
  const remove = screen.getByRole('button', { name: /^Больше не следить: HYUNDAI\/KIA 26300-35503/ })
  await waitFor(() => expect(remove).toHaveProperty('disabled', false))
  fireEvent.click(remove)
  expect(await screen.findByText('Вы пока ничего не ждёте')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Найти деталь' }).getAttribute('href')).toBe('/catalog')
})

test('refused product alert is reported, and the list stays', async () => {
  fakeServer({ [LIST]: () => json({ results: [notified] }), [CREATE]: () => problem('product_alert.limit_reached') })
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^Ждать снова/ }))
  expect((await screen.findAllByText('Подписка не сохранена')).length).toBeGreaterThan(0)
  expect((await screen.findAllByText(/не больше чем за 200 товарами/)).length).toBeGreaterThan(0)
  expect(within(await row()).getByText(/сработало/)).toBeTruthy()
})

test('product alert list that failed to load can be retried', async () => {
  let isUp = false
  fakeServer({ [LIST]: () => (isUp ? json({ results: [] }) : problem('unavailable')) })
  open()
  expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Вы пока ничего не ждёте')).toBeTruthy()
})

const buildWatch = (fields: Partial<ProductAlert> = {}): ProductAlert => ({
  id: 3,
  product: {
    id: 41,
    code: 'hyundaikia-2630035503',
    brand: 'HYUNDAI/KIA',
    article: '26300-35503',
    name: 'Фильтр масляный',
    unit: 'шт',
  },
  kind: 'stock',
  qty: null,
  price_kop: null,
  notified_at: null,
  ...fields,
})
const notified = buildWatch({ notified_at: '2026-11-21T07:05:00.000Z', qty: 4 })

const open = () => renderPage(() => <ProductAlertsPage />, { path: '/watches' })

const row = async () => (await screen.findAllByRole('row'))[1] ?? expect.fail('no row')
