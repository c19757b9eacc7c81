import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import NewRequestPage from './new-request-page.tsx'

const CREATE = 'POST /api/v1/quote-requests'
const PHOTO = 'POST /api/v1/quote-requests/9/photos'
const CREATED = { id: 9, number: 'З-000009', answer_by: '2099-11-17T11:30:00.000Z' }

const open = (query = '') =>
  renderPage(() => <NewRequestPage />, { path: '/requests/new', at: `/requests/new${query}` })
const submit = async () => fireEvent.click(await screen.findByRole('button', { name: 'Отправить запрос' }))

beforeEach(() => signInAs())
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('request is created from the searched article and opened', async () => {
  const server = fakeServer({ [CREATE]: () => json(CREATED, 201) })
  const { router } = open('?article=00.P034.42')
  expect(await screen.findByLabelText('Артикул')).toHaveProperty('value', '00.P034.42')
  await type('Ваша пометка', 'А123ВС')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить строку' }))
  await submit()
  await waitFor(() => expect(router.state.location.pathname).toBe('/requests/9'))
  expect(server.seen[0]?.body).toEqual({
    text: '',
    vin: '',
    car: '',
    rows: [{ product_id: null, brand: '', article: '00.P034.42', name: '', qty: 1, client_ref: 'А123ВС' }],
  })
  expect(server.seen[0]?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('empty request, wrong VIN and zero quantity are refused beside their fields', async () => {
  const server = fakeServer({})
  open()
  await submit()
  expect(await screen.findByText('Напишите, что нужно: детали, VIN или несколько слов')).toBeTruthy()
  await type('VIN или номер кузова', 'XW8ZZZ61ZEGO61733')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить строку' }))
  const names = screen.getAllByLabelText('Название')
  fireEvent.change(names[1] ?? expect.fail(), { target: { value: 'Колодки' } })
  const quantities = screen.getAllByLabelText('Количество')
  fireEvent.change(quantities[1] ?? expect.fail(), { target: { value: '0' } })
  await submit()
  expect(await screen.findByText(/В VIN не бывает букв I, O и Q/)).toBeTruthy()
  expect(screen.getByText('Укажите количество')).toBeTruthy()
  expect(quantities[1]?.getAttribute('aria-invalid')).toBe('true')
  expect(server.seen).toEqual([])
})

test('failed photo upload is reported, and the request stays', async () => {
  const server = fakeServer({
    [CREATE]: () => json(CREATED, 201),
    [PHOTO]: () => problem('file.refused', { detail: 'Нужна фотография JPEG, PNG или WebP' }),
  })
  const { router } = open()
  await type('Что нужно', 'Стартер по фото')
  const file = new File(['x'], 'starter.jpg', { type: 'image/jpeg' })
  const input = document.querySelector('input[type=file]') ?? expect.fail('no file field')
  fireEvent.change(input, { target: { files: [file] } })
  expect(await screen.findByRole('button', { name: 'Убрать starter.jpg' })).toBeTruthy()
  await submit()
  expect((await screen.findAllByText('Не все фото загружены')).length).toBeGreaterThan(0)
  await waitFor(() => expect(router.state.location.pathname).toBe('/requests/9'))
  expect(server.keys()).toEqual([CREATE, PHOTO])
})

const type = async (label: string | RegExp, value: string) => {
  const field = await screen.findByLabelText(label)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}
