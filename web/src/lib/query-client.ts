import { QueryCache, QueryClient, noop, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { session } from './current-session.ts'

const isWorthRetrying = (error: Error) => error instanceof ApiError && error.isTemporary

/** Another tab has chosen another company: this page follows it instead of showing the wrong one's data. */
async function followContractor(error: Error) {
  if (!(error instanceof ApiError) || error.code !== 'contractor.changed') return
  const shown = session.getState().contractor?.id
  await session.loadUser().catch(noop)
  if (session.getState().contractor?.id !== shown) await queryClient.resetQueries()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void followContractor(error) }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

/** Starts a read with the route, beside the page's own code; the page itself shows how it ends. */
export function prefetch<T, K extends QueryKey>(options: QueryExecuteOptions<T, Error, T, T, K>) {
  void queryClient.query(options).catch(noop)
}
