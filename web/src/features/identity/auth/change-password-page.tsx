import { NewPassword } from '@artikul/contract/core/fields'
import { Link, useNavigate } from '@tanstack/react-router'
import { passwordRoutes } from '@artikul/contract/identity/auth'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useSession } from '../../../lib/session/current-session.ts'
import { formErrors, REQUIRED, refusalOf } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { PASSWORD_RULES } from '../../../lib/session/password-rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { AuthFrame } from './auth-frame.tsx'

function changeErrors(error: unknown) {
  if (error instanceof ApiError && error.code === 'auth.wrong_password')
    return { fields: { old_password: error.title }, form: null }
  return formErrors(error, ['old_password', 'new_password'])
}

export default function ChangePasswordPage() {
  const { user } = useSession()
  return (
    <AuthFrame title="Смена пароля">
      {user?.impersonated_by ? <Notice>От имени клиента это недоступно</Notice> : <ChangeForm />}
    </AuthFrame>
  )
}

function ChangeForm() {
  const navigate = useNavigate()
  const { draft, errors, field, passes, show } = useForm({ defaultValues: { old_password: '', new_password: '' } })
  const change = useApiMutation(passwordRoutes.change, {
    onSuccess: () => {
      toast({ severity: 'success', summary: 'Пароль изменён', detail: 'Остальные сессии завершены' })
      return navigate({ to: '/profile' })
    },
    onError: (error) => show(changeErrors(error)),
  })
  const submit = () => {
    const weak = refusalOf(NewPassword, draft.new_password)
    const isRight = passes({
      old_password: draft.old_password === '' && REQUIRED,
      new_password: draft.new_password === '' ? REQUIRED : weak,
    })
    if (isRight) change.mutate({ body: draft })
  }
  return (
    <Form label="Смена пароля" onSubmit={submit} error={errors.form}>
      <PasswordField label="Текущий пароль" required autoComplete="current-password" {...field('old_password')} />
      <PasswordField
        label="Новый пароль"
        required
        autoComplete="new-password"
        hint={PASSWORD_RULES}
        {...field('new_password')}
      />
      <p className="text-sm text-text-2">После смены пароля остальные ваши сессии закончатся.</p>
      <Button type="submit" look="primary" busy={change.isPending} className="mt-1">
        Сменить пароль
      </Button>
      <Link to="/profile" className="self-center text-sm underline underline-offset-2">
        Вернуться в профиль
      </Link>
    </Form>
  )
}
