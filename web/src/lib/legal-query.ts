import { supplierRoutes, type LegalKind } from '@artikul/contract/legal'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** The text in force: read on its own page, and agreed to wherever a company comes. */
export const legalQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: ['legal', kind],
    queryFn: ({ signal }) => call(supplierRoutes.legal, { params: { kind }, signal }),
    staleTime: 5 * 60_000,
  })
