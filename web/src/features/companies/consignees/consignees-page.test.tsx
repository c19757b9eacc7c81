import { EMPTY_CONSIGNEE, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam, textParam } from '../../../lib/page/search-params.ts'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import ConsigneesPage from './consignees-page.tsx'

vi.mock('../../../ui/map/map-view.tsx', async () => ({
  MapView: (await import('../../../testing/fake-map.tsx')).FakeMap,
}))

const LIST = 'GET /api/v1/consignees'
const CREATE = 'POST /api/v1/consignees'
const CHANGE = 'PATCH /api/v1/consignees/4'
const REMOVE = 'DELETE /api/v1/consignees/4'
const RESTORE = 'POST /api/v1/consignees/4/restore'
const ADDRESSES = 'POST /api/v1/suggestions/address'

beforeEach(standAtWideScreen)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('empty consignee list and empty archive have hints', async () => {
  fakeServer({ [LIST]: () => listOf() })
  open()
  await expectText('Точек пока нет')
  fireEvent.click(screen.getByLabelText('Архив'))
  await expectText('В архиве пусто')
})

test('consignee list shows a load failure in the page', async () => {
  fakeServer({ [LIST]: () => problem('unavailable') })
  open()
  await expectText('Не удалось загрузить')
})

test('consignee filters are kept in the address', async () => {
  const server = fakeServer({ [LIST]: () => listOf(buildPoint()) })
  const { router } = open('/consignees?page=2')
  const q = await screen.findByLabelText('Название, код, адрес или контакт')
  fireEvent.change(q, { target: { value: 'ленина' } })
  fireEvent.blur(q)
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'ленина' }))
  await waitFor(() => expect(decodeURIComponent(server.keys().at(-1) ?? '')).toContain('page=1&page_size=50&q=ленина'))
})

test('employee limited to some consignees sees them without edit buttons', async () => {
  await signInAs({ may: { see_prices: true, see_settlements: true, place_orders: true, change_points: false } })
  fakeServer({ [LIST]: () => listOf(buildPoint()) })
  open()
  await screen.findByRole('button', { name: 'Выгрузить XLSX' })
  expect(screen.queryByRole('button', { name: 'Добавить точку' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Загрузить из файла' })).toBeNull()
  await press('Сервис на Ленина')
  await screen.findByText('Точки меняет администратор компании.')
  expect(screen.queryByRole('button', { name: 'Удалить точку' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
  await signOut()
})

test('suggested address sets the coordinates, and later edits stay', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(),
    [ADDRESSES]: () => json({ results: [{ value: 'г. Самара, ул. Мира, д. 12', coordinates: [50.2, 53.2] }] }),
    [CREATE]: () => json({ id: 9 }, 201),
  })
  open()
  await press('Добавить точку')
  await type(/^Название точки/, 'Склад')
  await typeAddress('самара мира')
  const list = await screen.findByRole('listbox', { name: 'Адрес' })
  expect(bodyOf(server, ADDRESSES)).toEqual({ query: 'самара мира' })
  fireEvent.keyDown(screen.getByRole('combobox', { name: /^Адрес/ }), { key: 'ArrowDown' })
  fireEvent.keyDown(screen.getByRole('combobox', { name: /^Адрес/ }), { key: 'Enter' })
  expect(list.isConnected).toBe(false)
  await type(/^Долгота/, '50,25')
  await typeAddress('г. Самара, ул. Мира, д. 12, склад 3')
  await press('Добавить')
  await expectText('Точка добавлена')
  expect(bodyOf(server, CREATE)).toMatchObject({
    name: 'Склад',
    address: 'г. Самара, ул. Мира, д. 12, склад 3',
    coordinates: [50.25, 53.2],
    legal_name: null,
  })
})

test('failed address suggestions allow typing, and the map sets the coordinates', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(),
    [ADDRESSES]: () => problem('unavailable'),
    [CREATE]: () => json({ id: 9 }, 201),
  })
  open()
  await press('Добавить точку')
  await type(/^Название точки/, 'Склад')
  await typeAddress('самара мира')
  await waitFor(() => expect(server.keys()).toContain(ADDRESSES))
  await press('Указать на карте')
  await press('Нажать на карту')
  await press('Добавить')
  await expectText('Точка добавлена')
  expect(bodyOf(server, CREATE)).toMatchObject({ address: 'самара мира', coordinates: [50.5, 53.5] })
})

test('consignee form copies hours, adds people and reports wrong digits beside the field', async () => {
  const server = fakeServer({ [LIST]: () => listOf(buildPoint()), [CHANGE]: () => json({ version: 4 }) })
  open()
  await press('Сервис на Ленина')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Понедельник' }))
  screen.getByRole('group', { name: 'Часы приёмки' })
  const from = screen.getByLabelText('Понедельник, с')
  fireEvent.change(from, { target: { value: '8' } })
  fireEvent.blur(from)
  await press('Как в понедельник: Вторник')
  fireEvent.click(screen.getByLabelText('Он же — компания-покупатель'))
  await type(/^Наименование/, 'ООО «Север»')
  await type(/^ИНН/, '7812345670')
  fireEvent.blur(screen.getByLabelText(/^ИНН/))
  await expectText('Неверный ИНН: не сходится контрольное число')
  await type(/^ИНН/, '7812345675')
  await press('Добавить человека')
  const person = within(screen.getByRole('group', { name: 'Получатель 1' }))
  fireEvent.change(person.getByLabelText(/^ФИО/), { target: { value: 'Орлова Анна' } })
  await press('Сохранить')
  await expectText('Точка сохранена')
  expect(bodyOf(server, CHANGE)).toEqual({
    version: 3,
    hours: [
      { weekday: 1, from: '08:00', to: '18:00' },
      { weekday: 2, from: '08:00', to: '18:00' },
    ],
    legal_name: 'ООО «Север»',
    inn: '7812345675',
    people: [{ full_name: 'Орлова Анна', phone: '', document: '' }],
  })
})

test('stale consignee is reported, and a refresh keeps the typed data', async () => {
  let version = 3
  const server = fakeServer({
    [LIST]: () => listOf(buildPoint({ version })),
    [CHANGE]: ({ body }) => ((body as { version: number }).version === 3 ? problem('stale') : json({ version: 5 })),
  })
  open()
  await press('Сервис на Ленина')
  await type(/^Контактное лицо/, 'Орлова')
  await press('Сохранить')
  await expectText('Данные изменены другим пользователем, обновите страницу')
  version = 4
  await press('Обновить')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Обновить' })).toBeNull())
  await press('Сохранить')
  await expectText('Точка сохранена')
  expect(bodyOf(server, CHANGE)).toEqual({ version: 4, contact: 'Орлова' })
})

test('consignee errors appear where they belong and keep the input', async () => {
  const refusals = [problem('consignee.code_taken'), problem('consignee.limited')]
  fakeServer({
    [LIST]: () => listOf(buildPoint()),
    [CHANGE]: () => refusals.shift() ?? json({}),
  })
  open()
  await press('Сервис на Ленина')
  await type(/^Код точки/, 'Т-02')
  await press('Сохранить')
  await expectText('Такой код точки уже есть')
  await press('Сохранить')
  await expectText('Грузополучателей меняет администратор компании')
  expect(screen.getByLabelText(/^Код точки/)).toHaveProperty('value', 'Т-02')
})

test('used consignee is archived after a confirmation and brought back by the message', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(buildPoint()),
    [REMOVE]: () => json({ archived: true, version: 4 }),
    [RESTORE]: () => json({}),
  })
  open()
  await press('Сервис на Ленина')
  await press('Удалить точку')
  await press('Нет')
  expect(server.keys()).not.toContain(`${REMOVE}?version=3`)
  await press('Удалить точку')
  await press('Да')
  await expectText('Точка перенесена в архив: по ней были заказы')
  expect(server.keys()).toContain(`${REMOVE}?version=3`)
  await press('Отменить')
  await expectText('Точка возвращена')
  expect(bodyOf(server, RESTORE)).toEqual({ version: 4 })
})

test('consignee changed by somebody else is not deleted', async () => {
  fakeServer({ [LIST]: () => listOf(buildPoint()), [REMOVE]: () => problem('stale') })
  open()
  await press('Сервис на Ленина')
  await press('Удалить точку')
  await press('Да')
  await expectText('Данные изменены другим пользователем, обновите страницу')
  expect(screen.getByRole('button', { name: 'Обновить' })).toBeTruthy()
})

test('archived consignee is read-only and can be restored', async () => {
  const server = fakeServer({
    [LIST]: () => listOf(buildPoint({ is_archived: true })),
    [RESTORE]: () => json({}),
  })
  open('/consignees?archived=true')
  await press('Сервис на Ленина')
  await expectText(/Точка в архиве/)
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
  await press('Вернуть из архива')
  await expectText('Точка возвращена из архива')
  expect(bodyOf(server, RESTORE)).toEqual({ version: 3 })
})

const SEARCH = addressOf({
  page: numberParam(),
  q: textParam(),
  archived: choiceParam(['true']),
  view: choiceParam(['map']),
})

function standAtWideScreen() {
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}

const buildPoint = (fields: Partial<ConsigneeItem> = {}): ConsigneeItem => ({
  id: 4,
  ...EMPTY_CONSIGNEE,
  name: 'Сервис на Ленина',
  code: 'Т-01',
  address: 'Самара, ул. Ленинская, 141',
  coordinates: [50.1, 53.19],
  zone: null,
  is_archived: false,
  version: 3,
  ...fields,
})

const listOf = (...results: ConsigneeItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const open = (at = '/consignees') =>
  renderPage(() => <ConsigneesPage />, { path: '/consignees', at, validateSearch: SEARCH })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const typeAddress = async (value: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: /^Адрес/ }), { target: { value } })

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

const expectText = async (text: string | RegExp) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
