import { Inn } from '@artikul/contract/core/identifiers'
import { suggestionRoutes, type PartySuggestion } from '@artikul/contract/companies/suggestions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../../lib/api/call.ts'
import { digitsOf, EMPTY_COMPANY, suggestedFields, type CompanyDraft } from '../../../../lib/queries/company-draft.ts'
import { refusalOf } from '../../../../lib/api/form-errors.ts'
import { useDebouncedValue } from '../../../../lib/browser/use-debounced-value.ts'

const partiesQuery = (inn: string) =>
  queryOptions({
    queryKey: ['party', inn],
    queryFn: async ({ signal }) => (await call(suggestionRoutes.party, { body: { inn }, signal })).results,
    // An empty reply may come from an unavailable directory and is requested again.
    staleTime: ({ state }) => (state.data?.length ? Infinity : 0),
    // A directory that fails is no reason to wait: the fields are typed by hand.
    retry: false,
  })

/** A company to be: what was typed lies over what the register says of its ИНН, so that nothing typed is overwritten. */
export function useCompanyDraft() {
  const [typed, setTyped] = useState<Partial<CompanyDraft>>({})
  const [kpp, setKpp] = useState<string | null>(null)
  const inn = digitsOf(typed.inn ?? '')
  const settled = useDebouncedValue(inn)
  const isWhole = refusalOf(Inn, settled) === undefined
  const { data: parties = [], isFetching } = useQuery({ ...partiesQuery(settled), enabled: isWhole })
  // Another ИНН is being typed: what belonged to the last one goes at once.
  const found: readonly PartySuggestion[] = settled === inn && isWhole ? parties : []
  const party = found.length === 1 ? found[0] : found.find((one) => one.kpp === kpp)
  return {
    draft: { ...EMPTY_COMPANY, ...(party && suggestedFields(party)), ...typed } satisfies CompanyDraft,
    /** Several: a head office and its branches, to be told apart by КПП. */
    parties: found,
    party,
    searching: isFetching && settled === inn,
    /** The ИНН is long enough to be judged and is wrong. */
    innRefusal: settled === inn && (inn.length === 10 || inn.length >= 12) ? refusalOf(Inn, inn) : undefined,
    changed: Object.values(typed).some((text) => text !== ''),
    change: (fields: Partial<CompanyDraft>) => setTyped((all) => ({ ...all, ...fields })),
    choose: setKpp,
  }
}
export type CompanyForm = ReturnType<typeof useCompanyDraft>
