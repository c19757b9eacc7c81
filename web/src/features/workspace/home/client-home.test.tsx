import type { ComingGroup, LateLine, HomeToday } from '@artikul/contract/workspace/home'
import type { OrderItem } from '@artikul/contract/ordering/orders/orders'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { ClientHome } from './client-home.tsx'

const NOW = new Date('2026-11-17T11:36:00.000Z')
const HOME = 'GET /api/v1/home'
const ORDERS = 'GET /api/v1/orders'
const CUTOFFS = 'GET /api/v1/home/cutoffs'
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  return signInAs().then(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('late line shows the delay, the quantity and its state', async () => {
  answers({ [HOME]: () => json(today({ late: { results: [late], total_count: 7, has_more: false } })) })
  open()
  const box = await panel(/^Опаздывают\s*7$/)
  const text = plain(box.getByRole('listitem').textContent) ?? ''
  for (const value of ['MAHLE OC 90', '4 шт', 'Опаздывает на 2 дн.', 'Заказ № 26-000012', 'Сервис на Ленина', 'В пути'])
    expect(text).toContain(value)
  expect(text).toContain('гарантировали 15.11')
  expect(box.getByRole('link', { name: 'Все опаздывающие строки' }).getAttribute('href')).toBe(
    '/orders?tab=lines&late=true',
  )
})

test('goods coming today are grouped by consignee and run, with links to lines or shipments', async () => {
  const left: ComingGroup = {
    ...coming,
    consignee_id: 9,
    consignee: 'Парнас',
    delivery_run: '',
    lines_count: 1,
    in_transit: 0,
    ready: 0,
    shipped: 1,
  }
  answers({ [HOME]: () => json(today({ coming: { results: [coming, left], total_count: 14, has_more: false } })) })
  open()
  const box = await panel('Придёт сегодня')
  const [first, second] = box.getAllByRole('listitem').map(({ textContent }) => plain(textContent))
  expect(first).toBe('Сервис на ЛенинаРейс 10:0012 строк, готово 8, в пути 4')
  expect(second).toBe('ПарнасСамовывоз1 строка, отгружено')
  expect(box.queryByText('Сегодня рейсов больше нет')).toBeNull()
  box.getByText(/^И ещё 12.доставок/)
  expect(box.getByRole('link', { name: 'Сервис на Ленина' }).getAttribute('href')).toBe(
    '/orders?tab=lines&consignee=4&sort=expected_date',
  )
  expect(box.getByRole('link', { name: 'Парнас' }).getAttribute('href')).toBe('/orders?tab=shipments&consignee=9')
})

test('goods that miss the runs of today are marked', async () => {
  const tomorrow: ComingGroup = { ...coming, delivery_run: 'Рейс 10:00, 18.11.2026', leaves_today: false }
  answers({ [HOME]: () => json(today({ coming: { results: [tomorrow], total_count: 1, has_more: false } })) })
  open()
  ;(await panel('Придёт сегодня')).getByText('Сегодня рейсов больше нет')
})

test('order cutoffs of other consignees count down, and passed ones disappear', async () => {
  const cutoff = (of: string, at: string) => ({ of, at, points: ['Мира', 'Парнас', 'Тула'], points_count: 5 })
  answers({
    [CUTOFFS]: () =>
      json({
        results: [cutoff('рейса 15:00', '2026-11-17T11:30:00.000Z'), cutoff('рейса 16:00', '2026-11-17T12:00:00.000Z')],
      }),
  })
  open()
  const box = await panel('Отсечки других точек')
  const [row, more] = box.getAllByRole('listitem')
  expect(more).toBeUndefined()
  expect(plain(row?.textContent ?? '')).toBe('До отсечки рейса 16:00 осталось 24 минМира, Парнас, Тула и ещё 2до 15:00')
})

test('empty home panels are hidden, and hidden sums are dashes', async () => {
  answers()
  open()
  const box = await panel('Последние заказы')
  box.getByRole('img', { name: /скрыты/ })
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
  screen.getByText('Решения')
})

test('company without orders gets the first steps allowed for the person', async () => {
  answers({ [ORDERS]: () => listOf([]) })
  open()
  const box = await panel('С чего начать')
  expect(box.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Найти деталь',
    'Загрузить список',
    'Добавить точку доставки',
  ])
  expect(screen.queryByText('Решения')).toBeNull()
  cleanup()
  await signInAs({ roles: [{ name: 'CONTRACTOR_ADMIN' }] })
  answers({ [ORDERS]: () => listOf([]) })
  open()
  ;(await panel('С чего начать')).getByRole('link', { name: 'Пригласить сотрудников' })
})

test('failed home panel can be retried, and the other panels stay', async () => {
  let fails = true
  answers({
    [HOME]: () =>
      fails ? problem('internal') : json(today({ late: { results: [late], total_count: 1, has_more: false } })),
  })
  open()
  const again = await screen.findByRole('button', { name: 'Повторить' })
  await panel('Последние заказы')
  fails = false
  fireEvent.click(again)
  await panel(/^Опаздывают/)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull())
})

const late: LateLine = {
  id: 5,
  order_id: 12,
  order_number: '26-000012',
  consignee: 'Сервис на Ленина',
  product_code: 'mahle-oc90',
  brand: 'MAHLE',
  article: 'OC 90',
  name: 'Фильтр масляный',
  client_ref: 'А123ВС77',
  unit: 'шт',
  parts: [
    { state: 'shipped', qty: 6 },
    { state: 'in_transit', qty: 4 },
  ],
  guaranteed_date: '2026-11-15',
  late_days: 2,
}

const coming: ComingGroup = {
  consignee_id: 4,
  consignee: 'Сервис на Ленина',
  delivery_run: 'Рейс 10:00',
  leaves_today: true,
  lines_count: 12,
  in_work: 0,
  in_transit: 4,
  ready: 8,
  shipped: 0,
}

const today = (fields: Partial<HomeToday> = {}): HomeToday => ({
  late: { results: [], total_count: 0, has_more: false },
  coming: { results: [], total_count: 0, has_more: false },
  ...fields,
})

const order: OrderItem = {
  id: 12,
  number: '26-000012',
  client_number: '',
  created_at: '2026-11-12T09:00:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  status: 'in_work',
  marks: { late: 0, undecided: 0 },
  lines_count: 3,
  total_kop: null,
  expected_date: '2026-11-17',
  has_invoice: false,
  paid_percent: null,
  left_kop: null,
}

const listOf = (results: OrderItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 }, has_more: false })

const answers = (more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    'GET /api/v1/change-approvals': () => json({ results: [], has_more: false }),
    'GET /api/v1/consignees/options': () => json({ results: [] }),
    [HOME]: () => json(today()),
    [CUTOFFS]: () => json({ results: [] }),
    [ORDERS]: ({ key }) => listOf(key.includes('status=') ? [] : [order]),
    ...more,
  })

const open = () =>
  renderPage(() => <ClientHome decisions={<p>Решения</p>} standing={<p>Расчёты</p>} carts={<p>Корзины</p>} />, {
    path: '/',
  })

const panel = async (name: string | RegExp) => {
  const heading = await screen.findByRole('heading', { level: 2, name })
  return within(heading.closest('section') ?? document.body)
}
