import type { BlockCode } from '@artikul/contract/billing/credit-hold-codes'
import { debtRoutes } from '@artikul/contract/billing/debts'
import type { DebtSort } from '@artikul/contract/billing/debt-sorts'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import {
  paymentRoutes as routes,
  type NewPayment,
  type PaymentState,
  type PostPayment,
} from '@artikul/contract/billing/payments'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import type { SETTLEMENT_TABS } from './payments-desk-address.ts'

const ALL = 'payments'

export interface DeskSearch {
  tab?: (typeof SETTLEMENT_TABS)[number] | undefined
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  /** Staff see waiting payments by default. */
  state?: PaymentState | 'any' | undefined
  contractor_id?: number | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: DebtSort | undefined
  overdue?: 'true' | undefined
  /** Block code; only where unblocking is requested. */
  code?: BlockCode | undefined
  asked?: 'true' | undefined
}

export interface DeskProps {
  search: DeskSearch
  onChange: (next: DeskSearch) => void
}

const pageOf = ({ page = 1, page_size = savedPageSize() }: DeskSearch) =>
  ({ page: String(page), page_size: `${page_size}` }) as const

export const paymentsQuery = (search: DeskSearch) => {
  const { q, state = 'waiting', contractor_id, from, to } = search
  const query = {
    ...pageOf(search),
    ...omitUndefined({
      q,
      state: state === 'any' ? undefined : state,
      contractor_id: contractor_id?.toString(),
      from,
      to,
    }),
  }
  return queryOptions({
    queryKey: [ALL, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: [ALL, 'one', id],
    queryFn: ({ signal }) => call(routes.get, { params: { id: String(id) }, signal }),
    // Prevents the data from changing while the user fills in the form.
    refetchOnWindowFocus: false,
    gcTime: 0,
  })

export const payingBuyersQuery = (q: string) =>
  queryOptions({
    queryKey: [ALL, 'buyers', q],
    queryFn: async ({ signal }) => {
      const { results } = await call(routes.buyers, { query: omitUndefined({ q: q || undefined }), signal })
      return results.map(({ id, name, inn }) => ({ id, name: `${name}, ИНН ${inn}` }))
    },
    placeholderData: keepPreviousData,
  })

export const buyerQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: [ALL, 'buyer', String(id ?? '')],
    queryFn: ({ signal }) => call(routes.buyer, { params: { id: String(id) }, signal }),
    enabled: id !== undefined,
    refetchOnWindowFocus: false,
  })

export const debtsQuery = (search: DeskSearch) => {
  const { q, sort, overdue } = search
  const query = { ...pageOf(search), ...omitUndefined({ q, sort, overdue }) }
  return queryOptions({
    queryKey: [ALL, 'debts', query],
    queryFn: ({ signal }) => call(debtRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Refreshes payments, orders, companies and balances, which all depend on payments. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [ALL, 'order', 'orders', 'contractor', 'buyer-standings'].map((key) =>
        queryClient.invalidateQueries({ queryKey: [key] }),
      ),
    )
}

export function useLoadFile() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (file: File) => call(routes.load, { query: { name: file.name.slice(-200) }, file }),
    onSuccess: refresh,
  })
}

export function useCreatePayment() {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: NewPayment) => sendOnce(body, (idempotencyKey) => call(routes.create, { body, idempotencyKey })),
    onSuccess: refresh,
  })
}

export function usePostPayment(id: number) {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: PostPayment) =>
      sendOnce(body, (idempotencyKey) => call(routes.post, { params: { id: String(id) }, body, idempotencyKey })),
    onSuccess: refresh,
  })
}

/** «Отменить разнесение», «Не от покупателя»: each requires a reason. */
export function usePaymentAct(id: number, act: 'undo' | 'setAside') {
  const sendOnce = useSendOnce()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: { version: number; reason: string }) =>
      sendOnce(body, (idempotencyKey) => call(routes[act], { params: { id: String(id) }, body, idempotencyKey })),
    onSuccess: refresh,
  })
}
