import { callRoutes } from '@artikul/contract/workspace/calls'
import { omitUndefined } from '@artikul/contract/core/omit-undefined'
import { orderMessageRoutes } from '@artikul/contract/ordering/order-messages'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { workQueueRoutes, type WorkItem } from '@artikul/contract/workspace/work-queue'
import { isAssignable, type WorkKind, type WorkScope } from '@artikul/contract/workspace/work-kinds'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { toast } from '../../../ui/hints/toast.ts'

export interface WorkSearch {
  scope?: WorkScope | undefined
  work?: WorkKind | undefined
  /** Filter of calls. */
  from?: string | undefined
  to?: string | undefined
}

/** Polling interval, because deadlines approach without any event. */
const ANEW_MS = 60_000

export const workQuery = ({ scope, work }: WorkSearch) => {
  const query = omitUndefined({ scope, kind: work })
  return queryOptions({
    queryKey: ['work-queue', query],
    queryFn: ({ signal }) => call(workQueueRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ANEW_MS,
  })
}

export const callsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['calls-report', from, to],
    queryFn: ({ signal }) => call(callRoutes.report, { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

async function assignItem({ kind, id, taken }: WorkItem) {
  if (kind === 'request') await call(requestRoutes.assign, { params: { id: String(id) } })
  else if (isAssignable(kind)) await call(workQueueRoutes.assign, { body: { kind, id, instead_of: taken?.id ?? null } })
}
async function releaseItem({ kind, id }: WorkItem) {
  if (isAssignable(kind)) await call(workQueueRoutes.release, { body: { kind, id } })
}
const dismissMessage = ({ id }: WorkItem) => call(orderMessageRoutes.settle, { params: { id: String(id) } })

/** Performs an action on a queue item and refreshes the queue after success and failure. */
function useAct(act: (item: WorkItem) => Promise<unknown>, done: string, failed: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => toast({ severity: 'success', summary: done }),
    onError: (error) => toast({ severity: 'error', summary: failed, detail: messageOf(error) }),
    onSettled: () =>
      Promise.all(
        ['work-queue', 'quote-requests', 'quote-request'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  })
}

export const useAssign = () => useAct(assignItem, 'Взято: коллеги это видят', 'Не взято')
export const useRelease = () => useAct(releaseItem, 'Отпущено', 'Не отпущено')
export const useDismissTask = () => useAct(dismissMessage, 'Переписка разобрана', 'Не сохранено')
