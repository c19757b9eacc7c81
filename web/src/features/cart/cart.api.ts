import { queryOptions } from '@tanstack/react-query'
import { cartRoutes } from '@artikul/contract/cart'
import { consigneeRoutes } from '@artikul/contract/consignees'
import { call } from '../../lib/call.ts'

export const cartQuery = queryOptions({
  queryKey: ['cart'],
  queryFn: ({ signal }) => call(cartRoutes.get, { signal }),
  staleTime: 0,
})

export const consigneesQuery = queryOptions({
  queryKey: ['consignees'],
  queryFn: ({ signal }) => call(consigneeRoutes.list, { signal }),
  staleTime: 5 * 60_000,
})
