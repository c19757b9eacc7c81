import { oneInvoiceQuery } from '../../features/billing/invoices/invoices.api.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(oneInvoiceQuery(params.id))
}

export { default } from '../../features/billing/invoices/invoice-page.tsx'
