import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { useSession } from '../../../../lib/session/current-session.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { CONTRACT_FIELDS, contractOf, contractRefusals, emptyContract } from '../contracts/contract-draft.ts'
import { ContractFields } from '../contracts/contract-fields.tsx'
import { optionsQuery } from '../contractors.api.ts'
import { ManagerSelect, PriceGroupSelect } from '../managed-selects.tsx'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'

interface Props {
  company: ContractorDetails
  onClose: () => void
}

/** Approves an application with what the company needs to order: prices, a manager and the first contract. */
export default function ApproveDialog({ company, onClose }: Props) {
  const { user } = useSession()
  const { data: options } = useQuery(optionsQuery)
  const form = useForm({
    values: {
      price_group_id: company.price_group_id,
      manager_id: company.manager?.id ?? user?.id ?? null,
      contract: emptyContract(options),
    },
  })
  const { price_group_id, manager_id, contract } = form.draft
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.approve, {
        params: { id: company.id },
        body: {
          version: company.version,
          price_group_id: price_group_id ?? 0,
          manager_id: manager_id ?? 0,
          contract: contractOf(contract),
        },
      }),
    known: ['price_group_id', 'manager_id', ...CONTRACT_FIELDS.map((name) => `contract.${name}`)],
    check: () => ({
      price_group_id: price_group_id === null && 'Выберите ценовую группу',
      manager_id: manager_id === null && 'Выберите менеджера',
      ...underContract(contractRefusals(contract)),
    }),
    saved: 'Заявка принята',
    onSaved: onClose,
  })
  return (
    <FormDialog
      side
      title="Принять заявку"
      description={company.name}
      submit="Принять"
      form={saving}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      {company.same_inn.length > 0 && (
        <Notice tone="warn">Компания с этим ИНН уже есть: проверьте, не лучше ли присоединить заявителей к ней.</Notice>
      )}
      <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
        <PriceGroupSelect label="Ценовая группа" required options={options} {...form.field('price_group_id')} />
        <ManagerSelect label="Менеджер" required options={options} {...form.field('manager_id')} />
      </div>
      <h3 className="border-t border-hairline pt-4 text-base font-semibold">Первый договор</h3>
      <ContractFields
        draft={contract}
        options={options}
        change={(part) => {
          form.change({ contract: { ...contract, ...part } })
          if ('signed_on' in part) form.forget(['contract.valid_to'])
        }}
        errors={ofContract(form.errors.fields)}
      />
    </FormDialog>
  )
}

const underContract = (refusals: Record<string, string>) =>
  Object.fromEntries(Object.entries(refusals).map(([name, text]) => [`contract.${name}`, text]))

/** Selects the contract's errors: the company has a price group too. */
const ofContract = (fields: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([path]) => path.startsWith('contract.'))
      .map(([path, text]) => [path.slice('contract.'.length), text]),
  )
