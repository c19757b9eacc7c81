import type { OnlineSupplier } from '@artikul/contract/suppliers/online-suppliers'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { SUPPLIER_TABS } from './suppliers-address.ts'
import OnlineSuppliersPage from './online-suppliers-page.tsx'

const PATH = '/admin/online-suppliers'
const API = '/api/v1/online-suppliers'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('warranty manager sees how suppliers answer, without edit buttons', async () => {
  await signInAs({ ...MANAGER, roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }], rights: [] })
  fakeServer(listOf(FIRST, SECOND))
  open()
  const [, first, second] = await screen.findAllByRole('row')
  expect(first?.textContent.replace(/\s/g, ' ')).toBe('ФорумABCP, forum.example.ruРаботает98,5 %до 750 мсБренды: 2')
  expect(second?.textContent).toBe('МикадоABCP, forum.example.ruПауза после ошибок———')
  expect(screen.queryByRole('button')).toBeNull()
})

test('empty supplier list has a button to add the first supplier', async () => {
  await signInAs(MANAGER)
  fakeServer(listOf())
  open()
  await screen.findByText('Поставщиков пока нет')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый онлайн-поставщик' }))
  fireEvent.click(dialog.getByRole('button', { name: /^ABCP/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  expect((await dialog.findAllByText('Заполните поле')).length).toBeGreaterThan(1)
})

test('supplier list that failed to load can be retried', async () => {
  await signInAs(MANAGER)
  let isBroken = true
  fakeServer({
    [`GET ${API}`]: () => (isBroken ? problem('internal') : json({ results: [FIRST], sellers: SELLERS })),
  })
  open()
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  isBroken = false
  fireEvent.click(retry)
  await screen.findByText('Форум')
})

test('supplier is paused in one click and moved before another in one more', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({
    ...listOf(FIRST, SECOND),
    [`POST ${API}/3/turn`]: () => json({}),
    [`POST ${API}/4/move`]: () => problem('auth.forbidden', { detail: 'Недостаточно прав' }),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Приостановить: Форум' }))
  await waitFor(() => expect(bodyOf(server, `POST ${API}/3/turn`)).toEqual({ is_on: false }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Выше: Форум' }).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Выше: Микадо' }))
  await waitFor(() => expect(bodyOf(server, `POST ${API}/4/move`)).toEqual({ before: 3 }))
  await screen.findAllByText('Порядок не изменён')
})

test('refused supplier change appears beside its field, and the stored password is not sent', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({
    ...listOf(FIRST),
    [`PATCH ${API}/3`]: () =>
      problem('input.invalid', { errors: [{ path: 'url', message: 'Адрес должен начинаться с https://' }] }),
  })
  open()
  const dialog = await openForm()
  expect(dialog.getByText('Пароль сохранён, введите новый, чтобы заменить.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText(/^Адрес API/), { target: { value: 'http://forum.example.ru' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Убрать: LUK' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  await dialog.findByText('Адрес должен начинаться с https://')
  expect(bodyOf(server, `PATCH ${API}/3`)).toEqual({
    version: 4,
    adapter: 'abcp',
    settings: {},
    url: 'http://forum.example.ru',
    login: 'portal',
    secret: null,
    is_on: true,
    priority: 1,
    budget_ms: 3000,
    per_second: 5,
    per_day: null,
    hours: { from: 8, to: 20 },
    brand_rule: 'except',
    brand_ids: [],
    takes_new_warehouses: true,
    sending: 'by_hand',
    min_order_kop: 150_000,
    tolerance_hundredths: 250,
  })
  fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
  await screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })
})

test('supplier check shows the request and the response', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({
    ...listOf(FIRST),
    [`POST ${API}/check`]: () =>
      json({
        is_ok: true,
        text: 'Ответ понят: 1\u00a0предложение',
        request: 'GET https://forum.example.ru/search/articles\n\nuserpsw: •••',
        response: '[{"supplierCode":101}]',
        took_ms: 64,
        offers: [OFFER],
        proposal: null,
      }),
  })
  open()
  const dialog = await openForm()
  const trial = within(dialog.getByRole('form', { name: 'Проверка соединения' }))
  fireEvent.click(trial.getByRole('button', { name: 'Проверить' }))
  expect(await trial.findAllByText('Заполните поле')).toHaveLength(2)
  fireEvent.change(trial.getByLabelText(/^Артикул/), { target: { value: 'OC 90' } })
  fireEvent.change(trial.getByLabelText(/^Бренд/), { target: { value: 'MAHLE' } })
  fireEvent.click(trial.getByRole('button', { name: 'Проверить' }))
  expect((await dialog.findByRole('region', { name: 'Ответ' })).textContent).toBe('[{"supplierCode":101}]')
  expect(dialog.getByRole('region', { name: 'Запрос' }).textContent).toContain('userpsw: •••')
  expect(bodyOf(server, `POST ${API}/check`)).toEqual({
    id: 3,
    adapter: 'abcp',
    settings: {},
    url: 'https://forum.example.ru',
    login: 'portal',
    secret: null,
    article: 'OC 90',
    brand: 'MAHLE',
  })
  fireEvent.change(dialog.getByLabelText('Логин'), { target: { value: 'other' } })
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Ответ' })).toBeNull())
})

test('Armtek is added from its template with its codes', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({ ...listOf(), [`POST ${API}`]: () => json({ id: 9 }, 201) })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый онлайн-поставщик' }))
  fireEvent.click(dialog.getByRole('button', { name: /^Armtek/ }))
  const fill = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill(/^Логин веб-сервисов/, 'ws')
  fill(/^Пароль/, 'pw')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('До десяти цифр, например 43000001')
  fill(/^Код покупателя/, '43000001')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await waitFor(() =>
    expect(bodyOf(server, `POST ${API}`)).toMatchObject({
      name: 'Armtek',
      seller_id: 1,
      adapter: 'armtek',
      url: 'https://ws.armtek.ru/api',
      settings: { armtek: { vkorg: '4000', kunnr_rg: '43000001', kunnr_za: '' } },
      is_on: true,
      sending: 'by_hand',
    }),
  )
})

test('own API is tried, its fields are proposed and saved with the request', async () => {
  await signInAs(MANAGER)
  const fields = {
    ...{ article: '^.number', brand: '^.make', name: '', price: 'price', currency: '' },
    ...{ quantity: 'qty', term: 'days', warehouse: '', multiplicity: '' },
  }
  const proposal = { format: 'json', list: 'result.goods.*.offers', fields, price_unit: 'rub', term_unit: 'days' }
  const tried = {
    is_ok: true,
    text: 'Ответ понят',
    request: '',
    response: '{}',
    took_ms: 64,
    offers: [OFFER],
    proposal,
  }
  const server = fakeServer({
    ...listOf(),
    [`POST ${API}/check`]: () => json(tried),
    [`POST ${API}`]: () => json({ id: 9 }, 201),
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый онлайн-поставщик' }))
  fireEvent.click(dialog.getByRole('button', { name: /^Свой API/ }))
  const fill = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill(/^Название/, 'Свой')
  fill(/^Адрес запроса/, 'https://own.example.ru/v2/search?number={article}&make={brand}')
  fill(/^Заголовки/, 'X-Api-Key: abc')
  fill(/^Ключ или пароль/, 'abc')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('Ключ введите в поле «Ключ», а здесь напишите {key}')
  fill(/^Заголовки/, 'X-Api-Key: {key}')
  fill(/^Артикул/, 'OC 90')
  fill(/^Бренд(?!ы)/, 'MAHLE')
  fireEvent.click(dialog.getByRole('button', { name: 'Проверить' }))
  await dialog.findByRole('table', { name: 'Понятые предложения' })
  expect(dialog.getByLabelText<HTMLInputElement>(/^Список предложений/).value).toBe('result.goods.*.offers')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await waitFor(() =>
    expect(bodyOf(server, `POST ${API}`)).toMatchObject({
      url: 'https://own.example.ru',
      settings: {
        api: {
          ...proposal,
          path: '/v2/search?number={article}&make={brand}',
          headers: [{ name: 'X-Api-Key', value: '{key}' }],
        },
      },
    }),
  )
})

test('supplier health is shown as a table of answers per quarter hour', async () => {
  await signInAs(MANAGER)
  const counts = { asked: 12, answered: 10, failed: 1, timed_out: 1, refused: 0, offers: 40, dropped: 2 }
  fakeServer({
    ...listOf(FIRST),
    [`GET ${API}/3/health`]: () => json({ results: [{ at: new Date().toISOString(), ...counts }] }),
  })
  open(`${PATH}?id=3`)
  const table = await screen.findByRole('table', { name: 'Вопросы за сутки по четвертям часа' })
  const [, row] = within(table).getAllByRole('row')
  expect(
    within(row ?? table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['10', '1', '1', '0'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Форум')
})

test('unmatched brand spelling is mapped to a brand', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({
    ...listOf(FIRST),
    [`GET ${API}/3/brands`]: () => json({ results: [{ key: 'MANNFILTER', spelling: 'Mann Filter', brand: null }] }),
    'GET /api/v1/price-conditions/targets': () => json({ results: [{ id: 7, name: 'MANN-FILTER' }] }),
    [`POST ${API}/3/brands`]: () => json({}),
  })
  open(`${PATH}?id=3&tab=brands`)
  fireEvent.click(await screen.findByRole('button', { name: 'Сопоставить: Mann Filter' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Бренд «Mann Filter»' }))
  fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'mann' } })
  fireEvent.click(await screen.findByRole('option', { name: 'MANN-FILTER' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() => expect(bodyOf(server, `POST ${API}/3/brands`)).toEqual({ spelling: 'Mann Filter', brand_id: 7 }))
})

test('supplier warehouse is hidden in one click, and its terms are edited', async () => {
  await signInAs(MANAGER)
  const warehouse = {
    id: 5,
    version: 2,
    code: '101',
    name: 'Форум: 1 Москва',
    is_allowed: true,
    term_correction_days: 0,
    ships_on: null,
  }
  const server = fakeServer({
    ...listOf(FIRST),
    [`GET ${API}/3/warehouses`]: () => json({ results: [warehouse] }),
    'PATCH /api/v1/online-warehouses/5': () => json({ version: 3 }),
  })
  open(`${PATH}?id=3&tab=warehouses`)
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Показывать ?: Форум: 1 Москва$/ }))
  const key = 'PATCH /api/v1/online-warehouses/5'
  const hidden = { version: 2, is_allowed: false, term_correction_days: 0, ships_on: null }
  await waitFor(() => expect(bodyOf(server, key)).toEqual(hidden))
  fireEvent.click(screen.getByRole('button', { name: /^нет: поправка срока/ }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Поправка срока, дней/), { target: { value: '2' } })
  const days = within(dialog.getByRole('group', { name: 'Дни отгрузки' }))
  fireEvent.click(days.getByRole('button', { name: 'Четверг' }))
  fireEvent.click(days.getByRole('button', { name: 'Вторник' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(server.seen.filter((one) => one.key === key).at(-1)?.body).toEqual({
      version: 2,
      is_allowed: true,
      term_correction_days: 2,
      ships_on: [2, 4],
    }),
  )
})

test('supplier statuses are mapped to states, and a failed load shows its reason', async () => {
  await signInAs(MANAGER)
  const server = fakeServer({
    ...listOf(FIRST),
    [`GET ${API}/3/statuses`]: () => json({ results: [{ code: '2', name: 'В работе', state: null }] }),
    [`POST ${API}/3/statuses`]: () => json({}),
    [`POST ${API}/3/statuses/read`]: () =>
      problem('input.invalid', { errors: [{ path: '', message: 'Поставщик не ответил вовремя' }] }),
  })
  open(`${PATH}?id=3&tab=statuses`)
  const select = await screen.findByLabelText<HTMLSelectElement>('Что значит «В работе»')
  expect(select.selectedOptions[0]?.textContent).toBe('Не сопоставлено')
  fireEvent.change(select, { target: { value: 'confirmed_supplier' } })
  await waitFor(() =>
    expect(bodyOf(server, `POST ${API}/3/statuses`)).toEqual({ code: '2', state: 'confirmed_supplier' }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Загрузить статусы' }))
  await screen.findAllByText('Поставщик не ответил вовремя')
})

test('unknown supplier address links back to the list', async () => {
  await signInAs(MANAGER)
  fakeServer(listOf(FIRST))
  open(`${PATH}?id=77`)
  await screen.findByText('Поставщик не найден')
  expect(screen.getByRole('link', { name: 'Ко всем поставщикам' })).toBeTruthy()
})

const buildSupplier = (fields: Partial<OnlineSupplier> = {}): OnlineSupplier => ({
  id: 3,
  version: 4,
  name: 'Форум',
  adapter: 'abcp',
  settings: {},
  url: 'https://forum.example.ru',
  login: 'portal',
  is_on: true,
  priority: 1,
  budget_ms: 3000,
  per_second: 5,
  per_day: null,
  hours: { from: 8, to: 20 },
  brand_rule: 'except',
  brands: [{ id: 9, name: 'LUK' }],
  takes_new_warehouses: true,
  sending: 'by_hand',
  min_order_kop: 150_000,
  tolerance_hundredths: 250,
  state: 'ready',
  day: { asked: 200, answered: 197, p95_ms: 750 },
  unknown_brands: 2,
  unknown_statuses: 0,
  ...fields,
})
const FIRST = buildSupplier()
const SECOND = buildSupplier({
  id: 4,
  name: 'Микадо',
  priority: 2,
  state: 'resting',
  day: { asked: 0, answered: 0, p95_ms: null },
  unknown_brands: 0,
})
const OFFER = {
  ...{ brand: 'MAHLE', article: 'OC 90', name: 'Фильтр масляный', price_kop: 51_240 },
  ...{ qty: '>10', term_days: 2, warehouse: 'Москва' },
}
const SELLERS = [{ id: 1, name: 'ООО «Артикул»' }]

const listOf = (...results: OnlineSupplier[]) => ({ [`GET ${API}`]: () => json({ results, sellers: SELLERS }) })

const MANAGER = {
  roles: [{ name: 'ARTIKUL_ORDER_MANAGER' as const }],
  rights: ['prices' as const],
  contractors: [],
  current_contractor_id: null,
}

const open = (at = PATH) =>
  renderPage(() => <OnlineSuppliersPage />, {
    path: PATH,
    at,
    validateSearch: addressOf({ id: numberParam(), tab: choiceParam(SUPPLIER_TABS) }),
  })

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) => server.seen.find((one) => one.key === key)?.body

async function openForm(name = 'Форум') {
  fireEvent.click(await screen.findByRole('button', { name: `Изменить: ${name}` }))
  return within(await screen.findByRole('dialog', { name }))
}
