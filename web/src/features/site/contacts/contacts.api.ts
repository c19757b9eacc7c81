import { supplierRoutes } from '@artikul/contract/companies/legal'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

export const contactsQuery = queryOptions({
  queryKey: ['contacts'],
  queryFn: ({ signal }) => call(supplierRoutes.contacts, { signal }),
  staleTime: 60 * 60_000,
})
