import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { orderRoutes, type OrderStatus } from '@artikul/contract/orders'
import { call } from '../../lib/call.ts'
import { savedPageSize, type PageSize } from '../../lib/page-size.ts'
import { present } from '../../lib/present.ts'

export interface OrdersSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  status?: OrderStatus | undefined
  consignee?: number | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: '-created_at' | 'created_at' | '-total' | 'total' | undefined
}

export const ordersQuery = ({ page = 1, page_size = savedPageSize(), consignee, ...filters }: OrdersSearch) =>
  queryOptions({
    queryKey: ['orders', { page, page_size, consignee, ...filters }],
    queryFn: ({ signal }) =>
      call(orderRoutes.list, {
        query: {
          page: String(page),
          page_size: `${page_size}`,
          ...present({ ...filters, consignee: consignee?.toString() }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call(orderRoutes.get, { params: { id }, signal }),
  })
