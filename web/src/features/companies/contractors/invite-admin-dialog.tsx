import { Email, Phone } from '@artikul/contract/core/fields'
import { useState } from 'react'
import { accountRoutes, unlimited } from '@artikul/contract/identity/accounts'
import { refusalOf } from '../../../lib/api/form-errors.ts'
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
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const hasPhone = phone.trim() !== ''
  const saving = useSaving({
    send: () =>
      call(accountRoutes.create, {
        body: {
          full_name: name,
          email,
          phone: hasPhone ? phone : null,
          roles: ['CONTRACTOR_ADMIN'],
          memberships: [unlimited(companyId)],
        },
      }),
    known: ['full_name', 'email', 'phone'],
    check: () => {
      const wrong = { email: refusalOf(Email, email), phone: hasPhone ? refusalOf(Phone, phone) : undefined }
      return {
        ...(name.trim() === '' && { full_name: 'Заполните поле' }),
        ...(wrong.email && { email: wrong.email }),
        ...(wrong.phone && { phone: wrong.phone }),
      }
    },
    saved: 'Приглашение отправлено',
    onSaved: onClose,
  })
  const { fields } = saving.errors
  return (
    <FormDialog
      width="sm"
      title="Пригласить администратора"
      description="На почту придёт приглашение: пароль человек придумает сам."
      submit="Пригласить"
      form={saving}
      isDirty={[name, email, phone].some((text) => text !== '')}
      onClose={onClose}
    >
      <TextField
        label="ФИО"
        required
        autoComplete="off"
        maxLength={200}
        value={name}
        onValueChange={setName}
        error={fields['full_name']}
      />
      <TextField
        label="Электронная почта"
        required
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={email}
        onValueChange={setEmail}
        error={fields['email']}
      />
      <TextField
        label="Телефон"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={30}
        value={phone}
        onValueChange={setPhone}
        error={fields['phone']}
      />
    </FormDialog>
  )
}
