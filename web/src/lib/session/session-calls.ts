import { authRoutes } from '@artikul/contract/identity/auth'
import { contractorListRoutes, type ContractorItem } from '@artikul/contract/companies/contractor-list'
import { userRoutes, type CurrentUser } from '@artikul/contract/identity/users'
import { ApiError, INVALID_LOGIN, SESSION_LOST } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'

export const isImpersonating = () => readCookie('is_impersonated') === 'true'

/** Token of the calls: the client's during impersonation. */
export const storedToken = () => readCookie(isImpersonating() ? 'access_token_impersonate' : 'access_token')

/** Reports an invalid token as the specification names it; other failures pass through. */
async function tokenOf(pendingToken: Promise<unknown>): Promise<string> {
  const token = await pendingToken.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'reply.unexpected') throw error
  })
  if (typeof token !== 'string') throw new Error(INVALID_LOGIN)
  return token
}

export const requestPair = (credentials: { login: string; password: string; code?: string | undefined }) =>
  tokenOf(call(authRoutes.pair, { body: credentials }).then(({ access_token }) => access_token))

export async function requestImpersonation(userId: number) {
  const start = () => call(authRoutes.impersonate, { params: { user_id: String(userId) } })
  const started = start().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'impersonation.running') throw error
    // Ends an impersonation left over from a browser without its cookies.
    await call(authRoutes.endImpersonation, {})
    return start()
  })
  return tokenOf(started.then(({ access_token_impersonate }) => access_token_impersonate))
}

/** Refreshes the token, which lasts ten minutes, in the cookie of the acting person. */
export async function requestRefresh() {
  if (isImpersonating() && (await refreshImpersonation())) return
  const reply = await call(authRoutes.refresh, {})
  writeCookie('access_token', reply.access_token)
}

/**
 * Returns false when the impersonation has ended, on the server or with its token, while the manager's session
 * continues.
 */
async function refreshImpersonation(): Promise<boolean> {
  if (readCookie('access_token_impersonate') === null) {
    // Without its token the impersonation cannot continue, regardless of the server's reply.
    await call(authRoutes.endImpersonation, {}).catch(() => undefined)
    endStoredImpersonation()
    return false
  }
  try {
    const reply = await call(authRoutes.refreshImpersonation, {})
    writeCookie('access_token_impersonate', reply.access_token_impersonate)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'impersonation.ended') throw error
    endStoredImpersonation()
    return false
  }
}

const AUTH_COOKIES = [
  'access_token',
  'access_token_impersonate',
  'is_authenticated',
  'user_group',
  'is_impersonated',
] as const

export function clearSession() {
  for (const name of AUTH_COOKIES) removeCookie(name)
}

export function endStoredImpersonation() {
  removeCookie('access_token_impersonate')
  removeCookie('is_impersonated')
  writeCookie('user_group', 'manager')
}

export async function requestVerify() {
  const token = storedToken()
  if (!token) throw new Error('No token found')
  await call(authRoutes.verify, { body: { token } })
}

export async function fetchUser(): Promise<CurrentUser> {
  const asManager = readCookie('user_group') === 'manager'
  try {
    return await call(asManager ? userRoutes.currentManager : userRoutes.current, {})
  } catch (error) {
    // The stored group may originate from another sign-in.
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    return call(asManager ? userRoutes.current : userRoutes.currentManager, {})
  }
}

/** Lists the companies; empty on a failure, when the companies of the user serve instead. */
export async function fetchContractors(): Promise<readonly ContractorItem[]> {
  try {
    return (await call(contractorListRoutes.list, { query: { page: '1', page_size: '150' } })).results
  } catch (error) {
    if (error instanceof Error && error.message === SESSION_LOST) throw error
    return []
  }
}

/** Returns the group named by the token, so that a manager is not requested as a client first. */
export function userGroupOf(token: string): 'client' | 'manager' | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const group = typeof claims === 'object' && claims !== null && 'group' in claims ? claims.group : null
    return group === 'client' || group === 'manager' ? group : null
  } catch {
    return null
  }
}
