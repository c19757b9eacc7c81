import { accountRoutes, type UserDetails } from '@artikul/contract/identity/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../../lib/session/current-session.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import type { ConfirmQuestion } from '../../../ui/windows/confirm.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import {
  accountDraftOf,
  accountDraftRefusals,
  emptyDraft,
  accountFieldsOf,
  isAccountChanged,
  lastAdminText,
  leftWithoutAdmin,
  newUser,
  userPatch,
  employeePatch,
  type AccountDraft,
} from './account-draft.ts'
import type { WithPassword } from './use-confirmed-password.tsx'
import { ACCOUNT_KEYS, accountQuery } from './accounts.api.ts'

const SAVED = {
  severity: 'success',
  summary: LABELS.completed,
  detail: 'Данные пользователя успешно обновлены',
  life: 3000,
} as const
const NOT_SAVED = {
  severity: 'error',
  summary: 'Ошибка',
  detail: 'Не удалось обновить пользователя',
  life: 3000,
} as const
const PROPOSED = { severity: 'info', summary: 'Новая почта ждёт подтверждения по ссылке из письма' } as const
const CREATED = { severity: 'success', summary: 'Пользователь успешно создан', life: 3000 } as const
const NOT_CREATED = { severity: 'error', summary: 'Не удалось создать пользователя', life: 3000 } as const

function saveAccount(staff: boolean, details: UserDetails | null, draft: AccountDraft): Promise<unknown> {
  if (!details) return call(accountRoutes.create, { body: newUser(draft) })
  const params = { user_id: details.id }
  return staff
    ? call(accountRoutes.changeUser, { params, body: userPatch(details, draft) })
    : call(accountRoutes.changeEmployee, { params, body: employeePatch(details, draft) })
}

/** Form state of an account. */
export function useAccountForm(
  staff: boolean,
  details: UserDetails | null,
  {
    onSaved,
    ask,
    withPassword,
  }: { onSaved: () => void; ask: (question: ConfirmQuestion) => Promise<boolean>; withPassword: WithPassword },
) {
  const queryClient = useQueryClient()
  const { contractor } = useSession()
  const stored = details ? accountDraftOf(details) : emptyDraft(contractor?.id ?? null)
  const form = useForm<AccountDraft>({
    values: stored,
    refetch: async () => {
      if (details) await queryClient.refetchQueries({ queryKey: accountQuery(staff, details.id).queryKey })
    },
  })
  const { draft } = form
  const refuse = (error: unknown) => form.refuse(error, accountFieldsOf(draft))
  const save = useMutation({
    mutationFn: () => withPassword(() => saveAccount(staff, details, draft)),
    onSuccess: async () => {
      toast(details ? SAVED : CREATED)
      if (!staff && details && draft.email !== stored.email) toast({ ...PROPOSED, detail: draft.email })
      onSaved()
      await invalidate(queryClient, ACCOUNT_KEYS)
    },
    onError: (error) => {
      toast(details ? NOT_SAVED : NOT_CREATED)
      refuse(error)
    },
  })
  /** Requires a confirmation when staff leave a company without an administrator. */
  const saveWhenSure = async () => {
    const companies = details && staff ? leftWithoutAdmin(details, draft) : []
    const question = { title: 'Сохранить?', text: lastAdminText(companies).trim(), dangerous: true }
    if (companies.length === 0 || (await ask(question))) save.mutate()
  }
  return {
    ...form,
    busy: save.isPending,
    changed: details ? isAccountChanged(details, draft) : form.isDirty,
    refuse,
    submit: () => {
      if (form.passes(accountDraftRefusals(draft))) void saveWhenSure()
    },
  }
}
