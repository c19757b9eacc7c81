import { paymentRoutes } from '@artikul/contract/billing/payments'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { useApiMutation } from './use-api-mutation.ts'

const UNDO = 'POST /api/v1/payments/5/undo'
const INPUT = { params: { id: 5 }, body: { version: 1, reason: 'Ошибка' } }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('mutation refreshes the addresses that it names, after a refusal too', async () => {
  fakeServer({ [UNDO]: () => problem('stale') })
  const { result, queryClient } = render()
  queryClient.setQueryData(['payments', { page: '1' }], 'a page')
  queryClient.setQueryData(['orders'], 'orders')
  await act(() => expect(result.current.mutateAsync(INPUT)).rejects.toMatchObject({ code: 'stale' }))
  expect(queryClient.getQueryState(['payments', { page: '1' }])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['orders'])?.isInvalidated).toBe(false)
})

test('idempotent mutation repeats its key until a success', async () => {
  const replies = [() => problem('internal')]
  const server = fakeServer({ [UNDO]: () => (replies.shift() ?? (() => json({ id: 5, version: 2 })))() })
  const { result } = render()
  await act(() => result.current.mutateAsync(INPUT).catch(() => undefined))
  await act(() => result.current.mutateAsync(INPUT))
  await act(() => result.current.mutateAsync(INPUT))
  const [first, second, third] = server.seen.map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

function render() {
  const queryClient = new QueryClient()
  const { result } = renderHook(() => useApiMutation(paymentRoutes.undo, { invalidates: ['payments'] }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  return { result, queryClient }
}
