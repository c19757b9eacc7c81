import type { OrderItem } from '@artikul/contract/ordering/orders/orders'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildCard } from '../../../testing/build-card.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { CompanyOrdersTab } from './orders-tab.tsx'

const ORDERS = 'GET /api/v1/orders'
const page = (...results: OrderItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 }, has_more: false })
const open = (staff: boolean) =>
  renderPage(() => <CompanyOrdersTab company={buildCard()} staff={staff} />, { path: '/contractors/7' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('company orders that failed to load can be retried', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  let tries = 0
  fakeServer({ [ORDERS]: () => (++tries === 1 ? problem('internal') : page()) })
  open(true)
  ;(await screen.findByRole('button', { name: 'Повторить' })).click()
  await screen.findByText('Заказов пока нет')
})

test('staff see the latest orders of the company and a link to all of them', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  const server = fakeServer({ [ORDERS]: () => page(ORDER) })
  open(true)
  const table = await screen.findByRole('table', { name: 'Заказы компании' })
  expect(within(table).getByRole('link', { name: '№ 26-000012' }).getAttribute('href')).toBe('/orders/12')
  expect(within(table).getByText('Приостановлен')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Все заказы компании' }).getAttribute('href')).toBe('/orders?contractor_id=7')
  expect(server.keys()).toEqual([`${ORDERS}?page=1&page_size=50&contractor_id=7`])
})

test('client gets a link to own orders', async () => {
  await signInAs({ roles: [{ name: 'CONTRACTOR_ADMIN' }] })
  const server = fakeServer({})
  open(false)
  expect((await screen.findByRole('link', { name: 'Открыть заказы' })).getAttribute('href')).toBe('/orders')
  expect(server.keys()).toEqual([])
})

const ORDER: OrderItem = {
  id: 12,
  number: '26-000012',
  client_number: '',
  created_at: '2026-11-20T11:05:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  status: 'on_hold',
  marks: { late: 0, undecided: 0 },
  lines_count: 3,
  total_kop: 1_234_500,
  expected_date: '2027-01-12',
  has_invoice: false,
  paid_percent: null,
  left_kop: null,
}
