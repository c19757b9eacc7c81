import type { Pagination } from '@artikul/contract/core/fields'

export interface Page {
  page: number
  size: number
  offset: number
}

const DEFAULT_SIZE = 50

/** Returns the page of a list query. */
export function pageOf(query: { page?: number | undefined; page_size?: number | undefined }): Page {
  const page = query.page ?? 1
  const size = query.page_size ?? DEFAULT_SIZE
  return { page, size, offset: (page - 1) * size }
}

export const paginationOf = (page: Page, total: number): Pagination => ({
  total_count: total,
  per_page: page.size,
  page: page.page,
})
