import type { BulkTransitionPlan } from '@artikul/contract/ordering/orders/bulk-transitions'
import type { LineCounts, OrderLineItem } from '@artikul/contract/ordering/orders/order-lists'
import { LINE_GROUPS } from '@artikul/contract/ordering/orders/line-groups'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  addressOf,
  keyParam,
  choiceParam,
  dayParam,
  pageParams,
  textParam,
} from '../../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import { fitting } from './lines-search.ts'
import { ORDERS_SORTS, ORDERS_TABS } from '../lists/orders-address.ts'
import OrdersPage from '../lists/orders-page.tsx'

const ORDERS = 'GET /api/v1/orders'
const ORDER_COUNTS = 'GET /api/v1/orders/counts'
const LINES = 'GET /api/v1/order-lines'
const COUNTS = 'GET /api/v1/order-lines/counts'
const FILE = 'GET /api/v1/order-lines.xlsx'
const CONSIGNEES = 'GET /api/v1/consignees/options'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('order line shows its states, expected date and order', async () => {
  await signInAs()
  fakeServer({ [LINES]: () => page([LINE]), [COUNTS]: () => counts(), [CONSIGNEES]: () => json({ results: [] }) })
  open()
  const row = within((await table()).querySelectorAll('tr')[1] as HTMLElement)
  for (const words of ['Отгружено: 6 шт.', 'В пути: 3 шт.', 'Отказ поставщика: 1 шт.', 'Опаздывает', 'А123ВС77'])
    expect(
      row.getByText(
        (_, element) => element?.textContent.replaceAll('\u00a0', ' ') === words && element.children.length === 0,
      ),
    ).toBeTruthy()
  expect(row.getByRole('link', { name: '№ 26-000012' }).getAttribute('href')).toBe('/orders/12')
  expect(row.getByRole('link', { name: '26300-35503' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: 'Покупатель' }), 'a client has one company').toBeNull()
})

test('group buttons with counters filter the lines and keep the other filters', async () => {
  await signInAs()
  const server = fakeServer({
    [LINES]: () => page([LINE], true),
    [COUNTS]: () => counts({ in_transit: 12, done: 1000 }, 3),
    [CONSIGNEES]: () => json({ results: [] }),
  })
  const { router } = open('/orders?tab=lines&q=26300&from=2026-11-01')
  const groups = within(await screen.findByRole('group', { name: 'Показать строки' }))
  await groups.findByRole('button', { name: 'Исполнено 999+' })
  expect(lastOf(server.keys(), COUNTS)).toBe(`${COUNTS}?q=26300&from=2026-11-01`)
  fireEvent.click(groups.getByRole('button', { name: 'В пути 12' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ group: 'in_transit', q: '26300' }))
  expect(groups.getByRole('button', { name: 'В пути 12' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(groups.getByRole('button', { name: 'Опаздывают 3' }))
  await waitFor(() => expect(lastOf(server.keys(), LINES)).toContain('late=true'))
  expect(router.state.location.search).not.toHaveProperty('group')
  await screen.findByText(/^Показано не всё/)
})

test('sorting by expected date shows only awaited lines', async () => {
  await signInAs()
  const server = fakeServer({
    [LINES]: () => page([LINE]),
    [COUNTS]: () => counts(),
    [CONSIGNEES]: () => json({ results: [] }),
  })
  open('/orders?tab=lines&group=done')
  fireEvent.click(await screen.findByRole('button', { name: 'Ожидаем' }))
  await waitFor(() => expect(lastOf(server.keys(), LINES)).toBe(`${LINES}?page=1&page_size=50&sort=expected_date`))
  await screen.findByText('По дню ожидания показаны строки, которые ещё не отгружены.')
})

test('latest choice wins when two line filters conflict', () => {
  expect(fitting({ late: 'true' }, { group: 'done' })).toMatchObject({ group: 'done', late: undefined })
  expect(fitting({ group: 'done' }, { sort: 'expected_date' })).toMatchObject({
    group: undefined,
    sort: 'expected_date',
  })
  expect(fitting({ group: 'ready', state: 'picking' }, { group: 'waiting' })).toMatchObject({ state: undefined })
  expect(fitting({ group: 'ready' }, { late: 'true' })).toMatchObject({ group: 'ready', late: 'true' })
})

test('tab switch keeps common filters and drops those of one tab', async () => {
  await signInAs()
  const server = fakeServer({
    [ORDERS]: () => page([]),
    [ORDER_COUNTS]: () =>
      json(
        Object.fromEntries(
          [
            'new',
            'awaiting_payment',
            'on_hold',
            'needs_confirm',
            'in_work',
            'ready',
            'partly_shipped',
            'shipped',
            'done',
            'cancelled',
          ].map((status) => [status, 0]),
        ),
      ),
    [LINES]: () => page([LINE]),
    [COUNTS]: () => counts(),
    [CONSIGNEES]: () => json({ results: [] }),
  })
  const { router } = open('/orders?q=77&status=done&sort=total')
  fireEvent.click(await screen.findByRole('tab', { name: 'Строки' }))
  await table()
  expect(lastOf(server.keys(), LINES)).toBe(`${LINES}?page=1&page_size=50&q=77`)
  expect(router.state.location.search).toEqual({ tab: 'lines', q: '77' })
})

test('staff see the company of a line, and an empty or failed list offers a next step', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  let reply = () => page([LINE])
  fakeServer({ [LINES]: () => reply(), [COUNTS]: () => problem('internal') })
  const { router } = open()
  await screen.findByRole('columnheader', { name: 'Покупатель' })
  expect(screen.getByRole('button', { name: 'В пути' }), 'without its counter a group can be chosen still').toBeTruthy()
  reply = () => page([])
  fireEvent.click(screen.getByRole('button', { name: 'В пути' }))
  await screen.findByText('Под эти условия строк нет')
  fireEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'lines' }))
  reply = () => problem('internal')
  fireEvent.click(screen.getByRole('button', { name: 'Готово' }))
  await screen.findByRole('button', { name: 'Повторить' })
})

test('hidden prices stay hidden in lines, and the export uses the filters', async () => {
  await signInAs()
  const server = fakeServer({
    [LINES]: () => page([{ ...LINE, price_kop: null, sum_kop: null }]),
    [COUNTS]: () => counts(),
    [CONSIGNEES]: () => json({ results: [] }),
    [FILE]: () => problem('internal'),
  })
  open('/orders?tab=lines&group=done&q=26300')
  expect(within(await table()).getAllByRole('img')).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Скачать XLSX' }))
  await waitFor(() => expect(lastOf(server.keys(), FILE)).toBe(`${FILE}?q=26300&group=done`))
})

const PLAN: BulkTransitionPlan = {
  moves: [{ line_id: 5, from: 'in_transit', qty: 3 }],
  lines_count: 1,
  orders_count: 1,
  companies_count: 1,
  from: [{ state: 'in_transit', lines_count: 1 }],
  total_change_kop: -123_600,
  freed_count: 0,
  needs_reason: true,
  left: [
    { line_id: 6, order_id: 13, order_number: '26-000013', brand: 'KYB', article: '333114', why: 'Уже в отгрузке' },
  ],
}
const PREVIEW = 'POST /api/v1/order-lines/transitions/preview'
const LEAD = 'POST /api/v1/order-lines/transitions'

test('manager moves selected lines after a preview and with a required reason', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  let refused = true
  const server = fakeServer({
    [LINES]: () => page([LINE]),
    [COUNTS]: () => counts(),
    [PREVIEW]: () => json(PLAN),
    [LEAD]: () => (refused ? problem('order.line_changed') : json({ lines_count: 1 })),
  })
  open()
  fireEvent.click(within(await table()).getByRole('checkbox', { name: /Выбрать строку HYUNDAI-KIA/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Сменить статус…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText('Сумма заказов уменьшится на 1 236,00 ₽')
  await dialog.findByText(/уже в отгрузке/)
  expect(server.seen.find(({ key }) => key === PREVIEW)?.body).toEqual({ line_ids: [5], to: 'arrived' })
  const send = async () => {
    const button = dialog.getByRole<HTMLButtonElement>('button', { name: /^Сменить статус: 1/ })
    await waitFor(() => expect(button.disabled).toBe(false))
    fireEvent.click(button)
  }
  await send()
  await dialog.findByText('Укажите причину: её увидит покупатель')
  expect(server.keys()).not.toContain(LEAD)
  fireEvent.change(dialog.getByLabelText(/^Причина/), { target: { value: 'Недосдача' } })
  await send()
  await dialog.findByText(/уже в другом статусе/)
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Причина/).value).toBe('Недосдача')
  refused = false
  await send()
  await screen.findByText(/«Приход на склад»: 1/)
  expect(screen.queryByLabelText(/^Причина/)).toBeNull()
  expect(server.seen.findLast(({ key }) => key === LEAD)?.body).toEqual({
    to: 'arrived',
    reason: 'Недосдача',
    moves: PLAN.moves,
  })
  await waitFor(() => expect(screen.queryByText('Выбрано:', { exact: false })).toBeNull())
})

test('client can copy selected lines but not move them', async () => {
  await signInAs()
  fakeServer({ [LINES]: () => page([LINE]), [COUNTS]: () => counts(), [CONSIGNEES]: () => json({ results: [] }) })
  open()
  fireEvent.click(within(await table()).getByRole('checkbox', { name: /Выбрать строку HYUNDAI-KIA/ }))
  await screen.findByRole('button', { name: 'Копировать для Excel' })
  expect(screen.queryByRole('button', { name: 'Сменить статус…' })).toBeNull()
})

const SEARCH = addressOf({
  ...pageParams,
  tab: choiceParam(ORDERS_TABS),
  q: textParam(100),
  status: textParam(20),
  group: keyParam(LINE_GROUPS),
  late: choiceParam(['true']),
  from: dayParam,
  sort: choiceParam(ORDERS_SORTS),
})
const NONE = { waiting: 0, in_work: 0, in_transit: 0, ready: 0, done: 0, dropped: 0, returned: 0 }

const LINE: OrderLineItem = {
  id: 5,
  order_id: 12,
  order_number: '26-000012',
  client_number: 'ЗН-7',
  ordered_at: '2026-11-20T11:05:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  product_code: 'hyundaikia-2630035503',
  brand: 'HYUNDAI-KIA',
  article: '26300-35503',
  name: 'Фильтр масляный',
  client_ref: 'А123ВС77',
  unit: 'шт',
  qty: 10,
  parts: [
    { state: 'shipped', qty: 6 },
    { state: 'in_transit', qty: 3 },
    { state: 'refused_supplier', qty: 1 },
  ],
  expected_date: '2026-11-19',
  is_late: true,
  replaces: null,
  replaced_by: [],
  price_kop: 41_200,
  sum_kop: 412_000,
}

const counts = (groups: Partial<LineCounts['groups']> = {}, late = 0) =>
  json({ groups: { ...NONE, ...groups }, late, decisions: { open: 0, unanswered: 0 } })

const page = (results: OrderLineItem[], hasMore = false) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 }, has_more: hasMore })

const open = (at = '/orders?tab=lines') =>
  renderPage(() => <OrdersPage />, { path: '/orders', at, validateSearch: SEARCH })

const table = () => screen.findByRole('table', { name: 'Строки заказов' })

const lastOf = (keys: string[], path: string) => keys.findLast((key) => key === path || key.startsWith(`${path}?`))
