import { Link } from '@tanstack/react-router'
import { passwordRoutes } from '@artikul/contract/identity/auth'
import { REQUIRED } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { AuthFrame } from './auth-frame.tsx'

export default function ResetPasswordPage() {
  const { draft, errors, field, passes, refuse } = useForm({ defaultValues: { login: '' } })
  const login = draft.login.trim()
  const ask = useApiMutation(passwordRoutes.requestReset, { onError: (error) => refuse(error) })
  const submit = () => {
    if (passes({ login: login === '' && REQUIRED })) ask.mutate({ body: { login } })
  }
  return (
    <AuthFrame title="Восстановление пароля">
      {ask.isSuccess ? (
        <div role="status" className="flex flex-col gap-3">
          {/* Identical for known and unknown accounts, so that it does not disclose registered users. */}
          <p>Если такая учётная запись есть, мы отправили письмо со ссылкой для нового пароля. Ссылка действует час.</p>
          <p className="text-sm text-text-2">Письма нет? Проверьте папку со спамом или спросите вашего менеджера.</p>
          <Link to="/login" className={buttonClass()}>
            Вернуться ко входу
          </Link>
          <Button look="ghost" onClick={() => ask.reset()}>
            Отправить ещё раз
          </Button>
        </div>
      ) : (
        <Form label="Восстановление пароля" onSubmit={submit} error={errors.form}>
          <TextField
            label="Электронная почта или логин"
            required
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...field('login')}
          />
          <Button type="submit" look="primary" busy={ask.isPending} className="mt-1">
            Отправить ссылку
          </Button>
          <Link to="/login" className="self-center text-sm underline underline-offset-2">
            Вернуться ко входу
          </Link>
        </Form>
      )}
    </AuthFrame>
  )
}
