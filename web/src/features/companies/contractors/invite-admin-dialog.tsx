import { Email, Phone } from '@artikul/contract/core/fields'
import { accountRoutes, unlimited } from '@artikul/contract/identity/accounts'
import { REQUIRED, refusalOf } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { call } from '../../../lib/api/call.ts'
import { useSaving } from './company-fields/use-saving.ts'

interface Props {
  companyId: number
  onClose: () => void
}

/** Invites the first user of a company that a manager has created; that user adds the others. */
export function InviteAdminDialog({ companyId, onClose }: Props) {
  const form = useForm({ defaultValues: { full_name: '', email: '', phone: '' } })
  const { full_name, email, phone } = form.draft
  const hasPhone = phone.trim() !== ''
  const saving = useSaving(form, {
    send: () =>
      call(accountRoutes.create, {
        body: {
          full_name,
          email,
          phone: hasPhone ? phone : null,
          roles: ['CONTRACTOR_ADMIN'],
          memberships: [unlimited(companyId)],
        },
      }),
    known: ['full_name', 'email', 'phone'],
    check: () => ({
      full_name: full_name.trim() === '' && REQUIRED,
      email: refusalOf(Email, email),
      phone: hasPhone && refusalOf(Phone, phone),
    }),
    saved: 'Приглашение отправлено',
    onSaved: onClose,
  })
  return (
    <FormDialog
      width="sm"
      title="Пригласить администратора"
      description="На почту придёт приглашение: пароль человек придумает сам."
      submit="Пригласить"
      form={saving}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <TextField label="ФИО" required autoComplete="off" maxLength={200} {...form.field('full_name')} />
      <TextField
        label="Электронная почта"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        {...form.field('email')}
      />
      <TextField
        label="Телефон"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        {...form.field('phone')}
      />
    </FormDialog>
  )
}
