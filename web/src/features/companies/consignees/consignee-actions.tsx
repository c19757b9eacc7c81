import { consigneeRoutes, type ConsigneeItem } from '@artikul/contract/companies/consignees'
import { Button } from '../../../ui/button.tsx'
import { toast, toastUndoable } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { call } from '../../../lib/api/call.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'

interface Props {
  item: ConsigneeItem
  onError: (error: unknown) => void
  /** Called when the point is no longer in the list. */
  onGone: () => void
}

/** Immediate actions on a point, beside its form. */
export function ConsigneeActions({ item, onError, onGone }: Props) {
  const refresh = useInvalidate('consignees')
  const { question, ask } = useConfirm()
  const { id, version } = item
  const params = { id }
  const remove = useApiMutation(consigneeRoutes.remove, {
    onSuccess: async ({ archived, version: removed }) => {
      toastUndoable({
        summary: archived ? 'Точка перенесена в архив: по ней были заказы' : 'Точка удалена',
        detail: item.name,
        undo: () => call(consigneeRoutes.restore, { params, body: { version: removed } }).finally(refresh),
        undone: 'Точка возвращена',
      })
      onGone()
      await refresh()
    },
    onError,
  })
  const restore = useApiMutation(consigneeRoutes.restore, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Точка возвращена из архива', detail: item.name })
      onGone()
      await refresh()
    },
    onError,
  })
  const askRemove = async () => {
    const text = 'Если по точке уже были заказы, она уйдёт в архив, и её можно будет вернуть.'
    if (await ask({ title: `Удалить точку: ${item.name}?`, text, dangerous: true }))
      remove.mutate({ params, query: { version } })
  }
  return (
    <>
      {item.is_archived ? (
        <Button busy={restore.isPending} onClick={() => restore.mutate({ params, body: { version } })}>
          Вернуть из архива
        </Button>
      ) : (
        <Button look="danger" busy={remove.isPending} onClick={() => void askRemove()}>
          Удалить точку
        </Button>
      )}
      {question}
    </>
  )
}
