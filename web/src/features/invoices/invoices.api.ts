import { queryOptions } from '@tanstack/react-query'
import { invoiceRoutes } from '@artikul/contract/invoices'
import { call } from '../../lib/call.ts'

export const invoiceQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-invoice', orderId],
    queryFn: ({ signal }) => call(invoiceRoutes.ofOrder, { params: { id: orderId }, signal }),
  })
