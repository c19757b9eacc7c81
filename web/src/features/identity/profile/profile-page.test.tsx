import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildUser, fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ProfilePage from './profile-page.tsx'

const ME = 'GET /api/v1/user/'
const SAVE = 'PATCH /api/v1/user/'
const START = 'POST /api/v1/user/second_factor'
const CONFIRM = 'POST /api/v1/user/second_factor/confirm'
const REMOVE = 'POST /api/v1/user/second_factor/remove'
const SESSIONS = 'GET /api/v1/user/sessions'
const EMAIL = 'POST /api/v1/user/confirm_email'
const INVITATION = 'POST /api/v1/user/accept_invitation'
const OWN_DATA = 'GET /api/v1/user/personal_data'

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('new email requires the password, and a refusal appears beside its field', async () => {
  const server = fakeServer({ [SAVE]: () => problem('auth.wrong_password') })
  open()
  await type(/^Электронная почта/, 'new@example.test')
  await press('Сохранить')
  await screen.findByText('Заполните поле')
  expect(server.seen).toHaveLength(0)
  await type(/^Текущий пароль/, 'wrong')
  await press('Сохранить')
  await expectText('Не удалось обновить данные')
  expect(screen.getByLabelText(/^Текущий пароль/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(/^Электронная почта/).value).toBe('new@example.test')
})

test('only changed profile fields are saved', async () => {
  const server = fakeServer({ [SAVE]: () => json({ email_pending: null }), ...me({ phone: '+79991234567' }) })
  open()
  await type(/^Телефон/, '8 999 123-45-67')
  await press('Сохранить')
  await expectText('Данные пользователя успешно обновлены')
  expect(server.seen[0]?.body).toEqual({ phone: '8 999 123-45-67' })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Телефон/).value).toBe('+79991234567'))
})

test('unconfirmed email is shown as waiting', async () => {
  await signInAs({ email_pending: 'new@example.test' })
  open()
  await screen.findByText(/Новая почта new@example.test ждёт подтверждения/)
})

test('impersonating manager cannot see sessions or security of the client', async () => {
  await signInAs({ impersonated_by: { full_name: 'Сергеев Пётр Ильич' } })
  const server = fakeServer({})
  open(`?tab=sessions&email_token=${TOKEN}`)
  await screen.findByText('От имени клиента это недоступно')
  fireEvent.click(screen.getByRole('tab', { name: 'Безопасность' }))
  await screen.findByText('От имени клиента это недоступно')
  expect(screen.queryByRole('button', { name: 'Включить' })).toBeNull()
  expect(server.seen).toHaveLength(0)
})

test('second factor is set up by password, key and code', async () => {
  await signInAs({ must_set_second_factor: true })
  let wrong = true
  const server = fakeServer({
    [START]: () => json({ secret: 'JBSWY3DPEHPK3PXP', qr: 'M0 0h1v1z', qr_size: 21 }),
    'POST /api/v1/token/refresh': () => json({ access_token: 't2' }),
    [CONFIRM]: () => (wrong ? problem('auth.bad_code') : json({})),
    ...me({ has_second_factor: true }),
  })
  open()
  await screen.findByText(/Включите второй фактор: без него/)
  await type(/^Текущий пароль/, 'correct horse battery')
  await press('Продолжить')
  await screen.findByText('JBSW Y3DP EHPK 3PXP')
  expect(screen.getByRole('img', { name: /ключом второго фактора/ }).innerHTML).toContain('M0 0h1v1z')
  await type(/^Код из приложения/, '111111')
  await press('Включить')
  await screen.findByText('Код не подошёл')
  wrong = false
  await type(/^Код из приложения/, '123456')
  await press('Включить')
  await screen.findByText('Включён')
  expect(screen.queryByText(/без него остальные/)).toBeNull()
  expect(server.seen.find(({ key }) => key === START)?.body).toEqual({ password: 'correct horse battery' })
})

test('second factor is removed by password and code', async () => {
  await signInAs({ has_second_factor: true })
  const server = fakeServer({ [REMOVE]: () => json({}), ...me() })
  open('?tab=security')
  await press('Отключить')
  await press('Отключить')
  expect(await screen.findAllByText(/Заполните поле|Шесть цифр из приложения/)).toHaveLength(2)
  await type(/^Текущий пароль/, 'correct horse battery')
  await type(/^Код из приложения/, '123456')
  await press('Отключить')
  await expectText('Второй фактор отключён')
  expect(server.seen[0]?.body).toEqual({ password: 'correct horse battery', code: '123456' })
})

test('other sessions are ended one by one or all at once', async () => {
  const session = (id: number, device: string, is_current = false) => ({
    id,
    created_at: '2026-11-20T11:05:00.000Z',
    seen_at: '2026-11-21T11:05:00.000Z',
    address: '203.0.113.7',
    device,
    is_current,
  })
  const server = fakeServer({
    [SESSIONS]: () => json({ results: [session(1, 'Chrome, Windows', true), session(2, 'Safari, iPhone')] }),
    'DELETE /api/v1/user/sessions/2': () => json({}),
    'POST /api/v1/user/sessions/end_others': () => json({ ended: 3 }),
  })
  open('?tab=sessions')
  const row = (await screen.findByText('Эта сессия')).closest('tr')!
  expect(within(row).queryByRole('button')).toBeNull()
  await press(/^Завершить сессию: Safari/)
  await press('Нет')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press(/^Завершить сессию: Safari/)
  await press('Да')
  await expectText('Сессия завершена')
  await press('Завершить остальные')
  await press('Да')
  await expectText('Завершено сессий: 3')
  expect(server.keys().filter((key) => !key.startsWith('GET'))).toHaveLength(2)
})

test('theme can follow the system', async () => {
  open('?tab=theme')
  fireEvent.click(await screen.findByLabelText('Тёмная'))
  expect(document.documentElement.classList.contains('dark')).toBe(true)
  fireEvent.click(screen.getByLabelText('Как в системе'))
  expect(localStorage.getItem('theme')).toBeNull()
})

test('email confirmation link is used once and leaves the address', async () => {
  const server = fakeServer({
    [EMAIL]: () => json({ email: 'new@example.test' }),
    ...me({ email: 'new@example.test' }),
  })
  const { router } = open(`?email_token=${TOKEN}`)
  await screen.findByText('Почта подтверждена: new@example.test')
  expect(router.state.location.search).toEqual({})
  expect(server.keys().filter((key) => key === EMAIL)).toHaveLength(1)
})

test('dead email confirmation link is reported', async () => {
  fakeServer({ [EMAIL]: () => problem('auth.link_expired') })
  open(`?email_token=${TOKEN}`)
  await screen.findByText(/Почта не подтверждена. Ссылка уже использована/)
})

test('invitation is accepted only by «Принять»', async () => {
  let tries = 0
  const server = fakeServer({
    [INVITATION]: () => (++tries === 1 ? problem('unavailable') : json({ contractor: 'ООО «Парнас»' })),
    ...me(),
  })
  const { router } = open(`?invitation=${TOKEN}`)
  await screen.findByText(/Вас приглашают работать в компании/)
  expect(server.seen).toHaveLength(0)
  await press('Принять')
  await screen.findByText(/Сервер занят/)
  await press('Принять')
  await expectText('Приглашение принято')
  expect(server.seen[1]?.body).toEqual({ token: TOKEN })
  expect(router.state.location.search).toEqual({})
})

test('client sees the actions of impersonating managers', async () => {
  fakeServer({
    'GET /api/v1/user/on_behalf': () =>
      json({
        results: [
          {
            id: 1,
            at: '2026-11-20T11:05:00.000Z',
            event: 'order.placed_on_behalf',
            actor: { id: 2, name: 'Сергеев П. И.' },
            subject: { id: 5, name: 'Петров А. Н.' },
            on_behalf_of: { id: 5, name: 'Петров А. Н.' },
            contractor: null,
            object: 'Заказ 26-000123',
            changes: [],
            address: '',
            request_id: 'r1',
          },
        ],
        pagination: { total_count: 1, per_page: 50, page: 1 },
      }),
  })
  open('?tab=behalf')
  await screen.findByText('Заказ оформлен от имени клиента')
  expect(screen.getByText('Сергеев П. И.')).toBeTruthy()
})

test('staff have no tab with actions of managers', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }], contractors: [], current_contractor_id: null })
  open()
  await screen.findByRole('tab', { name: 'Мои данные' })
  expect(screen.queryByRole('tab', { name: 'Действия менеджеров' })).toBeNull()
})

test('failed download of personal data is reported', async () => {
  const server = fakeServer({ [OWN_DATA]: () => problem('unavailable') })
  open()
  await press('Скачать мои данные')
  await expectText('Файл не скачан')
  expect(server.keys()).toEqual([OWN_DATA])
})

test('impersonating manager cannot download personal data of the client', async () => {
  await signInAs({ impersonated_by: { full_name: 'Иванова Мария' } })
  fakeServer({})
  open()
  await screen.findByLabelText(/^Телефон/)
  expect(screen.queryByRole('button', { name: 'Скачать мои данные' })).toBeNull()
})

const TOKEN = 'b'.repeat(43)

const me = (fields: Partial<CurrentUser> = {}) => ({ [ME]: () => json(buildUser(fields)) })

const open = (search = '') => renderPage(ProfilePage, { path: '/profile', at: `/profile${search}` })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

const expectText = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
