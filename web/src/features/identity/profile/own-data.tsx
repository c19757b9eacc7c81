import { profileRoutes, type ProfilePatch } from '@artikul/contract/identity/profile'
import { isStaff } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { REQUIRED } from '../../../lib/api/form-errors.ts'
import { session } from '../../../lib/session/current-session.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { profileErrors } from './profile-errors.ts'

const FIELDS = ['full_name', 'phone', 'email', 'password'] as const

/** Returns only the changed fields: an unchanged email requires no password. */
const patchOf = (user: CurrentUser, typed: Record<(typeof FIELDS)[number], string>): ProfilePatch => ({
  ...(typed.full_name.trim() !== user.full_name && { full_name: typed.full_name }),
  ...(typed.phone.trim() !== (user.phone ?? '') && { phone: typed.phone.trim() === '' ? null : typed.phone }),
  ...(isNewEmail(user, typed.email) && { email: typed.email, password: typed.password }),
})

const isNewEmail = (user: CurrentUser, email: string) => email.trim().toLowerCase() !== user.email.toLowerCase()

export function OwnData({ user }: { user: CurrentUser }) {
  const { draft, errors, change, field, show, passes } = useForm({
    defaultValues: {
      full_name: user.full_name,
      phone: user.phone ?? '',
      email: user.email,
      password: '',
    },
  })
  const patch = patchOf(user, draft)
  const newEmail = isNewEmail(user, draft.email)
  const save = useApiMutation(isStaff(rolesOf(user)) ? profileRoutes.updateManager : profileRoutes.update, {
    onSuccess: async () => {
      change({ email: user.email, password: '' })
      toast({
        severity: 'success',
        summary: LABELS.completed,
        detail: 'Данные пользователя успешно обновлены',
        life: 3000,
      })
      await session.loadUser()
    },
    onError: (error) => {
      show(profileErrors(error, FIELDS))
      toast({ severity: 'error', summary: 'Не удалось обновить данные', life: 3000 })
    },
  })
  const submit = () => {
    const isFilled = passes({
      full_name: draft.full_name.trim() === '' && REQUIRED,
      password: newEmail && draft.password === '' && REQUIRED,
    })
    if (isFilled) save.mutate({ body: patch })
  }
  return (
    <Panel title="Мои данные" className="max-w-xl">
      <Form label="Мои данные" onSubmit={submit} error={errors.form}>
        {user.email_pending && (
          <Notice>
            Новая почта {user.email_pending} ждёт подтверждения: откройте ссылку из письма. До этого действует прежняя.
          </Notice>
        )}
        <TextField label="ФИО" required autoComplete="name" maxLength={200} {...field('full_name')} />
        <TextField label="Телефон" type="tel" inputMode="tel" autoComplete="tel" maxLength={30} {...field('phone')} />
        <TextField
          label="Электронная почта"
          required
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          disabled={user.impersonated_by !== null}
          hint={user.impersonated_by && 'Почту меняет только сам клиент.'}
          {...field('email')}
        />
        {newEmail && (
          <PasswordField
            label="Текущий пароль"
            required
            autoComplete="current-password"
            hint="Нужен, чтобы сменить почту: на новый адрес придёт письмо со ссылкой."
            {...field('password')}
          />
        )}
        <Button
          type="submit"
          look="primary"
          className="self-start"
          busy={save.isPending}
          disabled={save.isPending || Object.keys(patch).length === 0}
        >
          Сохранить
        </Button>
      </Form>
    </Panel>
  )
}
