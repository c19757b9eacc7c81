import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { signInAs, signOut } from '../../testing/sign-in.ts'
import { WatchBell } from './watch-bell.tsx'

const WATCHES = 'GET /api/v1/watches'
const watch = (id: number, told_at: string | null) => ({
  id,
  product: { id: 3, code: 'kyb-333114', brand: 'KYB', article: '333114', name: 'Амортизатор', unit: 'шт' },
  kind: 'stock',
  qty: null,
  price_kop: null,
  told_at,
})

beforeEach(() => localStorage.clear())
afterEach(async () => {
  cleanup()
  await signOut()
  vi.unstubAllGlobals()
})

const Page = () => (
  <>
    <WatchBell />
    <p>Страница</p>
  </>
)

test('the bell counts what has come since the person looked, and falls silent once he has', async () => {
  await signInAs()
  fakeServer({
    [WATCHES]: () =>
      json({ results: [watch(1, '2026-11-17T08:00:00.000Z'), watch(2, '2026-11-17T09:00:00.000Z'), watch(3, null)] }),
  })
  renderPage(Page, { path: '/orders' })
  const bell = await screen.findByRole('link', { name: /^Дождались: 2\sдетали$/ })
  expect(bell.getAttribute('href')).toBe('/watches')
  cleanup()
  renderPage(Page, { path: '/watches' })
  await screen.findByText('Страница')
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  cleanup()
  renderPage(Page, { path: '/orders' })
  await screen.findByText('Страница')
  expect(screen.queryByRole('link')).toBeNull()
})

test('staff have no bell of arrivals', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] })
  const server = fakeServer({})
  renderPage(Page, { path: '/orders' })
  await screen.findByText('Страница')
  expect(server.keys()).toEqual([])
})
