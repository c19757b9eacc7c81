import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { contractorRoutes } from '@artikul/contract/contractors'
import { orderRoutes, type MoveLines, type OrderStatus } from '@artikul/contract/orders'
import { call } from '../../lib/call.ts'
import { savedPageSize, type PageSize } from '../../lib/page-size.ts'
import { given } from '@artikul/contract/given'

export const ORDERS_TABS = ['orders', 'lines'] as const

export interface OrdersSearch {
  tab?: (typeof ORDERS_TABS)[number] | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  status?: OrderStatus | undefined
  consignee?: number | undefined
  /** Of one company; staff alone may ask. */
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: '-created_at' | 'created_at' | '-total' | 'total' | undefined
}

/** Only what the list knows is asked: an address may carry more, such as the mark of a mailing. */
export const ordersQuery = (search: OrdersSearch) => {
  const { page = 1, page_size = savedPageSize(), q, status, consignee, contractor_id, from, to, sort } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...given({
      q,
      status,
      consignee: consignee?.toString(),
      contractor_id: contractor_id?.toString(),
      from,
      to,
      sort,
    }),
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

/** What the company of the filter is called, when no row says it. */
export const companyNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['company-name', id],
    queryFn: async ({ signal }) => (await call(contractorRoutes.get, { params: { id: String(id) }, signal })).name,
  })

export const moveLines = (orderId: number, body: MoveLines, idempotencyKey: string) =>
  call(orderRoutes.move, { params: { id: String(orderId) }, body, idempotencyKey })
