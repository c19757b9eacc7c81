import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { registrationRoutes } from '@artikul/contract/companies/registration'
import { session } from '../../../../lib/session/current-session.ts'
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { Form } from '../../../../ui/fields/form.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { PasswordField } from '../../../../ui/fields/password-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { call } from '../../../../lib/api/call.ts'

/** A used, expired or malformed link, which only a new application can replace. */
const isDead = (error: unknown) =>
  error instanceof ApiError && (error.code === 'auth.link_expired' || error.code === 'input.invalid')

const sentText = (company: string) =>
  `Заявка компании ${company} отправлена менеджеру. Каталог уже открыт, цены появятся после одобрения.`

/** Signs in with the password just typed; when that fails, the user signs in on the login page. */
async function confirmRegistration(token: string, password: string) {
  const confirmed = await call(registrationRoutes.confirm, { body: { token, password } })
  const isSignedIn = await session.login({ login: confirmed.login, password }).then(
    () => true,
    () => false,
  )
  return { ...confirmed, isSignedIn }
}

/** Confirms on a button press: mail scanners open links too, and a link works once. */
export function ConfirmRegistration({ token, onAgain }: { token: string; onAgain: () => void }) {
  const [password, setPassword] = useState('')
  const confirm = useMutation({
    mutationFn: async () => {
      const confirmed = await confirmRegistration(token, password)
      // The guard redirects signed-in users to the home page, so the message must outlive this page.
      if (confirmed.isSignedIn)
        toast({ severity: 'success', summary: 'Почта подтверждена', detail: sentText(confirmed.company), life: 10_000 })
      return confirmed
    },
  })
  const { data, error } = confirm
  const isWrong = error instanceof ApiError && error.code === 'auth.wrong_password'
  return (
    <div className="mx-auto mt-4 w-full max-w-md md:mt-16">
      <h1 className="mb-4 text-xl font-semibold">Подтверждение почты</h1>
      <Panel>
        <div className="flex flex-col gap-3" aria-live="polite">
          {data && (
            <>
              <p>{sentText(data.company)}</p>
              <Link to="/login" search={{ login: data.login }} className={buttonClass({ look: 'primary' })}>
                Войти
              </Link>
            </>
          )}
          {!data && isDead(error) && (
            <>
              <p role="alert">Ссылка уже использована или устарела.</p>
              <Button look="primary" onClick={onAgain}>
                Зарегистрироваться заново
              </Button>
              <Link to="/login" className={buttonClass()}>
                Войти
              </Link>
            </>
          )}
          {!data && !isDead(error) && (
            <Form
              label="Подтверждение почты"
              onSubmit={() => confirm.mutate()}
              error={error && !isWrong ? messageOf(error) : null}
            >
              <p>Осталось подтвердить, что заявку подали вы: после этого она уйдёт менеджеру.</p>
              <PasswordField
                label="Пароль, который вы придумали при регистрации"
                required
                name="password"
                autoComplete="current-password"
                value={password}
                onValueChange={setPassword}
                error={isWrong ? messageOf(error) : undefined}
              />
              <Button look="primary" type="submit" busy={confirm.isPending} disabled={password === ''}>
                Подтвердить почту
              </Button>
            </Form>
          )}
        </div>
      </Panel>
    </div>
  )
}
