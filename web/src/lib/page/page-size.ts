import { PAGE_SIZES } from '@artikul/contract/core/fields'
import { readCookie, writeCookie } from '../session/cookies.ts'

export type PageSize = (typeof PAGE_SIZES)[number]

/** Address parameters of every list. */
export interface PageSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
}

export const toPageSize = (value: unknown): PageSize | undefined => PAGE_SIZES.find((size) => size === Number(value))

/** Returns 50 unless the user has chosen another size within the last 30 days. */
export const savedPageSize = (): PageSize => toPageSize(readCookie('page_size')) ?? 50

export const savePageSize = (size: PageSize) => writeCookie('page_size', String(size))

/** Paging state computed from the server's reply. */
export interface PaginationState {
  page: number
  page_size: number
  /** Total divided by the page size, rounded up; 0 for an empty list. */
  total_pages: number
  total_results: number
  /** Rows before this page. */
  first: number
}

export const paginationState = (page: number, size: number, total: number): PaginationState => ({
  page,
  page_size: size,
  total_pages: Math.ceil(total / size),
  total_results: total,
  first: (page - 1) * size,
})
