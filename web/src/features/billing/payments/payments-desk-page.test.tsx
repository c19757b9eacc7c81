import type { Debtor } from '@artikul/contract/billing/debts'
import type { LoadedFile, Payment, PaymentItem, PayableBuyer } from '@artikul/contract/billing/payments'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { settlementsAddress } from './payments-desk-address.ts'
import SettlementsPage from './payments-desk-page.tsx'

const LIST = 'GET /api/v1/payments'

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] }))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await signOut()
})

test('payment shows why it waits and is split between an invoice and the contract', async () => {
  const posted = vi.fn(() => json({ id: 7, version: 2 }))
  const server = fakeServer({
    [LIST]: () => payments([item]),
    'GET /api/v1/payments/7': () => json(payment),
    'GET /api/v1/payments/buyers': () => json({ results: [contractor] }),
    'GET /api/v1/payments/buyers/3': () => json(buyer),
    'POST /api/v1/payments/7/post': posted,
  })
  open()
  await screen.findByText('в назначении не назван счёт')
  fireEvent.click(screen.getByRole('button', { name: '№ 1208' }))
  const desk = within(await screen.findByRole('dialog', { name: 'Платёж № 1208 от 20.11.2026' }))
  fireEvent.click(await desk.findByRole('checkbox', { name: /РП-000011/ }))
  desk.getByText(/^Без счёта 5 000,00 ₽/, plain)
  fireEvent.click(desk.getByRole('button', { name: 'Разнести' }))
  await waitFor(() => expect(posted).toHaveBeenCalledOnce())
  expect(server.keys()).toContain('POST /api/v1/payments/7/post')
})

test('suggested invoice that is already paid is replaced by the contract', async () => {
  const bodies: unknown[] = []
  fakeServer({
    [LIST]: () => payments([item]),
    'GET /api/v1/payments/7': () =>
      json({
        ...payment,
        suggestion: { why: 'invoice', contractor, parts: [{ contract_id: 5, invoice_id: 99, sum_kop: 1_500_000 }] },
      }),
    'GET /api/v1/payments/buyers': () => json({ results: [contractor] }),
    'GET /api/v1/payments/buyers/3': () => json(buyer),
    'POST /api/v1/payments/7/post': ({ body }) => {
      bodies.push(body)
      return json({ id: 7, version: 2 })
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: '№ 1208' }))
  const desk = within(await screen.findByRole('dialog', { name: 'Платёж № 1208 от 20.11.2026' }))
  await desk.findByText(/^Без счёта 15 000,00 ₽/, plain)
  fireEvent.click(desk.getByRole('button', { name: 'Разнести' }))
  await waitFor(() =>
    expect(bodies).toMatchObject([{ parts: [{ contract_id: 5, invoice_id: null, sum_kop: 1_500_000 }] }]),
  )
})

test('refused bank file keeps the dialog, and bad documents of a file are listed', async () => {
  let isGood = false
  const loaded: LoadedFile = {
    file_name: 'kl_to_1c.txt',
    warnings: ['Нет строки «КонецФайла»: файл мог прийти не целиком'],
    documents: [
      {
        line: 12,
        state: 'broken',
        reason: 'строка 15: неверная сумма «сто»',
        payment_id: null,
        number: '9',
        day: '2026-11-20',
        sum_kop: null,
        payer: '',
        purpose: '',
      },
    ],
  }
  fakeServer({
    [LIST]: () => payments([]),
    'POST /api/v1/payments/file': () =>
      isGood ? json(loaded) : problem('file.refused', { detail: 'Это не банковский файл' }),
  })
  open()
  await screen.findByText('Все платежи разнесены')
  fireEvent.click(screen.getByRole('button', { name: 'Загрузить из банка' }))
  const choose = async () =>
    fireEvent.change(await screen.findByLabelText('Банковский файл'), {
      target: { files: [new File(['1C'], 'kl_to_1c.txt')] },
    })
  await choose()
  await screen.findByText('Это не банковский файл')
  isGood = true
  await choose()
  await screen.findByText('строка 15: неверная сумма «сто»')
  screen.getByText('Нет строки «КонецФайла»: файл мог прийти не целиком')
})

test('debts are listed with their totals', async () => {
  fakeServer({
    'GET /api/v1/debts': () => json({ ...listed([debtor]), debt_kop: 9_500_000, overdue_kop: 6_500_000 }),
  })
  open('/settlements?tab=debts')
  await screen.findByText('Долг всего 95 000,00 ₽, из него просрочено 65 000,00 ₽', plain)
  await screen.findByText('21 день', plain)
  screen.getByText('Не было')
})

test('staff without the accountant right see an explanation instead of payments', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }], rights: [] })
  const server = fakeServer({})
  open()
  await screen.findByText('Раздел для бухгалтера')
  expect(server.keys()).not.toContain(LIST)
})

const item: PaymentItem = {
  id: 7,
  number: '1208',
  day: '2026-11-20',
  paid_on: '2026-11-21',
  sum_kop: 1_500_000,
  seller: 'ООО «АРТИКУЛ»',
  payer: 'ООО «Волга»',
  payer_inn: '6320123450',
  purpose: 'Оплата по договору',
  state: 'waiting',
  wait_reason: 'no_invoice',
  skip_reason: '',
  version: 1,
  contractor: null,
  invoices: [],
}
const contractor = { id: 3, name: 'ООО «Волга»', inn: '6320123450' }
const { contractor: _, invoices: _own, ...facts } = item
const plain = { normalizer: (text: string) => text.replace(/\s+/g, ' ') }

const payment: Payment = {
  ...facts,
  seller_id: 1,
  payer_account: '40702810500000000321',
  file_name: 'kl_to_1c.txt',
  external_number: null,
  created_at: '2026-11-21T09:00:00Z',
  by: 'Иванова Мария',
  postings: [],
  suggestion: { why: 'contract', contractor, parts: [{ contract_id: 5, invoice_id: null, sum_kop: 1_500_000 }] },
}

const buyer: PayableBuyer = {
  ...contractor,
  contracts: [{ id: 5, number: 'АВ-14/26', seller_id: 1, seller: 'ООО «АРТИКУЛ»', accounting_mode: 'portal' }],
  invoices: [
    {
      id: 11,
      number: 'РП-000011',
      issued_on: '2026-11-16',
      pay_until: '2026-11-19',
      contract_id: 5,
      total_kop: 1_000_000,
      left_kop: 1_000_000,
    },
  ],
  has_more: false,
}

const debtor: Debtor = {
  ...contractor,
  manager: null,
  debt_kop: 9_500_000,
  overdue_kop: 6_500_000,
  overdue_days: 21,
  disputed_kop: 0,
  limit_kop: 20_000_000,
  last_paid_on: null,
}

const listed = <T,>(results: T[]) => ({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const payments = (results: PaymentItem[]) => json({ ...listed(results), waiting_count: results.length })

const open = (at = '/settlements') =>
  renderPage(SettlementsPage, { path: '/settlements', at, validateSearch: settlementsAddress })
