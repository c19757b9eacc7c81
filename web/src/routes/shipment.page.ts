import { shipmentQuery } from '../features/shipments/shipments.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(shipmentQuery(params.id))
}

export { default } from '../features/shipments/shipment-page.tsx'
