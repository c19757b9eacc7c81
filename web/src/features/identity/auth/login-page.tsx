import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { session, useSession } from '../../../lib/session/current-session.ts'
import { formErrors, REQUIRED } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { AuthFrame } from './auth-frame.tsx'

const route = getRouteApi('/login')

const isCode = (error: unknown, code: ApiError['code']): error is ApiError =>
  error instanceof ApiError && error.code === code

function loginErrors(error: unknown) {
  if (isCode(error, 'auth.bad_credentials')) return { fields: {}, form: error.title }
  if (isCode(error, 'auth.bad_code')) return { fields: { code: error.title }, form: null }
  return formErrors(error, ['login', 'password', 'code'])
}

export default function LoginPage() {
  const { login: known = '' } = route.useSearch()
  const { loggingIn } = useSession()
  const { draft, errors, change, field, passes, show } = useForm({
    defaultValues: { login: known, password: '', code: '' },
  })
  /** Set once the server requires a second factor. */
  const [needsCode, setNeedsCode] = useState(false)
  const submit = async () => {
    const { login, password, code } = draft
    const isFilled = passes({
      login: login.trim() === '' && REQUIRED,
      password: password === '' && REQUIRED,
      code: needsCode && code.length < 6 && 'Шесть цифр из приложения',
    })
    if (!isFilled) return
    try {
      // The guard redirects after the login; a redirect from here would compete with it.
      await session.login({ login, password, ...(needsCode && { code }) })
    } catch (error) {
      if (isCode(error, 'auth.code_required')) setNeedsCode(true)
      else show(loginErrors(error))
    }
  }
  return (
    <AuthFrame title="Вход в портал">
      <Form label="Вход" onSubmit={() => void submit()} error={errors.form}>
        <TextField
          label="Электронная почта или логин"
          required
          name="login"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('login')}
          onValueChange={(login) => {
            change({ login, code: '' })
            setNeedsCode(false)
          }}
        />
        <PasswordField label="Пароль" required name="password" autoComplete="current-password" {...field('password')} />
        {needsCode && (
          <CodeField
            required
            autoFocus
            hint="Вход в эту учётную запись подтверждается шестью цифрами из приложения."
            {...field('code')}
          />
        )}
        <Button type="submit" look="primary" busy={loggingIn} className="mt-1">
          Войти
        </Button>
        <Link to="/reset-password" className="self-center text-sm underline underline-offset-2">
          Забыли пароль?
        </Link>
      </Form>
      <p className="mt-4 border-t border-hairline pt-4 text-center text-sm text-text-2">
        Ещё нет доступа?{' '}
        <Link to="/registration" className="text-text underline underline-offset-2">
          Зарегистрироваться
        </Link>
      </p>
    </AuthFrame>
  )
}
