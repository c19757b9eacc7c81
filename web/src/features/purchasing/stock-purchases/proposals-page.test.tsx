import type { PurchaseProposal } from '@artikul/contract/purchasing/stock-purchases'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ProposalsPage from './proposals-page.tsx'

const LIST = 'GET /api/v1/purchase-proposals'
const BUY = 'POST /api/v1/purchase-proposals/orders'
const MANAGER = { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null } as const

beforeEach(() => signInAs({ ...MANAGER, roles: [...MANAGER.roles], contractors: [], rights: ['prices'] }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const proposal: PurchaseProposal = {
  product: { id: 5, code: 'bosch-a1', brand: 'BOSCH', article: 'A1', name: 'Фильтр', unit: 'шт' },
  warehouse: { id: 2, name: 'Москва' },
  daily_demand: 0.5,
  daily_sigma: 0.7,
  unmet_qty: 2,
  demand_days: 9,
  lead_days: 4,
  safety_qty: 2.3,
  min_qty: 5,
  max_qty: 12,
  is_fixed: false,
  free_qty: 1,
  ordered_qty: 0,
  needed_qty: 11,
  proposed_qty: 12,
  sum_kop: 120_000,
  offer: { source: { id: 3, name: 'Форум' }, purchase_kop: 10_000, multiplicity: 4, min_qty: 0 },
}

const ORDER = { id: 8, number: 'A26-000008', source: 'Форум', lines_count: 1, total_kop: 120_000 }

function open(answers: Parameters<typeof fakeServer>[0] = {}, rows: PurchaseProposal[] = [proposal]) {
  const pagination = { total_count: rows.length, per_page: 50, page: 1 }
  const list = { results: rows, pagination, total_kop: 120_000, computed_at: '2026-11-20T03:00:00.000Z' }
  const server = fakeServer({
    [LIST]: () => json(list),
    'GET /api/v1/purchase-proposals/choices': () => json({ sources: [], warehouses: [], brands: [] }),
    ...answers,
  })
  renderPage(ProposalsPage, { path: '/purchase-proposals' })
  return server
}

const bought = (server: ReturnType<typeof fakeServer>) =>
  server.seen.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)

test('a proposal shows its reasons, and the chosen one becomes an order by one press', async () => {
  const server = open({ [BUY]: () => json({ orders: [ORDER] }, 201) })
  await screen.findByText('страховой 2,3, срок 4 дн.')
  screen.getByText('не было предложений: 2')
  fireEvent.click(screen.getByRole('checkbox', { name: /BOSCH A1, склад «Москва»/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Составить заказы: 1' }))
  await waitFor(() =>
    expect(bought(server)).toEqual([{ rows: [{ product_id: 5, warehouse_id: 2, qty: 12 }], all: null }]),
  )
})

test('everything is ordered after a confirmation, and changed proposals are reported', async () => {
  const server = open({ [BUY]: () => problem('purchase_proposal.changed') })
  fireEvent.click(await screen.findByRole('button', { name: 'Составить заказы на всё: 1' }))
  expect(bought(server)).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Да' }))
  const filter = { supply_route_id: null, warehouse_id: null, brand_id: null, q: '', count: 1 }
  await waitFor(() => expect(bought(server)).toEqual([{ rows: [], all: filter }]))
  await screen.findAllByText('Заказы не составлены')
})

test('fixed minimum above the maximum is refused in the window', async () => {
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^5 \/ 12: изменить/ }))
  fireEvent.click(await screen.findByRole('switch', { name: 'Задать самим' }))
  const [minimum] = await screen.findAllByRole('textbox', { name: /^Минимум/ })
  if (!minimum) throw new Error('no field')
  fireEvent.change(minimum, { target: { value: '20' } })
  fireEvent.blur(minimum)
  fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByText('Не меньше минимума')
})

test('an empty list says that nothing has to be bought', async () => {
  open({}, [])
  await screen.findByText('Закупать нечего')
  expect(screen.queryByRole('button', { name: /^Составить/ })).toBeNull()
})
