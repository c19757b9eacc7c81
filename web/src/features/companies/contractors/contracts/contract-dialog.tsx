import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { useQuery } from '@tanstack/react-query'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { optionsQuery } from '../contractors.api.ts'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'
import {
  CONTRACT_FIELDS,
  contractPatch,
  contractRefusals,
  draftOfContract,
  emptyContract,
  contractOf,
} from './contract-draft.ts'
import { ContractFields } from './contract-fields.tsx'

interface Props {
  contractorId: number
  /** `null` for a new contract. */
  contract: ContractItem | null
  onClose: () => void
}

export default function ContractDialog({ contractorId, contract, onClose }: Props) {
  const { data: options } = useQuery(optionsQuery)
  const form = useForm({
    values: contract ? draftOfContract(contract) : emptyContract(options),
    paths: { signed_on: ['signed_on', 'valid_to'] },
  })
  const { draft } = form
  const saving = useSaving<unknown>(form, {
    send: () =>
      contract
        ? call(contractRoutes.update, {
            params: { id: contract.id },
            body: { version: contract.version, ...contractPatch(contract, draft) },
          })
        : call(contractRoutes.create, { params: { id: contractorId }, body: contractOf(draft) }),
    known: CONTRACT_FIELDS,
    check: () => contractRefusals(draft),
    saved: contract ? 'Условия договора сохранены' : 'Договор создан',
    onSaved: onClose,
  })
  return (
    <FormDialog
      side
      title={contract ? `Договор ${contract.number}` : 'Новый договор'}
      {...(contract && { description: 'Прежние условия останутся в истории.' })}
      submit={contract ? 'Сохранить' : 'Создать'}
      form={saving}
      isDirty={contract ? Object.keys(contractPatch(contract, draft)).length > 0 : form.isDirty}
      onClose={onClose}
    >
      <ContractFields
        draft={draft}
        options={options}
        sellerLocked={contract !== null}
        change={form.change}
        errors={saving.errors.fields}
      />
    </FormDialog>
  )
}
