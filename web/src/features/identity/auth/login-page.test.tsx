import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../../../lib/session/current-session.ts'
import { buildUser, fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signOut } from '../../../testing/sign-in.ts'
import LoginPage from './login-page.tsx'

const PAIR = 'POST /api/v1/token/pair'

beforeEach(signOut)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function fill(password = 'correct horse battery') {
  fireEvent.change(await screen.findByLabelText(/логин/), { target: { value: 'buyer@example.test' } })
  fireEvent.change(screen.getByLabelText(/^Пароль/), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
}

test('empty sign-in fields are reported without a request', async () => {
  const server = fakeServer({})
  renderPage(LoginPage, { path: '/login' })
  fireEvent.click(await screen.findByRole('button', { name: 'Войти' }))
  expect(await screen.findAllByText('Заполните поле')).toHaveLength(2)
  expect(server.seen).toHaveLength(0)
})

test('wrong password is reported, and the typed login stays', async () => {
  fakeServer({ [PAIR]: () => problem('auth.bad_credentials') })
  renderPage(LoginPage, { path: '/login' })
  await fill()
  expect(await screen.findByText('Неверный логин или пароль')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(/логин/).value).toBe('buyer@example.test')
})

test('sign-in error from the server appears beside its field', async () => {
  const errors = [{ path: 'login', message: 'Не больше 320 символов' }]
  fakeServer({ [PAIR]: () => problem('input.invalid', { errors }) })
  renderPage(LoginPage, { path: '/login' })
  await fill()
  await screen.findByText('Не больше 320 символов')
  expect(screen.getByLabelText(/логин/).getAttribute('aria-invalid')).toBe('true')
})

test('sign-in with a second factor requires the code and keeps the typed password', async () => {
  let tries = 0
  const server = fakeServer({
    [PAIR]: () => {
      tries += 1
      if (tries === 1) return problem('auth.code_required')
      return tries === 2 ? problem('auth.bad_code') : json({ access_token: 't1' })
    },
    'GET /api/v1/user/': () => json(buildUser()),
  })
  renderPage(LoginPage, { path: '/login' })
  await fill()
  const box = await screen.findByLabelText<HTMLInputElement>(/^Код из приложения/)
  expect([box.inputMode, box.autocomplete]).toEqual(['numeric', 'one-time-code'])
  expect(screen.queryByRole('alert')).toBeNull()
  const send = (code: string) => {
    fireEvent.change(box, { target: { value: code } })
    fireEvent.click(screen.getByRole('button', { name: 'Войти' }))
  }
  send('12')
  await screen.findByText('Шесть цифр из приложения')
  send('111 111')
  await screen.findByText('Код не подошёл')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  send('123456')
  await waitFor(() => expect(session.getState().authenticated).toBe(true))
  expect(server.seen.filter(({ key }) => key === PAIR).map(({ body }) => body)).toEqual([
    { login: 'buyer@example.test', password: 'correct horse battery' },
    { login: 'buyer@example.test', password: 'correct horse battery', code: '111111' },
    { login: 'buyer@example.test', password: 'correct horse battery', code: '123456' },
  ])
})

test('rate limit on sign-in shows the message of the server', async () => {
  fakeServer({
    [PAIR]: () => problem('auth.too_many_attempts', { detail: 'Слишком много попыток, повторите через 2 мин.' }),
  })
  renderPage(LoginPage, { path: '/login' })
  await fill()
  await screen.findByText('Слишком много попыток, повторите через 2 мин.')
  expect(screen.getByRole('link', { name: 'Забыли пароль?' }).getAttribute('href')).toBe('/reset-password')
})

test('typed password can be shown', async () => {
  renderPage(LoginPage, { path: '/login' })
  const box = await screen.findByLabelText<HTMLInputElement>(/^Пароль/)
  expect(box.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Показать пароль' }))
  expect(box.type).toBe('text')
})
