import {
  priceExportRoutes,
  type PriceExportFields,
  type PriceExportItem,
  type PriceScheduleFields,
} from '@artikul/contract/ordering/price-exports'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { saveFrom } from '../../../lib/api/download.ts'
import { toast } from '../../../ui/hints/toast.ts'

const LOOK_EVERY_MS = 2000

const isUnderWay = ({ state }: PriceExportItem) => state === 'queued' || state === 'running'

/** Polls while a file is queued or being built. */
export const priceExportsQuery = queryOptions({
  queryKey: ['price-exports'],
  queryFn: ({ signal }) => call(priceExportRoutes.list, { signal }),
  refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? LOOK_EVERY_MS : false),
})

/** Finds brands by the typed beginning. */
export const brandsQuery = (q: string) =>
  queryOptions({
    queryKey: ['price-exports', 'brands', q],
    queryFn: async ({ signal }) => (await call(priceExportRoutes.brands, { query: { q }, signal })).results,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })

/** Inventory groups with their ancestors. */
export const exportGroupsQuery = queryOptions({
  queryKey: ['price-exports', 'groups'],
  queryFn: async ({ signal }) => (await call(priceExportRoutes.groups, { signal })).results,
  staleTime: 5 * 60_000,
})

const toastRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** Refreshes the list after success and failure. */
function useChange<T, R>(change: (input: T) => Promise<R>, onSuccess?: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    ...(onSuccess && { onSuccess }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: priceExportsQuery.queryKey, exact: true }),
  })
}

const toastOrdered = () =>
  toast({ severity: 'success', summary: 'Собираем прайс', detail: 'Пришлём письмо, когда он будет готов' })

export const useOrder = () =>
  useChange((body: PriceExportFields) => call(priceExportRoutes.order, { body }), toastOrdered)

export const useSchedule = () => useChange((body: PriceScheduleFields) => call(priceExportRoutes.schedule, { body }))

/** Repeats an export. */
export function useRepeat() {
  const { mutate, isPending } = useOrder()
  const repeat = useCallback(
    ({ format, brands, groups, in_stock, point }: PriceExportItem) => {
      const [brand_ids, group_ids] = [brands, groups].map((chosen) => chosen.map(({ id }) => id))
      const fields = {
        format,
        brand_ids: brand_ids ?? [],
        group_ids: group_ids ?? [],
        in_stock,
        consignee_id: point?.id ?? null,
      }
      mutate(fields, { onError: toastRefusal('Прайс не заказан') })
    },
    [mutate],
  )
  return { busy: isPending, repeat }
}

/** Downloads through the browser, because the file may be too large for the page's memory. */
export function useDownload() {
  const link = useMutation({
    mutationFn: ({ id }: PriceExportItem) => call(priceExportRoutes.link, { params: { id: String(id) } }),
    onSuccess: ({ path }) => saveFrom(path),
    onError: toastRefusal('Прайс не скачан'),
  })
  return { busy: link.isPending, download: link.mutate }
}
