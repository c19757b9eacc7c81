import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { ROLE_LABELS } from '@artikul/contract/core/roles'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { RadioGroup } from '../../../../ui/fields/radio-group.tsx'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'

const ROLES = ['CONTRACTOR_USER', 'CONTRACTOR_ADMIN'] as const

interface Props {
  company: ContractorDetails
  onClose: () => void
}

/** Moves the applicants to an existing company and closes the application. */
export function JoinDialog({ company, onClose }: Props) {
  const navigate = useNavigate()
  const form = useForm<{ contractor_id: number; role: (typeof ROLES)[number] }>({
    defaultValues: { contractor_id: company.same_inn[0]?.id ?? 0, role: 'CONTRACTOR_USER' },
  })
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.join, {
        params: { id: company.id },
        body: { version: company.version, ...form.draft },
      }),
    known: [],
    saved: 'Заявители присоединены к компании',
    onSaved: () => {
      onClose()
      void navigate({ to: '/contractors/$id', params: { id: String(form.draft.contractor_id) }, replace: true })
    },
  })
  return (
    <FormDialog
      width="sm"
      title="Присоединить к компании"
      description="Заявители станут сотрудниками выбранной компании, заявка закроется."
      submit="Присоединить"
      form={saving}
      isDirty={false}
      onClose={onClose}
    >
      <RadioGroup
        label="Компания"
        items={company.same_inn.map(({ id, name, kpp }) => ({ value: id, label: kpp ? `${name}, КПП ${kpp}` : name }))}
        {...form.field('contractor_id')}
      />
      <RadioGroup
        label="Роль"
        items={ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
        {...form.field('role')}
      />
    </FormDialog>
  )
}
