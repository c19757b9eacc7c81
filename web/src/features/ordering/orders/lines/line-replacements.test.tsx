import type { Offer, Product } from '@artikul/contract/catalog/catalog'
import type { Order, OrderLine, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import { LineLinks } from './line-links.tsx'
import { LineReplacements } from './line-replacements.tsx'

const PRODUCT = 'GET /api/v1/catalog/mahle-oc90'
const ORDER = 'POST /api/v1/order-lines/5/replacement'
const TO_CART = 'POST /api/v1/order-lines/5/replacement-to-cart'
const SEND = 'POST /api/v1/cart/send-for-placing'
const ASK = 'POST /api/v1/quote-requests'

// The component reads no other fields.
const order = { id: 12, consignee_id: 3 } as Order
const analogue = (offers: Offer[]) => ({ kind: 'analogue' as const, product: brief('W 712'), offers })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('replacement offers for many refused lines are loaded on request', async () => {
  const server = fakeServer({ [PRODUCT]: () => json(buildProduct()) })
  open(false)
  await screen.findByText(/^Отказано 3\sшт/)
  expect(server.keys()).toEqual([])
  await press('Подобрать замену')
  await screen.findByText('Ни этого артикула, ни замен сейчас нет в наличии.')
})

test('replacement offers have a loading state, and a failed load can be retried', async () => {
  let answer: (reply: Response) => void = () => undefined
  let isFirst = true
  fakeServer({
    [PRODUCT]: () => {
      if (!isFirst) return json(buildProduct({ analogues: [analogue([buildOffer()])] }))
      isFirst = false
      return new Promise<Response>((resolve) => {
        answer = resolve
      })
    },
  })
  open()
  await screen.findByRole('status')
  answer(problem('unavailable'))
  await press('Повторить')
  await screen.findByText('Аналог')
})

test('refused line without replacements becomes a request to a manager, once', async () => {
  const server = fakeServer({
    [PRODUCT]: () => json(buildProduct({ offers: [buildOffer({ warehouse: 'Москва' })] })),
    [ASK]: () => json({ id: 9, number: 'З-9', answer_by: '2026-11-20T13:05:00.000Z' }, 201),
  })
  open()
  await screen.findByText('Ни этого артикула, ни замен сейчас нет в наличии.')
  await press('Спросить менеджера: MAHLE OC 90')
  expect((await screen.findByRole('link', { name: 'запрос З-9' })).getAttribute('href')).toBe('/requests/9')
  expect(bodiesOf(server, ASK)).toMatchObject([{ rows: [{ order_line_id: 5, qty: 3, client_ref: 'ЗН-7' }] }])
  expect(screen.queryByRole('button', { name: /^Спросить менеджера/ })).toBeNull()
})

test('replacement is ordered in one click, in whole packs and at the shown price', async () => {
  const offers = [buildOffer({ multiplicity: 2, qty_prices: [{ qty_from: 4, price_kop: 35_000 }] })]
  const server = fakeServer({
    [PRODUCT]: () => json(buildProduct({ analogues: [analogue(offers)] })),
    [ORDER]: () => json({ orders: [placed] }, 201),
  })
  open()
  await screen.findByText(/кратно 2/)
  await press(/^Заказать 4\sшт.*: MANN W 712, Склад 107$/)
  await screen.findByText('Оформлен заказ № 26-000013')
  expect(bodiesOf(server, ORDER)).toEqual([{ offer_id: 1, qty: 3, price_kop: 35_000, expected_date: '2026-11-24' }])
})

test('refused replacement order shows the reason and reloads the offers', async () => {
  const detail = 'MAHLE OC 90: заменять больше нечего. Обновите страницу'
  const server = fakeServer({
    [PRODUCT]: () => json(buildProduct({ analogues: [analogue([buildOffer()])] })),
    [ORDER]: () => problem('order.not_replaceable', { detail }),
  })
  open()
  await press(/^Заказать 3\s/)
  await screen.findAllByText('Замена не заказана')
  await screen.findAllByText(detail)
  await waitFor(() => expect(server.keys().filter((key) => key.startsWith(PRODUCT)).length).toBeGreaterThan(1))
})

test('replacement by an employee without the order right is sent for placing, without prices', async () => {
  const may = { see_prices: false, see_settlements: false, place_orders: false, change_points: false }
  await signInAs({ may })
  const server = fakeServer({
    [PRODUCT]: () => json(buildProduct({ analogues: [analogue([buildOffer({ price_kop: null })])] })),
    [TO_CART]: () => json({ line_id: 8, qty: 3, message: null, cart_lines: 1 }, 201),
    [SEND]: () => json({ sent_to: ['Иванов А. П.'] }),
  })
  open()
  expect(await screen.findByText('Аналог')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Заказать/ })).toBeNull()
  await press(/^Отправить на оформление: MANN W 712/)
  await screen.findByText('Кому: Иванов А. П.')
  expect(bodiesOf(server, TO_CART)).toEqual([{ offer_id: 1, qty: 3 }])
})

test('four replacement offers are shown, the same article first, and more on request', async () => {
  const more = Array.from({ length: 4 }, (_, at) => buildOffer({ id: at + 2, warehouse: `Склад ${at + 2}` }))
  fakeServer({
    [PRODUCT]: () =>
      json(buildProduct({ offers: [buildOffer({ expected_date: '2026-12-01' })], analogues: [analogue(more)] })),
  })
  open()
  await screen.findByText('Тот же артикул')
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Тот же артикул')
  await press('Показать ещё 1')
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})

test('order line shows its active and its cancelled replacements', async () => {
  const link = {
    line_id: 7,
    order_id: 13,
    order_number: '26-000013',
    brand: 'MANN',
    article: 'W 712',
    refused_on: null,
  }
  const replaced_by = [
    { ...link, qty: 2 },
    { ...link, line_id: 8, order_id: 14, order_number: '26-000014', qty: 0 },
  ]
  renderPage(() => <LineLinks line={{ replaces: null, replaced_by, unit: 'шт' }} />, { path: '/', at: '/' })
  expect((await screen.findByText(/^Заменено строкой/)).textContent).toMatch(/W 712, 2\sшт.*, заказ № 26-000013$/)
  expect(screen.getByText(/не состоялась/).textContent).toBe(
    'Замена строкой MANN W 712 не состоялась, заказ № 26-000014',
  )
})

test('goods already in the cart reduce the quantity to replace', async () => {
  fakeServer({ [PRODUCT]: () => json(buildProduct()) })
  open(false, { in_cart: 2 })
  await screen.findByText(/^Вместо отказанного в корзине уже лежит 2\sшт/)
  screen.getByText(/^Отказано 1\sшт/)
  cleanup()
  open(true, { in_cart: 3 })
  await screen.findByRole('link', { name: 'Открыть корзину' })
  expect(screen.queryByText(/^Отказано/)).toBeNull()
})

const line = {
  id: 5,
  product_code: 'mahle-oc90',
  brand: 'MAHLE',
  article: 'OC 90',
  name: 'Фильтр масляный',
  unit: 'шт',
  client_ref: 'ЗН-7',
  warehouse: 'Москва',
  to_replace: 3,
  in_cart: 0,
} as OrderLine

const buildOffer = (fields: Partial<Offer> = {}): Offer => ({
  id: 1,
  warehouse: 'Склад 107',
  own_stock: false,
  price_kop: 40_000,
  qty: 10,
  qty_text: '10',
  qty_exact: true,
  multiplicity: 1,
  expected_date: '2026-11-24',
  guaranteed_date: '2026-11-25',
  term_days: 1,
  return_days: 14,
  stale: false,
  updated_at: '2026-11-20T11:05:00.000Z',
  is_best_price: false,
  is_fastest: false,
  ...fields,
})

const placed: PlacedOrder = {
  id: 13,
  number: '26-000013',
  seller: 'ООО «Артикул»',
  contract_id: 17,
  contract: '№ 17',
  consignee: 'Сервис на Ленина',
  status: 'in_work',
  total_kop: 140_000,
  invoice_id: null,
  invoice_number: null,
  taken: null,
}

const brief = (article: string) => ({
  id: 1,
  code: article,
  brand: 'MANN',
  article,
  name: 'Фильтр масляный',
  unit: 'шт',
})

const buildProduct = (fields: Partial<Product> = {}): Product => ({
  ...brief('OC 90'),
  brand: 'MAHLE',
  multiplicity: 1,
  weight_kg: null,
  barcode: null,
  country: null,
  photos: [],
  properties: [],
  original_numbers: [],
  gtd: null,
  inventory_group: null,
  marking: null,
  description: null,
  offers: [],
  supersession: [],
  replacements: [],
  analogues: [],
  ...fields,
})

const open = (atOnce = true, more: Partial<OrderLine> = {}) =>
  renderPage(() => <LineReplacements order={order} line={{ ...line, ...more }} atOnce={atOnce} />, {
    path: '/',
    at: '/',
  })

const bodiesOf = (server: ReturnType<typeof fakeServer>, wanted: string) =>
  server.seen.filter(({ key }) => key === wanted).map(({ body }) => body)
