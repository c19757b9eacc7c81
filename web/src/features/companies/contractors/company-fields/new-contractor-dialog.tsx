import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { COMPANY_FIELDS, companyRefusals, companyOf } from '../../../../lib/queries/company-draft.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
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
  const form = useForm<{ manager_id: number | null; price_group_id: number | null }>({
    defaultValues: { manager_id: user?.id ?? null, price_group_id: null },
  })
  const { manager_id, price_group_id } = form.draft
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.create, {
        body: { ...companyOf(company.draft), manager_id, price_group_id: price_group_id ?? 0 },
      }),
    known: [...COMPANY_FIELDS, 'manager_id', 'price_group_id'],
    check: () => ({
      ...companyRefusals(company.draft),
      price_group_id: price_group_id === null && 'Выберите ценовую группу',
    }),
    saved: 'Покупатель создан',
    onSaved: ({ id }) => void navigate({ to: '/contractors/$id', params: { id: String(id) } }),
  })
  return (
    <FormDialog
      side
      title="Новый покупатель"
      description="Компания сможет работать сразу; сотрудников пригласите из её карточки."
      submit="Создать"
      form={saving}
      isDirty={company.changed || form.isDirty}
      onClose={onClose}
    >
      <NewCompanyFields form={company} errors={form.errors.fields} onChange={form.forget} />
      <div className="grid gap-x-4 gap-y-3.5 border-t border-hairline pt-4 sm:grid-cols-2">
        <ManagerSelect label="Менеджер" options={options} {...form.field('manager_id')} />
        <PriceGroupSelect label="Ценовая группа" required options={options} {...form.field('price_group_id')} />
      </div>
    </FormDialog>
  )
}
