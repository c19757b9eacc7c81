import { FILE, type Reply, type Route } from '@artikul/contract/core/route'
import { keepPreviousData, queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { savedPageSize } from '../page/page-size.ts'
import { call, queryText, type AddressValues, type CallInput } from './call.ts'

type QuerySettings<R extends Route, T> = Omit<UseQueryOptions<Reply<R>, Error, T>, 'queryKey' | 'queryFn'>

interface Sent {
  params?: AddressValues
  query?: AddressValues
  body?: unknown
}

/**
 * Builds the key of a call from its address, its query and its body: `['orders', '12', 'messages']`,
 * `['orders', { page: '2' }]`. Refreshing an address refreshes everything below it. Files never change, so their keys
 * are apart from those of data.
 */
function keyOf(route: Route, { params, query, body }: Sent) {
  const segments = route.path.split('/').slice(3).filter(Boolean)
  const address = segments.map((part) => (part.startsWith(':') ? String(params?.[part.slice(1)]) : part))
  const filters = queryText(query)
  return [
    ...(route.reply === FILE ? ['file'] : []),
    ...address,
    ...(Object.keys(filters).length > 0 ? [filters] : []),
    ...(body === undefined ? [] : [{ body }]),
  ]
}

/** Builds a query that calls a route. */
export const query = <R extends Route, T = Reply<R>>(route: R, input: CallInput<R>, settings?: QuerySettings<R, T>) =>
  queryOptions<Reply<R>, Error, T>({
    ...settings,
    queryKey: keyOf(route, input as Sent),
    queryFn: ({ signal }) => call(route, { ...input, signal }),
  })

/**
 * Builds a query of one page of a list: by default the first page of the saved size. The previous page stays on the
 * screen until the next one arrives.
 */
export function pageQuery<R extends Route, T = Reply<R>>(
  route: R,
  input: CallInput<R>,
  settings?: QuerySettings<R, T>,
) {
  const { page = 1, page_size = savedPageSize(), ...filters } = (input as Sent).query ?? {}
  const paged = { ...input, query: { page, page_size, ...filters } }
  return query<R, T>(route, paged, { placeholderData: keepPreviousData, ...settings })
}

/** Keeps a query from being refreshed with its address, such as the data that an open form started from. */
export const detached = <Q extends { queryKey: readonly unknown[] }>(options: Q): Q => ({
  ...options,
  queryKey: ['detached', ...options.queryKey],
})
