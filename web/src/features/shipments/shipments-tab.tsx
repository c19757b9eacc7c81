import type { ShipmentState } from '@artikul/contract/shipments'
import { Link } from '@tanstack/react-router'
import { useHasRole } from '../../lib/current-session.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ShipmentsList } from './shipments-list.tsx'
import type { ShipmentsSearch } from './shipments.api.ts'

interface Search extends Omit<ShipmentsSearch, 'state'> {
  /** The address of the page has other states too. */
  shipment?: ShipmentState | undefined
}

/** Shipments among the tabs of orders. */
export default function ShipmentsTab({ search, onChange }: { search: Search; onChange: (next: Search) => void }) {
  const isManager = useHasRole('ArtikulOrderManager')
  const { shipment, page, page_size, q, consignee, contractor_id, from, to } = search
  return (
    <>
      {isManager && (
        <Link to="/shipments/ready" className={buttonClass({ look: 'primary' }, 'mb-3')}>
          Готово к отгрузке
        </Link>
      )}
      <ShipmentsList
        search={{ state: shipment, page, page_size, q, consignee, contractor_id, from, to }}
        onChange={(next) => {
          const { state, ...rest } = next
          onChange('state' in next ? { ...rest, shipment: state } : rest)
        }}
      />
    </>
  )
}
