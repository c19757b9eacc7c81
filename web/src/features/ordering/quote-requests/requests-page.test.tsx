import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildRequestItem } from '../../../testing/build-request.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import RequestsPage from './requests-page.tsx'

const LIST = 'GET /api/v1/quote-requests'
const TAKE = 'POST /api/v1/quote-requests/3/assign'

const listed = (results: ReturnType<typeof buildRequestItem>[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })
const open = (at = '/requests') => renderPage(() => <RequestsPage />, { path: '/requests', at })
const asManager = () => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })

afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

test('client sees own requests with the answer time and a link to a new one', async () => {
  await signInAs()
  const server = fakeServer({ [LIST]: () => listed([buildRequestItem({ rows_count: 3 })]) })
  open()
  const link = await screen.findByRole('link', { name: 'З-000003' })
  expect(link.getAttribute('href')).toBe('/requests/3')
  expect(screen.getByText('BREMBO 00.P034.42 и ещё 2')).toBeTruthy()
  expect(screen.getByText('Ответим 17.11.2099 до 14:30')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Новый запрос' }).getAttribute('href')).toBe('/requests/new')
  expect(server.keys()[0]).toBe(`${LIST}?page=1&page_size=50`)
  expect(screen.queryByRole('switch')).toBeNull()
})

test('empty request list has an explanation', async () => {
  await signInAs()
  fakeServer({ [LIST]: () => listed([]) })
  open()
  expect(await screen.findByText('Запросов пока нет')).toBeTruthy()
})

test('manager starts with open requests and is assigned one in one click', async () => {
  await asManager()
  let item = buildRequestItem()
  const server = fakeServer({
    [LIST]: () => listed([item]),
    [TAKE]: () => {
      item = { ...item, state: 'in_work', manager: 'Иванова Мария', is_mine: true }
      return json({})
    },
  })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Взять в работу запрос З-000003' }))
  expect(await screen.findByText('Иванова Мария')).toBeTruthy()
  expect(server.keys()[0]).toContain('state=open')
  fireEvent.click(screen.getByRole('button', { name: 'ООО «Автотехцентр»' }))
  await waitFor(() => expect(server.keys().at(-1)).toContain('contractor_id=7'))
  expect(await screen.findByText('Покупатель: ООО «Автотехцентр»')).toBeTruthy()
})

test('refused assignment of a request is reported, and the request stays', async () => {
  await asManager()
  fakeServer({ [LIST]: () => listed([buildRequestItem()]), [TAKE]: () => problem('not_found') })
  open()
  fireEvent.click(await screen.findByRole('button', { name: /^Взять/ }))
  expect((await screen.findAllByText('Запрос не взят')).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: /^Взять/ })).toBeTruthy()
})

test('empty filter result has its own message, and a failed list can be retried', async () => {
  await signInAs()
  let isUp = false
  fakeServer({ [LIST]: () => (isUp ? listed([]) : problem('unavailable')) })
  open('/requests?q=нет')
  expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(await screen.findByText('Под эти условия запросов нет')).toBeTruthy()
})
