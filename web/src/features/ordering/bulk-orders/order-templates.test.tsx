import type { OrderTemplate } from '@artikul/contract/ordering/orders/order-templates'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { SaveTemplateButton } from '../../../ui/save-template-button.tsx'
import { ListStart } from './list-start.tsx'

const TEMPLATES = 'GET /api/v1/order-templates'
const CREATE = 'POST /api/v1/order-templates'
const TO_LIST = 'POST /api/v1/order-templates/3/list'
const RENAME = 'PATCH /api/v1/order-templates/3'
const REMOVE = 'DELETE /api/v1/order-templates/3'
const RESTORE = 'POST /api/v1/order-templates/3/restore'
const open = () => renderPage(ListStart, { path: '/search-by-document' })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.find((request) => request.key === key)?.body

beforeEach(() => signInAs({ roles: [{ name: 'CONTRACTOR_USER' }] }).then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('empty template list explains how to create a template', async () => {
  fakeServer({ ...page, [TEMPLATES]: () => json({ results: [] }) })
  open()
  await screen.findByText('Шаблонов пока нет')
  expect(screen.getByText(/нажмите «В шаблон»/)).toBeTruthy()
})

test('staff have no templates, and no request is made', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
  const server = fakeServer(page)
  open()
  await screen.findByText('Списков пока нет')
  expect(screen.queryByText('Шаблоны заказов')).toBeNull()
  expect(server.keys()).not.toContain(TEMPLATES)
})

test('template becomes a list in one click, also after a refusal', async () => {
  let tries = 0
  const server = fakeServer({
    ...page,
    [TO_LIST]: () => (++tries === 1 ? problem('not_found') : json({ id: 77 }, 201)),
  })
  const { router } = open()
  await screen.findByText(/^12\s+строк$/)
  await press('Заказать по шаблону Масла')
  await waitFor(() => expect(tries).toBe(1))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Заказать по шаблону Масла' })).not.toHaveProperty('disabled', true),
  )
  await press('Заказать по шаблону Масла')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ list: '77' }))
  expect(bodyOf(server, TO_LIST)).toEqual({ consignee_id: null })
})

test('template is renamed, and a taken name is reported in the dialog', async () => {
  let tries = 0
  const server = fakeServer({
    ...page,
    [RENAME]: () => (++tries === 1 ? problem('template.name_taken') : json({})),
  })
  open()
  await press('Переименовать шаблон Масла')
  fireEvent.change(await screen.findByLabelText(/^Название/), { target: { value: ' Масла недели ' } })
  await press('Сохранить')
  await screen.findByText(/Шаблон с таким названием уже есть/)
  await press('Сохранить')
  await waitFor(() => expect(screen.queryByLabelText(/^Название/)).toBeNull())
  expect(bodyOf(server, RENAME)).toEqual({ name: 'Масла недели' })
})

test('template is deleted only after a confirmation and brought back by the message', async () => {
  const server = fakeServer({ ...page, [REMOVE]: () => json({}), [RESTORE]: () => json({}) })
  open()
  await press('Удалить шаблон Масла')
  await screen.findByText(/Он пропадёт у всех сотрудников компании/)
  expect(server.keys()).not.toContain(REMOVE)
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain(REMOVE))
  await press('Отменить')
  await screen.findByText('Шаблон возвращён')
  expect(server.keys()).toContain(RESTORE)
})

test.each([
  ['the cart', null],
  ['an order', 12],
])('%s is saved as a template under a name', async (_, orderId) => {
  const server = fakeServer({ ...page, [CREATE]: () => json({ id: 3, lines_count: 2 }, 201) })
  renderPage(() => <SaveTemplateButton orderId={orderId} />, { path: '/cart' })
  await press('В шаблон')
  fireEvent.change(await screen.findByLabelText(/^Название/), { target: { value: 'Масла' } })
  await press('Сохранить')
  await waitFor(() => expect(bodyOf(server, CREATE)).toEqual({ name: 'Масла', order_id: orderId }))
})

const TEMPLATE: OrderTemplate = {
  id: 3,
  name: 'Масла',
  lines_count: 12,
  created_at: '2026-11-20T11:05:00.000Z',
  by: 'Петрова Анна',
}

const page = {
  [TEMPLATES]: () => json({ results: [TEMPLATE] }),
  'GET /api/v1/bulk-orders': () => json({ results: [] }),
  'GET /api/v1/consignees/options': () => json({ results: [] }),
}
