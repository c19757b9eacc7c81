import { legalRoutes } from '@artikul/contract/companies/legal'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'

/** Newest versions on one page, because a text has few of them. */
export const publicVersionsQuery = (kind: LegalKind) =>
  queryOptions({
    queryKey: ['legal-public-versions', kind],
    queryFn: ({ signal }) => call(legalRoutes.versions, { params: { kind }, query: { page_size: '150' }, signal }),
    staleTime: 5 * 60_000,
  })
