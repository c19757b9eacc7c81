import { legalRoutes } from '@artikul/contract/companies/legal'
import { call } from '../api/call.ts'
import { query } from '../api/query.ts'

/** Public offer that the company must accept before its next order, if any. */
export const offerToAcceptQuery = query(legalRoutes.toAccept, {}, { staleTime: 5 * 60_000 })

export const acceptOffer = (version: number) => call(legalRoutes.accept, { body: { version } })
