import { TotpCode } from '@artikul/contract/identity/auth'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { useState } from 'react'
import { profileRoutes } from '@artikul/contract/identity/profile'
import { session } from '../../../lib/session/current-session.ts'
import { NO_ERRORS, refusalOf } from '../../../lib/api/form-errors.ts'
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

const EMPTY = 'Заполните поле'

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
  const [password, setPassword] = useState('')
  const [empty, setEmpty] = useState(false)
  const start = useApiMutation(profileRoutes.startSecondFactor)
  const errors = start.error ? profileErrors(start.error, ['password']) : NO_ERRORS
  const submit = () => {
    setEmpty(password === '')
    if (password !== '') start.mutate({ body: { password } })
  }
  if (start.data) return <Confirmation secret={start.data} onDone={onDone} onCancel={onCancel} />
  return (
    <Form label="Включить второй фактор" onSubmit={submit} error={errors.form}>
      <PasswordField
        label="Текущий пароль"
        required
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
        error={empty ? EMPTY : errors.fields['password']}
      />
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
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string | undefined>()
  const confirm = useApiMutation(profileRoutes.confirmSecondFactor, { onSuccess: onDone })
  const errors = confirm.error ? profileErrors(confirm.error, ['code']) : NO_ERRORS
  const submit = () => {
    const wrong = refusalOf(TotpCode, code)
    setRefusal(wrong)
    if (!wrong) confirm.mutate({ body: { code } })
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
      <CodeField required value={code} onValueChange={setCode} error={refusal ?? errors.fields['code']} />
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
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState(NO_ERRORS)
  const remove = useApiMutation(profileRoutes.removeSecondFactor, {
    onSuccess: onDone,
    onError: (error) => setErrors(profileErrors(error, ['password', 'code'])),
  })
  const submit = () => {
    const wrong = refusalOf(TotpCode, code)
    const fields = { ...(password === '' && { password: EMPTY }), ...(wrong && { code: wrong }) }
    setErrors({ fields, form: null })
    if (Object.keys(fields).length === 0) remove.mutate({ body: { password, code } })
  }
  return (
    <Form label="Отключить второй фактор" onSubmit={submit} error={errors.form}>
      <PasswordField
        label="Текущий пароль"
        required
        autoComplete="current-password"
        value={password}
        onValueChange={setPassword}
        error={errors.fields['password']}
      />
      <CodeField required value={code} onValueChange={setCode} error={errors.fields['code']} />
      <div className="flex gap-2">
        <Button type="submit" look="danger" busy={remove.isPending}>
          Отключить
        </Button>
        <Button onClick={onCancel}>Отмена</Button>
      </div>
    </Form>
  )
}
