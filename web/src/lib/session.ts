import { authRoutes, type Credentials } from '@artikul/contract/auth'
import { contractorRoutes, type ContractorItem } from '@artikul/contract/contractors'
import { isContractorUser, type Role } from '@artikul/contract/roles'
import { userRoutes, type CurrentUser } from '@artikul/contract/users'
import { ApiError, SESSION_LOST } from './api-error.ts'
import { call, giveCallAuth } from './call.ts'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'

const REFRESH_EVERY = 9 * 60_000
const AUTH_COOKIES = [
  'access_token',
  'access_token_impersonate',
  'is_authenticated',
  'user_group',
  'is_impersonated',
] as const

const storedToken = () => readCookie('access_token_impersonate') ?? readCookie('access_token')

interface SessionState {
  /** Startup has not ended yet: nothing may be drawn that depends on who looks. */
  initialising: boolean
  /** Startup could not reach the server; the session is kept and may be tried again. */
  unreachable: boolean
  authenticated: boolean
  loggingIn: boolean
  verifying: boolean
  refreshing: boolean
  loadingUser: boolean
  impersonating: boolean
  user: CurrentUser | null
  /** Only for a contractor admin; a contractor user's companies come with the user. */
  contractors: readonly ContractorItem[]
  contractor: { id: number; name: string; inn: string } | null
}

const SIGNED_OUT: SessionState = {
  initialising: false,
  unreachable: false,
  authenticated: false,
  loggingIn: false,
  verifying: false,
  refreshing: false,
  loadingUser: false,
  impersonating: false,
  user: null,
  contractors: [],
  contractor: null,
}

export const rolesOf = (user: CurrentUser | null): readonly Role[] => user?.roles.map((role) => role.name) ?? []

type Flag = 'loggingIn' | 'verifying' | 'refreshing' | 'loadingUser'

const isTemporary = (error: unknown) => error instanceof ApiError && error.isTemporary

/** The auth state of the page: cookies, tokens, the current user and the company he acts for. */
export class Session {
  #state: SessionState = { ...SIGNED_OUT, initialising: true }
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setInterval> | undefined
  #renewal: Promise<boolean> | null = null

  constructor() {
    giveCallAuth({
      token: storedToken,
      isSignedIn: () => readCookie('is_authenticated') === 'true',
      contractorId: () => this.#state.contractor?.id ?? null,
      renew: () => this.#renew(),
    })
  }

  readonly getState = () => this.#state

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start() {
    if (readCookie('is_authenticated') !== 'true') return this.#set(SIGNED_OUT)
    this.#set({ initialising: true, unreachable: false })
    try {
      if (!storedToken()) await this.refresh()
      await this.verify().catch(async (error: unknown) => {
        if (isTemporary(error)) throw error
        await this.refresh()
        await this.verify()
      })
      await this.loadUser()
      this.#set({ authenticated: true, initialising: false })
      this.#keepFresh()
    } catch (error) {
      if (isTemporary(error)) return this.#set({ initialising: false, unreachable: true })
      this.#clear()
    }
  }

  login(credentials: Credentials) {
    return this.#during('loggingIn', async () => {
      try {
        const reply = await call(authRoutes.pair, { body: credentials }).catch((error: unknown) => {
          throw error instanceof ApiError && error.code === 'reply.unexpected'
            ? new Error('Invalid login response')
            : error
        })
        writeCookie('access_token', reply.access_token)
        writeCookie('is_authenticated', 'true')
        const group = groupOf(reply.access_token)
        if (group) writeCookie('user_group', group)
        else removeCookie('user_group')
        await this.loadUser()
        this.#set({ authenticated: true })
        this.#keepFresh()
      } catch (error) {
        this.#clear()
        throw error
      }
    })
  }

  async logout() {
    try {
      await call(authRoutes.logout, {})
    } catch (error) {
      reportError(error)
      throw error
    } finally {
      this.#clear()
    }
  }

  verify() {
    return this.#during('verifying', async () => {
      const token = storedToken()
      if (!token) throw new Error('No token found')
      await call(authRoutes.verify, { body: { token } })
    })
  }

  refresh() {
    return this.#during('refreshing', async () => {
      const reply = await call(authRoutes.refresh, {})
      writeCookie('access_token', reply.access_token)
    })
  }

  loadUser() {
    return this.#during('loadingUser', async () => {
      const user = await fetchUser()
      const roles = rolesOf(user)
      writeCookie('user_group', isContractorUser(roles) ? 'client' : 'manager')
      const contractors = roles.includes('CONTRACTOR_ADMIN') ? await loadContractors() : []
      const known = contractors.length > 0 ? contractors : user.contractors
      const contractor = known.find(({ id }) => id === user.current_contractor_id) ?? null
      this.#set({ user, contractors, contractor })
    })
  }

  async changeContractor(id: number) {
    await call(userRoutes.changeCurrentContractor, { params: { contractor_id: String(id) } })
    await this.loadUser()
  }

  /** The badge of the cart, as the last answer about the cart told it. */
  setCartLines(count: number) {
    const { user } = this.#state
    if (user && user.cart_lines !== count) this.#set({ user: { ...user, cart_lines: count } })
  }

  /** Several requests may meet a 401 at once; they wait for one refresh. */
  #renew() {
    this.#renewal ??= this.refresh()
      .then(() => true)
      .catch((error: unknown) => {
        if (isTemporary(error)) throw error
        this.#clear()
        return false
      })
      .finally(() => {
        this.#renewal = null
      })
    return this.#renewal
  }

  #keepFresh() {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => void this.#refreshAndVerify(), REFRESH_EVERY)
  }

  async #refreshAndVerify() {
    try {
      await this.refresh()
      await this.verify()
    } catch (error) {
      if (isTemporary(error)) return
      removeCookie('access_token')
      await this.logout().catch(() => undefined)
    }
  }

  #clear() {
    clearInterval(this.#timer)
    for (const name of AUTH_COOKIES) removeCookie(name)
    this.#set(SIGNED_OUT)
  }

  #set(patch: Partial<SessionState>) {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }

  async #during<T>(flag: Flag, work: () => Promise<T>): Promise<T> {
    this.#set({ [flag]: true })
    try {
      return await work()
    } finally {
      this.#set({ [flag]: false })
    }
  }
}

/** The group that the token names, so that a manager is not asked for as a client first. */
function groupOf(token: string): 'client' | 'manager' | null {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    const group = typeof claims === 'object' && claims !== null && 'group' in claims ? claims.group : null
    return group === 'client' || group === 'manager' ? group : null
  } catch {
    return null
  }
}

async function fetchUser(): Promise<CurrentUser> {
  const asManager = readCookie('user_group') === 'manager'
  try {
    return await call(asManager ? userRoutes.currentManager : userRoutes.current, {})
  } catch (error) {
    // A group remembered from another sign-in may be wrong.
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    return call(asManager ? userRoutes.current : userRoutes.currentManager, {})
  }
}

/** A list that fails to load leaves the list empty: the companies that came with the user then serve. */
async function loadContractors(): Promise<readonly ContractorItem[]> {
  try {
    return (await call(contractorRoutes.list, { query: { page: '1', page_size: '150' } })).results
  } catch (error) {
    if (error instanceof Error && error.message === SESSION_LOST) throw error
    return []
  }
}
