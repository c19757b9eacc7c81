import type { UserDetails } from '@artikul/contract/identity/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { erasePerson, downloadPersonalData } from './accounts.api.ts'

const WHAT_GOES =
  'Исчезнут имя, почта, логин, телефон, доступ в компании, сессии с адресами, настройки, ожидание поступления и тексты писем этому человеку. '
const WHAT_STAYS =
  'Останутся заказы, документы, сообщения, согласия и журнал действий — под номером учётной записи: их хранить велит закон. Вернуть данные будет нельзя.'

/** Export and erasure of personal data, as the law requires. */
export function PersonalDataActions({ details, onError }: { details: UserDetails; onError: (error: unknown) => void }) {
  const queryClient = useQueryClient()
  const { question, ask } = useConfirm()
  const { id, full_name, can } = details
  const take = useMutation({
    mutationFn: () => downloadPersonalData(id),
    onSuccess: (blob) => saveBlob(blob, `Персональные данные, ${full_name}.zip`),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
  })
  const erase = useMutation({
    mutationFn: () => erasePerson(details),
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Пользователь обезличен' })
      await Promise.all(['account', 'accounts'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    },
    onError,
  })
  const askErase = async () => {
    const text = WHAT_GOES + WHAT_STAYS
    if (await ask({ title: `Обезличить: ${full_name}?`, text, dangerous: true })) erase.mutate()
  }
  return (
    <>
      {can.take_data && (
        <Button busy={take.isPending} onClick={() => take.mutate()}>
          Выгрузить персональные данные
        </Button>
      )}
      {can.erase && (
        <Button look="danger" busy={erase.isPending} onClick={() => void askErase()}>
          Обезличить
        </Button>
      )}
      {question}
    </>
  )
}
