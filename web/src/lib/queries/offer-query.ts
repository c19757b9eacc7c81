import { legalRoutes } from '@artikul/contract/companies/legal'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Public offer that the company must accept before its next order, if any. */
export const offerToAcceptQuery = queryOptions({
  queryKey: ['offer-to-accept'],
  queryFn: ({ signal }) => call(legalRoutes.toAccept, { signal }),
  staleTime: 5 * 60_000,
})

export const acceptOffer = (version: number) => call(legalRoutes.accept, { body: { version } })
