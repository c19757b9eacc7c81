import type { ReconciliationDifference, Reconciliation } from '@artikul/contract/billing/reconciliation'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, pageParams } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ReconciliationPage from './reconciliation-page.tsx'

const ONE = 'GET /api/v1/reconciliations/5'
const DIFFERENCES = 'GET /api/v1/reconciliations/5/differences'
const TALK = 'GET /api/v1/reconciliation-differences/8/messages'
const CLOSE = 'POST /api/v1/reconciliation-differences/8/close'
const plain = { normalizer: (text: string) => text.replace(/\s+/g, ' ') }

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('reconciliation shows the balances of both sides and the skipped rows', async () => {
  serve()
  open()
  await screen.findByText('Расхождение 3 200,00 ₽', plain)
  screen.getByText('У поставщика долг 70 000,00 ₽, у покупателя долг 66 800,00 ₽', plain)
  screen.getByText('Это данные поставщика: в файле нет остатка на начало')
  screen.getByText('Не сверялось: 1 строка файла', plain)
  screen.getByText('Итого · 5')
  const table = within(await screen.findByRole('table', { name: 'Расхождения' }))
  table.getByText('3 200,00', plain)
})

test('reconciliation file without documents has a hint and opens the columns', async () => {
  serve({ rows_count: 0, open_count: 0 }, [])
  open()
  await screen.findByText(/В файле не нашлось документов за этот период/)
  fireEvent.click(screen.getByRole('button', { name: 'Столбцы' }))
  await screen.findByRole('dialog', { name: 'Столбцы файла' })
})

test('buyer closes a difference by a correction on the own side', async () => {
  const close = vi.fn(() => json({}))
  const server = serve({}, [difference], { [CLOSE]: close })
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^Обсудить: Разные суммы/ }))
  await screen.findByText('Сообщений пока нет.')
  expect(screen.getAllByRole('button', { name: /Исправим у себя|Оставить как есть/ })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Исправим у себя' }))
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(server.keys()).toContain(CLOSE)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Разные суммы' })).toBeNull())
})

test('reconciliation of another company is not found', async () => {
  serve({}, [], { [ONE]: () => problem('not_found') })
  open()
  await screen.findByRole('heading', { name: 'Сверка' })
  await screen.findByText('Не найдено')
})

const difference: ReconciliationDifference = {
  id: 8,
  kind: 'sum',
  ours: { text: 'Продажа (УПД 118 от 15.10.2026)', day: '2026-10-15', kop: 5_000_000 },
  theirs: { text: 'Поступление 118', day: '2026-10-16', kop: 4_680_000, row_number: 6 },
  outcome: null,
  closed_by: null,
  closed_at: null,
  messages_count: 0,
  last_from_staff: null,
  version: 3,
}

const reconciliation: Reconciliation = {
  id: 5,
  contract_id: 3,
  contract: '17/26',
  contractor: 'ООО «Автосервис»',
  from: '2026-10-01',
  to: '2026-10-31',
  file_name: 'Акт.xlsx',
  created_at: '2026-11-21T09:00:00.000Z',
  by: 'Иванова Мария',
  matched_count: 2,
  open_count: 1,
  closed_count: 0,
  waiting_count: 0,
  layout: { sheet: null, sheets: [], header_row: 1, columns: [{ index: 0, header: 'Дата', field: 'date' }] },
  preview: [{ number: 1, cells: ['Дата'] }],
  passed: [{ row_number: 9, text: 'Итого · 5', why: 'остаток или итог' }],
  rows_count: 3,
  matched_at: '2026-11-21T09:00:00.000Z',
  opening: { ours_kop: 0, theirs_kop: null },
  closing: { ours_kop: 7_000_000, theirs_kop: 6_680_000 },
  may_change: true,
}

const serve = (
  overrides: Partial<Reconciliation> = {},
  results: ReconciliationDifference[] = [difference],
  more = {},
) =>
  fakeServer({
    [ONE]: () => json({ ...reconciliation, ...overrides }),
    [DIFFERENCES]: () => json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } }),
    [TALK]: () => json({ messages: [] }),
    ...more,
  })

const open = () =>
  renderPage(ReconciliationPage, {
    path: '/reconciliations/$id',
    at: '/reconciliations/5',
    validateSearch: addressOf({ ...pageParams, state: choiceParam(['closed']) }),
  })
