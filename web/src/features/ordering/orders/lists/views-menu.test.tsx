import type { SavedOrderView } from '@artikul/contract/ordering/orders/order-views'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import type { OrdersSearch } from '../orders.api.ts'
import { ViewsMenu } from './views-menu.tsx'

const VIEWS = 'GET /api/v1/order-views'
const KEEP = 'POST /api/v1/order-views'
const LATE: SavedOrderView = { id: 1, name: 'Просроченные', filter: { tab: 'lines', late: 'true' } }
const unfold = async (name: RegExp | string) => {
  fireEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu'))
}

beforeEach(async () => {
  await signInAs()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('saved view is applied from the menu and marked only while active', async () => {
  fakeServer({ [VIEWS]: () => json({ results: [LATE] }) })
  const onShow = open({ page: 3 })
  const menu = await unfold('Виды')
  const item = await menu.findByRole('menuitemradio', { name: 'Просроченные' })
  expect(item.getAttribute('aria-checked')).toBe('false')
  expect(menu.queryByRole('menuitem', { name: /Удалить/ })).toBeNull()
  fireEvent.click(item)
  expect(onShow).toHaveBeenCalledWith({ tab: 'lines', late: 'true' })
})

test('page and period do not change which view is active', async () => {
  fakeServer({ [VIEWS]: () => json({ results: [LATE] }) })
  open({ late: 'true', tab: 'lines', page: 2, from: '2026-11-01' })
  const menu = await unfold(/сейчас Просроченные/)
  expect(menu.getByRole('menuitemradio').getAttribute('aria-checked')).toBe('true')
})

test('view is saved under a name, and a refusal keeps the typed name', async () => {
  let refused = true
  const server = fakeServer({
    [VIEWS]: () => json({ results: [] }),
    [KEEP]: () => (refused ? problem('view.limit_reached') : json({ id: 2 }, 201)),
  })
  open({ tab: 'lines', group: 'in_transit', from: '2026-11-01' })
  fireEvent.click((await unfold('Виды')).getByRole('menuitem', { name: 'Сохранить этот отбор…' }))
  const name = await screen.findByLabelText<HTMLInputElement>(/^Название/)
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
  save()
  await screen.findByText('Заполните поле')
  expect(server.keys()).not.toContain(KEEP)
  fireEvent.change(name, { target: { value: 'В пути' } })
  save()
  await screen.findByText('Видов не больше 20: удалите лишние')
  expect(name.value).toBe('В пути')
  refused = false
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Сохранить' }).disabled).toBe(false))
  save()
  await screen.findByText('Вид сохранён')
  expect(server.seen.findLast(({ key }) => key === KEEP)?.body).toEqual({
    name: 'В пути',
    filter: { tab: 'lines', group: 'in_transit' },
  })
})

const open = (search: OrdersSearch, onShow = vi.fn<(search: OrdersSearch) => void>()) => {
  renderPage(() => <ViewsMenu search={search} onShow={onShow} />, { path: '/orders' })
  return onShow
}
