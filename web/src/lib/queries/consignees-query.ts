import { consigneeRoutes } from '@artikul/contract/companies/consignees'
import { query } from '../api/query.ts'

/** Points of the current company, shared by the cart, orders and every form with «Куда». */
export const consigneesQuery = query(consigneeRoutes.options, {}, { staleTime: 5 * 60_000 })
