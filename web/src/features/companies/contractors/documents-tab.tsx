import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentsSearch } from '../../../lib/queries/documents-query.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { DocumentsRegister } from '../../../ui/documents/documents-register.tsx'
import { contractBalancesQuery } from './contractors.api.ts'
import { CurrentCompany } from './registration/current-company.tsx'

interface Props {
  company: ContractorDetails
  staff: boolean
  search: DocumentsSearch
  onChange: (next: DocumentsSearch) => void
}

export function DocumentsTab({ company, staff, search, onChange }: Props) {
  const contracts = useQuery({ ...contractBalancesQuery(company.id), enabled: staff })
  if (staff)
    return (
      <DocumentsRegister
        search={search}
        onChange={onChange}
        contracts={contracts.data ?? []}
        contractorId={company.id}
      />
    )
  return (
    <CurrentCompany
      company={company}
      title="Документы компании"
      text="Счета, отгрузки, акты и корректировки собраны в разделе «Взаиморасчёты»."
      link={
        <Link to="/finances" search={{ tab: 'documents' }} className={buttonClass()}>
          <IconFileText size={16} aria-hidden="true" />
          Открыть документы
        </Link>
      }
    />
  )
}
