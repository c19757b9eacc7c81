import type { Role } from '@artikul/contract/core/roles'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDestination } from '../../../lib/page/destination.ts'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { DestinationBar } from './destination-bar.tsx'

const NOW = new Date('2026-11-17T12:36:00.000Z')
const CUTOFF_MS = 24 * 60_000
const USUAL = { id: 4, name: 'Сервис на Ленина', code: null, address: 'Самара', is_default: true }
const OTHER = { id: 9, name: 'Склад Парнас', code: null, address: 'Санкт-Петербург', is_default: false }

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true })
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const WHERE = 'Куда: для этой точки посчитаны сроки'

test('dates use the default consignee until another is selected, which is remembered', async () => {
  const { server } = await open('/catalog')
  await screen.findByText('Сроки для Сервис на Ленина, спрошено обычное')
  fireEvent.change(screen.getByLabelText(WHERE), { target: { value: '9' } })
  await screen.findByText('Сроки для Склад Парнас, спрошено 9')
  await waitFor(() => expect(server.keys()).toContain('GET /api/v1/search/cutoff?consignee_id=9'))
  cleanup()
  await open('/catalog')
  await screen.findByText('Сроки для Склад Парнас, спрошено 9')
})

test('removed consignee falls back to the default one', async () => {
  localStorage.setItem('artikul.destination.7', '13')
  await open('/catalog')
  await screen.findByText('Сроки для Сервис на Ленина, спрошено обычное')
})

test('dates are reloaded when the order cutoff passes', async () => {
  const { queryClient } = await open('/catalog')
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  const left = await screen.findByText(/^До отсечки рейса 16:00 осталось/)
  expect(left.textContent).toBe('До отсечки рейса 16:00 осталось 24\u00a0мин')
  await act(() => vi.advanceTimersByTimeAsync(CUTOFF_MS + 1500))
  expect(screen.queryByText(/^До отсечки/)).toBeNull()
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey?.[0])).toEqual(
    expect.arrayContaining(['search', 'catalog', 'cart', 'home']),
  )
})

test('cart shows the cutoff without a consignee selector', async () => {
  await open('/cart')
  await screen.findByText(/^До отсечки рейса 16:00/)
  expect(screen.queryByLabelText(WHERE)).toBeNull()
})

test.each([
  ['a page without dates', '/orders', {}],
  ['a company without points', '/catalog', { points: [] }],
  ['a manager', '/catalog', { role: 'ARTIKUL_ORDER_MANAGER' as const }],
])('%s has no «Куда»', async (_, path, overrides) => {
  await open(path, overrides)
  await screen.findByText(/^Сроки для/)
  expect(screen.queryByLabelText(WHERE)).toBeNull()
})

function Page() {
  const { asked: consigneeId, chosen } = useDestination()
  return (
    <>
      <DestinationBar />
      <p>
        Сроки для {chosen?.name ?? 'никого'}, спрошено {consigneeId ?? 'обычное'}
      </p>
    </>
  )
}

async function open(
  path: string,
  { role = 'CONTRACTOR_USER', points = [USUAL, OTHER] }: { role?: Role; points?: (typeof USUAL)[] } = {},
) {
  await signInAs({ roles: [{ name: role }] })
  const at = () => new Date(NOW.getTime() + CUTOFF_MS).toISOString()
  const server = fakeServer({
    'GET /api/v1/consignees/options': () => json({ results: points }),
    'GET /api/v1/search/cutoff': () => json({ cutoff: { of: 'рейса 16:00', at: at() } }),
  })
  const { queryClient } = renderPage(Page, { path })
  await screen.findByText(/^Сроки для/)
  return { server, queryClient }
}
