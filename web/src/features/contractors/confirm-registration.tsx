import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormError } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { confirmRegistration } from './registration.api.ts'

/** Used, outdated or torn on its way: each is cured by a new application alone. */
const isDead = (error: unknown) =>
  error instanceof ApiError && (error.code === 'auth.link_dead' || error.code === 'input.invalid')

/** Asked by a press: mail scanners open links too, and a link lives once. */
export function ConfirmRegistration({ token, onAgain }: { token: string; onAgain: () => void }) {
  const confirm = useMutation({ mutationFn: () => confirmRegistration(token) })
  const { data, error } = confirm
  return (
    <div className="mx-auto mt-4 w-full max-w-md md:mt-16">
      <h1 className="mb-4 text-xl font-semibold">Подтверждение почты</h1>
      <Panel>
        <div className="flex flex-col gap-3" aria-live="polite">
          {data && (
            <>
              <p>
                Заявка компании <strong>{data.company}</strong> отправлена менеджеру. Войдите: каталог уже открыт, цены
                появятся после одобрения.
              </p>
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
            <>
              {error && <FormError text={messageOf(error)} />}
              <p>Осталось подтвердить, что почта ваша: после этого заявка уйдёт менеджеру.</p>
              <Button look="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
                Подтвердить почту
              </Button>
            </>
          )}
        </div>
      </Panel>
    </div>
  )
}
