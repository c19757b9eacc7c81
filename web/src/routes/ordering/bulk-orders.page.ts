import { listQuery, listsQuery } from '../../features/ordering/bulk-orders/bulk-orders.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps: { list } }: { deps: { list?: number | undefined } }) => {
  if (list === undefined) prefetch(listsQuery)
  else prefetch(listQuery(list))
}

export { default } from '../../features/ordering/bulk-orders/bulk-orders-page.tsx'
