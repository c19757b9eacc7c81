import type { OrderAnswers } from '@artikul/contract/workspace/calls'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import OrderCalls from './order-calls.tsx'

const ANSWERS = 'GET /api/v1/orders/12/calls'
const RECORD = 'POST /api/v1/orders/12/calls'
const LINE = 'Фильтр OC 90, 4 шт.: в пути, ждём 24.11, рейс 10:00'
const open = () => renderPage(() => <OrderCalls orderId={12} onClose={() => undefined} />, { path: '/', at: '/' })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] }).then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('answers for a call have a loading state, and a failed load can be retried', async () => {
  let answer: (reply: Response) => void = () => undefined
  let isFirst = true
  fakeServer({
    [ANSWERS]: () => {
      if (!isFirst) return json(buildAnswers())
      isFirst = false
      return new Promise<Response>((resolve) => {
        answer = resolve
      })
    },
  })
  open()
  await screen.findByRole('status')
  expect(screen.queryByRole('group', { name: 'Причина звонка' })).toBeNull()
  answer(problem('unavailable'))
  await press('Повторить')
  await screen.findByText(LINE)
})

test('order without open lines says so, and a call about it is still recorded', async () => {
  const server = fakeServer({
    [ANSWERS]: () => json(buildAnswers({ lines: [] })),
    [RECORD]: () => json({ id: 1 }, 201),
  })
  open()
  await screen.findByText('Все строки заказа сняты: ждать нечего.')
  expect(screen.queryByRole('list', { name: 'Звонки по заказу' })).toBeNull()
  await press('Где заказ')
  await screen.findByText('Звонок записан')
  expect(server.seen.find(({ key }) => key === RECORD)?.body).toEqual({ reason: 'where', line_id: null })
})

test('call about a selected line is recorded once and listed, and the line is deselected', async () => {
  const calls: OrderAnswers['calls'] = []
  const server = fakeServer({
    [ANSWERS]: () => json(buildAnswers({ calls: [...calls] })),
    [RECORD]: () => {
      calls.push(callOf(1, 'Фильтр OC 90'))
      return json({ id: 1 }, 201)
    },
  })
  open()
  const line = await screen.findByRole('button', { name: LINE })
  fireEvent.click(line)
  expect(line.getAttribute('aria-pressed')).toBe('true')
  await screen.findByText('О чём спросил клиент по выбранной строке?')
  await press('Когда будет')
  const list = await screen.findByRole('list', { name: 'Звонки по заказу' })
  expect(list.textContent).toContain('«Когда будет», Фильтр OC 90')
  await waitFor(() => expect(line.getAttribute('aria-pressed')).toBe('false'))
  const sent = server.seen.filter(({ key }) => key === RECORD)
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'when', line_id: 5 }])
  expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
})

test('refused call keeps its line and is retried with the same idempotency key', async () => {
  let isDown = true
  const server = fakeServer({
    [ANSWERS]: () => json(buildAnswers()),
    [RECORD]: () => (isDown ? problem('unavailable') : json({ id: 1 }, 201)),
  })
  open()
  const line = await screen.findByRole('button', { name: LINE })
  fireEvent.click(line)
  await press('Отменить')
  await screen.findAllByText('Звонок не записан')
  expect(line.getAttribute('aria-pressed')).toBe('true')
  isDown = false
  await press('Отменить')
  await screen.findByText('Звонок записан')
  const keys = server.seen.filter(({ key }) => key === RECORD).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('first lines and calls of an order are shown, and more on request', async () => {
  const lines = Array.from({ length: 7 }, (_, at) => ({ line_id: at + 1, text: `Строка ${at + 1}: в пути` }))
  const calls = Array.from({ length: 5 }, (_, at) => callOf(at + 1))
  fakeServer({ [ANSWERS]: () => json(buildAnswers({ lines, calls, has_more: true })) })
  open()
  await screen.findByText('Строка 5: в пути')
  expect(screen.queryByText('Строка 6: в пути')).toBeNull()
  await press('Показать ещё 2')
  await screen.findByText('Строка 7: в пути')
  await screen.findByText('Остальные строки смотрите в таблице заказа.')
  const list = screen.getByRole('list', { name: 'Звонки по заказу' })
  expect(list.children).toHaveLength(3)
  await press('Все звонки')
  expect(list.children).toHaveLength(5)
})

const buildAnswers = (fields: Partial<OrderAnswers> = {}): OrderAnswers => ({
  lines: [{ line_id: 5, text: LINE }],
  has_more: false,
  calls: [],
  ...fields,
})

const callOf = (id: number, line: string | null = null): OrderAnswers['calls'][number] => ({
  id,
  reason: 'when',
  line,
  by: 'Иванова Мария Петровна',
  at: '2026-11-20T11:05:00.000Z',
})
