import { accountRoutes } from '@artikul/contract/identity/accounts'
import { isContractorUser } from '@artikul/contract/core/roles'
import type { GlobalSearchResult } from '@artikul/contract/workspace/global-search'
import { IconUserShare } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../../lib/api/query.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'
import { useImpersonation } from '../../../ui/use-impersonation.ts'
import type { ChoiceGroup, SearchChoice } from './own-groups.ts'

const MAX_USERS = 5
/** Shortest part of a name or an email by which clients are searched. */
const MIN_NAME = 3

const isName = (typed: string) => typed.length >= MIN_NAME && /\p{L}/u.test(typed)

/** «Войти от имени» of the found companies and of clients found by name or email, for order managers. */
export function useImpersonationChoices(typed: string, found: GlobalSearchResult | undefined): ChoiceGroup[] {
  const isManager = useHasRole('ArtikulOrderManager')
  const { mutate } = useImpersonation()
  const isAsked = isManager && isName(typed)
  const { data } = useQuery(
    query(accountRoutes.users, { query: { username: typed } }, { enabled: isAsked, placeholderData: keepPreviousData }),
  )
  const users = isAsked && data && found ? data.results : []
  const companyChoice = ({ id, name, inn }: GlobalSearchResult['companies'][number]): SearchChoice => ({
    title: name,
    note: `ИНН ${inn} · администратор компании`,
    icon: IconUserShare,
    run: () => mutate({ contractorId: id }),
  })
  const userChoice = ({ id, full_name, email, contractors }: (typeof users)[number]): SearchChoice => ({
    title: full_name,
    note: [...contractors.map(({ name }) => name), email].join(' · '),
    icon: IconUserShare,
    run: () => mutate({ userId: id }),
  })
  const clients = users.filter(({ is_active, roles }) => is_active && isContractorUser(roles.map(({ name }) => name)))
  const companies = isManager && found ? found.companies : []
  const choices = [...companies.map(companyChoice), ...clients.slice(0, MAX_USERS).map(userChoice)]
  return choices.length > 0 ? [{ title: 'Войти от имени', choices }] : []
}
