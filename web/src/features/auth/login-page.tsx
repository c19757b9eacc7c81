import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { session, useSession } from '../../lib/current-session.ts'
import { errorText } from '../../lib/error-text.ts'
import { formErrors, NO_ERRORS } from '../../lib/form-errors.ts'
import { safeRedirect } from '../../lib/guard.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

const route = getRouteApi('/login')

function loginErrors(error: unknown) {
  if (error instanceof ApiError && error.code === 'auth.bad_credentials') {
    return { fields: {}, form: errorText('auth.bad_credentials') }
  }
  return formErrors(error, ['login', 'password'])
}

export default function LoginPage() {
  const { redirect } = route.useSearch()
  const { loggingIn } = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState(NO_ERRORS)

  const submit = async () => {
    const missing = {
      ...(login.trim() === '' && { login: 'Заполните поле' }),
      ...(password === '' && { password: 'Заполните поле' }),
    }
    if (Object.keys(missing).length > 0) return setErrors({ fields: missing, form: null })
    setErrors(NO_ERRORS)
    try {
      await session.login({ login, password })
      await router.invalidate()
      await navigate({ href: safeRedirect(redirect), replace: true })
    } catch (error) {
      setErrors(loginErrors(error))
    }
  }
  return (
    <div className="mx-auto mt-4 w-full max-w-sm md:mt-16">
      <h1 className="mb-4 text-xl font-semibold">Вход в портал</h1>
      <Panel>
        <Form label="Вход" onSubmit={() => void submit()} error={errors.form}>
          <TextField
            label="Электронная почта или логин"
            required
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={login}
            onValueChange={setLogin}
            error={errors.fields['login']}
          />
          <PasswordField
            label="Пароль"
            required
            name="password"
            autoComplete="current-password"
            value={password}
            onValueChange={setPassword}
            error={errors.fields['password']}
          />
          <Button type="submit" look="primary" busy={loggingIn} className="mt-1">
            Войти
          </Button>
        </Form>
      </Panel>
    </div>
  )
}
