import type { UserDetails } from '@artikul/contract/identity/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { messageOf } from '../../../lib/api/api-error.ts'
import { session } from '../../../lib/session/current-session.ts'
import { impersonationReturnUrl } from '../../../lib/page/impersonation-return-url.ts'
import { Button } from '../../../ui/button.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { lastAdminText } from './account-draft.ts'
import { PersonalDataActions } from './personal-data-actions.tsx'
import type { WithPassword } from './use-confirmed-password.tsx'
import { resetSecondFactor, revokeInvitation, sendPasswordLink, setAccountActive } from './accounts.api.ts'

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
  const router = useRouter()
  const queryClient = useQueryClient()
  const { question, ask } = useConfirm()
  const { id, full_name, email, is_active, is_invited, can } = details

  const block = useMutation({
    mutationFn: () => withPassword(() => setAccountActive(staff, details, !is_active)),
    onSuccess: async () => {
      toast({
        severity: 'success',
        summary: LABELS.completed,
        detail: 'Данные пользователя успешно обновлены',
        life: 3000,
      })
      await Promise.all(['account', 'accounts'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    },
    onError: (error) => {
      toast({ severity: 'error', summary: 'Ошибка', detail: 'Не удалось обновить пользователя', life: 3000 })
      onError(error)
    },
  })
  const link = useMutation({
    mutationFn: () => withPassword(() => sendPasswordLink(staff, id)),
    onSuccess: () =>
      toast({
        severity: 'success',
        summary: is_invited ? 'Приглашение отправлено' : 'Ссылка для пароля отправлена',
        detail: email,
      }),
    onError: (error) => toast({ severity: 'error', summary: 'Письмо не отправлено', detail: messageOf(error) }),
  })
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(staff, details),
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Приглашение отозвано', detail: email })
      onGone()
      await queryClient.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError,
  })
  const factor = useMutation({
    mutationFn: () => withPassword(() => resetSecondFactor(id)),
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Второй фактор сброшен', detail: full_name })
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Второй фактор не сброшен', detail: messageOf(error) }),
  })
  const act = useMutation({
    mutationFn: async () => {
      impersonationReturnUrl.keep(router.state.location.href)
      await session.startImpersonation(id)
      await router.navigate({ to: '/' })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Не удалось войти от имени', detail: messageOf(error) }),
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
    if (await ask({ title: `Отозвать приглашение: ${full_name}?`, text, dangerous: true })) revoke.mutate()
  }
  const askFactor = async () => {
    const text = 'Войти можно будет по одному паролю. Сбрасывайте, только если телефон с приложением потерян.'
    if (await ask({ title: `Сбросить второй фактор: ${full_name}?`, text, dangerous: true })) factor.mutate()
  }
  return (
    <div className="flex flex-wrap gap-2">
      {can.impersonate && (
        <Button busy={act.isPending} onClick={() => act.mutate()}>
          Войти от имени
        </Button>
      )}
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
