import { authRoutes, type Credentials } from '@artikul/contract/identity/auth'
import { isContractorUser } from '@artikul/contract/core/roles'
import { userRoutes, type CurrentUser } from '@artikul/contract/identity/users'
import { ApiError } from '../api/api-error.ts'
import { call, setAuthProvider } from '../api/call.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { flagsOf, NOBODY, RESTING, rolesOf, type SessionState } from './session-state.ts'
import { phaseAfter, type PhaseOutcome, type Phase, type Wish } from './session-machine.ts'
import * as calls from './session-calls.ts'

const RENEW_EVERY = 9 * 60_000
/** Delay before retrying a renewal that did not reach the server. */
const RETRY_AFTER = 15_000

export { rolesOf } from './session-state.ts'

const isTemporary = (error: unknown) => error instanceof ApiError && error.isTemporary
const hasFlag = () => readCookie('is_authenticated') === 'true'

/**
 * Session of the page: follows the table of `session-machine.ts`, performs the work of each phase, and stores the
 * cookies, the user and the current company.
 */
export class Session {
  #state: SessionState = { ...NOBODY, ...flagsOf('signedOut'), initialising: true }
  readonly #listeners = new Set<() => void>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #renewal: Promise<boolean> | null = null
  /** Last token used by this tab: another one in the cookie means that another tab has renewed it. */
  #knownToken: string | null = null
  #credentials: Credentials | null = null
  #subjectId = 0
  #failure: Error | null = null

  constructor() {
    setAuthProvider({
      token: calls.storedToken,
      isSignedIn: hasFlag,
      contractorId: () => this.#state.contractor?.id ?? null,
      renew: (failed) => this.#renew(failed),
    })
    onTabNews((news) => {
      if (news === 'signed-out') this.#leave()
      else if (news === 'contractor') void this.loadUser().catch(() => undefined)
      else void this.#walk('changedElsewhere')
    })
  }

  readonly getState = () => this.#state

  /** True when a user has signed in here, whether or not the server still accepts the session. */
  readonly isExpected = hasFlag

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  async start() {
    this.#set({ initialising: true, unreachable: false })
    await this.#walk('start')
    this.#set({ initialising: false })
  }

  async login(credentials: Credentials) {
    this.#credentials = credentials
    await this.#obey('login')
    this.#credentials = null
    this.#throwFailure()
    notifyTabs('identity')
  }

  async logout() {
    await this.#obey('logout')
    if (this.#failure) reportError(this.#failure)
    this.#throwFailure()
  }

  /** Starts impersonation of a client by a manager. */
  async startImpersonation(userId: number) {
    this.#subjectId = userId
    await this.#obey('impersonate')
    this.#throwFailure()
    notifyTabs('identity')
  }

  /** Ends impersonation. */
  async endImpersonation() {
    await this.#obey('endImpersonation')
    if (this.#state.impersonating) this.#throwFailure()
    notifyTabs('identity')
  }

  verify() {
    return calls.requestVerify()
  }

  /** Refreshes the token in one tab of the browser; the others find it in the cookie. */
  refresh(failed: string | null = this.#knownToken) {
    return exclusively(async () => {
      const current = calls.storedToken()
      const wasImpersonating = calls.isImpersonating()
      this.#knownToken = current
      if (current === null || current === failed) await calls.requestRefresh()
      this.#knownToken = calls.storedToken()
      if (!wasImpersonating || calls.isImpersonating()) return
      // The impersonation has ended by itself.
      this.#set({ hasLostImpersonation: true })
      if (this.#state.impersonating) void this.#walk('changedElsewhere')
    })
  }

  /** Reloads the user and the current company; the phase does not change. */
  async loadUser() {
    const user = await this.#loadPerson()
    if (user.roles.some((role) => role.name === 'CONTRACTOR_ADMIN')) await this.#loadContractors()
  }

  async changeContractor(id: number) {
    await call(userRoutes.changeCurrentContractor, { params: { contractor_id: String(id) } })
    await this.loadUser()
    notifyTabs('contractor')
  }

  /** Marks the end of impersonation as shown to the user. */
  forgetLostImpersonation() {
    this.#set({ hasLostImpersonation: false })
  }

  /** Updates the cart badge from the last reply about the cart. */
  setCartLines(count: number) {
    const { user } = this.#state
    if (user && user.cart_lines !== count) this.#set({ user: { ...user, cart_lines: count } })
  }

  /** Marks the tour as shown, so that it does not start by itself again. */
  setToured() {
    const { user } = this.#state
    if (user) this.#set({ user: { ...user, is_newcomer: false } })
  }

  /** Performs a wish, or throws when the phase does not allow it. */
  async #obey(wish: Wish) {
    if (!phaseAfter(this.#state.phase, wish)) throw new Error(`«${wish}» is not possible while ${this.#state.phase}`)
    await this.#walk(wish)
  }

  /** Walks from phase to phase until a resting one. A wish that changes the phase meanwhile ends this walk. */
  async #walk(event: Wish | PhaseOutcome) {
    let phase = phaseAfter(this.#state.phase, event)
    if (phase) this.#failure = null
    while (phase) {
      this.#enter(phase)
      if (RESTING.includes(phase)) return
      const outcome = await this.#work(phase)
      if (this.#state.phase !== phase) return
      phase = phaseAfter(phase, outcome)
    }
  }

  #enter(phase: Phase) {
    if (phase === 'signedOut') this.#clear()
    else if (phase === 'signedIn')
      this.#set({ ...flagsOf(phase), authenticated: true, impersonating: calls.isImpersonating() })
    else if (phase === 'unreachable') this.#set({ ...flagsOf(phase), authenticated: false })
    else this.#set(flagsOf(phase))
    if (phase === 'signedIn') this.#keepFresh(isTemporary(this.#failure) ? RETRY_AFTER : RENEW_EVERY)
  }

  async #work(phase: Phase): Promise<PhaseOutcome> {
    try {
      return await this.#workOf(phase)
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
      return isTemporary(error) ? 'unreachable' : 'refused'
    }
  }

  async #workOf(phase: Phase): Promise<PhaseOutcome> {
    if (phase === 'starting') {
      this.#knownToken = calls.storedToken()
      if (!hasFlag()) return 'noFlag'
      return this.#knownToken ? 'hasToken' : 'noToken'
    }
    if (phase === 'loadingUser') return rolesOf(await this.#loadPerson()).includes('CONTRACTOR_ADMIN') ? 'admin' : 'ok'
    await this.#works[phase]?.()
    return 'ok'
  }

  /** Work of each phase; every phase ends as done, refused, or offline. */
  readonly #works: Partial<Record<Phase, () => Promise<unknown>>> = {
    refreshing: () => this.refresh(calls.storedToken()),
    refreshingAgain: () => this.refresh(calls.storedToken()),
    renewing: () => this.refresh(),
    verifying: () => this.verify(),
    verifyingAgain: () => this.verify(),
    verifyingRenewed: () => this.verify(),
    loadingContractors: () => this.#loadContractors(),
    loggingIn: () => exclusively(() => this.#openSession()),
    signingOut: () => call(authRoutes.logout, {}),
    startingImpersonation: () => exclusively(() => this.#beginImpersonation()),
    endingImpersonation: () => exclusively(() => this.#closeImpersonation()),
  }

  async #openSession() {
    if (!this.#credentials) throw new Error('No credentials')
    const token = await calls.requestPair(this.#credentials)
    calls.clearSession()
    writeCookie('access_token', token)
    writeCookie('is_authenticated', 'true')
    const group = calls.userGroupOf(token)
    if (group) writeCookie('user_group', group)
    this.#knownToken = token
  }

  async #beginImpersonation() {
    const token = await calls.requestImpersonation(this.#subjectId)
    writeCookie('access_token_impersonate', token)
    writeCookie('user_group', 'client')
    writeCookie('is_impersonated', 'true')
    this.#knownToken = token
  }

  async #closeImpersonation() {
    await call(authRoutes.endImpersonation, {})
    calls.endStoredImpersonation()
    this.#knownToken = calls.storedToken()
  }

  async #loadPerson(): Promise<CurrentUser> {
    const user = await calls.fetchUser()
    writeCookie('user_group', isContractorUser(rolesOf(user)) ? 'client' : 'manager')
    this.#knownToken = calls.storedToken()
    const contractor = user.contractors.find(({ id }) => id === user.current_contractor_id) ?? null
    this.#set({ user, contractors: [], contractor })
    return user
  }

  async #loadContractors() {
    const contractors = await calls.fetchContractors()
    const { user, contractor } = this.#state
    const current = contractors.find(({ id }) => id === user?.current_contractor_id) ?? contractor
    this.#set({ contractors, contractor: current })
  }

  /** Refreshes once for several requests with a 401 at the same time. Resolves to false when the session is over. */
  #renew(failed: string | null) {
    this.#renewal ??= this.refresh(failed)
      // A call meant in the client's name is not repeated in the manager's.
      .then(() => !this.#state.hasLostImpersonation)
      .catch((error: unknown) => {
        if (isTemporary(error)) throw error
        void this.#walk('lost')
        return false
      })
      .finally(() => {
        this.#renewal = null
      })
    return this.#renewal
  }

  #keepFresh(after: number) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#walk('renewalDue'), after)
  }

  /** Ends the session in the whole browser, unless another tab has opened a new one meanwhile. */
  #clear() {
    const token = calls.storedToken()
    if (token === null || token === this.#knownToken) {
      calls.clearSession()
      if (this.#state.authenticated) notifyTabs('signed-out')
    }
    this.#leave()
  }

  /** Resets this tab after another one has signed out and cleared the cookies. */
  #leave() {
    clearTimeout(this.#timer)
    this.#knownToken = null
    this.#set({ ...NOBODY, ...flagsOf('signedOut') })
  }

  #throwFailure() {
    const failure = this.#failure
    this.#failure = null
    if (failure) throw failure
  }

  #set(patch: Partial<SessionState>) {
    this.#state = { ...this.#state, ...patch }
    for (const listener of this.#listeners) listener()
  }
}

type News = 'signed-out' | 'identity' | 'contractor'

/** Undefined on plain http other than localhost: every tab then works on its own. */
const locks = (navigator as { locks?: LockManager | null }).locks ?? null

/** Runs work in only one tab of the browser at a time. */
const exclusively = <T>(work: () => Promise<T>): Promise<T> => (locks ? locks.request('artikul-session', work) : work())

const CHANNEL = 'artikul-session'
let channel: BroadcastChannel | undefined

const openChannel = () => (channel ??= 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : undefined)

/** Notifies the other tabs of a change of the shared session. */
const notifyTabs = (news: News) => openChannel()?.postMessage(news)

/** The page has one session, so the last listener is the only one. */
function onTabNews(listen: (news: News) => void) {
  const opened = openChannel()
  if (opened) opened.onmessage = ({ data }: MessageEvent<News>) => listen(data)
}
