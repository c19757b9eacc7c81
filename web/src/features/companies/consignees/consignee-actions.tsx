import type { ConsigneeItem } from '@artikul/contract/companies/consignees'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { removeConsignee, restoreConsignee } from './consignees.api.ts'

interface Props {
  item: ConsigneeItem
  onError: (error: unknown) => void
  /** Called when the point is no longer in the list. */
  onGone: () => void
}

/** Immediate actions on a point, beside its form. */
export function ConsigneeActions({ item, onError, onGone }: Props) {
  const queryClient = useQueryClient()
  const { question, ask } = useConfirm()
  const leave = async (summary: string) => {
    toast({ severity: 'success', summary, detail: item.name })
    onGone()
    await queryClient.invalidateQueries({ queryKey: ['consignees'] })
  }
  const remove = useMutation({
    mutationFn: () => removeConsignee(item),
    onSuccess: ({ archived }) => leave(archived ? 'Точка перенесена в архив: по ней были заказы' : 'Точка удалена'),
    onError,
  })
  const restore = useMutation({
    mutationFn: () => restoreConsignee(item),
    onSuccess: () => leave('Точка возвращена из архива'),
    onError,
  })
  const askRemove = async () => {
    const text = 'Если по точке уже были заказы, она уйдёт в архив, и её можно будет вернуть.'
    if (await ask({ title: `Удалить точку: ${item.name}?`, text, dangerous: true })) remove.mutate()
  }
  return (
    <>
      {item.is_archived ? (
        <Button busy={restore.isPending} onClick={() => restore.mutate()}>
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
