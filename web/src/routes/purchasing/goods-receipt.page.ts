import { receiptQuery } from '../../features/purchasing/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(receiptQuery(params.id))
}

export { default } from '../../features/purchasing/goods-receipts/receipt-page.tsx'
