import { TotpCode } from '@artikul/contract/identity/auth'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { useState } from 'react'
import { profileRoutes } from '@artikul/contract/identity/profile'
import { session } from '../../../lib/session/current-session.ts'
import { REQUIRED, refusalOf } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { QrCode } from '../../../ui/text/qr-code.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { profileErrors } from './profile-errors.ts'

export function SecondFactor({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(user.must_set_second_factor)
  const on = user.has_second_factor
  const done = async (summary: string) => {
    toast({ severity: 'success', summary })
    setOpen(false)
    await session.loadUser()
  }
  return (
    <Panel
      title={
        <span className="inline-flex items-center gap-2">Второй фактор {on && <Tag tone="success">Включён</Tag>}</span>
      }
    >
      <p className="text-sm text-text-2">
        Кроме пароля, при входе нужен код из приложения на телефоне: чужой с одним паролем не войдёт.
      </p>
      {!open && (
        <Button className="mt-3" onClick={() => setOpen(true)}>
          {on ? 'Отключить' : 'Включить'}
        </Button>
      )}
      {open && (
        <div className="mt-3 max-w-sm">
          {on ? (
            <Removal onDone={() => void done('Второй фактор отключён')} onCancel={() => setOpen(false)} />
          ) : (
            <Setup onDone={() => void done('Второй фактор включён')} onCancel={() => setOpen(false)} />
          )}
        </div>
      )}
    </Panel>
  )
}

interface StepProps {
  onDone: () => void
  onCancel: () => void
}

/** Setup in three steps: the password, the key for the authenticator app, its first code. */
function Setup({ onDone, onCancel }: StepProps) {
  const { draft, errors, field, passes, show } = useForm({ defaultValues: { password: '' } })
  const start = useApiMutation(profileRoutes.startSecondFactor, {
    onError: (error) => show(profileErrors(error, ['password'])),
  })
  const submit = () => {
    if (passes({ password: draft.password === '' && REQUIRED })) start.mutate({ body: draft })
  }
  if (start.data) return <Confirmation secret={start.data} onDone={onDone} onCancel={onCancel} />
  return (
    <Form label="Включить второй фактор" onSubmit={submit} error={errors.form}>
      <PasswordField label="Текущий пароль" required autoComplete="current-password" {...field('password')} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={start.isPending}>
          Продолжить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </Form>
  )
}

interface ConfirmationProps extends StepProps {
  secret: { secret: string; qr: string; qr_size: number }
}

function Confirmation({ secret: { secret, qr, qr_size }, onDone, onCancel }: ConfirmationProps) {
  const { draft, errors, field, passes, show } = useForm({ defaultValues: { code: '' } })
  const confirm = useApiMutation(profileRoutes.confirmSecondFactor, {
    onSuccess: onDone,
    onError: (error) => show(profileErrors(error, ['code'])),
  })
  const submit = () => {
    const wrong = refusalOf(TotpCode, draft.code)
    if (passes(wrong ? { code: wrong } : {})) confirm.mutate({ body: draft })
  }
  return (
    <Form label="Подтвердить второй фактор" onSubmit={submit} error={errors.form}>
      <p className="text-sm">Снимите код приложением для одноразовых паролей или введите в него ключ:</p>
      <div className="self-start rounded-lg bg-white p-3">
        <QrCode label="Код с ключом второго фактора" path={qr} size={qr_size} className="size-44" />
      </div>
      <p className="flex flex-wrap items-center gap-1 text-sm">
        <span className="sr-only">Ключ: </span>
        <code className="article break-all whitespace-normal!">{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
        <CopyButton text={secret} label="Скопировать ключ" />
      </p>
      <CodeField required {...field('code')} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" busy={confirm.isPending}>
          Включить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </Form>
  )
}

function Removal({ onDone, onCancel }: StepProps) {
  const { draft, errors, field, passes, show } = useForm({ defaultValues: { password: '', code: '' } })
  const remove = useApiMutation(profileRoutes.removeSecondFactor, {
    onSuccess: onDone,
    onError: (error) => show(profileErrors(error, Object.keys(draft))),
  })
  const submit = () => {
    if (passes({ password: draft.password === '' && REQUIRED, code: refusalOf(TotpCode, draft.code) }))
      remove.mutate({ body: draft })
  }
  return (
    <Form label="Отключить второй фактор" onSubmit={submit} error={errors.form}>
      <PasswordField label="Текущий пароль" required autoComplete="current-password" {...field('password')} />
      <CodeField required {...field('code')} />
      <div className="flex gap-2">
        <Button type="submit" look="danger" busy={remove.isPending}>
          Отключить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </Form>
  )
}
