import { brandRoutes, type BrandPatch, type MergePreview } from '@artikul/contract/catalog/brands'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

export interface BrandsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  filter?: BrandFilter | undefined
}

/** Address parameters of the page of brands. */
export interface BrandsProps {
  search: BrandsSearch
  onChange: (next: BrandsSearch) => void
}

/** Known brands for the home page; the list changes within months. */
export const knownBrandsQuery = queryOptions({
  queryKey: ['known-brands'],
  queryFn: () => call(brandRoutes.known, {}),
  staleTime: Infinity,
})

export const brandCatalogQuery = ({ page = 1, page_size = savedPageSize(), q, filter }: BrandsSearch) => {
  const query = { page: String(page), page_size: `${page_size}` as const, ...omitUndefined({ q, filter }) }
  return queryOptions({
    queryKey: ['brands', 'list', query],
    queryFn: ({ signal }) => call(brandRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Counts unverified brands with the first page of the queue itself. */
export const unverifiedQuery = () => brandCatalogQuery({ filter: 'unverified' })

const paramsOf = (id: number) => ({ id: String(id) })

export const brandQuery = (id: number) =>
  queryOptions({
    queryKey: ['brands', 'one', id],
    queryFn: ({ signal }) => call(brandRoutes.get, { params: paramsOf(id), signal }),
  })

export const changeBrand = (id: number, body: BrandPatch) => call(brandRoutes.update, { params: paramsOf(id), body })

export const mergeQuery = (from: number, into: number) =>
  queryOptions({
    queryKey: ['brands', 'merge', from, into],
    queryFn: ({ signal }) =>
      call(brandRoutes.mergePreview, { params: { id: String(from), into: String(into) }, signal }),
    // The warning before an irreversible action must be fresh.
    gcTime: 0,
  })

export const mergeBrands = ({ from, into }: MergePreview) =>
  call(brandRoutes.merge, {
    params: { id: String(from.id), into: String(into.id) },
    body: { version: from.version, into_version: into.version },
  })
