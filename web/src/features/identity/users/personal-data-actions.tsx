import type { UserDetails } from '@artikul/contract/identity/accounts'
import { personalDataRoutes } from '@artikul/contract/identity/personal-data'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { ACCOUNT_KEYS } from './accounts.api.ts'

const WHAT_GOES =
  'Исчезнут имя, почта, логин, телефон, доступ в компании, сессии с адресами, настройки, подписки на товар и тексты писем этому человеку. '
const WHAT_STAYS =
  'Останутся заказы, документы, сообщения, согласия и журнал действий — под номером учётной записи: их хранить велит закон. Вернуть данные будет нельзя.'

/** Export and erasure of personal data, as the law requires. */
export function PersonalDataActions({ details, onError }: { details: UserDetails; onError: (error: unknown) => void }) {
  const refresh = useInvalidate(...ACCOUNT_KEYS)
  const { question, ask } = useConfirm()
  const { id, version, full_name, can } = details
  const take = useApiMutation(personalDataRoutes.ofUser, {
    onSuccess: (blob) => saveBlob(blob, `Персональные данные, ${full_name}.zip`),
    onError: toastRefusal('Файл не скачан'),
  })
  const erase = useApiMutation(personalDataRoutes.erase, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Пользователь обезличен' })
      await refresh()
    },
    onError,
  })
  const askErase = async () => {
    const text = WHAT_GOES + WHAT_STAYS
    if (await ask({ title: `Обезличить: ${full_name}?`, text, dangerous: true }))
      erase.mutate({ params: { user_id: id }, body: { version } })
  }
  return (
    <>
      {can.take_data && (
        <Button busy={take.isPending} onClick={() => take.mutate({ params: { user_id: id } })}>
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
