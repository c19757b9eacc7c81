import type { UserItem } from '@artikul/contract/identity/accounts'
import type { GlobalSearchResult } from '@artikul/contract/workspace/global-search'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import { PaletteButton } from './command-palette-button.tsx'

const FIND = 'GET /api/v1/global-search'
const USERS = 'GET /api/v1/manager/user/admin/user/'
const NOTHING: GlobalSearchResult = {
  orders: [],
  products: [],
  lines: [],
  shipments: [],
  invoices: [],
  companies: [],
  contacts: [],
}
const answers = (found: Partial<GlobalSearchResult>) => () => json({ ...NOTHING, ...found })

afterEach(async () => {
  cleanup()
  localStorage.clear()
  await signOut()
  vi.unstubAllGlobals()
})
const NAME = { name: 'Быстрый переход' }
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' })
const option = (name: string | RegExp) => screen.findByRole('option', { name })

test('palette opens an order on Enter before the answer and queries only the last input', async () => {
  const { server, router } = await draw({ [FIND]: answers({ orders: [order(5, '26-000123')] }) })
  const field = await call()
  for (const typed of ['0', '00', '0012', '00123']) type(field, typed)
  enter(field)
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/5'))
  expect(server.keys()).toEqual([`${FIND}?q=00123`])
  await waitFor(() => expect(screen.queryByRole('combobox', NAME)).toBeNull())
})

test('palette remembers a visited item once, per person', async () => {
  const { router } = await draw({ [FIND]: answers({ orders: [order(5, '26-000123')] }) })
  for (let turn = 0; turn < 2; turn += 1) {
    const field = await call()
    type(field, '123')
    fireEvent.click(await option(/26-000123/))
    await waitFor(() => expect(router.state.location.pathname).toBe('/orders/5'))
    await router.navigate({ to: '/orders' })
  }
  await call()
  expect(within(screen.getByRole('group', { name: 'Недавнее' })).getAllByRole('option')).toHaveLength(1)
  cleanup()
  await draw({}, { id: 6 })
  await call()
  expect(screen.queryByRole('group', { name: 'Недавнее' })).toBeNull()
})

test('palette groups results by kind, and arrow keys move through all of them', async () => {
  const line = {
    id: 9,
    order: { id: 6, number: '26-000077' },
    client_ref: 'А123ВС 63',
    brand: 'KYB',
    article: '333114',
    name: 'Амортизатор',
    contractor: 'ООО «Ромашка»',
  }
  const { router } = await draw({ [FIND]: answers({ orders: [order(5, '26-000123')], lines: [line] }) })
  const field = await call()
  type(field, '123')
  expect((await option(/26-000123/)).getAttribute('aria-selected')).toBe('true')
  expect((await option(/26-000123/)).textContent).toContain(
    'ваш номер ЗН-4417 · В работе · Сервис на Ленина · 17.11.2026',
  )
  screen.getByRole('group', { name: 'Ваши пометки' })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect((await option(/А123ВС 63/)).getAttribute('aria-selected')).toBe('true')
  expect(field.getAttribute('aria-activedescendant')).toBe((await option(/А123ВС 63/)).id)
  enter(field)
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/6'))
})

test('palette without results opens the catalog search', async () => {
  const { router } = await draw({ [FIND]: answers({}) })
  const field = await call()
  type(field, 'ъъъ')
  await screen.findByText('Ничего не найдено.')
  enter(field)
  await waitFor(() => expect(router.state.location.href).toBe('/catalog?q=%D1%8A%D1%8A%D1%8A'))
})

test('failed palette search can be retried', async () => {
  let isBroken = true
  await draw({ [FIND]: () => (isBroken ? problem('internal') : json({ ...NOTHING, orders: [order(5, '26-000123')] })) })
  type(await call(), '123')
  const retry = await screen.findByRole('button', { name: 'Повторить' })
  isBroken = false
  fireEvent.click(retry)
  await option(/26-000123/)
})

test('palette commands change the theme and the company without a search result', async () => {
  const company = { id: 8, name: 'ООО «Ландыш»', inn: '7700000008', status: 'active' as const }
  const { server } = await draw(
    {
      [FIND]: answers({}),
      'PATCH /api/v1/user/change_current_contractor/8': () => problem('not_found'),
    },
    {
      contractors: [{ id: 7, name: 'ООО «Ромашка»', inn: '7700000007', status: 'active' }, company],
      current_contractor_id: 7,
    },
  )
  const wasDark = document.documentElement.classList.contains('dark')
  const field = await call()
  type(field, 'сменить т')
  enter(field)
  await waitFor(() => expect(document.documentElement.classList.contains('dark')).toBe(!wasDark))
  const again = await call()
  expect(again).toHaveProperty('value', '')
  type(again, 'ландыш')
  fireEvent.click(await option(/Ландыш/))
  await waitFor(() => expect(server.keys()).toContain('PATCH /api/v1/user/change_current_contractor/8'))
})

test('palette shows staff the company of an order, and phone contacts', async () => {
  const contact = { contractor_id: 7, contractor: 'ООО «Ромашка»', name: 'Белов Иван', phone: '+79171234567' }
  await draw(
    { [FIND]: answers({ orders: [order(5, '26-000123')], contacts: [contact] }) },
    { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] },
  )
  type(await call(), '4567')
  expect((await option(/26-000123/)).textContent).toContain('номер клиента ЗН-4417 · В работе · ООО «Ромашка»')
  expect((await option(/123-45-67/)).textContent).toContain('Белов Иван · ООО «Ромашка»')
})

test('palette offers an order manager to work in the name of a found company or client', async () => {
  const client = {
    id: 9,
    login: 'orlova',
    email: 'orlova@romashka.test',
    full_name: 'Орлова Анна',
    phone: null,
    roles: [{ name: 'CONTRACTOR_ADMIN' as const }],
    contractors: [{ id: 7, name: 'ООО «Ромашка»', inn: '7700000007' }],
    is_active: true,
    is_invited: false,
    last_seen_at: null,
    created_at: '2026-11-17T09:05:00.000Z',
  } satisfies UserItem
  const colleague = { ...client, id: 10, full_name: 'Орлов Пётр', roles: [{ name: 'ARTIKUL_ORDER_MANAGER' as const }] }
  const { server } = await draw(
    {
      [FIND]: answers({ companies: [{ id: 7, name: 'ООО «Ромашка»', inn: '7700000007' }] }),
      [USERS]: () => json({ results: [colleague, client], pagination: { total_count: 2, per_page: 50, page: 1 } }),
      'POST /api/v1/token/impersonate/9/pair': () => problem('impersonation.refused'),
    },
    { roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] },
  )
  type(await call(), 'орлов')
  await option(/Орлова Анна ООО «Ромашка» · orlova@/)
  expect(screen.queryByRole('option', { name: /Орлов Пётр/ })).toBeNull()
  fireEvent.click(await option(/администратор компании/))
  await waitFor(() => expect(server.keys()).toContain('POST /api/v1/token/impersonate/9/pair'))
  expect(server.keys()).toContain(`${USERS}?contractor_id=7&page_size=150`)
})

test('«?» opens the list of keys, except in a text field', async () => {
  await draw({})
  await screen.findByRole('button', { name: /^Быстрый переход/ })
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: '?' })
  expect(screen.queryByRole('dialog')).toBeNull()
  field.remove()
  fireEvent.keyDown(document.body, { key: '?' })
  await screen.findByRole('dialog', { name: 'Клавиши' })
})

test('keys typed while the palette is loading are kept', async () => {
  await draw({ [FIND]: answers({ orders: [order(5, '26-000123')] }) })
  await screen.findByRole('button', { name: /^Быстрый переход/ })
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', metaKey: true })
  for (const key of ['1', '2', '3']) fireEvent.keyDown(document.body, { key })
  expect(await screen.findByRole('combobox', NAME)).toHaveProperty('value', '123')
})

test('palette is unavailable without sign-in', async () => {
  await signOut()
  renderPage(PaletteButton, { path: '/orders' })
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  expect(screen.queryByRole('button', { name: /^Быстрый переход/ })).toBeNull()
})

const order = (id: number, number: string): GlobalSearchResult['orders'][number] => ({
  id,
  number,
  client_number: 'ЗН-4417',
  status: 'in_work',
  ordered_at: '2026-11-17T09:05:00.000Z',
  contractor: 'ООО «Ромашка»',
  consignee: 'Сервис на Ленина',
})

async function draw(given: Parameters<typeof fakeServer>[0], user: Parameters<typeof signInAs>[0] = {}) {
  await signInAs(user)
  const server = fakeServer(given)
  return { server, ...renderPage(PaletteButton, { path: '/orders' }) }
}

async function call() {
  await screen.findByRole('button', { name: /^Быстрый переход/ })
  fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true })
  return screen.findByRole('combobox', NAME)
}
