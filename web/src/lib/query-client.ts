import { QueryClient, noop, type QueryExecuteOptions, type QueryKey } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

const isWorthRetrying = (error: Error) => error instanceof ApiError && error.isTemporary

export const queryClient = new QueryClient({
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
