import { useSyncExternalStore } from 'react'
import { hasRole } from './guard.ts'
import { session } from './page-session.ts'
import { rolesOf } from './session-state.ts'
import type { RoleName, StaffRight } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'

export { session }

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)

export function useHasRole(...roles: RoleName[]): boolean {
  const { user } = useSession()
  return hasRole(rolesOf(user), roles)
}

/** Permission set by the company admin; always true without limits. */
export const useMay = (what: keyof CurrentUser['may']): boolean => useSession().user?.may[what] ?? true

/** Checks a right of staff beyond the role. */
export const useHasRight = (right: StaffRight): boolean => useSession().user?.rights.includes(right) ?? false
