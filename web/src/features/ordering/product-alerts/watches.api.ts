import { watchRoutes, type WatchFields, type WatchItem } from '@artikul/contract/ordering/watches'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { watchesQuery } from '../../../lib/queries/watches-query.ts'
import { toast } from '../../../ui/hints/toast.ts'

export const createWatch = (body: WatchFields) => call(watchRoutes.create, { body })

const removeWatch = (id: number) => call(watchRoutes.remove, { params: { id: String(id) } })

/** The list is asked for anew whatever has become of the change. */
export function useWatchChange<T, R>(change: (asked: T) => Promise<R>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: watchesQuery.queryKey }),
  })
}

const tellDone = (summary: string) => () => toast({ severity: 'success', summary })
const tellRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** «Сообщить» at once, without the form. */
export function useWatchAtOnce() {
  const change = useWatchChange(createWatch, tellDone('Сообщим письмом'))
  const onError = tellRefusal('Ожидание не сохранено')
  return { busy: change.isPending, watch: (fields: WatchFields) => change.mutate(fields, { onError }) }
}

const removeAll = (items: readonly WatchItem[]) => Promise.all(items.map(({ id }) => removeWatch(id)))

export function useUnwatch() {
  const change = useWatchChange(removeAll, tellDone('Больше не следим'))
  const onError = tellRefusal('Ожидание не убрано')
  return { busy: change.isPending, unwatch: (items: readonly WatchItem[]) => change.mutate(items, { onError }) }
}
