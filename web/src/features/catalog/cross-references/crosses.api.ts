import {
  crossRoutes,
  type CrossImport,
  type CrossItem,
  type CrossPatch,
  type NewCross,
} from '@artikul/contract/catalog/crosses'
import { given } from '@artikul/contract/core/given'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

export interface CrossesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  brand?: string | undefined
  article?: string | undefined
}

/** What the page of crosses needs of the address, and how it changes it. */
export interface CrossesProps {
  search: CrossesSearch
  onChange: (next: CrossesSearch) => void
}

export const crossesQuery = ({ page = 1, page_size = savedPageSize(), brand, article = '' }: CrossesSearch) => {
  const query = { page: String(page), page_size: `${page_size}` as const, article, ...given({ brand }) }
  return queryOptions({
    queryKey: ['crosses', 'list', query],
    queryFn: ({ signal }) => call(crossRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: article !== '',
  })
}

const paramsOf = ({ product, other }: CrossItem) => ({ product_id: String(product.id), other_id: String(other.id) })

export const createCross = (body: NewCross) => call(crossRoutes.create, { body })

export const changeCross = (item: CrossItem, facts: Omit<CrossPatch, 'version'>) =>
  call(crossRoutes.update, { params: paramsOf(item), body: { version: item.version, ...facts } })

export const removeCross = (item: CrossItem) =>
  call(crossRoutes.remove, { params: paramsOf(item), query: { version: String(item.version) } })

export const importsQuery = queryOptions({
  queryKey: ['crosses', 'imports'],
  queryFn: async ({ signal }) => (await call(crossRoutes.imports, { signal })).results,
})

const importParams = ({ id }: CrossImport) => ({ id: String(id) })

export const refusedQuery = (item: CrossImport) =>
  queryOptions({
    // What is not taken changes with the state.
    queryKey: ['crosses', 'refused', item.id, item.state],
    queryFn: async ({ signal }) => (await call(crossRoutes.refused, { params: importParams(item), signal })).results,
  })

export const checkFile = (file: File) => call(crossRoutes.check, { query: { name: file.name }, file })

export const refusedReport = (item: CrossImport) => call(crossRoutes.report, { params: importParams(item) })

interface Applying {
  adds_products: boolean
  source: string
}

export const applyImport = (item: CrossImport, body: Applying, idempotencyKey: string) =>
  call(crossRoutes.apply, { params: importParams(item), body, idempotencyKey })

export const rollBack = (item: CrossImport, idempotencyKey: string) =>
  call(crossRoutes.rollBack, { params: importParams(item), body: {}, idempotencyKey })
