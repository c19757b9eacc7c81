import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { COMPANY_FIELDS, companyRefusals, companyOf } from '../../../../lib/queries/company-draft.ts'
import { useFormErrors } from '../../../../lib/browser/use-form-errors.ts'
import { useSession } from '../../../../lib/session/current-session.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { optionsQuery } from '../contractors.api.ts'
import { ManagerSelect, PriceGroupSelect } from '../managed-selects.tsx'
import { call } from '../../../../lib/api/call.ts'
import { NewCompanyFields } from './new-company-fields.tsx'
import { useCompanyDraft } from '../../../../lib/queries/use-company-draft.ts'
import { useSaving } from './use-saving.ts'

/** Creates a company on behalf of a manager: it is active at once, and its people are invited from its card. */
export default function NewContractorDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const { data: options } = useQuery(optionsQuery)
  const company = useCompanyDraft()
  const [managerId, setManagerId] = useState<number | null>(user?.id ?? null)
  const [groupId, setGroupId] = useState<number | null>(null)
  const saving = useSaving(useFormErrors(), {
    send: () =>
      call(contractorRoutes.create, {
        body: { ...companyOf(company.draft), manager_id: managerId, price_group_id: groupId ?? 0 },
      }),
    known: [...COMPANY_FIELDS, 'manager_id', 'price_group_id'],
    check: () => ({
      ...companyRefusals(company.draft),
      price_group_id: groupId === null && 'Выберите ценовую группу',
    }),
    saved: 'Покупатель создан',
    onSaved: ({ id }) => void navigate({ to: '/contractors/$id', params: { id: String(id) } }),
  })
  const { fields } = saving.errors
  return (
    <FormDialog
      side
      title="Новый покупатель"
      description="Компания сможет работать сразу; сотрудников пригласите из её карточки."
      submit="Создать"
      form={saving}
      isDirty={company.changed}
      onClose={onClose}
    >
      <NewCompanyFields form={company} errors={fields} onChange={saving.forget} />
      <div className="grid gap-x-4 gap-y-3.5 border-t border-hairline pt-4 sm:grid-cols-2">
        <ManagerSelect
          label="Менеджер"
          options={options}
          value={managerId}
          onValueChange={setManagerId}
          error={fields['manager_id']}
        />
        <PriceGroupSelect
          label="Ценовая группа"
          required
          options={options}
          value={groupId}
          onValueChange={(id) => {
            setGroupId(id)
            saving.forget(['price_group_id'])
          }}
          error={fields['price_group_id']}
        />
      </div>
    </FormDialog>
  )
}
