import { invoiceQuery } from '../../features/billing/invoices/invoices.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(invoiceQuery(params.id))
}

export { default } from '../../features/billing/invoices/order-invoice-page.tsx'
