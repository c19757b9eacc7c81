import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, pageParams, choiceParam, textParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { CONDITION_TABS } from './conditions-address.ts'
import PriceConditionsPage from './price-conditions-page.tsx'

const LIST = 'GET /api/v1/price-conditions'
const GROUPS = 'GET /api/v1/price-groups'
const CREATE = 'POST /api/v1/price-conditions'
const PREVIEW = 'POST /api/v1/price-conditions/preview'
const CHANGE = 'POST /api/v1/price-conditions/change'
const SEARCH = addressOf({ ...pageParams, tab: choiceParam(CONDITION_TABS), q: textParam(100) })
const listOf = (...results: object[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })
const asManager = (rights: ['prices'] | [] = ['prices']) =>
  signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null, rights })

beforeEach(() => asManager().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('price condition row shows the buyer, goods and price, and an overlapped one is marked', async () => {
  fakeServer(
    answers(
      build(),
      build({
        id: 11,
        contractor: { id: 7, name: 'ООО «Волга»' },
        brand: null,
        qty_from: 0,
        effect: { kind: 'not_sold' },
      }),
      build({ id: 10, overlapped: { by: 12, since: '2026-11-01' }, effect: { kind: 'markup', hundredths: 850 } }),
    ),
  )
  open()
  await screen.findByRole('table', { name: 'Ценовые условия' })
  const rows = screen.getAllByRole('row').slice(1)
  const texts = rows.map((row) => row.textContent.replace(/\s/g, ' '))
  expect(texts[0]).toMatch(/BOSCH, от 10Все покупателискидка 3,5 %с 01\.11\.2026Иванова М\. С\./)
  expect(texts[1]).toMatch(/Все товарыООО «Волга»не продаётся/)
  expect(texts[2]).toMatch(/наценка 8,5 %.*С 01\.11\.2026 действует № 12/)
})

test('new price condition has no target until one is chosen, and a wide one is saved after a question', async () => {
  const server = fakeServer({
    ...answers(),
    [PREVIEW]: () => json({ concerned: { offers: 31_888, buyers: 120 }, compared: 0, results: [] }),
    [CREATE]: () => json({ id: 1, change_id: 5 }, 201),
    'POST /api/v1/price-conditions/changes/5/undo': () => json({ count: 1 }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить условие' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новое ценовое условие' }))
  fireEvent.change(dialog.getByLabelText(/^Процент/), { target: { value: '12' } })
  fireEvent.blur(dialog.getByLabelText(/^Процент/))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  expect(await dialog.findByText('Выберите, для кого условие')).toBeTruthy()
  expect(dialog.getByText('Выберите, на что условие')).toBeTruthy()
  expect(server.keys()).not.toContain(PREVIEW)

  fireEvent.click(dialog.getByRole('radio', { name: 'Для всех покупателей' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'На все товары' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Сохранить условие?' }))
  expect(question.getByText(/31\s888 цен для 120 покупателей/)).toBeTruthy()
  expect(server.keys()).not.toContain(CREATE)
  fireEvent.click(question.getByRole('button', { name: 'Да' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Отменить' }))
  await waitFor(() => expect(server.keys()).toContain('POST /api/v1/price-conditions/changes/5/undo'))
})

test('new price condition is validated first, and server errors appear beside the fields', async () => {
  const server = fakeServer({
    ...answers(build()),
    'GET /api/v1/price-conditions/targets': () => json({ results: [{ id: 4, name: 'BOSCH' }] }),
    [PREVIEW]: () => json({ concerned: { offers: 5, buyers: 1 }, compared: 0, results: [] }),
    [CREATE]: () => problem('input.invalid', { errors: [{ path: 'brand_id', message: 'Бренд не найден' }] }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить условие' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новое ценовое условие' }))
  fireEvent.click(dialog.getByRole('radio', { name: 'Для ценовой группы' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  expect(await dialog.findByText('Выберите ценовую группу')).toBeTruthy()
  expect(dialog.getByText('Укажите процент')).toBeTruthy()
  fireEvent.click(dialog.getByRole('radio', { name: /^На товары/ }))
  fireEvent.change(dialog.getByLabelText('Количество от'), { target: { value: '10' } })
  fireEvent.blur(dialog.getByLabelText('Количество от'))
  expect(server.keys()).not.toContain(CREATE)

  fireEvent.click(dialog.getByRole('radio', { name: 'Для всех покупателей' }))
  fireEvent.change(dialog.getByLabelText(/^Процент/), { target: { value: '3,5' } })
  fireEvent.blur(dialog.getByLabelText(/^Процент/))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  expect(await dialog.findByText('Бренд не найден')).toBeTruthy()
  const sent = server.seen.find(({ key }) => key === CREATE)?.body
  expect(sent).toMatchObject({ effect: { kind: 'discount', hundredths: 350 }, contractor_id: null, qty_from: 10 })
})

test('closing a started price column requires a confirmation', async () => {
  fakeServer(answers())
  open('?tab=groups')
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить колонку' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новая колонка цен' }))
  fireEvent.change(dialog.getByLabelText(/^Название/), { target: { value: 'Опт 2' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
  await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Название/).value).toBe('Опт 2')
})

test('selected price conditions are ended at once after a confirmation', async () => {
  const server = fakeServer({
    ...answers(build(), build({ id: 11, brand: { id: 5, name: 'TRW' } })),
    [CHANGE]: () => json({ changed: 2, skipped: 0 }),
  })
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать все' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Прекратить' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Да' }))
  await waitFor(() => expect(server.keys()).toContain(CHANGE))
  expect(server.seen.find(({ key }) => key === CHANGE)?.body).toEqual({ ids: [12, 11], change: { kind: 'end' } })
})

test('staff without the price right see price conditions without edit controls', async () => {
  await asManager([])
  fakeServer(answers(build()))
  open()
  await screen.findByRole('table', { name: 'Ценовые условия' })
  expect(screen.queryByRole('button', { name: 'Добавить условие' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Скачать XLSX' })).toBeTruthy()
})

const build = (overrides: Partial<PriceConditionTerms> = {}): PriceConditionTerms => ({
  id: 12,
  version: 3,
  state: 'in_force',
  contractor: null,
  price_group: null,
  product: null,
  brand: { id: 4, name: 'BOSCH' },
  inventory_group: null,
  source: null,
  purchase_from_kop: null,
  purchase_to_kop: null,
  qty_from: 10,
  effect: { kind: 'discount', hundredths: 350 },
  column: null,
  valid_from: '2026-11-01',
  valid_to: null,
  note: '',
  overlapped: null,
  author: 'Иванова Мария Сергеевна',
  changed_at: '2026-11-20T09:00:00.000Z',
  ...overrides,
})

const answers = (...conditions: PriceConditionTerms[]) => ({
  [LIST]: () => listOf(...conditions),
  [GROUPS]: () => json({ results: [] }),
})

const open = (search = '') =>
  renderPage(() => <PriceConditionsPage />, {
    path: '/price-conditions',
    at: `/price-conditions${search}`,
    validateSearch: SEARCH,
  })
