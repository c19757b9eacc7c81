import { orderRoutes } from '@artikul/contract/ordering/orders/orders'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(query(orderRoutes.get, { params }))
}

export { default } from '../../features/ordering/orders/order-page.tsx'
