import { Inn } from '@artikul/contract/core/identifiers'
import { suggestionRoutes, type PartySuggestion } from '@artikul/contract/companies/suggestions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPANY_FIELDS, digitsOf, EMPTY_COMPANY, suggestedFields, type CompanyDraft } from './company-draft.ts'
import { refusalOf } from '../api/form-errors.ts'
import { useDebouncedValue } from '../browser/use-debounced-value.ts'
import { query } from '../api/query.ts'

const partiesQuery = (inn: string, enabled: boolean) =>
  query(
    suggestionRoutes.party,
    { body: { inn } },
    {
      enabled,
      select: ({ results }) => results,
      // An empty reply may come from an unavailable directory and is requested again.
      staleTime: ({ state }) => (state.data?.results.length ? Infinity : 0),
      // A failed directory request is not retried: the user types the fields.
      retry: false,
    },
  )

/**
 * Draft of a company: typed values override those of the register, so that typed text is never overwritten.
 * @param stored saved values of a company that is changed
 */
export function useCompanyDraft(stored: Partial<CompanyDraft> = {}) {
  const [typed, setTyped] = useState(stored)
  const [kpp, setKpp] = useState<string | null>(null)
  const inn = digitsOf(typed.inn ?? '')
  const settled = useDebouncedValue(inn)
  const isWhole = refusalOf(Inn, settled) === undefined
  const { data: parties = [], isFetching } = useQuery(partiesQuery(settled, isWhole))
  // While another ИНН is being typed, the results of the previous one are hidden at once.
  const found: readonly PartySuggestion[] = settled === inn && isWhole ? parties : []
  const party = found.length === 1 ? found[0] : found.find((one) => one.kpp === kpp)
  return {
    draft: { ...EMPTY_COMPANY, ...(party && suggestedFields(party)), ...typed } satisfies CompanyDraft,
    /** Several results are a head office and its branches, distinguished by КПП. */
    parties: found,
    party,
    searching: isFetching && settled === inn,
    /** Error of a complete but invalid ИНН. */
    innRefusal: settled === inn && (inn.length === 10 || inn.length >= 12) ? refusalOf(Inn, inn) : undefined,
    changed: COMPANY_FIELDS.some((name) => (typed[name] ?? '') !== (stored[name] ?? '')),
    change: (fields: Partial<CompanyDraft>) => setTyped((all) => ({ ...all, ...fields })),
    choose: setKpp,
  }
}
export type CompanyForm = ReturnType<typeof useCompanyDraft>
