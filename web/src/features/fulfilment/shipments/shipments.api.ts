import { shipmentRoutes, type ReadyGroup } from '@artikul/contract/fulfilment/shipments'
import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { pageQuery } from '../../../lib/api/query.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

export interface ShipmentsSearch extends PageSearch {
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

export interface ReadySearch extends PageSearch {
  q?: string | undefined
  zone_id?: number | undefined
}

/** Polling interval: other users ship and goods arrive meanwhile. */
const POLL_MS = 60_000

export const readyQuery = ({ page, page_size, q, zone_id }: ReadySearch) =>
  pageQuery(shipmentRoutes.ready, { query: { page, page_size, q, zone_id } }, { refetchInterval: POLL_MS })

export const readyGroupName = (group: Pick<ReadyGroup, 'contract_id' | 'consignee_id'>) =>
  `${group.contract_id}-${group.consignee_id}`

/** Shipments and orders, which change together. */
export const SHIPMENT_KEYS: readonly KeyPrefix[] = ['shipments', 'orders', 'order-lines']
