import { personalDataRoutes } from '@artikul/contract/identity/personal-data'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

/** Exports all personal data stored about the user (152-ФЗ, ст. 14). */
export function PersonalData() {
  const file = useApiMutation(personalDataRoutes.own, {
    onSuccess: (blob) => saveBlob(blob, 'Мои данные.zip'),
    onError: toastRefusal('Файл не скачан'),
  })
  return (
    <Panel title="Что портал о вас хранит" className="max-w-xl">
      <p className="mb-3 text-sm text-text-2">
        Учётная запись, компании и права, сессии, согласия, письма, заказы, сообщения, настройки и журнал действий –
        архив таблиц XLSX. Чтобы данные обезличили, обратитесь к менеджеру.
      </p>
      <Button busy={file.isPending} onClick={() => file.mutate()}>
        Скачать мои данные
      </Button>
    </Panel>
  )
}
