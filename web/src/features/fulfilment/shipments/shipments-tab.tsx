import type { ShipmentState } from '@artikul/contract/fulfilment/shipment-states'
import { ShipmentsList } from './shipments-list.tsx'
import type { ShipmentsSearch } from './shipments.api.ts'

interface Search extends Omit<ShipmentsSearch, 'state'> {
  /** Named `shipment` because the page's address has other states too. */
  shipment?: ShipmentState | undefined
}

/** Shipments among the tabs of orders. */
export default function ShipmentsTab({ search, onChange }: { search: Search; onChange: (next: Search) => void }) {
  const { shipment, page, page_size, q, consignee, contractor_id, from, to } = search
  return (
    <ShipmentsList
      search={{ state: shipment, page, page_size, q, consignee, contractor_id, from, to }}
      onChange={(next) => {
        const { state, ...rest } = next
        onChange('state' in next ? { ...rest, shipment: state } : rest)
      }}
    />
  )
}
