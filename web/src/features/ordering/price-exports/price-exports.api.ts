import { priceExportRoutes, type PriceExportItem } from '@artikul/contract/ordering/price-exports'
import { useCallback } from 'react'
import { saveFrom } from '../../../lib/api/download.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const POLL_MS = 2000

const isUnderWay = ({ state }: PriceExportItem) => state === 'queued' || state === 'running'

/** Polls while a file is queued or being built. */
export const priceExportsQuery = query(
  priceExportRoutes.list,
  {},
  { refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? POLL_MS : false) },
)

/** Orders a file; the list is refreshed after success and failure. */
export const useOrder = () =>
  useApiMutation(priceExportRoutes.order, {
    invalidates: ['price-exports'],
    onSuccess: toastDone('Собираем прайс', 'Пришлём письмо, когда он будет готов'),
  })

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
      mutate({ body: fields }, { onError: toastRefusal('Прайс не заказан') })
    },
    [mutate],
  )
  return { busy: isPending, repeat }
}

/** Downloads through the browser, because the file may be too large for the page's memory. */
export function useDownload() {
  const { mutate, isPending } = useApiMutation(priceExportRoutes.link, {
    onSuccess: ({ path }) => saveFrom(path),
    onError: toastRefusal('Прайс не скачан'),
  })
  const download = useCallback(({ id }: PriceExportItem) => mutate({ params: { id } }), [mutate])
  return { busy: isPending, download }
}
