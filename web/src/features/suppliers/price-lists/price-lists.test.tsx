import type { PriceListDifference, PriceListLayout } from '@artikul/contract/suppliers/price-list'
import type { PriceImport, PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import type { PriceListsSearch } from './price-lists.api.ts'
import PriceLists from './price-lists.tsx'

const LIST = 'GET /api/v1/price-imports'
const ONE = 'GET /api/v1/price-imports/5'
const WAREHOUSES = 'GET /api/v1/price-list-warehouses'
const act = (name: string) => `POST /api/v1/price-imports/5/${name}`
const LAYOUT = 'PATCH /api/v1/price-imports/5/layout'
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body
const signIn = (rights: 'prices'[], role: 'ARTIKUL_ORDER_MANAGER' | 'ARTIKUL_WARRANTY_MANAGER') =>
  signInAs({ roles: [{ name: role }], rights, contractors: [], current_contractor_id: null })

beforeEach(() => signIn(['prices'], 'ARTIKUL_ORDER_MANAGER'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('empty import list has a hint, and a failed load can be retried', async () => {
  let tries = 0
  serve({ [LIST]: () => (++tries <= 2 ? problem('internal') : list()) })
  open()
  await press('Повторить')
  await screen.findByText('Загрузок ещё не было')
})

test.each(['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'] as const)(
  '%s without the right sees an import without action buttons',
  async (role) => {
    await signIn(role === 'ARTIKUL_WARRANTY_MANAGER' ? ['prices'] : [], role)
    serve({ [LIST]: () => list(buildImport({ state: 'waiting' })), [ONE]: () => json(details({ state: 'waiting' })) })
    open({ import_id: 5 })
    await screen.findByRole('dialog', { name: 'forum.csv' })
    for (const name of ['Загрузить прайс-лист', 'Приём прайс-листов', 'Отклонить', 'Загрузить', 'Проверить'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  },
)

test('import row shows the author, the result and the reason it waits', async () => {
  const applied = buildImport({
    id: 4,
    file_name: 'ok.csv',
    state: 'applied',
    origin: 'command',
    author: null,
    rows_count: 100,
    accepted_count: 99,
    added_count: 3,
    changed_count: 12,
    started_at: '2026-11-20T11:05:00.000Z',
    finished_at: '2026-11-20T11:06:05.000Z',
  })
  serve({ [LIST]: () => list(buildImport({ state: 'waiting', doubts: ['Цены выросли в 100 раз'] }), applied) })
  const onChange = open()
  const row = await screen.findByRole('row', { name: /ok\.csv/ })
  expect(row.textContent).toMatch(/Загружен.*99 из 100.*добавлено 3, изменено 12.*Команда.*1 мин 5 с/)
  expect((await screen.findByRole('row', { name: /forum\.csv/ })).textContent).toContain('Цены выросли в 100 раз')
  await press('forum.csv')
  expect(onChange).toHaveBeenCalledWith({ page: undefined, import_id: 5 })
})

test('new partner is created once although its first file is refused', async () => {
  let tries = 0
  const upload = 'POST /api/v1/price-imports'
  const server = serve({
    'POST /api/v1/price-list-warehouses': () => json({ id: 7 }, 201),
    [upload]: () =>
      ++tries === 1 ? problem('file.refused', { detail: 'Файл повреждён и не читается' }) : json(details(), 201),
  })
  const onChange = open()
  await press('Загрузить прайс-лист')
  const dialog = await screen.findByRole('dialog', { name: 'Загрузить прайс-лист' })
  const warehouse = await within(dialog).findByRole('combobox', { name: /^Склад/ })
  fireEvent.change(warehouse, { target: { value: 'Новый' } })
  fireEvent.click(await screen.findByRole('option', { name: /Новый поставщик/ }))
  fireEvent.change(await within(dialog).findByLabelText(/^Название поставщика/), { target: { value: ' Форум ' } })
  fireEvent.change(within(dialog).getByLabelText(/^Продавец/), { target: { value: '1' } })
  fireEvent.change(within(dialog).getByLabelText('Файл'), { target: { files: [new File(['x'], 'forum.csv')] } })
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Прочитать' }).disabled).toBe(false))
  await press('Прочитать')
  await screen.findByText('Файл повреждён и не читается')
  await press('Прочитать')
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ import_id: 5 }))
  const sent = server.keys().filter((key) => key.startsWith('POST'))
  expect(sent).toEqual([
    'POST /api/v1/price-list-warehouses',
    `${upload}?name=forum.csv&warehouse_id=7`,
    `${upload}?name=forum.csv&warehouse_id=7`,
  ])
})

test('import columns are corrected by hand and saved before the check', async () => {
  const server = serve({
    [ONE]: () => json(details({ layout: { ...layout, missing_stock: null } })),
    [LAYOUT]: () => json(details()),
    [act('start')]: () => json(buildImport({ state: 'checked' })),
  })
  open({ import_id: 5 })
  await screen.findByText('Укажите столбец «Цена закупки».')
  screen.getByText('Не используем: Прайс (100).')
  fireEvent.change(screen.getByLabelText('Столбец B'), { target: { value: 'purchase' } })
  expect(screen.queryByText('Укажите столбец «Цена закупки».')).toBeNull()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Проверить' }).disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('В наличии, количество неизвестно'))
  await press('Проверить')
  await waitFor(() => expect(bodyOf(server, act('start'))).toEqual({ is_check: true }))
  expect(bodyOf(server, LAYOUT)).toEqual({
    sheet: null,
    header_row: 1,
    default_brand: '',
    ...NO_ANSWERS,
    missing_stock: 'in_stock',
    columns: [
      { index: 0, field: 'article' },
      { index: 1, field: 'purchase' },
      { index: 2, field: 'brand' },
    ],
  })
})

test('sheets of the same shape are read together, and the others are named', async () => {
  const sheets = ['Легковые', 'Грузовые', 'Условия']
  const server = serve({
    [ONE]: () => json(details({ layout: { ...layout, sheet: 'Легковые', sheets, further_sheets: ['Грузовые'] } })),
    [LAYOUT]: () => json(details()),
  })
  open({ import_id: 5 })
  await screen.findByText('Читаем листы «Легковые», «Грузовые». Не читаем: «Условия».')
  fireEvent.change(screen.getByLabelText('Строка заголовка'), { target: { value: '2' } })
  await waitFor(() => expect(bodyOf(server, LAYOUT)).toMatchObject({ sheet: null, header_row: 2 }))
})

test('proposed maker of the whole file is shown with the place where it was found', async () => {
  const columns = layout.columns.filter(({ field }) => field !== 'brand')
  const proposed: PriceListLayout = { ...layout, columns, brand_source: 'file_name' }
  serve({ [ONE]: () => json(details({ default_brand: 'BOSCH', layout: proposed })) })
  open({ import_id: 5 })
  await screen.findByText('«BOSCH» найден в имени файла: проверьте.')
  fireEvent.change(screen.getByLabelText(/Чьи это товары/), { target: { value: 'TRW' } })
  expect(screen.queryByText(/найден в имени файла/)).toBeNull()
})

test('price list in another currency with two prices is checked after a rate and a confirmation', async () => {
  const asked: PriceListLayout = {
    ...layout,
    columns: (['article', 'purchase', 'qty'] as const).map((field, index) => ({ index, field })),
    currency: 'UAH',
    price_ratio: 1.35,
    last_rate: 2.2,
    missing_stock: null,
  }
  const server = serve({
    [ONE]: () => json(details({ layout: asked })),
    [LAYOUT]: () => json(details()),
    [act('start')]: () => json(buildImport({ state: 'checked' })),
  })
  open({ import_id: 5 })
  const rate = await screen.findByLabelText('Цены в гривнах. Сколько рублей за единицу?')
  expect(rate.getAttribute('placeholder')).toBe('В прошлый раз 2,2')
  fireEvent.change(rate, { target: { value: '2,4' } })
  fireEvent.click(screen.getByLabelText('Производители — в строках групп'))
  fireEvent.click(screen.getByLabelText('Меньшая цена — закупочная'))
  await press('Проверить')
  await waitFor(() => expect(bodyOf(server, act('start'))).toEqual({ is_check: true }))
  expect(bodyOf(server, LAYOUT)).toMatchObject({ currency_rate: 2.4, has_brand_groups: true, columns: asked.columns })
})

test('import with an open question cannot be approved', async () => {
  serve({ [ONE]: () => json(details({ state: 'waiting', difference, layout: { ...layout, missing_stock: null } })) })
  open({ import_id: 5 })
  await screen.findByRole('button', { name: 'Ответить на вопросы' })
  expect(screen.queryByRole('button', { name: 'Загрузить' })).toBeNull()
})

test('remembered columns start the import unchanged, and a refusal is shown', async () => {
  const server = serve({
    [ONE]: () => json(details({ layout: { ...layout, remembered: true } })),
    [act('start')]: () => problem('price_import.conflict'),
  })
  open({ import_id: 5 })
  await screen.findByText('Столбцы и ответы такие же, как в прошлом файле с этим заголовком.')
  await press('Загрузить сразу')
  await screen.findByText('С этой загрузкой уже поступили иначе: обновите страницу')
  expect(bodyOf(server, act('start'))).toEqual({ is_check: false })
  expect(server.keys()).not.toContain(LAYOUT)
})

test('remembered columns are forgotten and detected again', async () => {
  const server = serve({
    [ONE]: () => json(details({ layout: { ...layout, remembered: true } })),
    'DELETE /api/v1/price-imports/5/layout': () => json(details()),
  })
  open({ import_id: 5 })
  await press('Забыть и узнать заново')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Забыть и узнать заново' })).toBeNull())
  expect(server.keys()).toContain('DELETE /api/v1/price-imports/5/layout')
})

test('suspicious import shows doubts and figures and is approved after a confirmation', async () => {
  const doubts = ['Цены выросли в 100 раз у 98 % строк']
  const server = serve({
    [ONE]: () => json(details({ state: 'waiting', doubts, difference })),
    [act('approve')]: () => json(buildImport({ state: 'queued' })),
  })
  open({ import_id: 5 })
  const dialog = await screen.findByRole('dialog', { name: 'forum.csv' })
  within(dialog).getByText('Цены выросли в 100 раз у 98 % строк')
  expect(within(dialog).getByRole('region', { name: 'Предложения склада' }).textContent).toMatch(
    /Было100Добавится3Пропадёт20 \(20.%\)Изменится60 \(75.%\).*Остаток обнулится4 \(5.%\)/,
  )
  expect(within(dialog).getByRole('region', { name: 'Строки файла' }).textContent).toMatch(
    /— Не указана цена2.*Артикулы с нулём в начале150Единицышт — 190, компл — 10/,
  )
  expect(within(dialog).getByRole('region', { name: 'Цены закупки до и после' }).textContent).toMatch(
    /BOSCH X-1100,00.₽ → 10.000,00.₽/,
  )
  await press('Всё равно загрузить')
  const question = await screen.findByRole('alertdialog', { name: 'Загрузить, несмотря на сомнения?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Да' }))
  await waitFor(() => expect(server.keys()).toContain(act('approve')))
})

test('import that removes most offers is loaded after its number is typed, or only updates', async () => {
  const server = serve({
    [ONE]: () =>
      json(details({ state: 'waiting', doubts: ['Пропадёт 90 %'], difference: { ...difference, gone: 90 } })),
    [act('approve')]: () => json(buildImport({ state: 'queued' })),
  })
  open({ import_id: 5 })
  await press('Всё равно загрузить')
  const question = within(await screen.findByRole('alertdialog', { name: 'Загрузить, несмотря на сомнения?' }))
  expect(question.getByRole<HTMLButtonElement>('button', { name: 'Да' }).disabled).toBe(true)
  fireEvent.change(question.getByLabelText('Сколько предложений пропадёт'), { target: { value: '90' } })
  expect(question.getByRole<HTMLButtonElement>('button', { name: 'Да' }).disabled).toBe(false)
  fireEvent.click(question.getByRole('button', { name: 'Нет' }))
  await press('Только обновить')
  await waitFor(() =>
    expect(server.seen.find(({ key }) => key === act('approve'))?.body).toEqual({ keep_missing: true }),
  )
})

test('running import is followed to its end', async () => {
  let state: PriceImport['state'] = 'running'
  const events = [
    buildImport({ state: 'running', stage: 'reading', rows_done: 120_000 }),
    buildImport({ state: 'applied', added_count: 3 }),
  ]
  serve({
    [ONE]: () => json(details({ state })),
    'GET /api/v1/price-imports/5/progress': () => {
      state = 'applied'
      return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
    },
  })
  open({ import_id: 5 })
  const dialog = await screen.findByRole('dialog', { name: 'forum.csv' })
  await within(dialog).findByText('Загружен')
})

test('last import is rolled back after a confirmation', async () => {
  const applied = details({ state: 'applied', can_roll_back: true, added_count: 3, has_file: false })
  const server = serve({ [ONE]: () => json(applied), [act('roll-back')]: () => json(applied) })
  open({ import_id: 5 })
  await press('Отменить загрузку')
  await screen.findByRole('alertdialog', { name: 'Отменить загрузку «forum.csv»?' })
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain(act('roll-back')))
})

test('imports waiting for a decision are announced and filtered in one click', async () => {
  serve({ [LIST]: () => list(buildImport({ state: 'waiting' })) })
  const onChange = open()
  await screen.findByText(/Ждут решения: 1.прайс-лист/)
  await press('Показать')
  expect(onChange).toHaveBeenCalledWith({ import_state: 'waiting' })
})

test('download address and hours of a warehouse are validated', async () => {
  const key = 'PATCH /api/v1/price-list-warehouses/7'
  const server = serve({ [key]: () => json({ version: 2 }) })
  open({ warehouse_id: 7 })
  await press('Приём прайс-листов')
  const dialog = await screen.findByRole('dialog', { name: 'Приём прайс-листов' })
  const hours = await within(dialog).findByLabelText<HTMLInputElement>(/^Часы загрузки/)
  expect(hours.disabled).toBe(true)
  const address = within(dialog).getByLabelText(/^Адрес файла/)
  fireEvent.change(address, { target: { value: 'forum.ru' } })
  fireEvent.change(hours, { target: { value: '6, 25' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await within(dialog).findByText('Часы от 0 до 23 через запятую')
  within(dialog).getByText('Адрес вида https://example.ru/price.zip')
  fireEvent.change(address, { target: { value: 'https://forum.ru/price.zip' } })
  fireEvent.change(hours, { target: { value: '6, 14' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(bodyOf(server, key)).toMatchObject({ url: 'https://forum.ru/price.zip', fetch_hours: [6, 14] }),
  )
})

test('price list is downloaded on demand from the saved address', async () => {
  const key = 'POST /api/v1/price-list-warehouses/7/fetch'
  const server = serve({ [WAREHOUSES]: () => warehouses('https://forum.ru/price.zip'), [key]: () => json({}) })
  open({ warehouse_id: 7 })
  await press('Приём прайс-листов')
  await press('Забрать сейчас')
  await waitFor(() => expect(server.keys()).toContain(key))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Приём прайс-листов' })).toBeNull())
})

test('import limits of a warehouse are edited, and an emptied one is disabled', async () => {
  const server = serve({ 'PATCH /api/v1/price-list-warehouses/7': () => json({ version: 2 }) })
  open({ warehouse_id: 7 })
  await press('Приём прайс-листов')
  const dialog = await screen.findByRole('dialog', { name: 'Приём прайс-листов' })
  const limitField = await within(dialog).findByLabelText(/^Пропадает предложений/)
  fireEvent.change(limitField, { target: { value: '' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(bodyOf(server, 'PATCH /api/v1/price-list-warehouses/7')).toMatchObject({
      version: 1,
      gone_percent: null,
      jumped_percent: 5,
    }),
  )
})

const buildImport = (fields: Partial<PriceImport> = {}): PriceImport => ({
  id: 5,
  warehouse: 'Форум',
  file_name: 'forum.csv',
  origin: 'upload',
  letter: null,
  state: 'draft',
  is_check: false,
  author: 'Иванова Мария Сергеевна',
  stage: '',
  rows_done: 0,
  rows_count: 0,
  accepted_count: 0,
  refused_count: 0,
  repeated_count: 0,
  added_count: 0,
  changed_count: 0,
  withdrawn_count: 0,
  products_count: 0,
  brands_count: 0,
  photos_count: 0,
  doubts: [],
  failure: null,
  created_at: '2026-11-20T11:05:00.000Z',
  started_at: null,
  finished_at: null,
  has_file: true,
  has_report: false,
  can_roll_back: false,
  ...fields,
})

const NO_ANSWERS = { has_brand_groups: false, missing_stock: null, currency_rate: null } as const

const layout: PriceListLayout = {
  format: 'CSV',
  sheet: null,
  sheets: [],
  further_sheets: [],
  brand_source: null,
  header_row: 1,
  columns: [
    { index: 0, field: 'article' },
    { index: 1, field: null },
    { index: 2, field: 'brand' },
  ],
  prices_without_vat: false,
  currency: null,
  price_ratio: null,
  last_rate: null,
  ...NO_ANSWERS,
  missing_stock: 'in_stock',
  remembered: false,
}

const difference: PriceListDifference = {
  offers_before: 100,
  added: 3,
  changed: 60,
  gone: 20,
  price_up: 50,
  price_down: 10,
  jumped: 50,
  tenfold: 50,
  stock_vanished: 4,
  median_ratio: 100,
  moves: [0, 0, 0, 10, 0, 0, 0, 50],
  biggest: [{ brand: 'BOSCH', article: 'X-1', before_kop: 10_000, after_kop: 1_000_000 }],
  new_products: 3,
  new_brands: 1,
  new_brand_names: ['НОВЫЙ'],
  unread_qty: 0,
  leading_zeros: 150,
  units: [
    { unit: 'шт', count: 190 },
    { unit: 'компл', count: 10 },
  ],
  without_stock: 4,
  repeated: 0,
  refused: [{ reason: 'Не указана цена', count: 2 }],
}

const details = (fields: Partial<PriceImportDetails> = {}): PriceImportDetails => ({
  ...buildImport(fields),
  default_brand: '',
  layout,
  preview: [
    { number: 1, cells: ['Номер', 'Прайс', 'Марка'] },
    { number: 2, cells: ['X-1', '100', 'BOSCH'] },
  ],
  difference: null,
  ...fields,
})

const warehouses = (url = '') =>
  json({
    results: [
      {
        id: 7,
        name: 'Форум',
        is_own: false,
        seller: 'ООО «Артикул»',
        imported_at: null,
        default_brand: '',
        gone_percent: 30,
        median_percent: 30,
        jumped_percent: 5,
        url,
        fetch_hours: [],
        photo_licence: '',
        version: 1,
      },
    ],
    sellers: [{ id: 1, name: 'ООО «Артикул»' }],
  })

const list = (...results: PriceImport[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

function open(search: PriceListsSearch = {}) {
  const onChange = vi.fn()
  renderPage(() => <PriceLists search={search} onChange={onChange} />, { path: '/admin' })
  return onChange
}

const serve = (answers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({ [LIST]: () => list(), [WAREHOUSES]: () => warehouses(), ...answers })
