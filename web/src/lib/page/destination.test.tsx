import { searchRoutes } from '@artikul/contract/ordering/search'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { signInAs } from '../../testing/sign-in.ts'
import { call } from '../api/call.ts'
import { useDestination } from './destination.ts'
import { queryClient } from '../api/query-client.ts'

const USUAL = { id: 4, name: 'Сервис на Ленина', code: null, address: 'Самара', is_default: true }
const GONE = { id: 13, name: 'Закрытый склад', code: null, address: 'Самара', is_default: false }
const CUTOFF = 'GET /api/v1/search/cutoff'

afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('consignee removed by a colleague is replaced by the default one after a refusal', async () => {
  await signInAs()
  localStorage.setItem('artikul.destination.7', '13')
  let points = [USUAL, GONE]
  const server = fakeServer({
    'GET /api/v1/consignees/options': () => json({ results: points }),
    [`${CUTOFF}?consignee_id=13`]: () =>
      points.includes(GONE) ? json({ cutoff: null }) : problem('not_found', { detail: 'Грузополучатель не найден' }),
    [CUTOFF]: () => json({ cutoff: null }),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Dates />
    </QueryClientProvider>,
  )
  await screen.findByText('Сроки для: Закрытый склад')
  points = [USUAL]
  void queryClient.invalidateQueries({ queryKey: ['cutoff'] })
  await screen.findByText('Сроки для: Сервис на Ленина')
  expect(server.keys().at(-1)).toBe(CUTOFF)
})

function Dates() {
  const { asked: consigneeId, chosen } = useDestination()
  const { data } = useQuery({
    queryKey: ['cutoff', consigneeId ?? null],
    queryFn: () =>
      call(searchRoutes.cutoff, { query: consigneeId === undefined ? {} : { consignee_id: String(consigneeId) } }),
  })
  return data ? `Сроки для: ${chosen?.name ?? 'никого'}` : 'Сроков нет'
}
