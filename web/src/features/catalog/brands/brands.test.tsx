import type { BrandDetails, BrandItem, MergePreview } from '@artikul/contract/catalog/brands'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import type { BrandsSearch } from './brands.api.ts'
import Brands from './brands.tsx'

const PAGES = 'page=1&page_size=50'
const LIST = `GET /api/v1/brands?${PAGES}`
const QUEUE = `${LIST}&filter=unverified`
const ONE = 'GET /api/v1/brands/7'
const CHANGE = 'PATCH /api/v1/brands/7'
const PREVIEW = 'GET /api/v1/brands/7/merge/3'
const MERGE = 'POST /api/v1/brands/7/merge/3'

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('brand list that failed to load can be retried, and an empty filter can be reset', async () => {
  let tries = 0
  fakeServer({ [`${LIST}&q=none`]: () => (++tries === 1 ? problem('internal') : list()), [QUEUE]: () => list() })
  const onChange = open({ q: 'none' })
  await press('Повторить')
  await screen.findByText('Таких брендов нет')
  await press('Сбросить')
  expect(onChange).toHaveBeenCalledWith({ q: undefined, filter: undefined })
})

test('brand list shows the review queue and counts products up to 10,000', async () => {
  fakeServer({
    [LIST]: () => list(buildBrand({ products_count: 10_001, is_original: true, family: 'Концерн' })),
    [QUEUE]: () => list(NEW),
  })
  const onChange = open()
  const row = await screen.findByRole('row', { name: /BOCSH/ })
  expect(row.textContent.replaceAll('\u00a0', ' ')).toMatch(/оригинал.*Концерн.*более 10 000/)
  await press('Проверить')
  expect(onChange).toHaveBeenCalledWith({ filter: 'unverified', q: undefined })
})

test('new brand is confirmed as a separate brand', async () => {
  const server = fakeServer({ [QUEUE]: () => list(NEW), [CHANGE]: () => json({ version: 2 }) })
  open({ filter: 'unverified' })
  await press('Это новый бренд')
  await waitFor(() => expect(bodyOf(server, CHANGE)).toEqual({ version: 1, is_verified: true }))
  expect((await screen.findAllByText('Бренд проверен')).length).toBeGreaterThan(0)
})

test('several new brands are confirmed at once', async () => {
  const other = buildBrand({ id: 8, name: 'ZEKKERT', is_verified: false })
  const server = fakeServer({
    [QUEUE]: () => list(NEW, other),
    [CHANGE]: () => json({ version: 2 }),
    'PATCH /api/v1/brands/8': () => json({ version: 2 }),
  })
  open({ filter: 'unverified' })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать все' }))
  await press('Это новые бренды')
  await waitFor(() => expect(bodyOf(server, 'PATCH /api/v1/brands/8')).toEqual({ version: 1, is_verified: true }))
  expect(bodyOf(server, CHANGE)).toEqual({ version: 1, is_verified: true })
  expect((await screen.findAllByText('Бренды проверены')).length).toBeGreaterThan(0)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Это новые бренды' })).toBeNull())
})

test('new brand is merged into a similar one after a preview', async () => {
  const server = fakeServer({
    [QUEUE]: () => list(NEW),
    [LIST]: () => list(buildBrand({ id: 3, name: 'BOSCH' })),
    [PREVIEW]: () => json(buildPreview()),
    [MERGE]: () => json({ moved: 12_340, merged: 2 }),
  })
  open({ filter: 'unverified' })
  await press('Объединить с BOSCH')
  const dialog = await screen.findByRole('dialog', { name: 'Объединить «BOCSH»' })
  await within(dialog).findByText(/12\s340\sтоваров из «BOCSH» в «BOSCH»/)
  within(dialog).getByText(/2\sтовара с одинаковым артикулом/)
  within(dialog).getByText('26300-35503 → 2630035503')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Объединить' }))
  await waitFor(() => expect(bodyOf(server, MERGE)).toEqual({ version: 1, into_version: 4 }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /«BOCSH»/ })).toBeNull())
})

test('brand merge with obstacles shows them and cannot be started', async () => {
  const obstacle = 'Для бренда «BOCSH» действуют ценовые условия (1)'
  fakeServer({
    [QUEUE]: () => list(NEW),
    [LIST]: () => list(),
    [PREVIEW]: () => json(buildPreview({ obstacles: [obstacle] })),
  })
  open({ filter: 'unverified' })
  await press('Объединить с BOSCH')
  await screen.findByText(`${obstacle}.`)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Объединить' }).disabled).toBe(true)
})

test('refused brand merge shows the reason and keeps its dialog open', async () => {
  fakeServer({
    [QUEUE]: () => list(NEW),
    [LIST]: () => list(),
    [PREVIEW]: () => json(buildPreview()),
    [MERGE]: () => problem('brand.import_running'),
  })
  open({ filter: 'unverified' })
  await press('Объединить с BOSCH')
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Объединить' }).disabled).toBe(false),
  )
  await press('Объединить')
  await screen.findByText('Сейчас загружаются прайс-лист или кроссы: повторите через минуту')
  screen.getByRole('dialog', { name: 'Объединить «BOCSH»' })
})

test('brand is edited, and a spelling of another brand is reported with its owner', async () => {
  let tries = 0
  const refusal = {
    status: 409,
    code: 'brand.spelling_taken',
    title: 'Такое написание уже есть у другого бренда',
    errors: [{ path: 'spellings.1', message: 'Это написание бренда «MAHLE»' }],
  }
  const server = fakeServer({
    [LIST]: () => list(buildBrand()),
    [QUEUE]: () => list(),
    [ONE]: () => json(buildDetails()),
    [CHANGE]: () =>
      ++tries === 1 ? json({ type: 'about:blank', request_id: 'r', ...refusal }, 409) : json({ version: 2 }),
  })
  open()
  await press('BOCSH')
  const dialog = await screen.findByRole('dialog', { name: 'Бренд «BOCSH»' })
  await within(dialog).findByText('Сейчас ищется вместе с: MAHLE.')
  type(dialog, /^Другие написания/, 'Бош\nКнехт\n\n')
  type(dialog, /^Семейство/, 'Концерн')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await within(dialog).findByText('«Кнехт»: Это написание бренда «MAHLE»')
  type(dialog, /^Другие написания/, 'Бош')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(bodyOf(server, CHANGE)).toEqual({ version: 1, family: 'Концерн' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /«BOCSH»/ })).toBeNull())
})

test('stale brand is reported, and a refresh keeps the typed data', async () => {
  let version = 1
  const server = fakeServer({
    [LIST]: () => list(buildBrand()),
    [QUEUE]: () => list(),
    [ONE]: () => json(buildDetails({ version })),
    [CHANGE]: () => (version === 1 ? problem('stale') : json({ version: 3 })),
  })
  open()
  await press('BOCSH')
  const dialog = await screen.findByRole('dialog', { name: 'Бренд «BOCSH»' })
  type(dialog, /^Название/, 'Bosch GmbH')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await within(dialog).findByText('Данные изменены другим пользователем, обновите страницу')
  version = 2
  await press('Обновить')
  await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Обновить' })).toBeNull())
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(bodyOf(server, CHANGE)).toEqual({ version: 2, name: 'Bosch GmbH' }))
})

const buildBrand = (fields: Partial<BrandItem> = {}): BrandItem => ({
  id: 7,
  name: 'BOCSH',
  is_original: false,
  is_verified: true,
  family: '',
  spellings_count: 1,
  products_count: 12,
  version: 1,
  nearest: [],
  ...fields,
})
const NEW = buildBrand({ is_verified: false, nearest: [{ id: 3, name: 'BOSCH', likeness: 'typo' }] })

const buildDetails = (fields: Partial<BrandDetails> = {}): BrandDetails => ({
  ...buildBrand(),
  spellings: ['Бош'],
  together: ['MAHLE'],
  families: ['Концерн'],
  ...fields,
})

const buildPreview = (fields: Partial<MergePreview> = {}): MergePreview => ({
  from: { id: 7, name: 'BOCSH', version: 1 },
  into: { id: 3, name: 'BOSCH', version: 4 },
  moving: 12_340,
  merging: 2,
  examples: [{ from: '26300-35503', into: '2630035503' }],
  spellings: ['BOCSH'],
  obstacles: [],
  ...fields,
})

const list = (...results: BrandItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

function open(search: BrandsSearch = {}) {
  const onChange = vi.fn()
  renderPage(() => <Brands search={search} onChange={onChange} />, { path: '/admin' })
  return onChange
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

const type = (within_: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(within_).getByLabelText(label), { target: { value } })
