import type { OneCAccess } from '@artikul/contract/integrations/one-c'
import { Notice } from '../../../ui/hints/notice.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { DefinitionList } from '../../../ui/text/definition-list.tsx'
import { Dialog, DialogClose } from '../../../ui/windows/dialog.tsx'
import { exchangeAddress, OneCSteps } from './one-c-steps.tsx'

const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className="inline-flex items-center gap-2">
    <code className="break-all">{text}</code>
    <CopyButton text={text} label={`Скопировать ${name}`} />
  </span>
)

/** Address, login and password for 1C; the password is shown once. */
export default function AccessDialog({ access, onClose }: { access: OneCAccess; onClose: () => void }) {
  return (
    <Dialog open title="Доступ для 1С" onClose={onClose} actions={<DialogClose>Готово</DialogClose>}>
      <div className="flex flex-col gap-4">
        <Notice tone="warn">Пароль показан один раз: скопируйте его в 1С. Потерянный заменяется новым.</Notice>
        <DefinitionList
          items={[
            ['Адрес', <Copied key="address" text={exchangeAddress()} name="адрес" />],
            ['Логин', <Copied key="login" text={access.login} name="логин" />],
            ['Пароль', <Copied key="password" text={access.password} name="пароль" />],
          ]}
        />
        <OneCSteps />
      </div>
    </Dialog>
  )
}
