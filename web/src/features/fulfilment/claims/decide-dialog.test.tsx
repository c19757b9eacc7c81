import type { Claim } from '@artikul/contract/fulfilment/claims'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import DecideDialog from './decide-dialog.tsx'

const RETURNS = 'GET /api/v1/claims/4/supplier-returns'

beforeEach(() =>
  signInAs({ roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }], contractors: [], current_contractor_id: null }),
)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const claim: Claim = {
  id: 4,
  number: 'О-000004',
  kind: 'defect',
  state: 'in_review',
  contractor_id: 1,
  contractor: 'ООО «Волга»',
  seller: 'ООО «Артикул»',
  shipment_id: 2,
  shipment_number: 'РП-1',
  asker: 'Петров Алексей',
  manager: null,
  is_mine: true,
  subject: 'BOSCH A1',
  lines_count: 1,
  created_at: '2026-11-20T09:00:00.000Z',
  answer_by: '2026-12-01',
  hand_over_until: null,
  outcome: 'money',
  granted_outcome: null,
  contract: '№ 1 от 01.01.2026',
  shipped_on: '2026-11-19',
  text: 'Трещина',
  hand_over_to: '',
  disputed_kop: 20_000,
  lines: [
    {
      id: 9,
      product_code: 'bosch-a1',
      order_id: 3,
      order_number: '26-000003',
      vehicle: null,
      brand: 'BOSCH',
      article: 'A1',
      name: 'Фильтр',
      unit: 'шт',
      price_kop: 10_000,
      qty: 2,
      asked_kop: null,
      withheld_percent: 0,
      accepted_qty: null,
      received_qty: null,
      settled_qty: null,
      refusal: '',
      credited_kop: 0,
      is_own_stock: false,
      supply: null,
    },
  ],
  messages: [],
  correction: null,
  needs_number: false,
  version: 1,
  can: {
    post_message: true,
    withdraw: false,
    assign: false,
    request_details: true,
    decide: true,
    receive: false,
    close_as_abandoned: false,
    inspect: false,
    settle: false,
    write_off: false,
  },
}

const open = (advice: object[]) => {
  fakeServer({ [RETURNS]: () => json({ results: [], advice, rest_count: 0 }) })
  renderPage(() => <DecideDialog claim={claim} onClose={() => undefined} />, { path: '/claims/4' })
}

test('the decision begins with the answer of the supplier, which the manager may change', async () => {
  open([{ claim_line_id: 9, qty: 0, refusal: 'Следы установки' }])
  await screen.findByText(/^Предложено по решению поставщика/)
  expect(screen.getByDisplayValue('Следы установки')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Отказать' })).toBeTruthy()
})

test('the decision begins with the whole quantity when no supplier has answered', async () => {
  open([])
  expect(await screen.findByRole('button', { name: 'Принять' })).toBeTruthy()
  expect(screen.queryByText(/^Предложено по решению/)).toBeNull()
})
