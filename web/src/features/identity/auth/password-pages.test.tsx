import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import ChangePasswordPage from './change-password-page.tsx'
import ResetLinkPage from './reset-link-page.tsx'
import ResetPasswordPage from './reset-password-page.tsx'

const ASK = 'POST /api/v1/password/request_reset'
const CHECK = 'POST /api/v1/password/check_link'
const SET = 'POST /api/v1/password/set'
const CHANGE = 'POST /api/v1/password/change'
const TOKEN = 'a'.repeat(43)

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const openLink = () => renderPage(ResetLinkPage, { path: '/reset-password/$id', at: `/reset-password/${TOKEN}` })
const openChange = () => renderPage(ChangePasswordPage, { path: '/change-password' })

beforeEach(signOut)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('rate limit on reset emails shows the message of the server', async () => {
  fakeServer({
    [ASK]: () => problem('auth.too_many_attempts', { detail: 'Слишком много попыток, повторите через 5 мин.' }),
  })
  renderPage(ResetPasswordPage, { path: '/reset-password' })
  await type(/логин/, 'buyer')
  await press('Отправить ссылку')
  await screen.findByText('Слишком много попыток, повторите через 5 мин.')
})

test('reset request gets the same answer for a known and an unknown login', async () => {
  const server = fakeServer({ [ASK]: () => json({}) })
  renderPage(ResetPasswordPage, { path: '/reset-password' })
  await press('Отправить ссылку')
  await screen.findByText('Заполните поле')
  await type(/логин/, ' nobody@example.test ')
  await press('Отправить ссылку')
  await screen.findByText(/Если такая учётная запись есть, мы отправили письмо/)
  expect(server.seen.map(({ body }) => body)).toEqual([{ login: 'nobody@example.test' }])
})

test.each([
  ['used', () => problem('auth.link_expired'), /Ссылка уже использована или устарела/],
  [
    'torn',
    () =>
      problem('input.invalid', { errors: [{ path: 'token', message: 'Ссылка повреждена: откройте её из письма' }] }),
    /Ссылка повреждена/,
  ],
])('%s password link offers a new email', async (_, answer, words) => {
  fakeServer({ [CHECK]: answer })
  openLink()
  await screen.findByText(words)
  expect(screen.getByRole('link', { name: 'Запросить новую ссылку' }).getAttribute('href')).toBe('/reset-password')
})

test('password link that dies during input offers a new email', async () => {
  fakeServer({ [CHECK]: () => json({ purpose: 'reset' }), [SET]: () => problem('auth.link_expired') })
  openLink()
  await type(/^Новый пароль/, 'correct horse battery')
  await press('Сохранить пароль')
  await screen.findByRole('link', { name: 'Запросить новую ссылку' })
})

test('weak password is refused beside its field, and a good one leads to sign-in', async () => {
  const server = fakeServer({ [CHECK]: () => json({ purpose: 'invite' }), [SET]: () => json({}) })
  const { router } = openLink()
  await screen.findByRole('heading', { name: 'Придумайте пароль' })
  await type(/^Новый пароль/, 'short')
  await press('Сохранить пароль')
  await screen.findByText('Не короче 10 символов')
  expect(server.keys()).toEqual([CHECK])
  await type(/^Новый пароль/, 'correct horse battery')
  await press('Сохранить пароль')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(server.seen.at(-1)?.body).toEqual({ token: TOKEN, password: 'correct horse battery' })
})

test('password change is unavailable to a manager acting for a client', async () => {
  await signInAs({ impersonated_by: { full_name: 'Сергеев Пётр Ильич' } })
  openChange()
  await screen.findByText('От имени клиента это недоступно')
  expect(screen.queryByLabelText(/пароль/)).toBeNull()
})

test('wrong current password is reported beside its field, and the input stays', async () => {
  await signInAs()
  fakeServer({ [CHANGE]: () => problem('auth.wrong_password') })
  openChange()
  await type(/^Текущий пароль/, 'wrong')
  await type(/^Новый пароль/, 'correct horse battery')
  await press('Сменить пароль')
  await screen.findByText('Неверный текущий пароль')
  expect(screen.getByLabelText(/^Текущий пароль/).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLInputElement>(/^Новый пароль/).value).toBe('correct horse battery')
})

test('password change leads back to the profile', async () => {
  await signInAs()
  const server = fakeServer({ [CHANGE]: () => json({}) })
  const { router } = openChange()
  await type(/^Текущий пароль/, 'correct horse')
  await type(/^Новый пароль/, 'correct horse battery')
  await press('Сменить пароль')
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'))
  expect(server.seen[0]?.body).toEqual({ old_password: 'correct horse', new_password: 'correct horse battery' })
})
