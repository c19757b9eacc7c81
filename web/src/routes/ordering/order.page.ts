import { orderQuery } from '../../features/ordering/orders/orders.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(orderQuery(params.id))
}

export { default } from '../../features/ordering/orders/order-page.tsx'
