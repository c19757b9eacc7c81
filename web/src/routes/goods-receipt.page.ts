import { receiptQuery } from '../features/goods-receipts/goods-receipts.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(receiptQuery(params.id))
}

export { default } from '../features/goods-receipts/receipt-page.tsx'
