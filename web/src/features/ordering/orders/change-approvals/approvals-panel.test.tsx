import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ChangeApproval } from '@artikul/contract/ordering/orders/change-approvals'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import ApprovalsPanel from './approvals-panel.tsx'

const LIST = 'GET /api/v1/change-approvals'
const ANSWER = 'POST /api/v1/change-approvals/3/answer'
const list = (results: ChangeApproval[]) => json({ results, has_more: false })
const open = () => renderPage(ApprovalsPanel, { path: '/', at: '/' })
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('empty decision list has a message, and a failed load can be retried', async () => {
  let fails = true
  fakeServer({ [LIST]: () => (fails ? problem('internal') : list([])) })
  open()
  const again = await screen.findByRole('button', { name: 'Повторить' })
  fails = false
  fireEvent.click(again)
  await screen.findByText(/Вопросов к вам нет/)
})

test('decision shows old and new values, the deadline and the default outcome', async () => {
  let answered = false
  const server = fakeServer({
    [LIST]: () => list(answered ? [] : [decision]),
    [ANSWER]: () => {
      answered = true
      return json({})
    },
  })
  open()
  const table = await screen.findByRole('table', { name: 'Что меняется' })
  expect(plain(table.textContent)).toContain('Цена400,00 ₽450,00 ₽Сумма800,00 ₽900,00 ₽')
  expect(plain(screen.getByText(/Ответ до/).textContent)).toBe(
    'Ответ до 23.11.2026, 14:05. Без ответа строка будет снята.',
  )
  expect(screen.getByRole('button', { name: 'Подобрать другое: MAHLE OC 90' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Согласен: MAHLE OC 90' }))
  await screen.findByText(/Вопросов к вам нет/)
  expect(server.seen.find(({ key }) => key === ANSWER)?.body).toEqual({ answer: 'agree' })
})

test('second answer to a decision shows who has answered first', async () => {
  fakeServer({
    [LIST]: () => list([decision]),
    [ANSWER]: () =>
      problem('change_approval.invalid_state', { detail: 'Строка уже снята: Петров Пётр, 22.11.2026, 14:05' }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Снять строку: MAHLE OC 90' }))
  expect((await screen.findAllByText(/Строка уже снята: Петров Пётр/)).length).toBeGreaterThan(0)
})

const terms = {
  price_kop: 40_000,
  expected_date: '2026-11-24',
  guaranteed_date: '2026-11-25',
  brand: 'MAHLE',
  article: 'OC 90',
  qty: 2,
}

const decision: ChangeApproval = {
  id: 3,
  line_id: 5,
  order_id: 12,
  order_number: '26-000012',
  consignee: 'Сервис на Ленина',
  name: 'Фильтр масляный',
  unit: 'шт',
  before: terms,
  after: { ...terms, price_kop: 45_000 },
  price_goes: 'up',
  reason: 'Поставщик поднял цену',
  state: 'open',
  asked_at: '2026-11-20T11:05:00.000Z',
  due_at: '2026-11-23T11:05:00.000Z',
  on_timeout: 'drop',
  ended_at: null,
  ended_by: '',
}
