import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { PriceListLayoutPatch } from '@artikul/contract/suppliers/price-list'
import {
  priceListRoutes,
  type NewPartner,
  type PriceImport,
  type PriceListSettings,
  type PriceListWarehouse,
} from '@artikul/contract/suppliers/price-lists'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, follow } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

export interface PriceListsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  warehouse_id?: number | undefined
  import_state?: PriceImportState | undefined
  /** `mail`: mailboxes instead of the history. */
  desk?: 'mail' | undefined
  /** Id of the open import. */
  import_id?: number | undefined
}

/** Address parameters of the desk. */
export interface PriceListsProps {
  search: PriceListsSearch
  onChange: (next: PriceListsSearch) => void
}

const ALL = ['price-lists'] as const
const paramsOf = (id: number) => ({ id: String(id) })

export const priceImportsQuery = ({ page = 1, page_size = savedPageSize(), ...search }: PriceListsSearch) => {
  const { warehouse_id, import_state: state } = search
  const query = {
    page: String(page),
    page_size: `${page_size}` as const,
    ...omitUndefined({ warehouse_id: warehouse_id?.toString(), state }),
  }
  return queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(priceListRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const priceListWarehousesQuery = queryOptions({
  queryKey: [...ALL, 'warehouses'],
  queryFn: ({ signal }) => call(priceListRoutes.warehouses, { signal }),
})

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'import', id],
    queryFn: ({ signal }) => call(priceListRoutes.get, { params: paramsOf(id), signal }),
  })

/** Refreshes all price list queries after an action. */
export function useRefreshImports() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ALL })
}

export const addPartner = (body: NewPartner) => call(priceListRoutes.addPartner, { body })

export const saveSettings = ({ id }: PriceListWarehouse, body: PriceListSettings) =>
  call(priceListRoutes.changeSettings, { params: paramsOf(id), body })

export const fetchNow = ({ id }: PriceListWarehouse) =>
  call(priceListRoutes.fetchNow, { params: paramsOf(id), body: {} })

export const sendPriceList = (file: File, warehouseId: number, defaultBrand: string) =>
  call(priceListRoutes.upload, {
    file,
    query: {
      name: file.name.slice(0, 200),
      warehouse_id: String(warehouseId),
      ...omitUndefined({ default_brand: defaultBrand || undefined }),
    },
  })

export const savePriceListLayout = (id: number, body: PriceListLayoutPatch) =>
  call(priceListRoutes.setLayout, { params: paramsOf(id), body })

export const startImport = (id: number, isCheck: boolean) =>
  call(priceListRoutes.start, { params: paramsOf(id), body: { is_check: isCheck } })

export const approveImport = (id: number) =>
  call(priceListRoutes.approve, { params: paramsOf(id), body: { keep_missing: false } })
/** Approves the import and leaves offers that the file does not contain. */
export const approveUpdate = (id: number) =>
  call(priceListRoutes.approve, { params: paramsOf(id), body: { keep_missing: true } })
export const declineImport = (id: number) => call(priceListRoutes.decline, { params: paramsOf(id), body: {} })
export const rollBackImport = (id: number) => call(priceListRoutes.rollBack, { params: paramsOf(id), body: {} })
export const fetchReport = (id: number) => call(priceListRoutes.report, { params: paramsOf(id) })

export const isWorking = ({ state }: Pick<PriceImport, 'state'>) => state === 'queued' || state === 'running'

/** Streams the progress of a running import; refreshes all price list queries at its end. */
export function useImportProgress(item: PriceImport): PriceImport {
  const [live, setLive] = useState<PriceImport | null>(null)
  const queryClient = useQueryClient()
  const { id } = item
  const working = isWorking(item)
  useEffect(() => {
    if (!working) return
    const leaving = new AbortController()
    const watch = async () => {
      for await (const told of follow(priceListRoutes.progress, { params: paramsOf(id), signal: leaving.signal }))
        setLive(told)
    }
    watch()
      // A broken stream does not mean the end of the import: the refetch below gets its state.
      .catch(() => undefined)
      .finally(() => !leaving.signal.aborted && void queryClient.invalidateQueries({ queryKey: ALL }))
    return () => leaving.abort()
  }, [id, working, queryClient])
  return working && live?.id === id ? live : item
}
