import {
  crossReferenceRoutes,
  type CrossReferenceImport,
  type CrossReferenceItem,
  type CrossReferencePatch,
  type NewCrossReference,
} from '@artikul/contract/catalog/cross-references'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

export interface CrossReferencesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  brand?: string | undefined
  article?: string | undefined
}

/** Address parameters of the page of cross references. */
export interface CrossReferencesProps {
  search: CrossReferencesSearch
  onChange: (next: CrossReferencesSearch) => void
}

export const crossReferencesQuery = ({
  page = 1,
  page_size = savedPageSize(),
  brand,
  article = '',
}: CrossReferencesSearch) => {
  const query = { page: String(page), page_size: `${page_size}` as const, article, ...omitUndefined({ brand }) }
  return queryOptions({
    queryKey: ['cross-references', 'list', query],
    queryFn: ({ signal }) => call(crossReferenceRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: article !== '',
  })
}

const paramsOf = ({ product, other }: CrossReferenceItem) => ({
  product_id: String(product.id),
  related_product_id: String(other.id),
})

export const createCrossReference = (body: NewCrossReference) => call(crossReferenceRoutes.create, { body })

export const updateCrossReference = (item: CrossReferenceItem, facts: Omit<CrossReferencePatch, 'version'>) =>
  call(crossReferenceRoutes.update, { params: paramsOf(item), body: { version: item.version, ...facts } })

export const deleteCrossReference = (item: CrossReferenceItem) =>
  call(crossReferenceRoutes.remove, { params: paramsOf(item), query: { version: String(item.version) } })

export const crossReferenceImportsQuery = queryOptions({
  queryKey: ['cross-references', 'imports'],
  queryFn: async ({ signal }) => (await call(crossReferenceRoutes.imports, { signal })).results,
})

const importParams = ({ id }: CrossReferenceImport) => ({ id: String(id) })

export const refusedQuery = (item: CrossReferenceImport) =>
  queryOptions({
    // Refused rows depend on the state.
    queryKey: ['cross-references', 'refused', item.id, item.state],
    queryFn: async ({ signal }) =>
      (await call(crossReferenceRoutes.refused, { params: importParams(item), signal })).results,
  })

export const checkFile = (file: File) => call(crossReferenceRoutes.check, { query: { name: file.name }, file })

export const refusedReport = (item: CrossReferenceImport) =>
  call(crossReferenceRoutes.report, { params: importParams(item) })

interface Applying {
  adds_products: boolean
  source: string
}

export const applyImport = (item: CrossReferenceImport, body: Applying, idempotencyKey: string) =>
  call(crossReferenceRoutes.apply, { params: importParams(item), body, idempotencyKey })

export const rollBack = (item: CrossReferenceImport, idempotencyKey: string) =>
  call(crossReferenceRoutes.rollBack, { params: importParams(item), body: {}, idempotencyKey })
