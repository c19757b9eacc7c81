import { consigneeRoutes, type ConsigneeItem, type ListedConsignee } from '@artikul/contract/companies/consignees'
import { suggestionRoutes } from '@artikul/contract/companies/suggestions'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { consigneePatch, newConsignee, type ConsigneeDraft } from './consignee-draft.ts'

export interface ConsigneesSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  archived?: 'true' | undefined
}

const filtersOf = ({ q, archived }: ConsigneesSearch) => omitUndefined({ q, archived })

export const consigneesListQuery = (search: ConsigneesSearch) => {
  const { page = 1, page_size = savedPageSize() } = search
  const query = { page: String(page), page_size: `${page_size}` as const, ...filtersOf(search) }
  return queryOptions({
    queryKey: ['consignees', 'list', query],
    queryFn: ({ signal }) => call(consigneeRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** An unavailable directory shows no error: the user types the address. */
export const addressesQuery = (words: string) =>
  queryOptions({
    queryKey: ['suggestions', 'address', words],
    queryFn: async ({ signal }) => (await call(suggestionRoutes.address, { body: { query: words }, signal })).results,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: ({ state }) => (state.data?.length ? 5 * 60_000 : 0),
  })

const paramsOf = ({ id }: ConsigneeItem) => ({ id: String(id) })

export const createConsignee = async (draft: ConsigneeDraft) =>
  (await call(consigneeRoutes.create, { body: newConsignee(draft) })).id

export async function changeConsignee(item: ConsigneeItem, draft: ConsigneeDraft): Promise<number> {
  await call(consigneeRoutes.update, { params: paramsOf(item), body: consigneePatch(item, draft) })
  return item.id
}

export const removeConsignee = (item: ConsigneeItem) =>
  call(consigneeRoutes.remove, { params: paramsOf(item), query: { version: String(item.version) } })
export const restoreConsignee = (item: ConsigneeItem) =>
  call(consigneeRoutes.restore, { params: paramsOf(item), body: { version: item.version } })

export const exportConsignees = (search: ConsigneesSearch) => call(consigneeRoutes.export, { query: filtersOf(search) })

export const readConsignees = (file: File) => call(consigneeRoutes.readList, { file })

/** Creates the point of a row, or updates the existing one. */
export async function saveListed({ known, fields }: ListedConsignee, signal: AbortSignal): Promise<void> {
  if (!fields) return
  if (!known) await call(consigneeRoutes.create, { body: fields, signal })
  else {
    const body = { ...fields, version: known.version }
    await call(consigneeRoutes.update, { params: { id: String(known.id) }, body, signal })
  }
}
