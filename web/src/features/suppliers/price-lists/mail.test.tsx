import type { Mailbox, MailRule, UnmatchedEmail } from '@artikul/contract/suppliers/mailboxes'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import PriceLists from './price-lists.tsx'

const BOXES = 'GET /api/v1/mailboxes'
const RULES = 'GET /api/v1/mail-rules'
const LETTERS = 'GET /api/v1/unmatched-emails'
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (dialog: HTMLElement, label: RegExp, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body
const signIn = (rights: 'prices'[]) =>
  signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], rights, contractors: [], current_contractor_id: null })

beforeEach(() => signIn(['prices']))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('mail page has messages for empty lists, and a failed load can be retried', async () => {
  let tries = 0
  const empty = () => json({ results: [] })
  serve({
    [BOXES]: () => (++tries === 1 ? problem('internal') : empty()),
    [RULES]: empty,
    [LETTERS]: () => letters(),
  })
  open()
  await press('Повторить')
  for (const text of ['Ящиков нет', 'Правил нет', 'Таких писем нет']) await screen.findByText(text)
})

test('staff without the price right see mailboxes without action buttons', async () => {
  await signIn([])
  serve()
  open()
  await screen.findByText('a@forum.ru → Форум')
  for (const name of [/^Добавить/, /^Создать/, /^Удалить/, /^Прочитать/, /^Выше/])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('mailbox row shows its state, the last import and the failure', async () => {
  const failed = buildBox({
    id: 4,
    login: 'b@artikul.ru',
    failure: 'Сервер почты не принял логин или пароль',
    taken: null,
  })
  const off = buildBox({ id: 5, login: 'c@artikul.ru', is_on: false, next_check_at: null })
  serve({ [BOXES]: () => json({ results: [buildBox(), failed, off] }) })
  const onChange = open()
  await screen.findByText('Читается')
  screen.getByText('Не читается')
  screen.getByText('Сервер почты не принял логин или пароль')
  screen.getByText(/^Следующая попытка 20\.11\.2026, 14:10/)
  screen.getByText('Выключен')
  fireEvent.click(screen.getAllByRole('button', { name: 'forum.xlsx' })[0] as HTMLElement)
  expect(onChange).toHaveBeenCalledWith({ desk: undefined, import_id: 5 })
})

test('mailbox is checked before it is added, and its port follows the encryption', async () => {
  const server = serve({
    'POST /api/v1/mailboxes/check': () => json({ is_ok: true, text: 'Ящик открыт: 3 письма в папке' }),
    'POST /api/v1/mailboxes': () => json({ id: 4 }, 201),
  })
  open()
  await press('Добавить ящик')
  const dialog = await screen.findByRole('dialog', { name: 'Новый почтовый ящик' })
  await press('Проверить')
  expect(within(dialog).getAllByText('Заполните поле')).toHaveLength(3)
  fireEvent.change(within(dialog).getByLabelText('Защита соединения'), { target: { value: 'starttls' } })
  type(dialog, /^Сервер IMAP/, 'imap.example.ru')
  type(dialog, /^Логин/, 'price')
  type(dialog, /^Пароль/, 'секрет')
  await press('Проверить')
  await within(dialog).findByText('Ящик открыт: 3 письма в папке')
  const access = { host: 'imap.example.ru', port: 143, security: 'starttls', login: 'price', folder: 'INBOX' }
  expect(bodyOf(server, 'POST /api/v1/mailboxes/check')).toEqual({ id: null, ...access, password: 'секрет' })
  await press('Добавить')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Новый почтовый ящик' })).toBeNull())
  expect(bodyOf(server, 'POST /api/v1/mailboxes')).toEqual({ ...access, is_on: true, password: 'секрет' })
})

test('stored mailbox password is not sent, and a refusal appears beside its field', async () => {
  const message = 'Сервер или логин изменён: введите пароль снова'
  const server = serve({
    'PATCH /api/v1/mailboxes/3': () => problem('input.invalid', { errors: [{ path: 'password', message }] }),
    'POST /api/v1/mailboxes/check': () => json({ is_ok: false, text: 'Сервер почты не принял логин или пароль' }),
  })
  open()
  await press('price@artikul.ru')
  const dialog = await screen.findByRole('dialog', { name: 'Почтовый ящик' })
  expect(within(dialog).getByLabelText<HTMLInputElement>(/^Пароль/).value).toBe('')
  await press('Проверить')
  await within(dialog).findByText('Сервер почты не принял логин или пароль')
  type(dialog, /^Сервер IMAP/, 'other.example.ru')
  expect(within(dialog).queryByText('Сервер почты не принял логин или пароль')).toBeNull()
  await press('Сохранить')
  await within(dialog).findByText(message)
  expect(bodyOf(server, 'PATCH /api/v1/mailboxes/3')).toMatchObject({ version: 2, password: null })
})

test('mailbox is read on demand and deleted after a confirmation', async () => {
  const server = serve({
    'POST /api/v1/mailboxes/3/look': () => json({}),
    'DELETE /api/v1/mailboxes/3': () => json({}),
  })
  open()
  await press('Прочитать сейчас: price@artikul.ru')
  await waitFor(() => expect(server.keys()).toContain('POST /api/v1/mailboxes/3/look'))
  await press('Удалить ящик: price@artikul.ru')
  await screen.findByRole('alertdialog', { name: 'Удалить ящик price@artikul.ru?' })
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain('DELETE /api/v1/mailboxes/3'))
})

test('mail rule is created from an unmatched email', async () => {
  const server = serve({ 'POST /api/v1/mail-rules': () => json({ id: 4 }, 201) })
  open()
  const row = await screen.findByRole('row', { name: /Прайс на июнь/ })
  expect(row.textContent).toContain('Для этого отправителя правил нет')
  await press('Создать правило')
  const dialog = await screen.findByRole('dialog', { name: 'Новое правило' })
  within(dialog).getByText(/Письмо «Прайс на июнь», файлы: forum\.xlsx, logo\.png/)
  await press('Добавить')
  await within(dialog).findByText('Выберите склад')
  const stock = within(dialog).getByRole('combobox', { name: /^Склад/ })
  fireEvent.change(stock, { target: { value: 'Фор' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Форум' }))
  type(dialog, /^Имя файла/, '*.xlsx')
  await press('Добавить')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Новое правило' })).toBeNull())
  expect(bodyOf(server, 'POST /api/v1/mail-rules')).toEqual({
    rule: { warehouse_id: 7, sender: 'price@forum.ru', subject: '', file_mask: '*.xlsx' },
    letter_id: 9,
  })
})

test('mail rules are edited, moved and deleted after a confirmation, and a refusal is shown', async () => {
  const server = serve({
    'PATCH /api/v1/mail-rules/1': () => json({}),
    'POST /api/v1/mail-rules/2/move': () => json({}),
    'DELETE /api/v1/mail-rules/1': () => problem('not_found'),
  })
  open()
  await press('a@forum.ru → Форум')
  const dialog = await screen.findByRole('dialog', { name: 'Правило' })
  type(dialog, /^Отправитель/, 'forum')
  await press('Сохранить')
  await within(dialog).findByText(/^Адрес вида price@example\.ru/)
  type(dialog, /^Отправитель/, 'B@forum.ru')
  await press('Сохранить')
  await waitFor(() =>
    expect(bodyOf(server, 'PATCH /api/v1/mail-rules/1')).toMatchObject({ rule: { sender: 'b@forum.ru' } }),
  )
  await press('Выше: @forum.ru → Форум')
  await waitFor(() => expect(bodyOf(server, 'POST /api/v1/mail-rules/2/move')).toEqual({ before: 1 }))
  await press('Удалить правило: a@forum.ru → Форум')
  await press('Да')
  await screen.findAllByText('Правило не удалено')
})

const buildBox = (fields: Partial<Mailbox> = {}): Mailbox => ({
  id: 3,
  host: 'imap.example.ru',
  port: 993,
  security: 'tls',
  login: 'price@artikul.ru',
  folder: 'INBOX',
  is_on: true,
  version: 2,
  checked_at: '2026-11-20T11:05:00.000Z',
  failure: null,
  next_check_at: '2026-11-20T11:10:00.000Z',
  taken: { import_id: 5, file_name: 'forum.xlsx', at: '2026-11-20T08:00:00.000Z' },
  ...fields,
})

const buildRule = (id: number, sender: string): MailRule => ({
  id,
  warehouse_id: 7,
  warehouse: 'Форум',
  sender,
  subject: '',
  file_mask: '',
})

const letter: UnmatchedEmail = {
  id: 9,
  mailbox: 'price@artikul.ru',
  sender: 'price@forum.ru',
  subject: 'Прайс на июнь',
  file_names: ['forum.xlsx', 'logo.png'],
  received_at: '2026-11-20T10:00:00.000Z',
  reason: 'Для этого отправителя правил нет',
  is_asked_again: false,
}

const letters = (...results: UnmatchedEmail[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const warehouse = {
  id: 7,
  name: 'Форум',
  is_own: false,
  seller: 'ООО «Артикул»',
  imported_at: null,
  default_brand: '',
  gone_percent: 30,
  median_percent: 30,
  jumped_percent: 5,
  url: '',
  fetch_hours: [],
  photo_licence: '',
  version: 1,
}

const serve = (answers: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [BOXES]: () => json({ results: [buildBox()] }),
    [RULES]: () => json({ results: [buildRule(1, 'a@forum.ru'), buildRule(2, '@forum.ru')] }),
    [LETTERS]: () => letters(letter),
    'GET /api/v1/price-list-warehouses': () => json({ results: [warehouse], sellers: [] }),
    ...answers,
  })

function open() {
  const onChange = vi.fn()
  renderPage(() => <PriceLists search={{ desk: 'mail' }} onChange={onChange} />, { path: '/admin' })
  return onChange
}
