import { useSyncExternalStore } from 'react'
import { hasRole } from './guard.ts'
import { Session, rolesOf } from './session.ts'
import type { RoleName } from '@artikul/contract/roles'

export const session = new Session()

export const useSession = () => useSyncExternalStore(session.subscribe, session.getState)

export function useHasRole(...roles: RoleName[]): boolean {
  const { user } = useSession()
  return hasRole(rolesOf(user), roles)
}
