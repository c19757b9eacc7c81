import { orderMessageRoutes } from '@artikul/contract/ordering/order-messages'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { workQueueRoutes, type WorkItem } from '@artikul/contract/workspace/work-queue'
import { isAssignable, type WorkKind, type WorkScope } from '@artikul/contract/workspace/work-kinds'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'

export interface WorkSearch {
  scope?: WorkScope | undefined
  work?: WorkKind | undefined
  /** Filter of calls. */
  from?: string | undefined
  to?: string | undefined
}

/** Polls, because deadlines approach without any event. */
export const workQuery = ({ scope, work }: WorkSearch) =>
  query(
    workQueueRoutes.list,
    { query: { scope, kind: work } },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  )

async function assignItem({ kind, id, taken: assignee }: WorkItem) {
  if (kind === 'request') await call(requestRoutes.assign, { params: { id } })
  else if (isAssignable(kind))
    await call(workQueueRoutes.assign, { body: { kind, id, instead_of: assignee?.id ?? null } })
}
async function releaseItem({ kind, id }: WorkItem) {
  if (isAssignable(kind)) await call(workQueueRoutes.release, { body: { kind, id } })
}
const dismissMessage = ({ id }: WorkItem) => call(orderMessageRoutes.settle, { params: { id } })

/** Performs an action on a queue item and refreshes the queue after success and failure. */
const useAct = (act: (item: WorkItem) => Promise<unknown>, done: string, failed: string) =>
  useMutation({
    mutationFn: act,
    onSuccess: toastDone(done),
    onError: toastRefusal(failed),
    onSettled: useInvalidate('work-queue', 'quote-requests'),
  })

export const useAssign = () => useAct(assignItem, 'Взято: коллеги это видят', 'Не взято')
export const useRelease = () => useAct(releaseItem, 'Отпущено', 'Не отпущено')
export const useDismissTask = () => useAct(dismissMessage, 'Переписка разобрана', 'Не сохранено')
