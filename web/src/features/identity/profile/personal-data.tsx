import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { saveBlob } from '../../../lib/api/download.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { downloadOwnData } from './profile.api.ts'

/** Exports all personal data stored about the user (152-ФЗ, ст. 14). */
export function PersonalData() {
  const file = useMutation({
    mutationFn: downloadOwnData,
    onSuccess: (blob) => saveBlob(blob, 'Мои данные.zip'),
    onError: (error) => toast({ severity: 'error', summary: 'Файл не скачан', detail: messageOf(error) }),
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
