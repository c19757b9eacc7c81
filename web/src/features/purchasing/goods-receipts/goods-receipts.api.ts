import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import {
  goodsReceiptRoutes as routes,
  type NewReceiptLine,
  type Receipt,
  type ReceiptLine,
  type ShortageChoice,
} from '@artikul/contract/purchasing/goods-receipts'
import type { ReceiptState } from '@artikul/contract/purchasing/receipt-states'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useIdempotencyKey, useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import type { RECEIPT_TABS } from './receipts-address.ts'

const ALL = 'goods-receipts'
/** Polling interval: several people count the same delivery. */
const LOOK_EVERY_MS = 4000

export interface ReceiptsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  tab?: (typeof RECEIPT_TABS)[number] | undefined
  supply_route_id?: number | undefined
  state?: ReceiptState | undefined
  q?: string | undefined
}

export const receiptsQuery = ({ page = 1, page_size = savedPageSize(), supply_route_id, state, q }: ReceiptsSearch) => {
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({ supply_route_id: supply_route_id?.toString(), state, q }),
  } as const
  return queryOptions({
    queryKey: [ALL, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const receiptSuppliersQuery = queryOptions({
  queryKey: [ALL, 'suppliers'],
  queryFn: async ({ signal }) => (await call(routes.suppliers, { signal })).results,
})

export const expectedQuery = (supplyRouteId: number, { page = 1, page_size = savedPageSize() }: ReceiptsSearch) => {
  const query = { supply_route_id: String(supplyRouteId), page: String(page), page_size: `${page_size}` } as const
  return queryOptions({
    queryKey: [ALL, 'expected', query],
    queryFn: ({ signal }) => call(routes.expected, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'draft' ? LOOK_EVERY_MS : false),
  })

const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/**
 * Performs an action on a receipt and refreshes receipts after success and failure.
 * @param inTurn actions with this name are sent one after another, however fast they are pressed
 */
export function useReceiptAction<T, R>(act: (input: T) => Promise<R>, inTurn?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    ...(inTurn !== undefined && { scope: { id: inTurn } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [ALL] }),
  })
}

export function useCreate() {
  const keyOf = useIdempotencyKey()
  return useReceiptAction((body: { supply_route_id: number; number: string; made_on: string }) =>
    call(routes.create, { body, idempotencyKey: keyOf(body) }),
  )
}

export const loadFile = ({ receipt, file }: { receipt: Receipt; file: File }) =>
  call(routes.load, { params: paramsOf(receipt), query: { name: file.name.slice(0, 200) }, file })

export function useAddLine(receipt: Receipt) {
  const sendOnce = useSendOnce()
  return useReceiptAction((body: NewReceiptLine) =>
    sendOnce(body, (idempotencyKey) => call(routes.addLine, { params: paramsOf(receipt), body, idempotencyKey })),
  )
}

/**
 * Counts one piece per scan. Scans are sent one after another, so that a repeated code is not treated as the request
 * still in progress. The next scan does not wait for the refetch of the receipt.
 */
export function useScan(receipt: Receipt) {
  const sendOnce = useSendOnce()
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: `${ALL} scan ${receipt.id}` },
    mutationFn: (code: string) =>
      sendOnce({ code }, (idempotencyKey) =>
        call(routes.scan, { params: paramsOf(receipt), body: { code }, idempotencyKey }),
      ),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [ALL] }),
  })
}

const lineParams = (receipt: Receipt, { id }: ReceiptLine) => ({ ...paramsOf(receipt), line_id: String(id) })

export const countLine = ({ receipt, line, qty }: { receipt: Receipt; line: ReceiptLine; qty: number | null }) =>
  call(routes.count, { params: lineParams(receipt, line), body: { counted_qty: qty } })

export const removeLine = ({ receipt, line }: { receipt: Receipt; line: ReceiptLine }) =>
  call(routes.removeLine, { params: lineParams(receipt, line) })

export const countAll = (receipt: Receipt) => call(routes.countAll, { params: paramsOf(receipt) })

/** Refreshes orders, shipments and supplier orders, which change with receipts and returns. */
function useAfterAll() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      ['order', 'orders', 'order-lines', 'shipments', 'supplier-orders'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

export function usePost(receipt: Receipt) {
  const keyOf = useIdempotencyKey()
  const afterAll = useAfterAll()
  return useReceiptAction(
    async (body: { version: number; shortage: ShortageChoice; surplus_warehouse_id: number | null }) => {
      await call(routes.post, { params: paramsOf(receipt), body, idempotencyKey: keyOf(body) })
      void afterAll()
    },
  )
}

export function useCancelReceipt(receipt: Receipt) {
  const keyOf = useIdempotencyKey()
  const afterAll = useAfterAll()
  return useReceiptAction(async (body: { reason: string }) => {
    await call(routes.cancel, { params: paramsOf(receipt), body, idempotencyKey: keyOf(body) })
    void afterAll()
  })
}

export const fetchAct = (receipt: Receipt) => call(routes.act, { params: paramsOf(receipt) })
