import { orderTemplateRoutes } from '@artikul/contract/ordering/orders/order-templates'
import { call } from '../api/call.ts'
import { query } from '../api/query.ts'

export const templatesQuery = query(
  orderTemplateRoutes.list,
  {},
  // Changes saved by colleagues are included.
  { select: ({ results }) => results, staleTime: 0 },
)

/** @param orderId source order; null: the current cart */
export const createTemplate = (name: string, orderId: number | null) =>
  call(orderTemplateRoutes.create, { body: { name, order_id: orderId } })

export const renameTemplate = (id: number, name: string) =>
  call(orderTemplateRoutes.rename, { params: { id }, body: { name } })

export const removeTemplate = (id: number) => call(orderTemplateRoutes.remove, { params: { id } })

export const listOfTemplate = (id: number, consigneeId: number | null) =>
  call(orderTemplateRoutes.toList, { params: { id }, body: { consignee_id: consigneeId } })
