import {
  MutationCache,
  QueryCache,
  QueryClient,
  noop,
  type QueryExecuteOptions,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { session } from '../session/current-session.ts'

/** Delivery points to choose from. Here, that a stranger does not load what reads them. */
export const CONSIGNEES_KEY = ['consignees', 'options'] as const

const isWorthRetrying = (error: Error) => error instanceof ApiError && error.isTemporary

/** A refusal may be the first sign of somebody else's change, so data is read again. */
function followOthers(error: Error) {
  if (!(error instanceof ApiError)) return
  // Another tab has chosen another company.
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
      // Without a network a call fails at once and says so, instead of waiting behind a skeleton.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

let owner: { person: number; contractor: number | undefined } | undefined

/** Answers belong to one person and one company: of another's, whichever tab has changed them, nothing may stay. */
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

type Read<T, K extends QueryKey> = QueryExecuteOptions<T, Error, T, T, K>

/** Starts a read with the route, beside the page's own code; the page itself shows how it ends. */
export function prefetch<T, K extends QueryKey>(options: Read<T, K>) {
  void queryClient.query(options).catch(noop)
}

/** Longer than most answers take, shorter than what anybody waits for. */
const QUICK_MS = 150

/**
 * Prefetches and keeps the previous page until a quick reply arrives: drawing a skeleton takes as long as drawing the
 * rows.
 */
export function prefetchQuick<T, K extends QueryKey>(options: Read<T, K>): Promise<unknown> {
  const answer = queryClient.query(options).catch(noop)
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, QUICK_MS))])
}
