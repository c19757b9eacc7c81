import type { LedgerEntry } from '@artikul/contract/billing/ledger-entries'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { EntriesTab } from './entries-tab.tsx'

const LIST = 'GET /api/v1/ledger-entries'
const listed = (results: LedgerEntry[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })
const open = () => renderPage(() => <EntriesTab search={{}} onChange={vi.fn()} />, { path: '/settlements' })

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] }))
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await signOut()
})

test('settlement entry is cancelled with a reason and stays in the list', async () => {
  let isCancelled = false
  const server = fakeServer({
    [LIST]: () =>
      listed([
        isCancelled ? { ...entry, cancelled: { at: entry.made_at, by: 'Иванова Мария', reason: 'Не тот' } } : entry,
      ]),
    'POST /api/v1/ledger-entries/4/cancel': () => {
      isCancelled = true
      return json({})
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить: Начальный остаток № О-1' }))
  const ask = within(await screen.findByRole('dialog'))
  fireEvent.change(ask.getByRole('textbox'), { target: { value: 'Не тот' } })
  fireEvent.click(ask.getByRole('button', { name: 'Отменить запись' }))
  await screen.findByText('Отменена')
  expect(server.seen.find(({ key }) => key.startsWith('POST'))?.body).toEqual({ reason: 'Не тот' })
  expect(screen.queryByRole('button', { name: /^Отменить:/ })).toBeNull()
})

test('empty entry list has a message, and a new entry reports missing fields', async () => {
  fakeServer({ [LIST]: () => listed([]) })
  open()
  await screen.findByText('Записей пока нет')
  fireEvent.click(screen.getByRole('button', { name: 'Новая запись' }))
  const form = within(await screen.findByRole('dialog', { name: 'Новая запись' }))
  fireEvent.click(form.getByRole('button', { name: 'Записать' }))
  await form.findByText('Выберите покупателя')
  form.getByText('Укажите сумму')
})

test('settlement entries that failed to load can be retried', async () => {
  let isUp = false
  fakeServer({ [LIST]: () => (isUp ? listed([entry]) : problem('unavailable')) })
  open()
  const again = await screen.findByRole('button', { name: 'Повторить' }, { timeout: 5000 })
  isUp = true
  fireEvent.click(again)
  await waitFor(() => expect(screen.getByText('Долг на начало работы')).toBeTruthy())
})

const entry: LedgerEntry = {
  id: 4,
  kind: 'opening',
  number: 'О-1',
  day: '2026-10-01',
  due_on: '2026-10-31',
  contractor: { id: 3, name: 'ООО «Волга»', inn: '6320123450' },
  contract: 'АВ-14/26',
  seller: 'ООО «АРТИКУЛ»',
  debit_kop: 7_000_000,
  credit_kop: 0,
  note: 'Долг на начало работы',
  made_by: 'Иванова Мария',
  made_at: '2026-11-21T09:00:00Z',
  cancelled: null,
}
