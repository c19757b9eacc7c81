import {
  receiptsQuery,
  suppliersQuery,
  type ReceiptsSearch,
} from '../../features/purchasing/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ReceiptsSearch }) => {
  prefetch(suppliersQuery)
  if (deps.tab !== 'expected') prefetch(receiptsQuery(deps))
}

export { default } from '../../features/purchasing/goods-receipts/receipts-page.tsx'
