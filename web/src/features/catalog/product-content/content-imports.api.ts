import { productContentRoutes, type ContentImport } from '@artikul/contract/catalog/product-content'
import { pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

const REFRESH_MS = 1500

const isWorking = ({ state }: Pick<ContentImport, 'state'>) => state === 'queued' || state === 'running'

/** Imports of photos and properties; refreshed while one of them is in progress. */
export const contentImportsQuery = ({ page, page_size }: PageSearch) =>
  pageQuery(
    productContentRoutes.imports,
    { query: { page, page_size } },
    { refetchInterval: ({ state }) => (state.data?.results.some(isWorking) ? REFRESH_MS : false) },
  )
