import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import type { NewAnswer, NewRequest } from '@artikul/contract/ordering/new-quote-request'
import { requestRoutes, type Request } from '@artikul/contract/ordering/quote-requests'
import type { RequestState } from '@artikul/contract/ordering/quote-request-states'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { savedPageSize, type PageSize } from '../../../lib/page/page-size.ts'
import { toast } from '../../../ui/hints/toast.ts'

export interface RequestsSearch {
  page?: number | undefined
  page_size?: PageSize | undefined
  q?: string | undefined
  /** `open`: requests with an answer due, the staff's default; `any` disables the filter. */
  state?: RequestState | 'open' | 'any' | undefined
  contractor_id?: number | undefined
  mine?: '1' | undefined
}

/** Sends known filters only: the address may contain more, such as the mark of a mailing. */
export const requestsQuery = (search: RequestsSearch) => {
  const { page = 1, page_size = savedPageSize(), q, state, contractor_id, mine } = search
  const query = {
    page: String(page),
    page_size: `${page_size}`,
    ...omitUndefined({ q, state: state === 'any' ? undefined : state, contractor_id: contractor_id?.toString(), mine }),
  } as const
  return queryOptions({
    queryKey: ['quote-requests', query],
    queryFn: ({ signal }) => call(requestRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['quote-request', id],
    queryFn: ({ signal }) => call(requestRoutes.get, { params: { id }, signal }),
    // Polls for messages of the other side.
    refetchInterval: 30_000,
  })

export const photoQuery = (id: number) =>
  queryOptions({
    queryKey: ['request-photo', id],
    queryFn: ({ signal }) => call(requestRoutes.photo, { params: { id: String(id) }, signal }),
    staleTime: Infinity,
  })

/** Offers at the prices of the requesting company. */
export const offersQuery = (requestId: number, q: string, brand: number | undefined) =>
  queryOptions({
    queryKey: ['request-offers', requestId, q, brand ?? null],
    queryFn: ({ signal }) =>
      call(requestRoutes.offers, {
        params: { id: String(requestId) },
        query: { q, ...(brand && { brand: String(brand) }) },
        signal,
      }),
    enabled: q.length > 1,
  })

export const createRequest = (body: NewRequest, idempotencyKey: string) =>
  call(requestRoutes.create, { body, idempotencyKey })

export const addPhoto = (id: number, file: File) => call(requestRoutes.addPhoto, { params: { id: String(id) }, file })

export const answerRequest = (id: number, body: NewAnswer, idempotencyKey: string) =>
  call(requestRoutes.answer, { params: { id: String(id) }, body, idempotencyKey })

export const postQuoteRequestMessage = (id: number, text: string, idempotencyKey: string) =>
  call(requestRoutes.postMessage, { params: { id: String(id) }, body: { text }, idempotencyKey })

export const answersToCart = (id: number, answer_ids: number[], consigneeId: number | undefined) =>
  call(requestRoutes.addToCart, {
    params: { id: String(id) },
    body: { answer_ids, ...(consigneeId && { consignee_id: consigneeId }) },
  })

const assignRequest = (id: number) => call(requestRoutes.assign, { params: { id: String(id) } })
const closeRequest = (id: number) => call(requestRoutes.close, { params: { id: String(id) } })

/** Refreshes the request and its lists after success and failure. */
export function useRequestChange<T, R>(change: (input: T) => Promise<R>, onDone?: (reply: R) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => onDone?.(reply),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['quote-request'] }),
        queryClient.invalidateQueries({ queryKey: ['quote-requests'] }),
      ]),
  })
}

const toastRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** Actions of one press: «Взять» and «Закрыть запрос». */
export function useRequestActs(request: Pick<Request, 'id' | 'number'>) {
  const onTaken = () => toast({ severity: 'success', summary: `Запрос ${request.number} ваш` })
  const onClosed = () => toast({ severity: 'success', summary: `Запрос ${request.number} закрыт` })
  const taking = useRequestChange(assignRequest, onTaken)
  const closing = useRequestChange(closeRequest, onClosed)
  return {
    take: () => taking.mutate(request.id, { onError: toastRefusal('Запрос не взят') }),
    isTaking: taking.isPending,
    close: () => closing.mutate(request.id, { onError: toastRefusal('Запрос не закрыт') }),
    isClosing: closing.isPending,
  }
}
