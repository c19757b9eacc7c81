import { orderTemplateRoutes } from '@artikul/contract/ordering/orders/order-templates'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

const paramsOf = (id: number) => ({ id: String(id) })

export const templatesQuery = queryOptions({
  queryKey: ['order-templates'],
  queryFn: async ({ signal }) => (await call(orderTemplateRoutes.list, { signal })).results,
  // Changes saved by colleagues are included.
  staleTime: 0,
})

/** @param orderId source order; null: the current cart */
export const createTemplate = (name: string, orderId: number | null) =>
  call(orderTemplateRoutes.create, { body: { name, order_id: orderId } })

export const renameTemplate = (id: number, name: string) =>
  call(orderTemplateRoutes.rename, { params: paramsOf(id), body: { name } })

export const removeTemplate = (id: number) => call(orderTemplateRoutes.remove, { params: paramsOf(id) })

export const listOfTemplate = (id: number, consigneeId: number | null) =>
  call(orderTemplateRoutes.toList, { params: paramsOf(id), body: { consignee_id: consigneeId } })
