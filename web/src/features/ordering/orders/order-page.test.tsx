import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import OrderPage from './order-page.tsx'

const ORDER = 'GET /api/v1/orders/12'
const DISPUTE = 'POST /api/v1/orders/12/dispute'

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('«Нет» cancels a dispute without a request', async () => {
  const server = fakeServer({ [ORDER]: () => json(buildOrder()) })
  open()
  await press('Я этого не подтверждал')
  await press('Нет')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.keys().filter((key) => !key.startsWith('GET '))).toEqual([])
})

test('refused dispute is reported and can be repeated', async () => {
  fakeServer({ [ORDER]: () => json(buildOrder()), [DISPUTE]: () => problem('unavailable') })
  open()
  await press('Я этого не подтверждал')
  await press('Да')
  expect((await screen.findAllByText(/Сервер занят/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Я этого не подтверждал' })).toBeTruthy()
})

test('order placed by a manager names its source, and the client can dispute it', async () => {
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

const NO_ACTS: Order['can'] = {
  issue_invoice: false,
  dispute: false,
  move: false,
  change: false,
  answer: false,
  repeat: false,
}
const MOVES = 'POST /api/v1/orders/12/transitions'
const UNDO = 'POST /api/v1/order-lines/transitions/undo'
const buildLine = (fields: Partial<OrderLine> = {}): OrderLine => ({
  id: 5,
  position: 1,
  product_code: 'mahle-oc90',
  brand: 'MAHLE',
  article: 'OC 90',
  name: 'Фильтр масляный',
  unit: 'шт',
  qty: 10,
  price_kop: 40_000,
  sum_kop: 400_000,
  vat_kop: 72_131,
  vat_label: '22 %',
  client_ref: '',
  comment: '',
  claim: null,
  is_delivery: false,
  return_days: 14,
  warehouse: 'Москва',
  expected_date: '2026-11-24',
  guaranteed_date: '2026-11-25',
  parts: [{ state: 'reserved', qty: 10 }],
  taken: null,
  replaces: null,
  replaced_by: [],
  cancel: null,
  to_replace: 0,
  in_cart: 0,
  question: null,
  delay: null,
  ...fields,
})

test('tolerance used is shown beside its line, without sums when prices are hidden', async () => {
  const lines = [
    buildLine({ taken: { rise_kop: 1_200, delay_days: 1 } }),
    buildLine({ id: 6, article: 'OC 91', taken: { rise_kop: null, delay_days: 0 } }),
    buildLine({ id: 7, article: 'OC 92' }),
  ]
  fakeServer({ [ORDER]: () => json(buildOrder({ lines })) })
  open()
  await screen.findByText(/^Принято в пределах допуска: \+12,00\s₽ за единицу, срок позже на 1\sдень$/)
  expect(screen.getAllByText(/^Принято в пределах допуска/)).toHaveLength(2)
  expect(screen.getByText('Принято в пределах допуска')).toBeTruthy()
})

test('client cancels a part of a reserved line, and an excess quantity is rejected', async () => {
  const server = fakeServer({ [ORDER]: () => json(buildOrder({ lines: [buildLine()] })), [MOVES]: () => json({}) })
  open()
  await press('Отменить строку: MAHLE OC 90')
  const qty = await screen.findByLabelText(/^Количество/)
  fireEvent.change(qty, { target: { value: '11' } })
  fireEvent.blur(qty)
  await press('Отменить строку')
  await screen.findByText('Не больше 10')
  fireEvent.change(qty, { target: { value: '4' } })
  fireEvent.blur(qty)
  await press('Отменить строку')
  await screen.findByText('MAHLE OC 90: статус изменён')
  expect(server.seen.find(({ key }) => key === MOVES)?.body).toEqual({
    moves: [{ line_id: 5, from: 'reserved', to: 'cancelled_client', qty: 4, reason: '' }],
  })
})

test('manager moves a part of a line back with a reason, and the message undoes it', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
  const parts: OrderLine['parts'] = [
    { state: 'in_work', qty: 6 },
    { state: 'ready', qty: 4 },
  ]
  const server = fakeServer({
    [ORDER]: () => json(buildOrder({ lines: [buildLine({ parts })], on_behalf: null })),
    [MOVES]: () => json({}),
    [UNDO]: () => problem('undo.conflict'),
  })
  open()
  await press(/^Статус: MAHLE OC 90, В работе/)
  await pick('Другой статус или часть…')
  fireEvent.change(await screen.findByLabelText('Какая часть'), { target: { value: 'ready' } })
  fireEvent.change(screen.getByLabelText('Новый статус'), { target: { value: 'in_transit' } })
  await press('Сменить статус')
  await screen.findByText('Укажите, почему строка возвращается')
  fireEvent.change(screen.getByLabelText(/^Причина/), { target: { value: 'Собрано не то' } })
  await press('Сменить статус')
  await waitFor(() => expect(server.keys()).toContain(MOVES))
  expect(server.seen.find(({ key }) => key === MOVES)?.body).toEqual({
    moves: [{ line_id: 5, from: 'ready', to: 'in_transit', qty: 4, reason: 'Собрано не то' }],
  })
  await screen.findByText('MAHLE OC 90: статус изменён')
  const messages = within(screen.getByRole('region', { name: 'Уведомления' }))
  fireEvent.click(messages.getByRole('button', { name: 'Отменить' }))
  await screen.findByText('Отменить уже нельзя: с тех пор кое-что изменилось')
  expect(server.seen.find(({ key }) => key === UNDO)?.body).toEqual({
    moves: [{ line_id: 5, from: 'ready', to: 'in_transit', qty: 4 }],
  })
})

describe('order with lines that await the manager', () => {
  const parts: OrderLine['parts'] = [{ state: 'needs_confirm', qty: 10 }]
  const lines = [
    buildLine({ parts, question: { text: '', is_clients: false, confirmed_state: 'in_work' } }),
    buildLine({
      id: 6,
      article: 'OC 91',
      parts,
      question: { text: '', is_clients: false, confirmed_state: 'awaiting_payment' },
    }),
    buildLine({
      id: 7,
      article: 'OC 92',
      parts,
      question: { text: 'Цена выросла', is_clients: true, confirmed_state: 'in_work' },
    }),
    buildLine({ id: 8, article: 'OC 93', parts: [{ state: 'in_work', qty: 3 }] }),
  ]
  const can = { ...NO_ACTS, move: true, change: true }
  const start = async () => {
    await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
    const server = fakeServer({
      [ORDER]: () => json(buildOrder({ lines, on_behalf: null, can })),
      [MOVES]: () => json({}),
    })
    open()
    return () => server.seen.find(({ key }) => key === MOVES)?.body
  }
  const moveOf = (id: number, from: string, to: string, qty: number) => ({ line_id: id, from, to, qty })

  test('is confirmed in one press, without the lines that the client decides', async () => {
    const sent = await start()
    await press('Подтвердить всё')
    await screen.findByText(/^Подтверждено: 2\sстроки$/)
    expect(sent()).toEqual({
      moves: [
        moveOf(5, 'needs_confirm', 'in_work', 10),
        { ...moveOf(6, 'needs_confirm', 'awaiting_payment', 10), reason: 'Наличие подтверждено' },
      ],
    })
  })

  test('is refused by chosen lines for one required reason', async () => {
    const sent = await start()
    await press('Отказать…')
    fireEvent.click(await screen.findByRole('checkbox', { name: /OC 91/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: /OC 93/ }))
    await press(/^Отказать: 2\sстроки$/)
    await screen.findByText('Укажите причину: её увидит покупатель')
    fireEvent.change(screen.getByLabelText(/^Причина/), { target: { value: 'Снято с производства' } })
    await press(/^Отказать: 2\sстроки$/)
    await screen.findByText(/^Отказано: 2\sстроки$/)
    const reason = 'Снято с производства'
    expect(sent()).toEqual({
      moves: [
        { ...moveOf(5, 'needs_confirm', 'refused_supplier', 10), reason },
        { ...moveOf(8, 'in_work', 'refused_supplier', 3), reason },
      ],
    })
  })

  test('offers only the usual next states of a line, and changes it in place', async () => {
    const sent = await start()
    await press('Статус: MAHLE OC 93, В работе')
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(names).toEqual(['Заказано у поставщика', 'Приход на склад', 'Другой статус или часть…'])
    await pick('Заказано у поставщика')
    await screen.findByText('MAHLE OC 93: «Заказано у поставщика»')
    expect(sent()).toEqual({ moves: [moveOf(8, 'in_work', 'ordered_supplier', 3)] })
  })

  test('keeps two actions beside a waiting line and the others in its menu', async () => {
    await start()
    await screen.findByRole('button', { name: 'Подтвердить: MAHLE OC 90' })
    screen.getByRole('button', { name: 'Отказать: MAHLE OC 90' })
    expect(screen.queryByRole('button', { name: 'Подтвердить: MAHLE OC 92' })).toBeNull()
    await press('Ещё: MAHLE OC 93')
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
    expect(names).toEqual(['Цена и срок…', 'Отказать…'])
    await pick('Цена и срок…')
    await screen.findByRole('dialog', { name: 'Цена и срок: MAHLE OC 93' })
  })
})

test('late line is marked with the reason of its delay, and the notice names the manager', async () => {
  const manager = { full_name: 'Сергеев П. И.', phone: '+79031234567', email: 'sergeev@artikul.test' }
  await signInAs({ manager })
  const late = buildLine({
    parts: [{ state: 'delayed', qty: 10 }],
    delay: { is_late: true, reason: 'Новый срок поставки: 24.11.2026' },
  })
  const announced = buildLine({ id: 6, article: 'OC 91', delay: { is_late: false, reason: 'Нет рейса' } })
  fakeServer({ [ORDER]: () => json(buildOrder({ lines: [late, announced] })) })
  open()
  await screen.findByText('Новый срок поставки: 24.11.2026')
  screen.getByText('Нет рейса')
  expect(screen.getAllByText('Опаздывает')).toHaveLength(1)
  screen.getByText(/^Опаздывает 1\sстрока: день ожидания прошёл, новый срок уточняется\./)
  expect(screen.getByRole('link', { name: /903/ }).getAttribute('href')).toBe('tel:+79031234567')
})

test('line that cannot be moved has no action buttons', async () => {
  fakeServer({ [ORDER]: () => json(buildOrder({ lines: [buildLine({ parts: [{ state: 'in_transit', qty: 10 }] })] })) })
  open()
  await screen.findByText('В пути')
  expect(screen.queryByRole('button', { name: /^(Отменить строку|Изменить|Товар получен)/ })).toBeNull()
})

test('client accepts a supplier change, but not a question for the manager', async () => {
  const reason = 'Цена поставщика выросла'
  const parts: OrderLine['parts'] = [{ state: 'needs_confirm', qty: 2 }]
  const doubtful = buildLine({
    id: 6,
    article: 'OC 91',
    parts,
    question: { text: '', is_clients: false, confirmed_state: null },
  })
  const lines = [buildLine({ parts, question: { text: reason, is_clients: true, confirmed_state: null } }), doubtful]
  const server = fakeServer({ [ORDER]: () => json(buildOrder({ lines })), [MOVES]: () => json({}) })
  open()
  await press('Решить: MAHLE OC 90')
  await screen.findByText(reason)
  await press('Согласиться')
  await waitFor(() => expect(server.keys()).toContain(MOVES))
  expect(server.seen.find(({ key }) => key === MOVES)?.body).toMatchObject({ moves: [{ line_id: 5, to: 'in_work' }] })
  screen.getByRole('button', { name: 'Отменить строку: MAHLE OC 91' })
})

test('line history is loaded when opened, and a failed load can be retried', async () => {
  let isDown = true
  const at = '2026-11-20T11:05:00.000Z'
  const moved = {
    at,
    by: 'Сергеев П. И.',
    from: 'in_work',
    to: 'refused_supplier',
    qty: 10,
    reason: 'Снят с производства',
  }
  const HISTORY = 'GET /api/v1/order-lines/5/history'
  const server = fakeServer({
    [ORDER]: () => json(buildOrder({ lines: [buildLine()] })),
    [HISTORY]: () => (isDown ? problem('unavailable') : json({ results: [moved] })),
  })
  open()
  await screen.findByRole('button', { name: 'История строки MAHLE OC 90' })
  expect(server.keys()).not.toContain(HISTORY)
  await press('История строки MAHLE OC 90')
  const failed = await screen.findByRole('row', { name: /Сервер занят/ })
  isDown = false
  fireEvent.click(within(failed).getByRole('button', { name: 'Повторить' }))
  const history = await screen.findByRole('list', { name: 'История MAHLE OC 90' })
  expect(history.textContent).toContain('Сергеев П. И.: «В работе» → «Отказ поставщика», 10 шт., Снят с производства')
})

test('order is repeated as a list, and a refusal shows the reason', async () => {
  let isRefused = true
  const REPEAT = 'POST /api/v1/bulk-orders/of-order'
  const server = fakeServer({
    [ORDER]: () => json(buildOrder()),
    [REPEAT]: () => (isRefused ? problem('not_found', { detail: 'Заказ не найден' }) : json({ id: 44 }, 201)),
  })
  const { router } = open()
  await press('Повторить заказ')
  expect((await screen.findAllByText(/Заказ не найден/)).length).toBeGreaterThan(0)
  isRefused = false
  await press('Повторить заказ')
  await waitFor(() => expect(router.state.location.href).toBe('/search-by-document?list=44'))
  expect(server.seen.find(({ key }) => key === REPEAT)?.body).toEqual({ order_id: 12 })
})

test('repeat button is hidden where repeating is not allowed', async () => {
  fakeServer({ [ORDER]: () => json(buildOrder({ can: { ...buildOrder().can, repeat: false } })) })
  open()
  await screen.findByRole('heading', { name: /^Заказ №/ })
  expect(screen.queryByRole('button', { name: 'Повторить заказ' })).toBeNull()
})
const ASK = 'POST /api/v1/order-lines/5/cancel-requests'
const cancelRequest = {
  id: 3,
  qty: 4,
  message: 'Машина продана',
  by: 'Петров А. Н.',
  at: '2026-11-20T11:05:00.000Z',
  decline_reason: null,
}
const NO_NEWS = { on_behalf: null }

test('cancellation of goods in work is requested with a reason and a limited quantity', async () => {
  let sent: object | undefined
  const line = () => buildLine({ parts: [{ state: 'in_work', qty: 10 }], cancel: sent ? cancelRequest : null })
  fakeServer({
    [ORDER]: () => json(buildOrder({ ...NO_NEWS, lines: [line()] })),
    [ASK]: ({ body }) => {
      sent = body as object
      return json({ id: 3 })
    },
  })
  open()
  await press('Запросить отмену: MAHLE OC 90')
  const qty = await screen.findByRole('textbox', { name: /^Количество/ })
  fireEvent.change(qty, { target: { value: '11' } })
  fireEvent.blur(qty)
  await press('Отправить запрос')
  await screen.findByText(/^Не больше 10\sшт/)
  fireEvent.change(qty, { target: { value: '4' } })
  fireEvent.blur(qty)
  fireEvent.change(screen.getByRole('textbox', { name: /^Причина/ }), { target: { value: 'Машина продана' } })
  await press('Отправить запрос')
  await screen.findByText(/^Запрошена отмена: 4\sшт/)
  expect(sent).toEqual({ qty: 4, message: 'Машина продана' })
  expect(screen.queryByRole('button', { name: 'Запросить отмену: MAHLE OC 90' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Отозвать запрос: MAHLE OC 90' })).toBeTruthy()
})

test('declined cancellation shows the reason and can be requested again', async () => {
  const line = buildLine({
    parts: [{ state: 'in_transit', qty: 10 }],
    cancel: { ...cancelRequest, decline_reason: 'Уже в пути' },
  })
  fakeServer({ [ORDER]: () => json(buildOrder({ ...NO_NEWS, lines: [line] })) })
  open()
  await screen.findByText(/^В отмене отказано: 4\sшт/)
  expect(screen.getByText('Уже в пути')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Запросить отмену: MAHLE OC 90' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Отозвать/ })).toBeNull()
})

test('staff approve a cancellation request under its line and cannot request one', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }] })
  const answered: string[] = []
  const line = () =>
    buildLine({ parts: [{ state: 'in_work', qty: 10 }], cancel: answered.length > 0 ? null : cancelRequest })
  const can = { ...buildOrder().can, change: true, answer: false }
  fakeServer({
    [ORDER]: () => json(buildOrder({ ...NO_NEWS, lines: [line()], can })),
    'POST /api/v1/cancel-requests/3/agree': () => {
      answered.push('agreed')
      return json({ qty: 4 })
    },
  })
  open()
  await screen.findByText('Машина продана')
  expect(screen.queryByRole('button', { name: /^Запросить отмену/ })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: /^Отменить 4.*: MAHLE OC 90$/ }))
  await waitFor(() => expect(screen.queryByText('Машина продана')).toBeNull())
  expect(answered).toEqual(['agreed'])
})

const buildOrder = (fields: Partial<Order> = {}): Order => ({
  id: 12,
  number: '26-000012',
  client_number: '',
  created_at: '2026-11-20T11:05:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  consignee: 'Сервис на Ленина',
  status: 'new',
  marks: { late: 0, undecided: 0 },
  lines_count: 0,
  total_kop: null,
  expected_date: null,
  has_invoice: false,
  paid_percent: null,
  left_kop: null,
  seller: 'ООО «Артикул»',
  contract: '№ 17',
  consignee_id: 3,
  consignee_address: '',
  comment: '',
  vat_kop: null,
  placed_by: 'Петров А. Н.',
  ship_complete: false,
  external_number: null,
  is_pickup: false,
  wait: null,
  hold_reason: '',
  lines: [],
  invoices: [],
  decisions: [],
  on_behalf: {
    manager: 'Сергеев П. И.',
    confirmed_by: 'Петров Алексей Николаевич',
    confirmed_phone: '+79991234567',
    at: '2026-11-20T11:05:00.000Z',
    disputed_at: null,
  },
  can: { issue_invoice: false, dispute: true, move: true, change: false, answer: true, repeat: true },
  ...fields,
})
const disputed = buildOrder({
  on_behalf: { ...buildOrder().on_behalf!, disputed_at: '2026-11-20T12:00:00.000Z' },
  can: { issue_invoice: false, dispute: false, move: true, change: false, answer: true, repeat: true },
})

const open = () => renderPage(OrderPage, { path: '/orders/$id', at: '/orders/12' })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const pick = async (name: string) => fireEvent.click(await screen.findByRole('menuitem', { name }))
