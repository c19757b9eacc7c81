import { useQuery } from '@tanstack/react-query'
import { emailRoutes } from '@artikul/contract/platform/emails'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog } from '../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { EmailStateTag } from './email-state.tsx'

/** One email as it was composed. */
export default function MailDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(emailRoutes.get, { params: { id } }))
  const refresh = useInvalidate('emails')
  const retry = useApiMutation(emailRoutes.retry, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Письмо поставлено в очередь' })
      await refresh()
    },
    onError: toastRefusal('Письмо не отправлено'),
  })
  return (
    <Dialog
      title={data?.subject ?? 'Письмо'}
      open
      onClose={onClose}
      actions={
        <>
          {data && data.state !== 'waiting' && (
            <Button busy={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
              Отправить ещё раз
            </Button>
          )}
          <Button look="primary" onClick={onClose}>
            Закрыть
          </Button>
        </>
      }
    >
      {data && (
        <div className="flex flex-col gap-3">
          <DefinitionList
            items={[
              ['Кому', data.to],
              ['Статус', <EmailStateTag key="state" state={data.state} />],
              ['Создано', moment(data.created_at)],
              ['Отправлено', data.sent_at && moment(data.sent_at)],
              ['Попыток', data.attempts > 0 && data.attempts],
              ['Ошибка', data.last_error],
            ]}
          />
          <p className="rounded-md bg-raised p-3 text-sm break-words whitespace-pre-wrap">{data.text}</p>
        </div>
      )}
      {!data && <QueryFallback error={error} onRetry={refetch} rows={4} />}
    </Dialog>
  )
}
