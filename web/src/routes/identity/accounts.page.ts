import { accountsQuery, type AccountsSearch } from '../../features/identity/users/accounts.api.ts'
import { session } from '../../lib/session/current-session.ts'
import { hasRole } from '../../lib/session/guard.ts'
import { prefetch } from '../../lib/api/query-client.ts'
import { rolesOf } from '../../lib/session/session.ts'

export const read = ({ deps }: { deps: AccountsSearch }) => {
  prefetch(accountsQuery(hasRole(rolesOf(session.getState().user), ['ArtikulOrderManager']), deps))
}

export { default } from '../../features/identity/users/accounts-page.tsx'
