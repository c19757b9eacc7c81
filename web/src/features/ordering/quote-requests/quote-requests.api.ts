import { requestRoutes, type Request } from '@artikul/contract/ordering/quote-requests'
import type { RequestState } from '@artikul/contract/ordering/quote-request-states'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'

export interface RequestsSearch extends PageSearch {
  q?: string | undefined
  /** `open`: requests with an answer due, the staff's default; `any` disables the filter. */
  state?: RequestState | 'open' | 'any' | undefined
  contractor_id?: number | undefined
  mine?: '1' | undefined
}

/** Polls for messages of the other side. */
export const requestQuery = (id: string) => query(requestRoutes.get, { params: { id } }, { refetchInterval: 30_000 })

/** Actions of one press: «Взять» and «Закрыть запрос». */
export function useRequestActs({ id, number }: Pick<Request, 'id' | 'number'>) {
  const taking = useApiMutation(requestRoutes.assign, {
    invalidates: ['quote-requests'],
    onSuccess: toastDone(`Запрос ${number} ваш`),
    onError: toastRefusal('Запрос не взят'),
  })
  const closing = useApiMutation(requestRoutes.close, {
    invalidates: ['quote-requests'],
    onSuccess: toastDone(`Запрос ${number} закрыт`),
    onError: toastRefusal('Запрос не закрыт'),
  })
  return {
    take: () => taking.mutate({ params: { id } }),
    isTaking: taking.isPending,
    close: () => closing.mutate({ params: { id } }),
    isClosing: closing.isPending,
  }
}
