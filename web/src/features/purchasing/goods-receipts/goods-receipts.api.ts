import { goodsReceiptRoutes, type Receipt } from '@artikul/contract/purchasing/goods-receipts'
import type { ReceiptState } from '@artikul/contract/purchasing/receipt-states'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import type { RECEIPT_TABS } from './receipts-address.ts'

/** Polling interval: several people count the same delivery. */
const POLL_MS = 4000

export interface ReceiptsSearch extends PageSearch {
  tab?: (typeof RECEIPT_TABS)[number] | undefined
  supply_route_id?: number | undefined
  state?: ReceiptState | undefined
  q?: string | undefined
}

export const receiptsQuery = ({ page, page_size, supply_route_id, state, q }: ReceiptsSearch) =>
  pageQuery(goodsReceiptRoutes.list, { query: { page, page_size, supply_route_id, state, q } })

export const receiptSuppliersQuery = query(goodsReceiptRoutes.suppliers, {}, { select: ({ results }) => results })

export const receiptQuery = (id: string) =>
  query(
    goodsReceiptRoutes.get,
    { params: { id } },
    { refetchInterval: ({ state: { data } }) => (data?.state === 'draft' ? POLL_MS : false) },
  )

export const RECEIPT_KEYS: readonly KeyPrefix[] = ['goods-receipts']

/**
 * Counts one piece per scan. Scans are sent one after another, so that a repeated code is not treated as the request
 * still in progress. The next scan does not wait for the refetch of the receipt.
 */
export function useScan({ id }: Receipt) {
  const sendOnce = useSendOnce()
  const refresh = useInvalidate(...RECEIPT_KEYS)
  return useMutation({
    scope: { id: `goods-receipts scan ${id}` },
    mutationFn: (code: string) =>
      sendOnce({ code }, (idempotencyKey) =>
        call(goodsReceiptRoutes.scan, { params: { id }, body: { code }, idempotencyKey }),
      ),
    onSettled: () => void refresh(),
  })
}

/** Refreshes orders, shipments and supplier orders, which change with receipts and returns, without waiting for them. */
export function useRefreshOrders() {
  const refresh = useInvalidate('orders', 'order-lines', 'shipments', 'supplier-orders')
  return () => void refresh()
}
