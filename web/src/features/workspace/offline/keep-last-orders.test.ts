import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../lib/session/current-session.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { cacheLastOrders } from './keep-last-orders.ts'

const ORDERS = 'GET /api/v1/orders'
const LINES = 'GET /api/v1/order-lines'

let boxes: Map<string, Map<string, Response>>
let isControlled: boolean

beforeAll(startKeeping)
beforeEach(() => {
  boxes = new Map()
  isControlled = true
  vi.stubGlobal('caches', storage)
})
afterEach(signOut)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('last orders of a client are stored by two requests and refreshed after five minutes', async () => {
  await signInAs({ contractors: COMPANIES })
  const many = Array.from({ length: 30 }, (_, at) => order(at + 1))
  const server = fakeServer(answers(many, [line(1), line(2, { parts: [{ state: 'shipped', qty: 3 }] })]))
  await later()
  expect(await kept()).toMatchObject({
    shape: 1,
    company: 'ООО «Ромашка»',
    orders: {
      length: 20,
      0: {
        number: '26-1',
        date: '24.11.2026',
        consignee: 'Сервис на Ленина',
        status: 'В работе',
        sum: '1\u00a0200,00\u00a0₽',
        more: 0,
        lines: [
          {
            brand: 'MAHLE',
            article: 'OC 500',
            qty: '3\u00a0шт.',
            state: 'В пути: 2\u00a0шт.; Отказ поставщика: 1\u00a0шт.',
            expected: '26.11.2026',
          },
          { state: 'Отгружено', expected: '' },
        ],
      },
      1: { number: '26-2', lines: [], more: 2 },
    },
  })
  expect(server.keys()).toHaveLength(2)
  await later(180_000)
  expect(server.keys()).toHaveLength(2)
  await later(180_000)
  expect(server.keys()).toHaveLength(4)
})

test('last orders of a person without price access are stored without prices', async () => {
  await signInAs({ may: { see_prices: false, see_settlements: false, place_orders: true, change_points: true } })
  fakeServer(answers([order(1, { total_kop: null })], [line(1, { price_kop: null, sum_kop: null })]))
  await later()
  expect(JSON.stringify(await kept())).not.toContain('₽')
  expect(await kept()).toMatchObject({ orders: [{ sum: null }] })
})

test('last orders are deleted on sign-out', async () => {
  await signInAs()
  fakeServer(answers())
  await later()
  expect(boxes.has('last-orders')).toBe(true)
  await session.logout()
  await later(10)
  expect(boxes.has('last-orders')).toBe(false)
})

test('last orders are deleted and reloaded on a company switch', async () => {
  await signInAs({ contractors: COMPANIES })
  fakeServer(answers())
  await later()
  const user = { ...session.getState().user, current_contractor_id: 8 }
  fakeServer({
    ...answers([order(9, { contractor_id: 8 })]),
    'PATCH /api/v1/user/change_current_contractor/8': () => json({}),
    'GET /api/v1/user/': () => json(user),
  })
  await session.changeContractor(8)
  await later(10)
  expect(boxes.has('last-orders')).toBe(false)
  await later()
  expect(await kept()).toMatchObject({ company: 'ООО «Ландыш»', orders: [{ number: '26-9' }] })
})

test.each([
  ['a manager', { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' as const }], contractors: [] }],
  ['a manager in a client’s name', { impersonated_by: { full_name: 'Менеджеров Пётр' } }],
  ['the person who has to set the second factor first', { must_set_second_factor: true }],
])('%s stores no last orders, and those of others are deleted', async (_, fields) => {
  await signInAs(fields)
  boxes.set('last-orders', new Map([['/last-orders.json', json({ shape: 1, owner: '77 7 prices', at: Date.now() })]]))
  // Imitates the next page.
  cacheLastOrders({ isControlled: () => isControlled })
  const server = fakeServer(answers())
  await later()
  expect(boxes.has('last-orders')).toBe(false)
  expect(server.keys()).toEqual([])
})

test('last orders are not stored without a service worker, and a failure is retried', async () => {
  isControlled = false
  await signInAs()
  const server = fakeServer({ ...answers(), [LINES]: () => problem('internal') })
  await later()
  expect(server.keys()).toEqual([])
  isControlled = true
  await later()
  expect(boxes.has('last-orders')).toBe(false)
  fakeServer(answers())
  await later()
  expect(boxes.has('last-orders')).toBe(true)
})

test('sign-out during loading leaves no last orders', async () => {
  await signInAs()
  let answer: (reply: Response) => void = () => undefined
  fakeServer({ ...answers(), [LINES]: () => new Promise<Response>((resolve) => (answer = resolve)) })
  await later(10_000)
  await session.logout()
  answer(listOf([line(1)]))
  await later(10)
  expect(boxes.has('last-orders')).toBe(false)
})

const COMPANIES = [
  { id: 7, name: 'ООО «Ромашка»', inn: '7700000007', status: 'active' as const },
  { id: 8, name: 'ООО «Ландыш»', inn: '7700000008', status: 'active' as const },
]

const order = (id: number, fields: object = {}) => ({
  id,
  number: `26-${id}`,
  client_number: '',
  created_at: '2026-11-24T12:00:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Ромашка»',
  consignee: 'Сервис на Ленина',
  status: 'in_work',
  marks: { late: 0, undecided: 0 },
  lines_count: 2,
  total_kop: 120_000,
  expected_date: null,
  has_invoice: false,
  paid_percent: null,
  left_kop: null,
  ...fields,
})

const line = (id: number, fields: object = {}) => ({
  id,
  order_id: 1,
  order_number: '26-1',
  client_number: '',
  ordered_at: '2026-11-24T12:00:00.000Z',
  contractor_id: 7,
  contractor: 'ООО «Ромашка»',
  consignee: 'Сервис на Ленина',
  product_code: 'p1',
  brand: 'MAHLE',
  article: 'OC 500',
  name: 'Фильтр масляный',
  client_ref: '',
  unit: 'шт',
  qty: 3,
  parts: [
    { state: 'in_transit', qty: 2 },
    { state: 'refused_supplier', qty: 1 },
  ],
  expected_date: '2026-11-26',
  is_late: false,
  replaces: null,
  replaced_by: [],
  price_kop: 40_000,
  sum_kop: 120_000,
  ...fields,
})

const listOf = (results: object[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 }, has_more: false })

async function startKeeping() {
  vi.useFakeTimers({ now: new Date('2026-11-24T12:03:00Z'), shouldAdvanceTime: true })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => void setTimeout(work, 0))
  await session.start()
  cacheLastOrders({ isControlled: () => isControlled })
}

/** The used part of Cache Storage. */
const storage = {
  open: async (name: string) => {
    const box = boxes.get(name) ?? new Map<string, Response>()
    boxes.set(name, box)
    return { put: async (key: string, reply: Response) => void box.set(key, reply) }
  },
  match: async (key: string, { cacheName }: { cacheName: string }) => boxes.get(cacheName)?.get(key)?.clone(),
  delete: async (name: string) => boxes.delete(name),
}

const kept = async () => (await boxes.get('last-orders')?.get('/last-orders.json')?.clone().json()) as unknown

const later = async (ms = 70_000) => {
  const first = Math.min(ms, 5000)
  await vi.advanceTimersByTimeAsync(first)
  // The modules that read them are loaded on first use.
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(ms - first)
}

const answers = (orders: object[] = [order(1)], lines: object[] = [line(1)]) => ({
  [ORDERS]: () => listOf(orders),
  [LINES]: () => listOf(lines),
  'POST /api/v1/token/logout': () => json({}),
})
