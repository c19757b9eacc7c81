import { invoiceQuery } from '../features/invoices/invoices.api.ts'
import { prefetch } from '../lib/query-client.ts'

export const read = ({ params }: { params: { id: string } }) => {
  prefetch(invoiceQuery(params.id))
}

export { default } from '../features/invoices/order-invoice-page.tsx'
