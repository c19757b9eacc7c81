import { assistedOrdersQuery } from '../../lib/queries/assisted-orders-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({
  deps: { draft, company },
}: {
  deps: { draft?: number | undefined; company?: number | undefined }
}) => {
  if (draft === undefined) prefetch(assistedOrdersQuery(company))
}

export { default } from '../../features/ordering/cart/assisted-orders/assisted-orders-page.tsx'
