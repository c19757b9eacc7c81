import { shipmentQuery } from '../../features/fulfilment/shipments/shipments.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(shipmentQuery(params.id))
}

export { default } from '../../features/fulfilment/shipments/shipment-page.tsx'
