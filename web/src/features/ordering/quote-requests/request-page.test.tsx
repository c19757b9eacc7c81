import type { NewAnswer } from '@artikul/contract/ordering/new-quote-request'
import type { Request } from '@artikul/contract/ordering/quote-requests'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildRequest, buildRequestAnswer, buildRequestRow } from '../../../testing/build-request.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import RequestPage from './request-page.tsx'

const ONE = '/api/v1/quote-requests/3'
const READ = `GET ${ONE}`
const CART = `POST ${ONE}/cart`
const ANSWER = `POST ${ONE}/answer`
const open = () => renderPage(() => <RequestPage />, { path: '/requests/$id', at: '/requests/3' })
const asManager = () => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).map(({ body }) => body)
const plain = (text: string | null) => (text ?? '').replace(/\s/g, ' ')

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('first of two answers for a row is preselected, and selected ones go to the cart', async () => {
  await signInAs()
  const answers = [
    buildRequestAnswer(),
    buildRequestAnswer({ id: 22, price_kop: 95_000, special_kop: null, valid_until: null, is_special: false }),
    buildRequestAnswer({ id: 23, is_withdrawn: true }),
  ]
  const server = serve(buildRequest({ state: 'answered', answers }), {
    [CART]: () => json({ added: 1, cart_lines: 5, messages: ['BREMBO P 30 036: в корзине 1 шт'] }),
  })
  open()
  expect(await screen.findByText('Ответ менеджера')).toBeTruthy()
  expect(screen.getByText('Спец. цена до 20.11.2099')).toBeTruthy()
  expect(screen.getByText('отозвано')).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)
  expect(plain(screen.getByText(/^Выбрано:/).textContent)).toBe('Выбрано: 1 строка на 1 800,00 ₽')
  await press('В корзину')
  expect((await screen.findAllByText('В корзине 1 строка ответа')).length).toBeGreaterThan(0)
  expect(sent(server, CART)).toEqual([{ answer_ids: [21] }])
})

test('request answers without visible prices can still go to the cart', async () => {
  await signInAs({ may: { see_prices: false, see_settlements: true, place_orders: true, change_points: true } })
  const hidden = { price_kop: null, ordinary_kop: null, special_kop: null }
  serve(buildRequest({ state: 'answered', answers: [buildRequestAnswer(hidden)] }))
  open()
  expect(plain((await screen.findByText(/^Выбрано:/)).textContent)).toBe('Выбрано: 1 строка')
  expect(screen.getByRole('button', { name: 'В корзину' })).toHaveProperty('disabled', false)
})

test('refused message stays in the field, and a message reopens a closed request', async () => {
  await signInAs()
  let isFull = true
  const server = serve(buildRequest({ state: 'closed' }), {
    [`POST ${ONE}/messages`]: () => (isFull ? problem('quote_request.message_limit_reached') : json({}, 201)),
  })
  open()
  const field = await screen.findByLabelText('Сообщение менеджеру')
  expect(screen.getByText('Сообщение снова откроет запрос.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Закрыть запрос' })).toBeNull()
  fireEvent.change(field, { target: { value: 'А задние есть?' } })
  await press('Отправить')
  expect(await screen.findByText(/не больше 500 сообщений/)).toBeTruthy()
  expect(field).toHaveProperty('value', 'А задние есть?')
  isFull = false
  await press('Отправить')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  expect(sent(server, `POST ${ONE}/messages`)).toEqual([{ text: 'А задние есть?' }, { text: 'А задние есть?' }])
})

test('manager refuses a row with a reason and withdraws an answer', async () => {
  await asManager()
  const rows = [buildRequestRow(), buildRequestRow({ id: 12, brand: 'ATE', article: '13.0460' })]
  const server = serve(buildRequest({ rows, answers: [buildRequestAnswer()] }), {
    [ANSWER]: () => json({}, 201),
  })
  open()
  await press('Не можем поставить ATE 13.0460')
  await press('Отправить ответ')
  expect(await screen.findByText('Заполните поле')).toBeTruthy()
  expect(sent(server, ANSWER)).toEqual([])
  fireEvent.change(screen.getByLabelText(/^Почему не можем поставить/), { target: { value: 'Снято с производства' } })
  await press('Отозвать BREMBO P 30 036')
  await press('Отправить ответ')
  expect((await screen.findAllByText('Ответ отправлен')).length).toBeGreaterThan(0)
  const expected: NewAnswer = {
    lines: [],
    refusals: [{ row_id: 12, reason: 'Снято с производства' }],
    withdrawn: [21],
    text: '',
  }
  expect(sent(server, ANSWER)).toEqual([expected])
  expect(screen.queryByLabelText(/^Почему не можем поставить/)).toBeNull()
})

test('manager answers with an offer, and a price below purchase is refused beside its field', async () => {
  await asManager()
  const { product } = buildRequestAnswer()
  const offer = {
    id: 91,
    warehouse: 'Москва, Южный',
    own_stock: true,
    price_kop: 100_000,
    qty: 8,
    qty_text: '8',
    qty_exact: true,
    multiplicity: 4,
    expected_date: '2099-11-18',
    guaranteed_date: '2099-11-19',
    term_days: 0,
    return_days: 14,
    stale: false,
    updated_at: '2026-11-17T09:00:00.000Z',
    is_best_price: true,
    is_fastest: true,
  }
  const found = {
    key: '00P03442',
    found: 'exact',
    interpreted_as: null,
    corrected: [],
    makers: [],
    products: [],
    groups: [{ kind: 'asked', product, offers: [offer] }],
    offers_count: 1,
  }
  const server = serve(buildRequest(), {
    [`GET ${ONE}/offers`]: () => json(found),
    [ANSWER]: () =>
      problem('quote_request.below_purchase', {
        errors: [{ path: 'lines.0.special_kop', message: 'Ниже закупки: 812,40 ₽' }],
      }),
  })
  open()
  await press('Подобрать BREMBO 00.P034.42')
  expect(await screen.findByText('Цены компании ООО «Автотехцентр»')).toBeTruthy()
  await press('Выбрать BREMBO P 30 036, Москва, Южный')
  const price = await screen.findByLabelText('Спец. цена')
  fireEvent.change(price, { target: { value: '800' } })
  fireEvent.blur(price)
  await press('Отправить ответ')
  expect(await screen.findByText('Ниже закупки: 812,40 ₽')).toBeTruthy()
  expect(sent(server, ANSWER)).toMatchObject([
    { lines: [{ row_id: 11, offer_id: 91, qty: 4, special_kop: 80_000 }], refusals: [], withdrawn: [] },
  ])
})

test('unknown request is reported as not found', async () => {
  await signInAs()
  fakeServer({ [READ]: () => problem('not_found', { detail: 'Запрос не найден' }) })
  open()
  expect(await screen.findByText('Запрос не найден')).toBeTruthy()
})

function serve(request: Request, answers: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    [READ]: () => json(request),
    'GET /api/v1/consignees/options': () => json({ results: [] }),
    ...answers,
  })
}
