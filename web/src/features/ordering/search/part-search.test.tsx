import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PartSearch } from './part-search.tsx'
import { rememberSearch } from './search-history.ts'

const SUGGEST = 'GET /api/v1/search/suggest'
const FOUND = { code: 'kyb-333114', brand: 'KYB', brand_id: 7, article: '333114', name: 'Амортизатор передний' }

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function type(text: string) {
  const box = await screen.findByRole('combobox', { name: 'Поиск запчастей' })
  fireEvent.change(box, { target: { value: text } })
  return box
}
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)

test('search box lists own searches before suggestions, and a suggestion selects its brand', async () => {
  rememberSearch('333100')
  const server = fakeServer({ [SUGGEST]: () => json({ results: [FOUND] }) })
  const { router } = renderPage(PartSearch, { path: '/catalog' })
  const box = await type('3331')
  await waitFor(() => expect(options()).toEqual(['333100', 'KYB333114Амортизатор передний']))
  expect(server.keys()).toEqual([`${SUGGEST}?q=3331`])
  fireEvent.keyDown(box, { key: 'ArrowUp' })
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: '333114', maker: '7' }))
})

test('search box makes no request for two characters and ignores server errors', async () => {
  const server = fakeServer({ [SUGGEST]: () => new Response('', { status: 503 }) })
  const { router } = renderPage(PartSearch, { path: '/catalog' })
  await type('33')
  const box = await type('333114*4')
  // Only the whole article was requested.
  await waitFor(() => expect(server.keys()[0]).toBe(`${SUGGEST}?q=333114`))
  expect(options()).toEqual([])
  fireEvent.keyDown(box, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: '333114', qty: '4' }))
})

test('search box ignores the filter of another page', async () => {
  fakeServer({})
  const { router } = renderPage(PartSearch, { path: '/orders' })
  await screen.findByRole('combobox', { name: 'Поиск запчастей' })
  await act(() => router.navigate({ to: '/orders', search: { q: '26-000123' } }))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Поиск запчастей' }).value).toBe('')
})
