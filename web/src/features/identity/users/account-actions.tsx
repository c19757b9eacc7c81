import { accountRoutes, type UserDetails } from '@artikul/contract/identity/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../ui/button.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { ImpersonateButton } from '../../../ui/impersonate-button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { lastAdminText } from './account-draft.ts'
import { PersonalDataActions } from './personal-data-actions.tsx'
import type { WithPassword } from './use-confirmed-password.tsx'
import { ACCOUNT_KEYS, accountQuery } from './accounts.api.ts'

interface Props {
  staff: boolean
  details: UserDetails
  withPassword: WithPassword
  onError: (error: unknown) => void
  /** Called when the person is no longer in the list. */
  onGone: () => void
}

/** Immediate actions on an account, beside its form. */
export function AccountActions({ staff, details, withPassword, onError, onGone }: Props) {
  const queryClient = useQueryClient()
  const refresh = useInvalidate(...ACCOUNT_KEYS)
  const { question, ask } = useConfirm()
  const { id, version, full_name, email, is_active, is_invited, can } = details
  const params = { user_id: id }
  const changeRoute = staff ? accountRoutes.changeUser : accountRoutes.changeEmployee

  const block = useMutation({
    mutationFn: () => withPassword(() => call(changeRoute, { params, body: { version, is_active: !is_active } })),
    onSuccess: async () => {
      toast({
        severity: 'success',
        summary: LABELS.completed,
        detail: 'Данные пользователя успешно обновлены',
        life: 3000,
      })
      await refresh()
    },
    onError: (error) => {
      toast({ severity: 'error', summary: 'Ошибка', detail: 'Не удалось обновить пользователя', life: 3000 })
      onError(error)
    },
  })
  const link = useMutation({
    mutationFn: () =>
      withPassword(() =>
        call(staff ? accountRoutes.resetUserPassword : accountRoutes.resetEmployeePassword, { params }),
      ),
    onSuccess: () =>
      toast({
        severity: 'success',
        summary: is_invited ? 'Приглашение отправлено' : 'Ссылка для пароля отправлена',
        detail: email,
      }),
    onError: toastRefusal('Письмо не отправлено'),
  })
  const revoke = useApiMutation(changeRoute, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Приглашение отозвано', detail: email })
      onGone()
      // The person may no longer be read.
      queryClient.removeQueries({ queryKey: accountQuery(staff, id).queryKey })
      await refresh()
    },
    onError,
  })
  const factor = useMutation({
    mutationFn: () => withPassword(() => call(accountRoutes.removeSecondFactor, { params })),
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Второй фактор сброшен', detail: full_name })
      await refresh()
    },
    onError: toastRefusal('Второй фактор не сброшен'),
  })

  const askBlock = async () => {
    const sure = await ask(
      is_active
        ? {
            title: `Заблокировать: ${full_name}?`,
            text: `${lastAdminText(details.last_admin_of)}Войти будет нельзя, открытые сессии закончатся. Заказы и история останутся.`,
            dangerous: true,
          }
        : { title: `Разблокировать: ${full_name}?`, text: 'Человек снова сможет войти со своим паролем.' },
    )
    if (sure) block.mutate()
  }
  const askRevoke = async () => {
    const text = 'Ссылка из письма перестанет открываться. Пригласить человека можно будет снова.'
    if (await ask({ title: `Отозвать приглашение: ${full_name}?`, text, dangerous: true }))
      // Removes the person from every company that the user administers, which invalidates the invitation.
      revoke.mutate({ params, body: { version, memberships: [] } })
  }
  const askFactor = async () => {
    const text = 'Войти можно будет по одному паролю. Сбрасывайте, только если телефон с приложением потерян.'
    if (await ask({ title: `Сбросить второй фактор: ${full_name}?`, text, dangerous: true })) factor.mutate()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {can.impersonate && <ImpersonateButton subject={{ userId: id }} />}
      {is_active && can.reset_access && (
        <Button busy={link.isPending} onClick={() => link.mutate()}>
          {is_invited ? 'Пригласить снова' : 'Отправить ссылку для пароля'}
        </Button>
      )}
      {can.revoke && (
        <Button look="danger" busy={revoke.isPending} onClick={() => void askRevoke()}>
          Отозвать приглашение
        </Button>
      )}
      {staff && can.reset_access && details.has_second_factor && (
        <Button busy={factor.isPending} onClick={() => void askFactor()}>
          Сбросить второй фактор
        </Button>
      )}
      {can.block && (
        <Button look={is_active ? 'danger' : 'default'} busy={block.isPending} onClick={() => void askBlock()}>
          {is_active ? 'Заблокировать' : 'Разблокировать'}
        </Button>
      )}
      <PersonalDataActions details={details} onError={onError} />
      {question}
    </div>
  )
}
