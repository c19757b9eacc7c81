import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import type { Role } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'
import type { Phase } from './session-machine.ts'

/** Session state visible to pages. */
export interface SessionState {
  phase: Phase
  /** True until startup ends: content that depends on the user must not render yet. */
  initialising: boolean
  /** True when startup could not reach the server; the session remains and can be retried. */
  unreachable: boolean
  authenticated: boolean
  loggingIn: boolean
  verifying: boolean
  refreshing: boolean
  loadingUser: boolean
  impersonating: boolean
  /** True when impersonation ended by itself and the user has not been notified yet. */
  hasLostImpersonation: boolean
  user: CurrentUser | null
  /** Loaded only for a contractor admin; a contractor user's companies are part of the user. */
  contractors: readonly ContractorItem[]
  contractor: { id: number; name: string; inn: string } | null
}

const VERIFYING: readonly Phase[] = ['verifying', 'verifyingAgain', 'verifyingRenewed']
const REFRESHING: readonly Phase[] = ['refreshing', 'refreshingAgain', 'renewing']
const LOADING: readonly Phase[] = ['loadingUser', 'loadingContractors']
export const RESTING: readonly Phase[] = ['signedIn', 'signedOut', 'unreachable']

export const flagsOf = (phase: Phase) => ({
  phase,
  unreachable: phase === 'unreachable',
  loggingIn: phase === 'loggingIn',
  verifying: VERIFYING.includes(phase),
  refreshing: REFRESHING.includes(phase),
  loadingUser: LOADING.includes(phase),
})

export const NOBODY = {
  authenticated: false,
  impersonating: false,
  hasLostImpersonation: false,
  user: null,
  contractors: [],
  contractor: null,
} as const

export const rolesOf = (user: CurrentUser | null): readonly Role[] => user?.roles.map((role) => role.name) ?? []
