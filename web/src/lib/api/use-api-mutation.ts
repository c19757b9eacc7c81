import type { Reply, Route } from '@artikul/contract/core/route'
import { useMutation, useQueryClient, type QueryClient, type UseMutationOptions } from '@tanstack/react-query'
import { call, type CallInput, type RequestInput } from './call.ts'
import type { KeyPrefix } from './key-prefix.ts'
import { useSendOnce } from './use-idempotency-key.ts'

/** Refetches the displayed queries below the addresses; the others are fetched again when they are displayed. */
export const invalidate = (queryClient: QueryClient, addresses: readonly KeyPrefix[]) =>
  Promise.all(addresses.map((address) => queryClient.invalidateQueries({ queryKey: address.split('/') })))

/** Returns a function that refreshes all queries below the addresses. */
export function useInvalidate(...addresses: readonly KeyPrefix[]) {
  const queryClient = useQueryClient()
  return () => invalidate(queryClient, addresses)
}

/** Input of a mutation; nothing when the route needs none. */
type MutationInput<R extends Route> = object extends RequestInput<R> ? RequestInput<R> | undefined : RequestInput<R>

interface MutationSettings<R extends Route> extends Omit<
  UseMutationOptions<Reply<R>, Error, MutationInput<R>>,
  'mutationFn' | 'onSettled'
> {
  /** Addresses to refresh after success and failure: a refusal may be due to another user's change. */
  invalidates?: readonly KeyPrefix[]
}

/**
 * Calls a route that changes something. A repeated press or a lost reply of an idempotent route never acts twice; after
 * a success the same input acts again.
 */
export function useApiMutation<R extends Route>(route: R, { invalidates = [], ...settings }: MutationSettings<R> = {}) {
  const sendOnce = useSendOnce()
  const refresh = useInvalidate(...invalidates)
  return useMutation({
    ...settings,
    mutationFn: (given: MutationInput<R>) => {
      const input = given ?? {}
      // The type of a generic route does not tell whether it needs a key.
      const send = (idempotencyKey?: string) => call(route, { ...input, idempotencyKey } as unknown as CallInput<R>)
      return route.idempotent ? sendOnce(input, send) : send()
    },
    onSettled: refresh,
  })
}
