import { findRoutes, MIN_TYPED } from '@artikul/contract/workspace/global-search'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

export const isLongEnough = (typed: string) => Array.from(typed).length >= MIN_TYPED

/** Search query, aborted by the next one. */
export const findQuery = (typed: string) =>
  queryOptions({
    queryKey: ['global-search', typed],
    queryFn: ({ signal }) => call(findRoutes.find, { query: { q: typed }, signal }),
    enabled: isLongEnough(typed),
    placeholderData: keepPreviousData,
    // Short, because the searched object may appear a moment later.
    staleTime: 5000,
  })
