import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import {
  supplierOrderFileRoutes as files,
  type OrderFileLayout,
} from '@artikul/contract/purchasing/supplier-order-files'
import { supplierOrderHistoryRoutes } from '@artikul/contract/purchasing/supplier-order-history'
import {
  supplierOrderRoutes as routes,
  type SupplierAnswerLine,
  type SupplierOrderItem,
  type SupplierOrderLine,
  type SupplierQueue,
  type SupplierTerms,
} from '@artikul/contract/purchasing/supplier-orders'
import type { SupplierOrderState } from '@artikul/contract/purchasing/supplier-order-states'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { toast } from '../../../ui/hints/toast.ts'

export interface SupplierOrdersSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  supply_route_id?: number | undefined
  supplier_state?: SupplierOrderState | undefined
  /** Limits the list to orders that need a person. */
  requires_action?: true | undefined
  /** Id of the open order. */
  supplier_order_id?: number | undefined
}

/** Address parameters of the desk. */
export interface SupplierOrdersProps {
  search: SupplierOrdersSearch
  onChange: (next: SupplierOrdersSearch) => void
}

const ALL = ['supplier-orders'] as const
/** States of an order that is being sent, which are polled. */
const LEAVING: readonly SupplierOrderState[] = ['due', 'sending']
const LOOK_EVERY_MS = 1500
const paramsOf = (id: number) => ({ id: String(id) })

export const queuesQuery = queryOptions({
  queryKey: [...ALL, 'queues'],
  queryFn: async ({ signal }) => (await call(routes.queues, { signal })).results,
})

export const supplierOrdersQuery = ({ page = 1, page_size = savedPageSize(), ...search }: SupplierOrdersSearch) => {
  const { supply_route_id, supplier_state: state, requires_action } = search
  const query = {
    page: String(page),
    page_size: `${page_size}` as const,
    ...omitUndefined({
      supply_route_id: supply_route_id?.toString(),
      state,
      requires_action: requires_action && ('1' as const),
    }),
  }
  return queryOptions({
    queryKey: [...ALL, 'list', query],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const waitingQuery = (supplyRouteId: number, { page, page_size }: { page: number; page_size: PageSize }) => {
  const query = { supply_route_id: String(supplyRouteId), page: String(page), page_size: `${page_size}` as const }
  return queryOptions({
    queryKey: [...ALL, 'waiting', query],
    queryFn: ({ signal }) => call(routes.waiting, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const supplierOrderQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL, 'order', id],
    queryFn: ({ signal }) => call(routes.get, { params: paramsOf(id), signal }),
    refetchInterval: ({ state: { data } }) => (data && LEAVING.includes(data.state) ? LOOK_EVERY_MS : false),
  })

export const supplierOrderHistoryQuery = (id: number, { page, page_size }: { page: number; page_size: PageSize }) => {
  const query = { page: String(page), page_size: `${page_size}` as const }
  return queryOptions({
    queryKey: [...ALL, 'history', id, query],
    queryFn: ({ signal }) => call(supplierOrderHistoryRoutes.history, { params: paramsOf(id), query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

export const layoutQuery = (supplyRouteId: number) =>
  queryOptions({
    queryKey: [...ALL, 'layout', supplyRouteId],
    queryFn: ({ signal }) => call(files.layout, { params: paramsOf(supplyRouteId), signal }),
    staleTime: 0,
  })

export const sendNow = ({ source }: SupplierQueue, idempotencyKey: string) =>
  call(routes.send, { body: { supply_route_id: source.id }, idempotencyKey })

export const retry = ({ id, version }: SupplierOrderItem) =>
  call(routes.retry, { params: paramsOf(id), body: { version } })

export const answer = ({ id, answers }: { id: number; answers: SupplierAnswerLine[] }) =>
  call(routes.answer, { params: paramsOf(id), body: { answers } })

/** Postpones or resumes lines one by one: the first refusal stops the rest. */
export async function postponeLines({ lines, isHeld }: { lines: readonly SupplierOrderLine[]; isHeld: boolean }) {
  for (const { id, version } of lines)
    await call(routes.postpone, { params: paramsOf(id), body: { version, is_held: isHeld } })
}

export const settleCancellation = ({ line, isCancelled }: { line: SupplierOrderLine; isCancelled: boolean }) =>
  call(routes.settleCancellation, {
    params: paramsOf(line.id),
    body: { version: line.version, is_cancelled: isCancelled },
  })

export const saveTerms = ({ id, ...body }: SupplierTerms & { id: number; version: number }) =>
  call(routes.updateTerms, { params: paramsOf(id), body })

export const saveOrderFileLayout = ({ id, ...body }: { id: number; version: number; columns: OrderFileLayout }) =>
  call(files.setLayout, { params: paramsOf(id), body })

export const fetchFile = (id: number) => call(files.file, { params: paramsOf(id) })

const nameOf = (file: File) => file.name.slice(0, 200)

export const checkAnswer = ({ id, file }: { id: number; file: File }) =>
  call(files.check, { params: paramsOf(id), query: { name: nameOf(file) }, file })

export const applyAnswer = ({ id, file, seen }: { id: number; file: File; seen: string }) =>
  call(files.apply, { params: paramsOf(id), query: { name: nameOf(file), seen }, file })

/**
 * Performs an action and refreshes all supplier orders after success and failure.
 * @param refused title of the toast for an error that no form displays
 */
export function useSupplierOrderAction<T, R>(act: (input: T) => Promise<R>, refused?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onError: (error) => {
      if (refused === undefined) return
      toast({ severity: 'error', summary: refused, detail: formErrors(error, []).form ?? '' })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ALL }),
  })
}
