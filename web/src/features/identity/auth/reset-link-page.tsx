import { passwordRoutes, type LinkPurpose } from '@artikul/contract/identity/auth'
import { NewPassword } from '@artikul/contract/core/fields'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { refusalOf } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { PASSWORD_RULES } from '../../../lib/session/password-rules.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { PendingPage } from '../../../ui/states/page-states.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { AuthFrame } from './auth-frame.tsx'

const route = getRouteApi('/reset-password/$id')

/** A used, expired or malformed link, which only a new email can replace. */
const isDead = (error: unknown) =>
  error instanceof ApiError &&
  (error.code === 'auth.link_expired' || (error.code === 'input.invalid' && error.errors[0]?.path === 'token'))

const WORDS: Record<LinkPurpose, { title: string; done: string }> = {
  reset: { title: 'Новый пароль', done: 'Пароль изменён' },
  invite: { title: 'Придумайте пароль', done: 'Пароль сохранён' },
}

export default function ResetLinkPage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(
    // Checked once, because an expired link stays invalid.
    query(passwordRoutes.checkLink, { body: { token: id } }, { staleTime: Infinity }),
  )
  const [died, setDied] = useState<unknown>(null)
  const dead = died ?? (isDead(error) ? error : null)
  if (dead !== null) return <DeadLink error={dead} />
  if (data) return <PasswordForm token={id} purpose={data.purpose} onDead={setDied} />
  return (
    <AuthFrame title="Новый пароль">
      <QueryFallback error={error} onRetry={refetch}>
        <PendingPage />
      </QueryFallback>
    </AuthFrame>
  )
}

function DeadLink({ error }: { error: unknown }) {
  const torn = error instanceof ApiError ? error.errors[0]?.message : undefined
  return (
    <AuthFrame title="Ссылка не действует">
      <p role="alert">{torn ?? messageOf(error)}</p>
      <Link to="/reset-password" className={buttonClass({ look: 'primary' }, 'mt-4 w-full')}>
        Запросить новую ссылку
      </Link>
    </AuthFrame>
  )
}

interface FormProps {
  token: string
  purpose: LinkPurpose
  onDead: (error: unknown) => void
}

function PasswordForm({ token, purpose, onDead }: FormProps) {
  const navigate = useNavigate()
  const { draft, errors, field, passes, refuse } = useForm({ defaultValues: { password: '' } })
  const save = useApiMutation(passwordRoutes.set, {
    onSuccess: () => {
      toast({ severity: 'success', summary: WORDS[purpose].done, detail: 'Войдите с новым паролем' })
      return navigate({ to: '/login', replace: true })
    },
    onError: (error) => (isDead(error) ? onDead(error) : refuse(error)),
  })
  const submit = () => {
    const wrong = refusalOf(NewPassword, draft.password)
    if (passes(wrong ? { password: wrong } : {})) save.mutate({ body: { token, ...draft } })
  }
  return (
    <AuthFrame title={WORDS[purpose].title}>
      <Form label="Пароль для входа" onSubmit={submit} error={errors.form}>
        <PasswordField
          label="Новый пароль"
          required
          name="password"
          autoComplete="new-password"
          hint={PASSWORD_RULES}
          {...field('password')}
        />
        <Button type="submit" look="primary" busy={save.isPending} className="mt-1">
          Сохранить пароль
        </Button>
      </Form>
    </AuthFrame>
  )
}
