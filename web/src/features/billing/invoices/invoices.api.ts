import { queryOptions } from '@tanstack/react-query'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { call } from '../../../lib/api/call.ts'

export const invoiceQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order-invoice', orderId],
    queryFn: ({ signal }) => call(invoiceRoutes.ofOrder, { params: { id: orderId }, signal }),
  })

/** Gets an invoice of any kind by its id, including one no longer in force. */
export const oneInvoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', 'one', id],
    queryFn: ({ signal }) => call(invoiceRoutes.get, { params: { id }, signal }),
  })
