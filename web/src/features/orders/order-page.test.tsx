import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { Order } from '@artikul/contract/orders'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { signInAs } from '../../testing/sign-in.ts'
import OrderPage from './order-page.tsx'

const ORDER = 'GET /api/v1/orders/12'
const DISPUTE = 'POST /api/v1/orders/12/dispute'

const buildOrder = (fields: Partial<Order> = {}): Order => ({
  id: 12,
  number: '26-000012',
  client_number: '',
  created_at: '2026-11-20T11:05:00.000Z',
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  status: 'new',
  lines_count: 0,
  total_kop: null,
  expected_date: null,
  has_invoice: false,
  seller: 'ООО «Артикул»',
  contract: '№ 17',
  consignee_address: '',
  comment: '',
  vat_kop: null,
  placed_by: 'Петров А. Н.',
  hold_reason: '',
  lines: [],
  invoices: [],
  on_behalf: {
    manager: 'Сергеев П. И.',
    told_by: 'Петров Алексей Николаевич',
    told_phone: '+79991234567',
    at: '2026-11-20T11:05:00.000Z',
    disputed_at: null,
  },
  can: { issue_invoice: false, dispute: true },
  ...fields,
})
const disputed = buildOrder({
  on_behalf: { ...buildOrder().on_behalf!, disputed_at: '2026-11-20T12:00:00.000Z' },
  can: { issue_invoice: false, dispute: false },
})
const open = () => renderPage(OrderPage, { path: '/orders/$id', at: '/orders/12' })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('«Нет» sends nothing', async () => {
  const server = fakeServer({ [ORDER]: () => json(buildOrder()) })
  open()
  await press('Я этого не подтверждал')
  await press('Нет')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.keys()).toEqual([ORDER])
})

test('a refused dispute is told and may be repeated', async () => {
  fakeServer({ [ORDER]: () => json(buildOrder()), [DISPUTE]: () => problem('unavailable') })
  open()
  await press('Я этого не подтверждал')
  await press('Да')
  expect((await screen.findAllByText(/Сервер занят/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Я этого не подтверждал' })).toBeTruthy()
})

test('who placed by whose word is told, and the client may deny it', async () => {
  let sent = false
  fakeServer({
    [ORDER]: () => json(sent ? disputed : buildOrder()),
    [DISPUTE]: () => {
      sent = true
      return json({})
    },
  })
  open()
  const notice = await screen.findByText(/Оформил менеджер Сергеев П. И. со слов/)
  expect(notice.textContent.replaceAll('\u00a0', ' ')).toContain(
    'Петров Алексей Николаевич, +7 (999) 123-45-67, 20.11.2026, 14:05',
  )
  await press('Я этого не подтверждал')
  await press('Да')
  await screen.findByText(/Вы не подтвердили этот заказ 20.11.2026, 15:00, менеджер извещён/)
  expect(screen.queryByRole('button', { name: 'Я этого не подтверждал' })).toBeNull()
})
