import type { AnswerFileResult } from '@artikul/contract/purchasing/supplier-order-files'
import type {
  SupplierOrderDetails,
  SupplierOrderLine,
  SupplierQueue,
} from '@artikul/contract/purchasing/supplier-orders'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import type { SupplierOrdersSearch } from './supplier-orders.api.ts'
import SupplierOrders from './supplier-orders.tsx'

const LIST = 'GET /api/v1/supplier-orders'
const QUEUES = 'GET /api/v1/supplier-orders/queues'
const ONE = 'GET /api/v1/supplier-orders/5'
const SEND = 'POST /api/v1/supplier-orders'
const CHECK = 'POST /api/v1/supplier-orders/5/answer-file'
const ANSWER = 'POST /api/v1/supplier-orders/5/answers'
const HISTORY = 'GET /api/v1/supplier-orders/5/history?page=1&page_size=50'
const WAITING = 'GET /api/v1/supplier-orders/waiting?page=1&page_size=50&supply_route_id=3'
const HOLD = 'POST /api/v1/supplier-order-lines/11/hold'

beforeEach(() => signInAs(BUYER))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('supplier order queue shows its send time and missing sum, and is sent in one click', async () => {
  const server = fakeServer({
    [QUEUES]: () => json({ results: [queue] }),
    [LIST]: () => listOf(),
    [SEND]: () => json({ orders: [{ id: 5, number: 'A26-000005' }] }, 201),
  })
  const onChange = open()
  await screen.findByText('Заказов поставщикам ещё не было')
  const row = within(screen.getByRole('table', { name: 'Ждут отправки' }))
  expect(row.getByText('К отсечке')).toBeTruthy()
  expect(row.getByText(/не хватает 2\s000,00/)).toBeTruthy()
  expect(row.getByText('Отложено: 1')).toBeTruthy()
  fireEvent.click(row.getByRole('button', { name: 'Отправить сейчас: Форум' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ supplier_order_id: 5 }))
  expect(server.seen.find(({ key }) => key === SEND)?.body).toEqual({ supply_route_id: 3 })
})

test('waiting supplier line is held and released, singly and in bulk', async () => {
  let lines = [waitingLine, { ...waitingLine, id: 12, state: 'held' as const, article: 'F 026 407 006' }]
  const server = fakeServer({
    [QUEUES]: () => json({ results: [queue] }),
    [LIST]: () => listOf(),
    [WAITING]: () => listOf(...lines),
    [HOLD]: () => {
      lines = lines.map((one) => (one.id === 11 ? { ...one, version: 3, state: 'held' } : one))
      return json({ version: 3 })
    },
    'POST /api/v1/supplier-order-lines/12/hold': () => json({ version: 3 }),
  })
  const window = await openWaiting()
  expect(await window.findByText('Отложена')).toBeTruthy()
  fireEvent.click(window.getByRole('button', { name: 'Отложить: BOSCH 0 986 452 041, заказ 26-000007' }))
  await waitFor(() => expect(window.getAllByText('Отложена')).toHaveLength(2))
  expect(server.seen.find(({ key }) => key === HOLD)?.body).toEqual({ version: 2, is_held: true })
  for (const box of window.getAllByRole('checkbox', { name: /^Выбрать BOSCH/ })) fireEvent.click(box)
  fireEvent.click(window.getByRole('button', { name: 'Вернуть: 2' }))
  await waitFor(() =>
    expect(server.seen.filter(({ key }) => key.endsWith('/hold')).map(({ body }) => body)).toEqual([
      { version: 2, is_held: true },
      { version: 3, is_held: false },
      { version: 2, is_held: false },
    ]),
  )
})

test('supplier line already sent cannot be held, and the list says so', async () => {
  let lines = [waitingLine]
  fakeServer({
    [QUEUES]: () => json({ results: [queue] }),
    [LIST]: () => listOf(),
    [WAITING]: () => listOf(...lines),
    [HOLD]: () => {
      lines = []
      return problem('stale')
    },
  })
  const window = await openWaiting()
  fireEvent.click(await window.findByRole('button', { name: /^Отложить: BOSCH/ }))
  expect(await window.findByText('Ничего не ждёт')).toBeTruthy()
  expect(window.getByText(/^Строка не изменена: /)).toBeTruthy()
})

test('waiting supplier lines that failed to load can be retried', async () => {
  let isDown = true
  fakeServer({
    [QUEUES]: () => json({ results: [queue] }),
    [LIST]: () => listOf(),
    [WAITING]: () => (isDown ? problem('internal') : listOf(waitingLine)),
  })
  const window = await openWaiting()
  const again = await window.findByRole('button', { name: 'Повторить' })
  isDown = false
  fireEvent.click(again)
  expect(await window.findByText('Ждёт отправки')).toBeTruthy()
})

test('supplier order queues that failed to load can be retried', async () => {
  let isDown = true
  fakeServer({
    [QUEUES]: () => (isDown ? problem('internal') : json({ results: [queue] })),
    [LIST]: () => listOf(order),
  })
  open()
  const again = await screen.findByRole('button', { name: 'Повторить' })
  isDown = false
  fireEvent.click(again)
  await screen.findByText('Файлом, zakaz@forum.ru')
  expect(await screen.findByText('Не применено: 1')).toBeTruthy()
})

test('supplier answer file is previewed, and an applied one cannot be applied again', async () => {
  const seen: AnswerFileResult = { seen: 'x', was_applied: true, counts: { refused: 1 }, rows: [] }
  fakeServer({ [HISTORY]: () => listOf(), [ONE]: () => json(order), [CHECK]: () => json(seen) })
  open({ supplier_order_id: 5 })
  expect(await screen.findByText('Не применено: У клиента нет 2, которые ждут поставщика')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Загрузить ответ' }))
  const window = within(await screen.findByRole('dialog'))
  fireEvent.change(window.getByLabelText('Файл поставщика'), { target: { files: [new File(['x'], 'ответ.xlsx')] } })
  expect(await window.findByText('Этот файл уже принят: второй раз он ничего не изменит.')).toBeTruthy()
  expect(window.getByText('Отказ: 1')).toBeTruthy()
  expect(window.queryByRole('button', { name: /^Принять/ })).toBeNull()
})

const CANCELLATION = 'POST /api/v1/supplier-order-lines/11/cancellation'

test('refused supplier cancellation is resolved by a person', async () => {
  const refused = { state: 'refused' as const, qty: 1, cancelled_qty: 0, reason: 'Уже отгружено' }
  let isRefused = true
  const server = fakeServer({
    [HISTORY]: () => listOf(),
    [ONE]: () => json({ ...order, cancellations_count: 1, lines: [{ ...line, cancellation: refused }] }),
    [CANCELLATION]: () => (isRefused ? problem('stale') : json({ version: 3 })),
  })
  open({ supplier_order_id: 5 })
  expect(await screen.findByText('Поставщик не отменил')).toBeTruthy()
  expect(screen.getByText(/^1.* из 2.*: Уже отгружено$/)).toBeTruthy()
  expect(screen.getByText(/^Клиент отказался, а у поставщика 1.строка не отменена/)).toBeTruthy()
  const keep = screen.getByRole('button', { name: 'Товар придёт нам: BOSCH 0 986 452 041, заказ 26-000007' })
  fireEvent.click(keep)
  expect(await screen.findAllByText('Решение не принято')).not.toHaveLength(0)
  isRefused = false
  fireEvent.click(keep)
  await waitFor(() => expect(server.seen.filter(({ key }) => key === CANCELLATION)).toHaveLength(2))
  expect(server.seen.findLast(({ key }) => key === CANCELLATION)?.body).toEqual({ version: 2, is_cancelled: false })
})

test('supplier order history merges both sides by time', async () => {
  const event = { by: 'Поставщик', brand: 'BOSCH', article: '0 986 452 041', order: line.order }
  const move = { from: 'in_work', to: 'ordered_supplier', qty: 2, unit: 'шт' } as const
  fakeServer({
    [HISTORY]: () =>
      listOf(
        { ...event, id: 1, side: 'client', at: '2026-11-20T11:07:00.000Z', move, text: '' },
        { ...event, id: 1, side: 'supplier', at: '2026-11-20T11:07:00.000Z', move: null, text: 'Заказана, № 1001' },
      ),
    [ONE]: () => json(order),
  })
  open({ supplier_order_id: 5 })
  const rows = within(await screen.findByRole('table', { name: 'История заказа поставщику' })).getAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent.replace(/\s/g, ' '))).toEqual([
    expect.stringMatching(/У клиентаВ работе → Заказано у поставщика, 2 шт/),
    expect.stringMatching(/У поставщикаЗаказана, № 1001/),
  ])
})

test('error of a manual supplier answer appears beside its field', async () => {
  const errors = [{ path: 'answers.0.reason', message: 'Укажите причину отказа' }]
  const server = fakeServer({
    [HISTORY]: () => listOf(),
    [ONE]: () => json(order),
    [ANSWER]: () => problem('input.invalid', { errors }),
  })
  open({ supplier_order_id: 5 })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать BOSCH 0 986 452 041, заказ 26-000007' }))
  fireEvent.click(screen.getByRole('button', { name: 'Ответ вручную: 1' }))
  const window = within(await screen.findByRole('dialog'))
  fireEvent.click(window.getByRole('button', { name: 'Принять ответ' }))
  expect(await window.findByText('Укажите причину отказа')).toBeTruthy()
  expect(server.seen.find(({ key }) => key === ANSWER)?.body).toMatchObject({
    answers: [{ line_id: 11, version: 2, confirmed_qty: 2, price_kop: 50_000 }],
  })
})

const BUYER: Partial<CurrentUser> = {
  roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }],
  rights: ['prices'],
  contractors: [],
  current_contractor_id: null,
}

const source = { id: 3, name: 'Форум' }
const line: SupplierOrderLine = {
  id: 11,
  version: 2,
  state: 'ordered',
  source,
  supplier_order_id: 5,
  order: { id: 7, number: '26-000007' },
  contractor: 'ООО «Волга»',
  warehouse: null,
  brand: 'BOSCH',
  article: '0 986 452 041',
  name: 'Фильтр',
  unit: 'шт',
  qty: 2,
  purchase_kop: 50_000,
  confirmed_qty: null,
  confirmed_kop: null,
  promised_on: null,
  new_article: '',
  supplier_number: '',
  status: null,
  reason: '',
  not_applied: 'У клиента нет 2, которые ждут поставщика',
  line_state: 'ordered_supplier',
  cancellation: null,
  changed_at: '2026-11-20T11:05:00.000Z',
} as const
const order: SupplierOrderDetails = {
  id: 5,
  version: 3,
  number: 'A26-000005',
  source,
  channel: 'file',
  state: 'sent',
  reason: '',
  lines_count: 1,
  total_kop: 100_000,
  not_applied_count: 1,
  cancellations_count: 0,
  created_at: '2026-11-20T11:05:00.000Z',
  made_by: null,
  sent_at: '2026-11-20T11:06:00.000Z',
  asked_at: null,
  next_at: null,
  lines: [line],
  can: { retry: false, answer: true, change: false },
  min_order_kop: 0,
}
const waitingLine: SupplierOrderLine = { ...line, state: 'waiting', supplier_order_id: null, not_applied: '' }

const queue: SupplierQueue = {
  source,
  kind: 'partner',
  channel: 'file',
  version: 1,
  sending: 'cutoff',
  min_order_kop: 500_000,
  tolerance_hundredths: 0,
  orders_email: 'zakaz@forum.ru',
  payment_method: '',
  shipment_method: '',
  shipment_address: '',
  waiting_count: 2,
  held_count: 1,
  waiting_kop: 300_000,
  short_kop: 200_000,
  oldest_at: '2026-11-20T11:05:00.000Z',
  stopped: null,
}

const listOf = (...results: object[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

function open(search: SupplierOrdersSearch = {}) {
  const onChange = vi.fn()
  renderPage(() => <SupplierOrders search={search} onChange={onChange} />, { path: '/admin', at: '/admin' })
  return onChange
}

async function openWaiting() {
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^2\sстроки: показать строки, Форум$/ }))
  return within(await screen.findByRole('dialog', { name: 'Строки ждут отправки' }))
}
