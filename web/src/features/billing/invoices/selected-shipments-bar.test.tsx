import type { PayableShipment } from '@artikul/contract/billing/settlements'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import SelectedShipmentsBar from './selected-shipments-bar.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const shipment = (id: number, contract_id = 1) => ({ id, contract_id }) as PayableShipment

const open = (selected: PayableShipment[]) =>
  renderPage(() => <SelectedShipmentsBar selected={selected} onClear={() => undefined} />, { path: '/finances' })

test('selected shipments are paid by one invoice in one press', async () => {
  const sums = { price_kop: 1_380_000, vat_label: '22%', vat_kop: 248_852, sum_kop: 1_380_000 }
  const line = { position: 1, article: '', name: 'Отгрузка № 101', qty: 1, unit: 'шт', note: null, ...sums }
  const server = fakeServer({
    'POST /api/v1/invoices/preview': () =>
      json({ lines: [line], total_kop: 1_380_000, vat_totals: [], pay_until: '2026-12-01' }),
    'POST /api/v1/invoices': () => json({ id: 4, number: 'РП-000004' }, 201),
  })
  open([shipment(101)])
  const bar = await screen.findByRole('region', { name: 'Выбранные отгрузки' })
  await waitFor(() => expect(bar.textContent).toMatch(/Выбрано: 1.отгрузка на 13.800,00.₽/))
  fireEvent.click(screen.getByRole('button', { name: 'Счёт на выбранное' }))
  await waitFor(() => expect(server.keys()).toContain('POST /api/v1/invoices'))
})

test('shipments of two contracts are not paid by one invoice', async () => {
  const server = fakeServer({})
  open([shipment(101), shipment(102, 2)])
  await screen.findByText('Отгрузки по разным договорам: выставьте счёт на каждый договор')
  expect(screen.getByRole('button', { name: 'Счёт на выбранное' }).hasAttribute('disabled')).toBe(true)
  expect(server.keys()).toEqual([])
})
