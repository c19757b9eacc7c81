import { createElement, lazy } from 'react'
import { assistedOrdersQuery } from '../../lib/queries/assisted-orders-query.ts'
import { PayOrdersContext } from '../../features/ordering/cart/checkout/pay-orders.ts'
import AssistedOrdersPage from '../../features/ordering/cart/assisted-orders/assisted-orders-page.tsx'
import { prefetch } from '../../lib/api/query-client.ts'

/** Pays several placed orders by one invoice; the route connects both features. */
const OneInvoice = lazy(() => import('../../features/billing/invoices/one-invoice.tsx'))

export const read = ({
  deps: { draft, company },
}: {
  deps: { draft?: number | undefined; company?: number | undefined }
}) => {
  if (draft === undefined) prefetch(assistedOrdersQuery(company))
}

const Page = () => createElement(PayOrdersContext, { value: OneInvoice }, createElement(AssistedOrdersPage))
export default Page
