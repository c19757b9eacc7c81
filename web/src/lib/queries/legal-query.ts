import { legalRoutes, supplierRoutes } from '@artikul/contract/companies/legal'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Text in force, for its own page and for every consent. */
export const legalQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: ['legal', kind],
    queryFn: ({ signal }) => call(supplierRoutes.legal, { params: { kind }, signal }),
    staleTime: 5 * 60_000,
  })

/** One version of a text, past or upcoming; its text never changes, but its state does. */
export const legalVersionQuery = (kind: LegalKind, version: number) =>
  queryOptions({
    queryKey: ['legal', kind, 'version', version],
    queryFn: ({ signal }) => call(legalRoutes.version, { params: { kind, version: String(version) }, signal }),
    staleTime: 5 * 60_000,
  })
