import {
  receiptsQuery,
  receiptSuppliersQuery,
  type ReceiptsSearch,
} from '../../features/purchasing/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: ReceiptsSearch }) => {
  prefetch(receiptSuppliersQuery)
  if (deps.tab !== 'expected') prefetch(receiptsQuery(deps))
}

export { default } from '../../features/purchasing/goods-receipts/receipts-page.tsx'
