import { unlimited } from '@artikul/contract/identity/accounts'
import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { contractorRoutes } from '@artikul/contract/companies/contractors'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useSession } from '../../../lib/session/current-session.ts'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { query } from '../../../lib/api/query.ts'
import type { AccountDraft } from './account-draft.ts'
import { MembershipFields } from './membership-fields.tsx'

interface Company {
  id: number
  name: string
  inn: string
}

interface Props {
  staff: boolean
  /** Names of the person's companies. */
  known: readonly Company[]
  draft: AccountDraft
  onChange: (memberships: AccountDraft['memberships']) => void
  errors: Readonly<Record<string, string>>
}

/** Companies to choose from: the user's own for a client admin, all for a manager. */
function useCompanies(staff: boolean, words: string) {
  const { user, contractors } = useSession()
  const { data, error } = useQuery(
    query(
      contractorRoutes.list,
      { query: { q: useDeferredValue(words) } },
      { select: ({ results }) => results, enabled: staff, staleTime: 60_000, placeholderData: keepPreviousData },
    ),
  )
  const own: readonly Company[] = contractors.length > 0 ? contractors : (user?.contractors ?? [])
  return { companies: staff ? (data ?? []) : own, error }
}

const nameOf = ({ name, inn }: Company) => `${name}, ИНН ${inn}`

export function CompaniesFields({ staff, known, draft, onChange, errors }: Props) {
  const [words, setWords] = useState('')
  const { companies, error } = useCompanies(staff, words)
  const { memberships, roles } = draft
  const companyIds = new Set(memberships.map(({ contractor_id }) => contractor_id))
  const named = new Map([...known, ...companies].map((company) => [company.id, nameOf(company)]))
  const free = companies
    .filter(({ id }) => !companyIds.has(id))
    .map((company) => ({ value: company.id, label: nameOf(company) }))
  return (
    <div className="flex flex-col gap-3">
      <h3 className="text-sm font-semibold">Компании</h3>
      {roles.includes('CONTRACTOR_ADMIN') && (
        <p className="text-sm text-text-2">Администратор компании видит всё и не ограничен в суммах.</p>
      )}
      {memberships.map((membership, index) => (
        <MembershipFields
          key={membership.contractor_id}
          company={named.get(membership.contractor_id) ?? `Компания № ${membership.contractor_id}`}
          value={membership}
          limited={!roles.includes('CONTRACTOR_ADMIN')}
          onChange={(next) => onChange(memberships.map((other, at) => (at === index ? next : other)))}
          onRemove={() => onChange(memberships.filter((_, at) => at !== index))}
          errorOf={(field) => errors[`memberships.${index}.${field}`]}
        />
      ))}
      {(free.length > 0 || memberships.length === 0 || staff) && (
        <SearchSelect
          label="Добавить компанию"
          placeholder="Название или ИНН"
          items={free}
          value={null}
          onValueChange={(id) => id !== null && onChange([...memberships, unlimited(id)])}
          {...(staff && { onSearch: setWords })}
          error={errors['memberships'] ?? (staff && error ? messageOf(error) : undefined)}
        />
      )}
    </div>
  )
}
