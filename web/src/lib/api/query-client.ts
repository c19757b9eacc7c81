import {
  MutationCache,
  QueryCache,
  QueryClient,
  noop,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { session } from '../session/current-session.ts'
import { ApiError } from './api-error.ts'

/** Key of selectable delivery points; defined here, so that visitors do not load their query. */
const CONSIGNEES_KEY = ['consignees', 'options'] as const

const isWorthRetrying = (error: Error) => error instanceof ApiError && error.isTemporary

/** Refreshes data after an error that may be caused by another user's change. */
function followOthers(error: Error) {
  if (!(error instanceof ApiError)) return
  // Another tab has selected another company.
  if (error.code === 'contractor.changed') void session.loadUser().catch(noop)
  // The missing object may be the delivery point of dates: requesting it again would fail again.
  if (error.code === 'not_found') void queryClient.invalidateQueries({ queryKey: CONSIGNEES_KEY })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: followOthers }),
  mutationCache: new MutationCache({ onError: followOthers }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && isWorthRetrying(error),
      refetchOnWindowFocus: false,
      // Without a network a call fails at once with a message, instead of waiting behind a skeleton.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let owner: { person: number; contractor: number | undefined } | undefined

/** Clears cached replies when the user changes and resets them when the company changes, also from another tab. */
function followOwner() {
  const { user, contractor } = session.getState()
  if (!user) return
  const before = owner
  owner = { person: user.id, contractor: contractor?.id }
  if (before && before.person !== owner.person) queryClient.clear()
  else if (before && before.contractor !== owner.contractor) void queryClient.resetQueries()
}
session.subscribe(followOwner)
// The session may be known already: an earlier script requests it.
followOwner()

type Read<T, D, K extends QueryKey> = QueryExecuteOptions<T, Error, D, T, K>

/** Starts a query with the route, in parallel to the page's code; the page displays an error itself. */
export function prefetch<T, D, K extends QueryKey>(options: Read<T, D, K>) {
  void queryClient.query(options).catch(noop)
}

/** Longer than most replies take, and short enough not to be noticed. */
const QUICK_MS = 150

/**
 * Prefetches and leaves the previous page until a quick reply arrives: rendering a skeleton takes as long as rendering
 * the rows.
 */
export function prefetchQuick<T, D, K extends QueryKey>(options: Read<T, D, K>): Promise<unknown> {
  const answer = queryClient.query(options).catch(noop)
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, QUICK_MS))])
}
