import type { PriceExportItem, PriceSchedule } from '@artikul/contract/ordering/price-exports'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import PriceExportsPage from './price-exports-page.tsx'

const LIST = 'GET /api/v1/price-exports'
const ORDER = 'POST /api/v1/price-exports'
const SCHEDULE = 'POST /api/v1/price-exports/schedule'
const LINK = 'GET /api/v1/price-exports/3/link'

beforeEach(() => signInAs())
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('price file is requested for selected brands and groups and is queued in the list', async () => {
  const server = serve()
  open()
  expect(await screen.findByText('Файлов пока нет')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText('Куда')).toHaveProperty('value', '4'))
  fireEvent.click(screen.getByLabelText('CSV — для загрузки в программу'))
  fireEvent.change(screen.getByRole('combobox', { name: 'Бренды' }), { target: { value: 'mann' } })
  fireEvent.click(await screen.findByRole('option', { name: 'MANN-FILTER' }))
  expect(within(screen.getByRole('list', { name: 'Выбранные бренды' })).getByText('MANN-FILTER')).toBeTruthy()
  fireEvent.change(screen.getByRole('combobox', { name: 'Группы товаров' }), { target: { value: 'колод' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Тормозная система / Колодки' }))
  await press('Собрать файл')
  expect(await screen.findByText('в очереди')).toBeTruthy()
  expect(server.bodies(ORDER)).toEqual([
    { format: 'csv', brand_ids: [11], group_ids: [21], in_stock: true, consignee_id: 4 },
  ])
  await press('Снять отбор: MANN-FILTER')
  expect(screen.queryByRole('list', { name: 'Выбранные бренды' })).toBeNull()
})

test('running price file shows its row count and is polled until ready', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'], shouldAdvanceTime: true })
  const results = [buildFile({ state: 'running', rows_count: 40_000, ...underWay })]
  serve(results)
  open()
  expect((await row()).textContent).toMatch(/собираем: 40\s000\sстрок/)
  results[0] = buildFile()
  await vi.advanceTimersByTimeAsync(2100)
  await waitFor(async () => expect((await row()).textContent).toMatch(/готов120\s000\sстрок6,7\sМБ24\.11\.2026/))
  vi.useRealTimers()
})

test('ready price file is downloaded by the browser through a requested link', async () => {
  const clicked: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href)
  })
  serve([buildFile()], { [LINK]: () => json({ path: '/api/v1/price-exports/content/7.3.1.x' }) })
  open()
  await press('Скачать XLSX: все бренды')
  await waitFor(() => expect(clicked).toEqual([expect.stringMatching(/\/price-exports\/content\/7\.3\.1\.x$/)]))
  click.mockRestore()
})

test('failed price file shows the reason and is repeated with the same parameters', async () => {
  const server = serve([failed])
  open()
  expect((await row()).textContent).toContain('не собранна сервере не хватило места')
  await press('Повторить XLSX: MANN-FILTER')
  await waitFor(() =>
    expect(server.bodies(ORDER)).toEqual([
      { format: 'xlsx', brand_ids: [11], group_ids: [], in_stock: true, consignee_id: 4 },
    ]),
  )
})

test('refused price file request shows the reason and keeps the form', async () => {
  serve([], { [ORDER]: () => problem('price_export.already_queued') })
  open()
  fireEvent.click(await screen.findByLabelText('Все: и то, чего сейчас нет'))
  await press('Собрать файл')
  expect(await screen.findByText('Другой прайс компании уже ждёт очереди: дождитесь его')).toBeTruthy()
  expect(screen.getByLabelText('Все: и то, чего сейчас нет')).toHaveProperty('checked', true)
})

test('daily price file is enabled from the form, rescheduled and disabled', async () => {
  const { state, bodies } = serve([], {
    [SCHEDULE]: ({ body }) => {
      const { hour, is_on } = body as PriceSchedule
      state.schedule = buildSchedule({ hour, is_on })
      return json(state.schedule)
    },
  })
  open()
  await waitFor(() => expect(screen.getByLabelText('Куда')).toHaveProperty('value', '4'))
  await press('Присылать каждый день')
  expect(await screen.findByText(/Присылаем CSV: MANN-FILTER, только в наличии/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Начинать в'), { target: { value: '9' } })
  await waitFor(() => expect(bodies(SCHEDULE)).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Не присылать' })).toHaveProperty('disabled', false))
  await press('Не присылать')
  expect(await screen.findByRole('button', { name: 'Присылать каждый день' })).toBeTruthy()
  const form = { format: 'xlsx', brand_ids: [], group_ids: [], in_stock: true, consignee_id: 4 }
  const own = { format: 'csv', brand_ids: [11], group_ids: [], in_stock: true, consignee_id: null }
  expect(bodies(SCHEDULE)).toEqual([
    { ...form, hour: 7, is_on: true },
    { ...own, hour: 9, is_on: true },
    { ...own, hour: 9, is_on: false },
  ])
})

test('user without price access sees an explanation, and no request is made', async () => {
  await signInAs({ may: { see_prices: false, see_settlements: true, place_orders: true, change_points: true } })
  const server = serve()
  open()
  expect(await screen.findByText('Цены вам не видны')).toBeTruthy()
  expect(server.keys()).not.toContain(LIST)
})

test('price file list that failed to load can be retried', async () => {
  let isUp = false
  serve([], { [LIST]: () => (isUp ? json({ results: [], schedule: null }) : problem('unavailable')) })
  open()
  expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
  isUp = true
  await press('Повторить')
  expect(await screen.findByText('Файлов пока нет')).toBeTruthy()
})

test('price file with deleted groups shows a warning and cannot be repeated', async () => {
  const withoutGroups = { groups: [], groups_gone: true }
  fakeServer({
    [LIST]: () => json({ results: [{ ...failed, ...withoutGroups }], schedule: buildSchedule(withoutGroups) }),
    'GET /api/v1/price-exports/brands': () => json({ results: [] }),
    'GET /api/v1/price-exports/groups': () => json({ results: [] }),
    'GET /api/v1/consignees/options': () => json({ results: [] }),
  })
  renderPage(() => <PriceExportsPage />, { path: '/price-list' })
  await screen.findByText(/Групп, по которым вы отбирали товары, больше нет/)
  expect(screen.getByText('XLSX: MANN-FILTER, группы удалены')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Повторить/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Присылать каждый день' })).toBeTruthy()
})

const MANN = { id: 11, name: 'MANN-FILTER' }
const PADS = { id: 21, name: 'Тормозная система / Колодки' }

const buildFile = (fields: Partial<PriceExportItem> = {}): PriceExportItem => ({
  id: 3,
  format: 'xlsx',
  brands: [],
  groups: [],
  groups_gone: false,
  in_stock: true,
  point: { id: 4, name: 'Сервис' },
  is_daily: false,
  state: 'ready',
  rows_count: 120_000,
  bytes: 7_074_331,
  failure: null,
  ordered_by: 'Петров Алексей Николаевич',
  created_at: '2026-11-17T09:00:00.000Z',
  finished_at: '2026-11-17T09:00:10.000Z',
  keep_until: '2026-11-24T09:00:10.000Z',
  ...fields,
})
const underWay = { bytes: null, finished_at: null, keep_until: null }
const failed = buildFile({ state: 'failed', failure: 'no_space', rows_count: 0, bytes: null, brands: [MANN] })

const buildSchedule = (fields: Partial<PriceSchedule> = {}): PriceSchedule => ({
  format: 'csv',
  brands: [MANN],
  groups: [],
  groups_gone: false,
  in_stock: true,
  point: null,
  hour: 7,
  is_on: true,
  next_at: '2026-11-18T04:00:00.000Z',
  ...fields,
})

/** Server that stores what it receives. */
function serve(results: PriceExportItem[] = [], answers: Parameters<typeof fakeServer>[0] = {}) {
  const state: { schedule: PriceSchedule | null } = { schedule: null }
  const server = fakeServer({
    [LIST]: () => json({ results, schedule: state.schedule }),
    'GET /api/v1/price-exports/brands': () => json({ results: [MANN] }),
    'GET /api/v1/price-exports/groups': () => json({ results: [PADS] }),
    'GET /api/v1/consignees/options': () =>
      json({ results: [{ id: 4, name: 'Сервис', code: null, address: 'Москва', is_default: true }] }),
    [ORDER]: () => {
      results.unshift(buildFile({ id: 9, state: 'queued', rows_count: 0, ...underWay }))
      return json({ id: 9 }, 201)
    },
    ...answers,
  })
  return {
    ...server,
    state,
    bodies: (key: string) => server.seen.filter((one) => one.key === key).map(({ body }) => body),
  }
}

const open = () => renderPage(() => <PriceExportsPage />, { path: '/price-list' })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const row = async (at = 1) => (await screen.findAllByRole('row'))[at] ?? expect.fail('no row')
