import { claimRoutes } from '@artikul/contract/fulfilment/claims'
import { deliveryRoutes } from '@artikul/contract/pricing/delivery'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import {
  shipmentRoutes as routes,
  type ReadyGroup,
  type Shipment,
  type ShipReady,
} from '@artikul/contract/fulfilment/shipments'
import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadFile } from '../../../lib/api/attachments.ts'
import { call } from '../../../lib/api/call.ts'
import type { Differences } from '@artikul/contract/fulfilment/new-claim'
import type { LabelSize } from '@artikul/contract/fulfilment/shipment-labels'
import { useIdempotencyKey, useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'

const ALL = 'shipments'

export interface ShipmentsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  state?: ShipmentState | undefined
  consignee?: number | undefined
  /** Company filter; staff only. */
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Address parameters of the list. */
export interface ShipmentsProps {
  search: ShipmentsSearch
  onChange: (next: ShipmentsSearch) => void
}

/** Sends known filters only: the address may contain more, such as the mark of a mailing. */
export const shipmentsQuery = (search: ShipmentsSearch) => {
  const { page = 1, page_size = savedPageSize(), q, state, consignee, contractor_id, from, to } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({
      q,
      state,
      consignee: consignee?.toString(),
      contractor_id: contractor_id?.toString(),
      from,
      to,
    }),
  } as const
  return queryOptions({
    queryKey: [ALL, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const shipmentQuery = (id: string) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id }, signal }),
  })

export interface ReadySearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  zone_id?: number | undefined
}

/** Polling interval: other users ship and goods arrive meanwhile. */
const LOOK_EVERY_MS = 60_000

export const readyQuery = ({ page = 1, page_size = savedPageSize(), q, zone_id }: ReadySearch) => {
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({ q, zone_id: zone_id?.toString() }),
  } as const
  return queryOptions({
    queryKey: [ALL, 'ready', query],
    queryFn: ({ signal }) => call(routes.ready, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
}

export const readyGroupName = (group: Pick<ReadyGroup, 'contract_id' | 'consignee_id'>) =>
  `${group.contract_id}-${group.consignee_id}`

export const readyLinesQuery = (groups: readonly string[]) =>
  queryOptions({
    queryKey: [ALL, 'ready-lines', groups],
    queryFn: ({ signal }) => call(routes.readyLines, { query: { groups: groups.join(',') }, signal }),
    // Prevents the data from changing while the user fills in the lines.
    refetchOnWindowFocus: false,
  })

export const planQuery = (lines: ShipReady['lines']) =>
  queryOptions({
    // A separate key, so that refreshing shipments does not plan shipped goods again.
    queryKey: ['shipment-plan', lines],
    queryFn: ({ signal }) => call(routes.preview, { body: { lines }, signal }),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })

export const shipmentZonesQuery = queryOptions({
  queryKey: ['zones'],
  queryFn: async ({ signal }) => (await call(deliveryRoutes.zones, { signal })).results,
})

/** Refreshes shipments and orders, which change together. */
export function useRefreshShipments() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [ALL, 'order', 'orders', 'order-lines'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    )
}

export function useShip() {
  const keyOf = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: ShipReady) => call(routes.ship, { body, idempotencyKey: keyOf(body) }),
  })
}

export function useAccept({ id }: Shipment) {
  const keyOf = useIdempotencyKey()
  const refresh = useRefreshShipments()
  return useMutation({
    mutationFn: () => call(routes.accept, { params: { id: String(id) }, idempotencyKey: keyOf({ id }) }),
    onSettled: refresh,
  })
}

export function useCancelShipment({ id }: Shipment) {
  const keyOf = useIdempotencyKey()
  const refresh = useRefreshShipments()
  return useMutation({
    mutationFn: (body: { reason: string }) =>
      call(routes.cancel, { params: { id: String(id) }, body, idempotencyKey: keyOf(body) }),
    onSuccess: refresh,
  })
}

export const labels = ({ id }: Shipment, places: number, size: LabelSize) =>
  call(routes.labels, { params: { id: String(id) }, query: { places: String(places), size } })

/** Receives the shipment with differences, which create claims. */
export function useDiffer({ id }: Shipment) {
  const sendOnce = useSendOnce()
  const refresh = useRefreshShipments()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Differences) =>
      sendOnce(body, (idempotencyKey) =>
        call(claimRoutes.reportDiscrepancy, { params: { id: String(id) }, body, idempotencyKey }),
      ),
    onSettled: () => Promise.all([refresh(), queryClient.invalidateQueries({ queryKey: ['claims'] })]),
  })
}

/** Uploads a photo at once; the claim refers to it by id. */
export const uploadPhoto = (file: File) =>
  uploadFile(file, (query, sent) => call(claimRoutes.upload, { query, file: sent }))
