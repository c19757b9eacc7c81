import { oneInvoiceQuery } from '../features/invoices/invoices.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(oneInvoiceQuery(params.id))
}

export { default } from '../features/invoices/invoice-page.tsx'
