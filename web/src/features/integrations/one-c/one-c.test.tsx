import type { OneCGood, OneCNode } from '@artikul/contract/integrations/one-c'
import type { OdataConnection, OdataObject } from '@artikul/contract/integrations/one-c-odata'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import type { OneCSearch } from './one-c.api.ts'
import OneC from './one-c.tsx'

const NODES = 'GET /api/v1/one-c/nodes'
const SELLERS = 'GET /api/v1/sellers'
const CREATE = 'POST /api/v1/one-c/nodes'
const MAPPINGS = 'GET /api/v1/one-c/nodes/7/mappings'
const MAP = 'POST /api/v1/one-c/nodes/7/mappings'
const UPDATE = 'PATCH /api/v1/one-c/nodes/7'

const NODE: OneCNode = {
  id: 7,
  seller: 'ООО «Пример»',
  name: 'УТ 11',
  login: '1c-abc',
  reads_odata: false,
  default_brand: '',
  directions: ['offers', 'orders_out'],
  is_paused: false,
  is_trial: true,
  loss_percent: 20,
  held_count: 0,
  last_exchange_at: '2026-11-17T09:00:00.000Z',
  unconfirmed_orders: 3,
  unconfirmed_since: '2026-11-17T08:00:00.000Z',
  waiting_documents: 1,
  alarms: [],
  goods_count: 100,
  unmatched_goods: 4,
  photos_count: 12,
  refused_pictures: 3,
  unmapped_count: 1,
  version: 2,
}

const RETAIL = { kind: 'price_type', external_id: 'retail', name: 'Розничная', target: '4', rows_count: 100 }

const NO_GROUPS = { warehouses: [], inventory_groups: [], group_changes: null }

const nodes = (...results: OneCNode[]) => json({ results, may_simulate: false })
const sellers = () => json({ results: [] })
const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Desk({ initial }: { initial: OneCSearch }) {
  const [search, setSearch] = useState(initial)
  return <OneC search={search} onChange={setSearch} />
}

const open = (initial: OneCSearch = {}) => renderPage(() => <Desk initial={initial} />, { path: '/' })

const signIn = () =>
  signInAs({
    roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }],
    rights: ['administrator'],
    contractors: [],
    current_contractor_id: null,
  })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

test('an exchange that failed to load can be retried, and an empty one begins here', async () => {
  await signIn()
  let tries = 0
  fakeServer({ [NODES]: () => (++tries === 1 ? problem('internal') : nodes()), [SELLERS]: sellers })
  open()
  await press('Повторить')
  await screen.findByText('Базы 1С не подключены')
  expect(screen.queryByRole('button', { name: 'Подключить имитацию 1С' })).toBeNull()
})

test('a refused name is shown beside its field', async () => {
  await signIn()
  const server = fakeServer({
    [NODES]: () => nodes(),
    [SELLERS]: sellers,
    [CREATE]: () =>
      problem('input.invalid', { errors: [{ path: 'name', message: 'База с таким названием уже есть' }] }),
  })
  open()
  await press('Подключить 1С')
  const dialog = await screen.findByRole('dialog', { name: 'Подключить 1С' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Подключить' }))
  await within(dialog).findByText('Выберите нашу компанию')
  expect(bodyOf(server, CREATE)).toBeUndefined()
})

test('figures of a node lead to its lists, its failures say what to do; a price type is mapped in place', async () => {
  await signIn()
  const server = fakeServer({
    [NODES]: () => nodes({ ...NODE, is_trial: false, alarms: ['Выполните обмен'] }),
    [SELLERS]: sellers,
    [MAPPINGS]: () =>
      json({
        results: [
          {
            kind: 'price_type',
            external_id: 'base',
            name: 'Оптовая',
            target: null,
            rows_count: 100,
            price_changes: null,
          },
          { ...RETAIL, price_changes: { total: 90, added: 0, changed: 2, removed: 1 } },
        ],
        ...{ ...NO_GROUPS, price_columns: [{ id: 4, name: 'Розница' }] },
      }),
    [MAP]: () => json({}),
  })
  open()
  await screen.findByRole('button', { name: 'Товары: 100, не сопоставлено 4' })
  screen.getByText('Сбой')
  screen.getByText('Выполните обмен.')
  await screen.findByRole('button', { name: 'Фото товаров: принято 12, не принято 3' })
  await press(/^Склады и типы цен/)
  const select = await screen.findByLabelText('Оптовая: на портале')
  screen.getByText('В колонке 90 цен')
  fireEvent.change(select, { target: { value: 'purchase' } })
  await waitFor(() =>
    expect(bodyOf(server, MAP)).toEqual({ kind: 'price_type', external_id: 'base', target: 'purchase' }),
  )
})

test('a trial shows what the prices of a type would change in their column', async () => {
  await signIn()
  const counts = { total: 90, added: 80, changed: 2, removed: 1 }
  fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [MAPPINGS]: () =>
      json({
        results: [{ ...RETAIL, price_changes: counts }],
        ...{ ...NO_GROUPS, price_columns: [{ id: 4, name: 'Розница' }] },
      }),
  })
  open({ node_id: 7 })
  await screen.findByText('После включения: 90 цен; новых 80, изменится 2, уйдёт 1')
  expect(screen.getByLabelText('Розничная: на портале')).toHaveProperty('value', '4')
})

test('the reason why a picture is no photo stands beside its goods', async () => {
  await signIn()
  const good: OneCGood = {
    ...{ external_id: 'g1', brand: 'MANN', article: 'W 712', name: 'Фильтр', barcode: '', product: null },
    ...{ is_matched_by_hand: false, picture_refusal: 'Фотография повреждена', proposals: [] },
  }
  fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    'GET /api/v1/one-c/nodes/7/goods': () =>
      json({ results: [good], pagination: { total_count: 1, per_page: 50, page: 1 } }),
  })
  open({ node_id: 7, view: 'goods' })
  await screen.findByText('Картинка не принята: Фотография повреждена')
})

test.each([
  ['calls the portal', {}],
  ['is only read by the portal', { last_exchange_at: null, reads_odata: true }],
])('the trial of a base that %s ends by a press', async (_, fields) => {
  await signIn()
  const server = fakeServer({
    [NODES]: () => nodes({ ...NODE, ...fields }),
    [SELLERS]: sellers,
    [MAPPINGS]: () => json({ results: [], price_columns: [], ...NO_GROUPS }),
    [UPDATE]: () => json({ version: 3 }),
  })
  open({ node_id: 7 })
  await press('Включить обмен')
  await waitFor(() => expect(bodyOf(server, UPDATE)).toMatchObject({ version: 2, is_trial: false }))
})

const READING = 'GET /api/v1/one-c/nodes/7/odata'
const SAVE_READING = 'POST /api/v1/one-c/nodes/7/odata'
const OBJECTS = 'GET /api/v1/one-c/nodes/7/odata/objects'
const MATCH = 'POST /api/v1/one-c/nodes/7/odata/matches'

const CONNECTION: OdataConnection = {
  version: 3,
  url: 'https://1c.example.ru/ut',
  login: 'Портал',
  is_on: true,
  every_minutes: 15,
  reads_from: '2026-01-01',
  exchange_plan: '',
  preset: null,
  overrides: {},
  resolved: { preset: 'ut', mapping: { company: { entity: 'Catalog_Контрагенты', fields: { inn: 'ИНН' } } } },
  report: [{ level: 'error', text: 'Объект не опубликован', advice: 'вкладка «Состав»' }],
  checked_at: '2026-11-17T09:00:00.000Z',
  is_busy: false,
  read_at: null,
  next_read_at: '2026-11-17T09:15:00.000Z',
  failure: 'Объект не опубликован',
  waiting: { company: 0, contract: 1, agreement: 0, upd: 0, correction: 0 },
}

test('reading over OData is set up with a password, which is asked for once', async () => {
  await signIn()
  const server = fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [READING]: () => json({ connection: null }),
    [SAVE_READING]: () => json({ version: 1 }),
  })
  open({ node_id: 7, view: 'reading' })
  await press('Подключить чтение')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/^Адрес базы/), { target: { value: 'https://1c.example.ru/ut' } })
  fireEvent.change(dialog.getByLabelText(/^Пользователь 1С/), { target: { value: 'Портал' } })
  fireEvent.change(dialog.getByLabelText(/^Пароль/), { target: { value: 'secret' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(bodyOf(server, SAVE_READING)).toMatchObject({
      version: null,
      password: 'secret',
      preset: null,
      overrides: {},
    }),
  )
})

test('the report says what is missing in 1C; a name is corrected, the password is left out', async () => {
  await signIn()
  const server = fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [READING]: () => json({ connection: CONNECTION }),
    [SAVE_READING]: () => json({ version: 4 }),
  })
  open({ node_id: 7, view: 'reading' })
  await screen.findByText('Что сделать: вкладка «Состав»')
  screen.getByText('Управление торговлей 11.5')
  await press('Настроить чтение')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Покупатели: объект 1С'), { target: { value: 'Catalog_Клиенты' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить' }))
  await waitFor(() =>
    expect(bodyOf(server, SAVE_READING)).toMatchObject({
      version: 3,
      password: '',
      overrides: { company: { entity: 'Catalog_Клиенты', fields: {} } },
    }),
  )
})

test('a contract of 1C that waits is matched or created', async () => {
  await signIn()
  const contract: OdataObject = {
    kind: 'contract',
    external_id: 'c-1',
    name: 'Договор № 17',
    details: '',
    state: 'waiting',
    reason: 'На портале есть другие договоры этого покупателя',
    is_matched_by_hand: false,
    target: null,
    proposals: [{ id: 5, name: '17/26 от 01.02.2026' }],
  }
  const server = fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [OBJECTS]: () => json({ results: [contract], pagination: { total_count: 1, per_page: 50, page: 1 } }),
    [MATCH]: () => json({}),
  })
  open({ node_id: 7, view: 'objects', object_kind: 'contract' })
  await press('17/26 от 01.02.2026: сопоставить с «Договор № 17»')
  await waitFor(() => expect(bodyOf(server, MATCH)).toEqual({ kind: 'contract', external_id: 'c-1', target: 5 }))
  await press('Создать на портале: Договор № 17')
  await waitFor(() => expect(bodyOf(server, MATCH)).toMatchObject({ target: 'new' }))
})

test('an agreement shows its price column, and is not matched by hand', async () => {
  await signIn()
  const agreement: OdataObject = {
    ...{ kind: 'agreement', external_id: 'a-1', name: 'Соглашение № С-1', details: 'ООО «Рейс»: вид цен «Оптовая»' },
    ...{ state: 'applied', reason: '', is_matched_by_hand: false, target: { id: 4, name: 'Опт' }, proposals: [] },
  }
  fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [OBJECTS]: () => json({ results: [agreement], pagination: { total_count: 1, per_page: 50, page: 1 } }),
  })
  open({ node_id: 7, view: 'objects', object_kind: 'agreement' })
  await screen.findByText('ООО «Рейс»: вид цен «Оптовая»')
  screen.getByText('Опт')
  screen.getByText('Применено')
  expect(screen.queryByRole('columnheader', { name: 'Сопоставление' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Соглашение № С-1/ })).toBeNull()
})

test('agreements that are not read say how to read them', async () => {
  await signIn()
  fakeServer({
    [NODES]: () => nodes(NODE),
    [SELLERS]: sellers,
    [OBJECTS]: () => json({ results: [], pagination: { total_count: 0, per_page: 50, page: 1 } }),
  })
  open({ node_id: 7, view: 'objects', object_kind: 'agreement' })
  await screen.findByText(/^Соглашения не читаются\. Включите «Ценовые колонки/)
})

test('a company that 1C has refused is sent again', async () => {
  await signIn()
  const refused = {
    contractor_id: 9,
    name: 'ООО «Рейс»',
    inn: '7800000001',
    kpp: null,
    queued_at: NODE.last_exchange_at,
  }
  const server = fakeServer({
    [NODES]: () => nodes({ ...NODE, directions: ['companies_out'] }),
    [SELLERS]: sellers,
    [OBJECTS]: () => json({ results: [], pagination: { total_count: 0, per_page: 50, page: 1 } }),
    'GET /api/v1/one-c/nodes/7/odata/new-companies': () =>
      json({ results: [{ ...refused, state: 'waiting', reason: '1С не записала объект' }] }),
    'POST /api/v1/one-c/nodes/7/odata/new-companies/resend': () => json({}),
  })
  open({ node_id: 7, view: 'objects' })
  await screen.findByText('1С не записала объект')
  await press('Передать ещё раз: ООО «Рейс»')
  await waitFor(() =>
    expect(bodyOf(server, 'POST /api/v1/one-c/nodes/7/odata/new-companies/resend')).toEqual({ contractor_id: 9 }),
  )
})
