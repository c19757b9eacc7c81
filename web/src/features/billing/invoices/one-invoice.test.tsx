import type { PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import OneInvoice from './one-invoice.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PREVIEW = 'POST /api/v1/invoices/preview'
const ISSUE = 'POST /api/v1/invoices'
const may = { see_prices: true, see_settlements: true, place_orders: true, change_points: true }

const ORDERS = [12, 13].map(
  (id) => ({ id, seller: 'ООО «Артикул»', contract_id: 17, contract: '№ 17', invoice_id: id }) as PlacedOrder,
)
const lineOf = (position: number) => {
  const sums = { price_kop: 10_000, vat_label: '22%', vat_kop: 1803, sum_kop: 10_000 }
  return { position, article: '', name: `Заказ ${position}`, qty: 1, unit: 'шт', note: null, ...sums }
}
const preview = () =>
  json({ lines: [lineOf(1), lineOf(2)], total_kop: 20_000, vat_totals: [], pay_until: '2026-12-01' })
const open = () => renderPage(() => <OneInvoice orders={ORDERS} />, { path: '/cart' })

test('orders are paid by one invoice in one press', async () => {
  await signInAs({ may })
  const server = fakeServer({ [PREVIEW]: preview, [ISSUE]: () => json({ id: 4, number: 'РП-000004' }, 201) })
  open()
  await screen.findByText(/200,00/)
  fireEvent.click(screen.getByRole('button', { name: 'Один счёт на всё' }))
  await waitFor(() => expect(server.keys()).toContain(ISSUE))
  expect(server.seen.find(({ key }) => key === ISSUE)?.body).toEqual({
    ask: { kind: 'orders', contract_id: 17, order_ids: [12, 13] },
    shown: [10_000, 10_000],
    replaces_id: null,
    draft_id: null,
  })
})

test('refused invoice says why', async () => {
  await signInAs({ may })
  fakeServer({ [PREVIEW]: preview, [ISSUE]: () => problem('invoice.already_invoiced') })
  open()
  await screen.findByText(/200,00/)
  fireEvent.click(screen.getByRole('button', { name: 'Один счёт на всё' }))
  await screen.findByRole('alert')
})

test('invoice is not offered to an employee without settlements', async () => {
  await signInAs({ may: { ...may, see_settlements: false } })
  const server = fakeServer({})
  open()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Один счёт на всё' })).toBeNull())
  expect(server.keys()).toEqual([])
})
