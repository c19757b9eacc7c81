import type { AuditItem } from '@artikul/contract/platform/audit'
import type { EmailItem } from '@artikul/contract/platform/emails'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, numberParam, textParam } from '../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import SettingsPage from './settings-page.tsx'

const AUDIT = 'GET /api/v1/audit'
const MAILS = 'GET /api/v1/emails'
const MAIL = 'GET /api/v1/emails/4'
const RETRY = 'POST /api/v1/emails/4/retry'

const SEARCH = addressOf({
  tab: choiceParam(['journal', 'mail']),
  page: numberParam(),
  user_id: numberParam(),
  contractor_id: numberParam(),
  q: textParam(),
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('warranty manager sees the audit log but not the outgoing mail', async () => {
  await asManager('ARTIKUL_WARRANTY_MANAGER')
  const server = fakeServer({ [AUDIT]: () => listOf(ITEM) })
  open('?tab=mail')
  await screen.findByText('Ограничения сотрудника изменены')
  expect(screen.queryByRole('link', { name: 'Исходящая почта' })).toBeNull()
  expect(server.keys()).toHaveLength(1)
})

test('settings are found by words of what they hold', async () => {
  await asManager()
  fakeServer({ [AUDIT]: () => listOf(ITEM) })
  open('?tab=journal')
  fireEvent.change(await screen.findByLabelText('Найти настройку'), { target: { value: 'smtp' } })
  const menu = screen.getByRole('navigation', { name: 'Разделы настроек' })
  expect(
    within(menu)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Почтовый сервер'])
  fireEvent.change(screen.getByLabelText('Найти настройку'), { target: { value: 'нет такого' } })
  within(menu).getByText('Такой настройки нет.')
})

test('audit log that failed to load can be retried', async () => {
  await asManager()
  let tries = 0
  fakeServer({ [AUDIT]: () => (++tries === 1 ? problem('internal') : listOf()) })
  open('?tab=journal')
  await press('Повторить')
  await screen.findByText('Записей нет')
})

test('audit log row shows its details, and a click on a name filters the log', async () => {
  await asManager()
  const server = fakeServer({ [AUDIT]: () => listOf(ITEM) })
  const { router } = open('?tab=journal&page=3')
  const table = await screen.findByRole('table', { name: 'Журнал действий' })
  expect(within(table).getByText('50 000 ₽', { exact: false }).textContent).toMatch(/Сумма заказа: .*стало.*50 000 ₽/)
  fireEvent.click(within(table).getByRole('button', { name: 'Орлова А. С.' }))
  await waitFor(() => expect(router.state.location.href).toBe('/settings?tab=journal&user_id=9'))
  fireEvent.click(within(table).getByRole('button', { name: 'ООО «Автотехцентр»' }))
  await waitFor(() => expect(router.state.location.href).toBe('/settings?tab=journal&user_id=9&contractor_id=7'))
  await press('Снять отбор: Человек: Орлова А. С.')
  await waitFor(() => expect(router.state.location.href).toBe('/settings?tab=journal&contractor_id=7'))
  await waitFor(() => expect(server.keys().at(-1)).toBe(`${AUDIT}?page=1&page_size=50&contractor_id=7`))
  expect(router.history.length).toBe(1)
})

test('audit log row shows an impersonating manager beside the client', async () => {
  await asManager()
  fakeServer({ [AUDIT]: () => listOf({ ...ITEM, on_behalf_of: { id: 5, name: 'Петров А. Н.' } }) })
  const { router } = open('?tab=journal')
  const table = await screen.findByRole('table', { name: 'Журнал действий' })
  expect(table.textContent).toContain('Сергеев П. И.от имени: Петров А. Н.')
  fireEvent.click(within(table).getByRole('button', { name: 'Петров А. Н.' }))
  await waitFor(() => expect(router.state.location.href).toBe('/settings?tab=journal&user_id=5'))
})

test('audit log over 10,000 rows has a hint to narrow the filter', async () => {
  await asManager()
  fakeServer({
    [AUDIT]: () => json({ results: [ITEM], pagination: { total_count: 10_000, per_page: 50, page: 1 } }),
  })
  open('?tab=journal')
  await screen.findByText(/^Показаны последние 10.000 записей: чтобы найти более ранние, уточните фильтр\.$/)
})

test('outgoing mail without a mail server is marked as kept only here', async () => {
  await asManager()
  fakeServer({ [MAILS]: () => listOf(buildMail({ state: 'kept', attempts: 0, last_error: '' })) })
  open('?tab=mail')
  await screen.findByText('Письма не отправляются: почта не настроена. Они хранятся здесь')
})

test('mail filter without results can be reset', async () => {
  await asManager()
  fakeServer({ [MAILS]: () => listOf() })
  const { router } = open('?tab=mail&q=nobody')
  await press('Сбросить')
  await screen.findByText('Писем ещё не было')
  expect(router.state.location.search).toEqual({ tab: 'mail' })
})

test('outgoing email can be read and sent again', async () => {
  await asManager()
  let tries = 0
  fakeServer({
    [MAILS]: () => listOf(buildMail()),
    [MAIL]: () => json({ ...buildMail(), text: 'Здравствуйте!\nВаш логин: orlova' }),
    [RETRY]: () => (++tries === 1 ? problem('unavailable') : json({})),
  })
  open('?tab=mail')
  await press('Приглашение в портал')
  const dialog = await screen.findByRole('dialog', { name: 'Приглашение в портал' })
  await within(dialog).findByText(/Ваш логин: orlova/)
  await press('Отправить ещё раз')
  expect((await screen.findAllByText('Письмо не отправлено')).length).toBeGreaterThan(0)
  await press('Отправить ещё раз')
  expect((await screen.findAllByText('Письмо поставлено в очередь')).length).toBeGreaterThan(0)
})

const ITEM: AuditItem = {
  id: 1,
  at: '2026-11-20T11:05:00.000Z',
  event: 'user.limits_changed',
  actor: { id: 2, name: 'Сергеев П. И.' },
  subject: { id: 9, name: 'Орлова А. С.' },
  on_behalf_of: null,
  contractor: { id: 7, name: 'ООО «Автотехцентр»' },
  object: 'Орлова А. С.',
  changes: [{ field: 'Сумма заказа', before: null, after: '50 000 ₽' }],
  address: '203.0.113.7',
  request_id: 'r1',
}

const buildMail = (fields: Partial<EmailItem> = {}): EmailItem => ({
  id: 4,
  created_at: '2026-11-20T11:05:00.000Z',
  sent_at: null,
  to: 'orlova@example.test',
  subject: 'Приглашение в портал',
  state: 'failed',
  attempts: 5,
  last_error: 'Сервер получателя не отвечает',
  ...fields,
})

const listOf = (...results: object[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const open = (search = '') =>
  renderPage(() => <SettingsPage />, { path: '/settings', at: `/settings${search}`, validateSearch: SEARCH })

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

const asManager = (role: 'ARTIKUL_ORDER_MANAGER' | 'ARTIKUL_WARRANTY_MANAGER' = 'ARTIKUL_ORDER_MANAGER') =>
  signInAs({ roles: [{ name: role }], contractors: [], current_contractor_id: null })
