/** Where the session of this page is. Each phase but the resting ones makes one call, whose end is the next event. */
export type Phase =
  | 'starting'
  | 'refreshing'
  | 'verifying'
  | 'refreshingAgain'
  | 'verifyingAgain'
  | 'loadingUser'
  | 'loadingContractors'
  | 'signedIn'
  | 'signedOut'
  | 'unreachable'
  | 'loggingIn'
  | 'signingOut'
  | 'renewing'
  | 'verifyingRenewed'
  | 'startingImpersonation'
  | 'endingImpersonation'

/** What people, the clock and other tabs ask for. */
export type Wish = 'start' | 'login' | 'logout' | 'renewalDue' | 'impersonate' | 'endImpersonation' | 'changedElsewhere'

/** How a phase's work ends. `lost` may come at any time: a refused refresh of some other call. */
export type Outcome = 'noFlag' | 'noToken' | 'hasToken' | 'ok' | 'admin' | 'refused' | 'unreachable' | 'lost'

/**
 * The whole life of a session. A wish that its phase does not list is not heard; an outcome that it does not list
 * cannot come.
 */
export const SESSION: Record<Phase, Partial<Record<Wish | Outcome, Phase>>> = {
  starting: { noFlag: 'signedOut', noToken: 'refreshing', hasToken: 'verifying' },
  refreshing: { ok: 'verifying', refused: 'signedOut', unreachable: 'unreachable' },
  verifying: { ok: 'loadingUser', refused: 'refreshingAgain', unreachable: 'unreachable' },
  refreshingAgain: { ok: 'verifyingAgain', refused: 'signedOut', unreachable: 'unreachable' },
  verifyingAgain: { ok: 'loadingUser', refused: 'signedOut', unreachable: 'unreachable' },
  loadingUser: { ok: 'signedIn', admin: 'loadingContractors', refused: 'signedOut', unreachable: 'unreachable' },
  loadingContractors: { ok: 'signedIn', refused: 'signedOut' },

  signedOut: { start: 'starting', changedElsewhere: 'starting', login: 'loggingIn' },
  unreachable: { start: 'starting', changedElsewhere: 'starting' },
  signedIn: {
    logout: 'signingOut',
    renewalDue: 'renewing',
    impersonate: 'startingImpersonation',
    endImpersonation: 'endingImpersonation',
    changedElsewhere: 'starting',
    lost: 'signedOut',
  },

  loggingIn: { ok: 'loadingUser', refused: 'signedOut', unreachable: 'signedOut' },
  signingOut: { ok: 'signedOut', refused: 'signedOut', unreachable: 'signedOut' },
  renewing: {
    logout: 'signingOut',
    changedElsewhere: 'starting',
    ok: 'verifyingRenewed',
    refused: 'signingOut',
    unreachable: 'signedIn',
  },
  verifyingRenewed: {
    logout: 'signingOut',
    changedElsewhere: 'starting',
    ok: 'signedIn',
    refused: 'signingOut',
    unreachable: 'signedIn',
  },
  startingImpersonation: { ok: 'loadingUser', refused: 'signedIn', unreachable: 'signedIn' },
  endingImpersonation: { ok: 'starting', refused: 'starting', unreachable: 'signedIn' },
}

export const phaseAfter = (phase: Phase, event: Wish | Outcome): Phase | undefined => SESSION[phase][event]
