import { contractRoutes, type ContractItem } from '@artikul/contract/companies/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormErrors } from '../../../../lib/browser/use-form-errors.ts'
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
  type ContractDraft,
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
  const [typed, setTyped] = useState<Partial<ContractDraft>>({})
  const draft = { ...(contract ? draftOfContract(contract) : emptyContract(options)), ...typed }
  const saving = useSaving<unknown>(useFormErrors(), {
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
      isDirty={contract ? Object.keys(contractPatch(contract, draft)).length > 0 : Object.keys(typed).length > 0}
      onClose={onClose}
    >
      <ContractFields
        draft={draft}
        options={options}
        sellerLocked={contract !== null}
        change={(fields) => {
          setTyped((all) => ({ ...all, ...fields }))
          saving.forget(Object.keys(fields))
        }}
        errors={saving.errors.fields}
      />
    </FormDialog>
  )
}
