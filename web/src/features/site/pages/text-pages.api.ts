import { pageTextRoutes, type NewPageText, type TextPage } from '@artikul/contract/site/page-texts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import type { VersionsSearch } from '../../../ui/text/versions-panel.tsx'

export const pageTextQuery = (page: TextPage) =>
  queryOptions({
    queryKey: ['page-text', page],
    queryFn: ({ signal }) => call(pageTextRoutes.get, { params: { page }, signal }),
  })

export const versionsQuery = (name: TextPage, { page = 1, page_size = 50 }: VersionsSearch) =>
  queryOptions({
    queryKey: ['page-versions', name, page, page_size],
    queryFn: ({ signal }) =>
      call(pageTextRoutes.versions, {
        params: { page: name },
        query: { page: String(page), page_size: `${page_size}` },
        signal,
      }),
  })

/** Gets an earlier version as a starting point of the next text. */
export const readVersion = (page: TextPage, version: number) =>
  call(pageTextRoutes.version, { params: { page, version: String(version) } })

export const replaceText = (page: TextPage, body: NewPageText) =>
  call(pageTextRoutes.replace, { params: { page }, body })
