import type { ApiKeySecret } from '@artikul/contract/integrations/api-keys'
import { Notice } from '../../../ui/hints/notice.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'

const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className="inline-flex items-center gap-2">
    <code className="break-all">{text}</code>
    <CopyButton text={text} label={`Скопировать ${name}`} />
  </span>
)

/** Key for the program; it is shown once. */
export default function KeySecretDialog({ secret, onClose }: { secret: ApiKeySecret; onClose: () => void }) {
  return (
    <Dialog open title="Ключ API" onClose={onClose} actions={<DialogClose>Готово</DialogClose>}>
      <div className="flex flex-col gap-4">
        <Notice tone="warn">Ключ показан один раз: скопируйте его в программу. Потерянный заменяется новым.</Notice>
        <DefinitionList
          items={[
            ['Адрес', <Copied key="address" text={`${location.origin}/api/partner/v1`} name="адрес" />],
            ['Ключ', <Copied key="token" text={secret.token} name="ключ" />],
          ]}
        />
        <p className="text-sm text-text-2">
          Программа передаёт ключ в заголовке: <code>Authorization: Bearer ключ</code>
        </p>
        <h3 className="font-semibold">Программа, которая работает с поставщиками ABCP</h3>
        <DefinitionList
          items={[
            ['Адрес', <Copied key="address" text={`${location.origin}/abcp`} name="адрес для ABCP" />],
            ['Логин', <Copied key="login" text={secret.login} name="логин" />],
            ['Пароль', <Copied key="secret" text={secret.secret} name="пароль" />],
          ]}
        />
      </div>
    </Dialog>
  )
}
