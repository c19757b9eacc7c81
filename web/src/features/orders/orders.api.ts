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

/** Only what the list knows is asked: an address may carry more, such as the mark of a mailing. */
export const ordersQuery = (search: OrdersSearch) => {
  const { page = 1, page_size = savedPageSize(), q, status, consignee, from, to, sort } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...present({ q, status, consignee: consignee?.toString(), from, to, sort }),
  } as const
  return queryOptions({
    queryKey: ['orders', query],
    queryFn: ({ signal }) => call(orderRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => call(orderRoutes.get, { params: { id }, signal }),
  })
