import type { OrderItem } from '@artikul/contract/ordering/orders/orders'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam, pageParams, textParam } from '../../../../lib/page/search-params.ts'
import { buildCard } from '../../../../testing/build-card.ts'
import { buildCompany, fakeServer, json } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import OrdersPage from './orders-page.tsx'

const ORDERS = 'GET /api/v1/orders'
const CONSIGNEES = 'GET /api/v1/consignees'
const CARD = 'GET /api/v1/contractors/7'

const SEARCH = addressOf({
  ...pageParams,
  q: textParam(100),
  contractor_id: numberParam(),
  manager_id: numberParam(),
  companies: choiceParam(['all']),
})
const open = (at: string) => renderPage(() => <OrdersPage />, { path: '/orders', at, validateSearch: SEARCH })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('staff see the orders of one company, page through them and remove the filter', async () => {
  await asStaff()
  const server = fakeServer({ [ORDERS]: () => page([buildOrder()], 120) })
  const { router } = open('/orders?contractor_id=7')
  const off = await screen.findByRole('button', { name: 'Снять отбор: Покупатель: ООО «Автотехцентр»' })
  const table = await screen.findByRole('table', { name: 'Заказы' })
  expect(within(table).queryByRole('columnheader', { name: 'Покупатель' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /^Страница 2/ }))
  await waitFor(() => expect(server.keys().at(-1)).toBe(`${ORDERS}?page=2&page_size=50&contractor_id=7`))
  expect(screen.getByText('Покупатель: ООО «Автотехцентр»'), 'the name does not blink').toBeTruthy()
  fireEvent.click(off)
  await waitFor(() => expect(server.keys().at(-1)).toBe(`${ORDERS}?page=1&page_size=50`))
  await screen.findByRole('columnheader', { name: 'Покупатель' })
  expect(router.state.location.search).not.toHaveProperty('contractor_id')
})

test('order manager filters orders by manager and by a buyer found by name', async () => {
  await asStaff()
  const server = fakeServer({
    [ORDERS]: () => page([buildOrder()]),
    'GET /api/v1/contractors/options': () =>
      json({ managers: [{ id: 4, full_name: 'Иванова Мария' }], price_groups: [], sellers: [] }),
    'GET /api/v1/contractors/': () =>
      json({ results: [buildCompany()], pagination: { total_count: 1, per_page: 50, page: 1 } }),
  })
  const { router } = open('/orders')
  const field = await screen.findByRole('combobox', { name: 'Менеджер' })
  await waitFor(() => expect(field.textContent).toContain('Иванова Мария'))
  fireEvent.change(field, { target: { value: '4' } })
  await waitFor(() => expect(server.keys().at(-1)).toContain('manager_id=4'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Покупатель' }), { target: { value: 'авто' } })
  fireEvent.click(await screen.findByRole('option', { name: /^ООО «Автотехцентр»/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ contractor_id: '7', manager_id: '4' }))
})

test('company filter without orders shows the company name', async () => {
  await asStaff()
  fakeServer({ [ORDERS]: () => page([]), [CARD]: () => json(CARD_REPLY) })
  open('/orders?contractor_id=7')
  await screen.findByText('Покупатель: ООО «Ромашка»')
  await screen.findByText('Под эти условия заказов нет')
})

test('warranty manager sees the company number instead of its name', async () => {
  await asStaff('ARTIKUL_WARRANTY_MANAGER')
  const server = fakeServer({ [ORDERS]: () => page([]) })
  open('/orders?contractor_id=7')
  await screen.findByText('Под эти условия заказов нет')
  expect(screen.getByText(/^Покупатель: №.7$/)).toBeTruthy()
  expect(server.keys().some((key) => key.startsWith('GET /api/v1/contractors/'))).toBe(false)
})

test('client order list ignores the company filter', async () => {
  await signInAs()
  const server = fakeServer({ [ORDERS]: () => page([]), [CONSIGNEES]: () => page([]) })
  open('/orders?contractor_id=9')
  await screen.findByText('Заказов пока нет')
  expect(screen.queryByText(/^Покупатель/)).toBeNull()
  expect(server.keys()).toContain(`${ORDERS}?page=1&page_size=50`)
})

const TWO = [
  { id: 7, name: 'ООО «Автотехцентр»', inn: '7812345675', status: 'active' as const },
  { id: 8, name: 'ООО «Ромашка»', inn: '7801234564', status: 'active' as const },
]

test('admin of two companies sees orders of both, and opening one switches the company', async () => {
  const roles = [{ name: 'CONTRACTOR_ADMIN' as const }]
  const admin = await signInAs({ roles, contractors: TWO })
  const both = [
    buildOrder(),
    buildOrder({ id: 13, number: '26-000013', contractor_id: 8, contractor: 'ООО «Ромашка»' }),
  ]
  const server = fakeServer({
    [ORDERS]: ({ key }) => page(key.includes('companies=all') ? both : both.slice(0, 1)),
    [CONSIGNEES]: () => page([]),
    'PATCH /api/v1/user/change_current_contractor/8': () => json({}),
    'GET /api/v1/user/': () => json({ ...admin, current_contractor_id: 8 }),
    'GET /api/v1/contractors/': () =>
      json({ results: TWO.map((one) => buildCompany(one)), pagination: { total_count: 2, per_page: 150, page: 1 } }),
  })
  const { router } = open('/orders')
  fireEvent.click(await screen.findByRole('switch', { name: 'Все мои компании' }))
  const other = await screen.findByRole('link', { name: '№ 26-000013' })
  expect(screen.getByRole('columnheader', { name: 'Покупатель' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Грузополучатель' }), 'a point is of one company').toBeNull()
  fireEvent.click(other)
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/13'))
  expect(server.keys()).toContain('PATCH /api/v1/user/change_current_contractor/8')
})

test('employee cannot list orders of all companies, even through the address', async () => {
  await signInAs({ contractors: TWO })
  const server = fakeServer({ [ORDERS]: () => page([]), [CONSIGNEES]: () => page([]) })
  open('/orders?companies=all')
  await screen.findByText('Заказов пока нет')
  expect(screen.queryByRole('switch', { name: 'Все мои компании' })).toBeNull()
  expect(server.keys()).toContain(`${ORDERS}?page=1&page_size=50`)
})

const CARD_REPLY = buildCard({ name: 'ООО «Ромашка»', kpp: '781201001' })

const buildOrder = (fields: Partial<OrderItem> = {}): OrderItem => ({
  id: 12,
  number: '26-000012',
  client_number: '',
  created_at: '2026-11-20T11:05:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  status: 'new',
  marks: { late: 0, undecided: 0 },
  lines_count: 3,
  total_kop: 1_234_500,
  expected_date: '2026-11-24',
  has_invoice: false,
  paid_percent: null,
  left_kop: null,
  ...fields,
})

const page = (results: OrderItem[], total = results.length) =>
  json({ results, pagination: { total_count: total, per_page: 50, page: 1 }, has_more: false })

const asStaff = (name: 'ARTIKUL_ORDER_MANAGER' | 'ARTIKUL_WARRANTY_MANAGER' = 'ARTIKUL_ORDER_MANAGER') =>
  signInAs({ roles: [{ name }], contractors: [], current_contractor_id: null })
