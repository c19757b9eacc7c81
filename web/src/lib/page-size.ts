import { PAGE_SIZES } from '@artikul/contract/fields'
import { readCookie, writeCookie } from './cookies.ts'

export type PageSize = (typeof PAGE_SIZES)[number]

export const toPageSize = (value: unknown): PageSize | undefined => PAGE_SIZES.find((size) => size === Number(value))

/** 50 unless the person has chosen another size within the last 30 days. */
export const savedPageSize = (): PageSize => toPageSize(readCookie('page_size')) ?? 50

export const savePageSize = (size: PageSize) => writeCookie('page_size', String(size))

export const pageCount = (total: number, size: number) => Math.max(1, Math.ceil(total / size))
