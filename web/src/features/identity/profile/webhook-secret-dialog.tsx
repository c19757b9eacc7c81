import type { WebhookSecret } from '@artikul/contract/integrations/webhooks'
import { Notice } from '../../../ui/hints/notice.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'

/** Secret that signs the messages; it is shown once. */
export default function WebhookSecretDialog({ secret, onClose }: { secret: WebhookSecret; onClose: () => void }) {
  return (
    <Dialog open title="Секрет подписи" onClose={onClose} actions={<DialogClose>Готово</DialogClose>}>
      <div className="flex flex-col gap-4">
        <Notice tone="warn">Секрет показан один раз: скопируйте его в программу. Потерянный заменяется новым.</Notice>
        <p className="flex items-center gap-2">
          <code className="break-all">{secret.secret}</code>
          <CopyButton text={secret.secret} label="Скопировать секрет" />
        </p>
        <p className="text-sm text-text-2">
          Сообщения подписаны по Standard Webhooks: заголовки <code>webhook-id</code>, <code>webhook-timestamp</code> и{' '}
          <code>webhook-signature</code>. Проверяйте подпись, прежде чем верить сообщению.
        </p>
      </div>
    </Dialog>
  )
}
