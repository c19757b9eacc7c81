import { legalRoutes, type NewLegalText } from '@artikul/contract/companies/legal'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import type { VersionsSearch } from '../../../ui/text/versions-panel.tsx'

/** Address parameters: the text whose next version is written. */
export interface LegalProps {
  search: { legal?: LegalKind | undefined }
  onChange: (next: { legal: LegalKind | undefined }) => void
}

export const legalDeskQuery = queryOptions({
  queryKey: ['legal-desk'],
  queryFn: ({ signal }) => call(legalRoutes.desk, { signal }),
})

export const allVersionsQuery = (kind: LegalKind, { page = 1, page_size = 50 }: VersionsSearch) =>
  queryOptions({
    queryKey: ['legal-versions', kind, page, page_size],
    queryFn: ({ signal }) =>
      call(legalRoutes.allVersions, {
        params: { kind },
        query: { page: String(page), page_size: `${page_size}` },
        signal,
      }),
  })

/** Gets an earlier version as a starting point of the next one. */
export const anyVersionQuery = (kind: LegalKind, version: number) =>
  queryOptions({
    queryKey: ['legal-any-version', kind, version],
    queryFn: ({ signal }) => call(legalRoutes.anyVersion, { params: { kind, version: String(version) }, signal }),
  })

export const publishText = (kind: LegalKind, body: NewLegalText) =>
  call(legalRoutes.publish, { params: { kind }, body })

export const withdrawText = (kind: LegalKind, version: number) =>
  call(legalRoutes.withdraw, { params: { kind, version: String(version) } })

/** Keys to refresh after publishing or withdrawing a version. */
export const LEGAL_KEYS = [
  'legal-desk',
  'legal-versions',
  'legal-any-version',
  'legal',
  'legal-public-versions',
] as const
