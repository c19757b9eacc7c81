import type { CrossReferenceImport, CrossReferenceItem } from '@artikul/contract/catalog/cross-references'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import type { CrossReferencesSearch } from './cross-references.tsx'
import CrossReferences from './cross-references.tsx'

const LIST = 'GET /api/v1/cross-references'
const CREATE = 'POST /api/v1/cross-references'
const ONE = '/api/v1/cross-references/1/2'
const IMPORTS = 'GET /api/v1/cross-reference-imports'
const CHECK = 'POST /api/v1/cross-reference-imports'
const REFUSED = 'GET /api/v1/cross-reference-imports/5/refused'
const APPLY = 'POST /api/v1/cross-reference-imports/5/apply'
const ROLL_BACK = 'POST /api/v1/cross-reference-imports/5/roll-back'
const imports = (...results: CrossReferenceImport[]) => json({ results })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('cross reference search makes no request without an article', async () => {
  const server = fakeServer({ [IMPORTS]: () => imports() })
  const onChange = open()
  await screen.findByText('Найдите артикул')
  await screen.findByText('Загрузок ещё не было')
  expect(server.keys()).toEqual([IMPORTS])
  const field = screen.getByLabelText('Артикул')
  fireEvent.change(field, { target: { value: ' W811/80 ' } })
  fireEvent.blur(field)
  expect(onChange).toHaveBeenCalledWith({ article: 'W811/80' })
})

test('cross reference list that failed to load can be retried, and an empty one has a message', async () => {
  let tries = 0
  fakeServer({ [IMPORTS]: () => imports(), [LIST]: () => (++tries === 1 ? problem('internal') : list()) })
  open({ article: 'W811' })
  await press('Повторить')
  await screen.findByText('Кроссов нет')
})

test('cross reference is edited and deleted', async () => {
  const server = fakeServer({
    [IMPORTS]: () => imports(),
    [LIST]: () => list(buildCross()),
    [`PATCH ${ONE}`]: () => json({ version: 4 }),
    [`DELETE ${ONE}?version=3`]: () => json({}),
  })
  open({ article: 'W811/80' })
  const row = await screen.findByRole('row', { name: /MAHLE/ })
  expect(row.textContent).toMatch(/W 811\/80.*Аналог.*OC 500.*Сомнительный.*TecDoc/)
  await press('Изменить кросс W 811/80 — OC 500')
  const dialog = await screen.findByRole('dialog', { name: 'Изменить кросс' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Бренд').disabled).toBe(true)
  type(dialog, /^Надёжность/, 'sure')
  type(dialog, /^Источник/, ' Каталог ')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(bodyOf(server, `PATCH ${ONE}`)).toEqual({
      version: 3,
      kind: 'analogue',
      reliability: 'sure',
      source: 'Каталог',
    }),
  )
  await press('Удалить кросс W 811/80 — OC 500')
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain(`DELETE ${ONE}?version=3`))
})

test('new cross reference starts with the current article and shows errors beside the fields', async () => {
  let tries = 0
  const refusal = { errors: [{ path: 'other_article', message: 'Такого артикула у бренда нет' }] }
  const server = fakeServer({
    [IMPORTS]: () => imports(),
    [LIST]: () => list(),
    [CREATE]: () =>
      ++tries === 1 ? problem('input.invalid', refusal) : json({ product_id: 1, related_product_id: 2 }, 201),
  })
  open({ brand: 'MANN', article: 'W811/80' })
  await press('Добавить кросс')
  const dialog = await screen.findByRole('dialog', { name: 'Новый кросс' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Добавить' }))
  expect(await within(dialog).findAllByText('Заполните поле')).toHaveLength(2)
  type(dialog, /^Бренд аналога/, 'MAHLE')
  type(dialog, /^Артикул аналога/, 'OC 500')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Добавить' }))
  await within(dialog).findByText('Такого артикула у бренда нет')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Новый кросс' })).toBeNull())
  expect(bodyOf(server, CREATE)).toMatchObject({ brand: 'MANN', article: 'W811/80', other_brand: 'MAHLE' })
})

test('closing a started cross reference requires a confirmation', async () => {
  fakeServer({ [LIST]: () => list(), [IMPORTS]: () => imports() })
  open({ article: 'OF-1' })
  await press('Добавить кросс')
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый кросс' }))
  fireEvent.change(dialog.getByLabelText(/^Источник/), { target: { value: 'TecDoc' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
  await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })
  await press('Да')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Новый кросс' })).toBeNull())
})

test('cross reference file is checked, reviewed and applied with one idempotency key', async () => {
  let tries = 0
  const server = fakeServer({
    [IMPORTS]: () => imports(),
    [CHECK]: () => json(buildImport(), 201),
    [REFUSED]: () => json({ results: ROWS }),
    [APPLY]: () =>
      ++tries === 1
        ? problem('brand.import_running')
        : json(buildImport({ state: 'applied', cross_references_added: 8, products_added: 2 })),
  })
  open()
  await press('Загрузить из файла')
  const dialog = await screen.findByRole('dialog', { name: 'Загрузить кроссы из файла' })
  const file = new File(['Бренд;Артикул'], 'crosses.csv')
  fireEvent.change(within(dialog).getByLabelText('Файл'), { target: { files: [file] } })
  await screen.findByRole('dialog', { name: 'crosses.csv' })
  await screen.findByText('Неизвестный производитель: ZEKKERT')
  expect(server.keys()).toContain(`${CHECK}?name=crosses.csv`)
  screen.getByRole('button', { name: /^Загрузить 6\sстрок$/ })
  fireEvent.click(screen.getByRole('checkbox', { name: /^Добавить неизвестные артикулы/ }))
  type(screen.getByRole('dialog', { name: 'crosses.csv' }), /^Источник/, 'TecDoc')
  await press(/^Загрузить 8\sстрок$/)
  await screen.findByText('Сейчас загружаются прайс-лист или кроссы: повторите через минуту')
  await press(/^Загрузить 8\sстрок$/)
  await screen.findByText('Добавлено кроссов')
  const sent = server.seen.filter(({ key }) => key === APPLY)
  expect(sent.map(({ body }) => body)).toEqual(Array(2).fill({ adds_products: true, source: 'TecDoc' }))
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
})

test('unreadable cross reference file shows the reason', async () => {
  const detail = 'В файле нет строк с кроссами'
  fakeServer({ [IMPORTS]: () => imports(), [CHECK]: () => problem('file.refused', { detail }) })
  open()
  await press('Загрузить из файла')
  const dialog = await screen.findByRole('dialog', { name: 'Загрузить кроссы из файла' })
  fireEvent.change(within(dialog).getByLabelText('Файл'), { target: { files: [new File([''], 'a.csv')] } })
  await within(dialog).findByText(detail)
})

test('last cross reference import is rolled back after a confirmation', async () => {
  const applied = buildImport({ state: 'applied', cross_references_added: 6, is_last: true })
  const server = fakeServer({
    [IMPORTS]: () => imports(applied, buildImport({ id: 4, file_name: 'older.csv' })),
    [ROLL_BACK]: () => json({ ...applied, state: 'rolled_back', is_last: false }),
  })
  open()
  await press('Отменить загрузку')
  await screen.findByRole('alertdialog', { name: 'Отменить загрузку «crosses.csv»?' })
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain(ROLL_BACK))
  expect(screen.getAllByRole('button', { name: 'Отменить загрузку' })).toHaveLength(1)
})

const part = (id: number, brand: string, article: string) => ({
  id,
  code: `p-${id}`,
  brand,
  article,
  name: 'Фильтр масляный',
  unit: 'шт',
})

const buildCross = (fields: Partial<CrossReferenceItem> = {}): CrossReferenceItem => ({
  product: part(1, 'MANN-FILTER', 'W 811/80'),
  other: part(2, 'MAHLE', 'OC 500'),
  kind: 'analogue',
  reliability: 'doubtful',
  source: 'TecDoc',
  file: null,
  version: 3,
  ...fields,
})

const buildImport = (fields: Partial<CrossReferenceImport> = {}): CrossReferenceImport => ({
  id: 5,
  file_name: 'crosses.csv',
  source: 'crosses.csv',
  state: 'checked',
  rows_count: 10,
  new_count: 6,
  known_count: 1,
  unknown_count: 2,
  refused_count: 1,
  cross_references_added: 0,
  products_added: 0,
  created_at: '2026-11-20T11:05:00.000Z',
  applied_at: null,
  is_last: false,
  ...fields,
})

const list = (...results: CrossReferenceItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const ROWS = [
  {
    row: 4,
    brand: 'ZEKKERT',
    article: 'OF-1',
    other_brand: 'BOSCH',
    other_article: '1',
    reason: 'Неизвестный производитель: ZEKKERT',
    is_unknown: false,
  },
]

function open(search: CrossReferencesSearch = {}) {
  const onChange = vi.fn()
  renderPage(() => <CrossReferences search={search} onChange={onChange} />, { path: '/admin' })
  return onChange
}

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

const type = (window_: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(window_).getByLabelText(label), { target: { value } })
