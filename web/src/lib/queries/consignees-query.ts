import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { CONSIGNEES_KEY } from '../api/query-client.ts'

/** Points of the current company, shared by the cart, orders and every form with «Куда». */
export const consigneesQuery = queryOptions({
  queryKey: CONSIGNEES_KEY,
  queryFn: ({ signal }) => call(consigneeRoutes.options, { signal }),
  staleTime: 5 * 60_000,
})
