import type { UserDetails } from '@artikul/contract/identity/accounts'
import { isStaff } from '@artikul/contract/core/roles'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useConfirm } from '../../../ui/windows/use-confirm.tsx'
import { AccountActions } from './account-actions.tsx'
import type { AccountDraft } from './account-draft.ts'
import { CompaniesFields } from './companies-fields.tsx'
import { RoleFields } from './role-fields.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useConfirmedPassword } from './use-confirmed-password.tsx'

interface Props {
  staff: boolean
  /** `null` for a new person. */
  details: UserDetails | null
  onClose: () => void
}

export function AccountForm({ staff, details, onClose }: Props) {
  const { question, ask } = useConfirm()
  const { prompt, withPassword } = useConfirmedPassword()
  const form = useAccountForm(staff, details, { onSaved: onClose, ask, withPassword })
  const { draft, errors, change } = form
  return (
    <FormDialog
      side
      title={details ? details.full_name : staff ? 'Новый пользователь' : 'Новый сотрудник'}
      description={details ? `Логин: ${details.login}` : 'На почту придёт приглашение: пароль человек придумает сам.'}
      label={details ? 'Пользователь' : 'Новый пользователь'}
      submit={details ? 'Сохранить' : 'Создать'}
      form={form}
      disabled={!form.changed}
      isDirty={form.changed}
      onClose={onClose}
      below={
        <>
          {details && (
            <div className="mt-5 border-t border-hairline pt-4">
              <AccountActions
                staff={staff}
                details={details}
                withPassword={withPassword}
                onError={form.refuse}
                onGone={onClose}
              />
            </div>
          )}
          {question}
          {prompt}
        </>
      }
    >
      {details && <States details={details} />}
      {!details?.is_erased && (
        <>
          <PersonFields
            draft={draft}
            change={change}
            errors={errors.fields}
            can={details?.can ?? { edit_person: true, edit_email: true }}
            isOurs={details !== null && isStaff(details.roles.map(({ name }) => name))}
          />
          <RoleFields
            staff={staff}
            disabled={details !== null && !details.can.edit_roles}
            draft={draft}
            onChange={change}
            error={errors.fields['roles'] ?? errors.fields['rights']}
          />
          {!isStaff(draft.roles) && (
            <CompaniesFields
              staff={staff}
              known={details?.contractors ?? []}
              draft={draft}
              onChange={(memberships) => change({ memberships })}
              errors={errors.fields}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}

function States({ details }: { details: UserDetails }): ReactNode {
  if (details.is_erased) return <Notice tone="warn">Пользователь обезличен: изменить или вернуть его нельзя.</Notice>
  if (!details.is_active) return <Notice tone="warn">Пользователь заблокирован: войти он не может.</Notice>
  if (details.is_invited) return <Notice>Приглашение отправлено, человек ещё не ответил.</Notice>
  if (details.email_pending)
    return <Notice>Новая почта {details.email_pending} ждёт, пока человек откроет ссылку из письма.</Notice>
  return null
}

interface PersonProps {
  draft: AccountDraft
  change: (fields: Partial<AccountDraft>) => void
  errors: Readonly<Record<string, string>>
  can: { edit_person: boolean; edit_email: boolean }
  /** True for a member of the portal's staff. */
  isOurs: boolean
}

function PersonFields({ draft, change, errors, can, isOurs }: PersonProps) {
  const disabled = !can.edit_person
  return (
    <>
      {disabled && (
        <Notice>
          {isOurs
            ? 'Учётные записи сотрудников портала ведёт администратор с теми же правами.'
            : 'Сотрудник работает и в других компаниях: его данные меняет он сам.'}
        </Notice>
      )}
      <TextField
        label="ФИО"
        required
        autoComplete="off"
        maxLength={200}
        disabled={disabled}
        value={draft.full_name}
        onValueChange={(full_name) => change({ full_name })}
        error={errors['full_name']}
      />
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <TextField
          label="Электронная почта"
          required
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
          disabled={!can.edit_email}
          value={draft.email}
          onValueChange={(email) => change({ email })}
          error={errors['email']}
        />
        <TextField
          label="Телефон"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          disabled={disabled}
          value={draft.phone}
          onValueChange={(phone) => change({ phone })}
          error={errors['phone']}
        />
      </div>
    </>
  )
}
