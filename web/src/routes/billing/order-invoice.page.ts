import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { prefetch } from '../../lib/api/query-client.ts'
import { query } from '../../lib/api/query.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(query(invoiceRoutes.ofOrder, { params: params }))
}

export { default } from '../../features/billing/invoices/order-invoice-page.tsx'
