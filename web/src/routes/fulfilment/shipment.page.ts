import { shipmentRoutes } from '@artikul/contract/fulfilment/shipments'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(query(shipmentRoutes.get, { params }))
}

export { default } from '../../features/fulfilment/shipments/shipment-page.tsx'
