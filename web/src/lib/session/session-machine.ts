/** Session phase of this page. Each phase except resting ones makes one call, whose outcome is the next event. */
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

/** Events from users, timers and other tabs. */
export type Wish = 'start' | 'login' | 'logout' | 'renewalDue' | 'impersonate' | 'endImpersonation' | 'changedElsewhere'

/** Outcome of a phase's work. `lost` may occur at any time: the refused refresh of another call. */
export type PhaseOutcome = 'noFlag' | 'noToken' | 'hasToken' | 'ok' | 'admin' | 'refused' | 'unreachable' | 'lost'

const WHILE_SIGNED_IN = {
  logout: 'signingOut',
  impersonate: 'startingImpersonation',
  endImpersonation: 'endingImpersonation',
  changedElsewhere: 'starting',
  lost: 'signedOut',
} as const

/**
 * Complete state table of a session. A wish that a phase does not list is ignored; an outcome that it does not list
 * cannot occur.
 */
export const SESSION: Record<Phase, Partial<Record<Wish | PhaseOutcome, Phase>>> = {
  starting: { noFlag: 'signedOut', noToken: 'refreshing', hasToken: 'verifying' },
  refreshing: { ok: 'verifying', refused: 'signedOut', unreachable: 'unreachable' },
  verifying: { ok: 'loadingUser', refused: 'refreshingAgain', unreachable: 'unreachable' },
  refreshingAgain: { ok: 'verifyingAgain', refused: 'signedOut', unreachable: 'unreachable' },
  verifyingAgain: { ok: 'loadingUser', refused: 'signedOut', unreachable: 'unreachable' },
  loadingUser: {
    logout: 'signingOut',
    ok: 'signedIn',
    admin: 'loadingContractors',
    refused: 'signedOut',
    unreachable: 'unreachable',
  },
  loadingContractors: { logout: 'signingOut', ok: 'signedIn', refused: 'signedOut' },

  signedOut: { start: 'starting', changedElsewhere: 'starting', login: 'loggingIn', lost: 'signedOut' },
  unreachable: { start: 'starting', changedElsewhere: 'starting' },
  signedIn: { ...WHILE_SIGNED_IN, renewalDue: 'renewing' },

  loggingIn: { ok: 'loadingUser', refused: 'signedOut', unreachable: 'signedOut' },
  signingOut: { ok: 'signedOut', refused: 'signedOut', unreachable: 'signedOut' },
  // Renewal blocks nothing: later requests replace it.
  renewing: {
    ...WHILE_SIGNED_IN,
    ok: 'verifyingRenewed',
    refused: 'signingOut',
    unreachable: 'signedIn',
  },
  verifyingRenewed: { ...WHILE_SIGNED_IN, ok: 'signedIn', refused: 'signingOut', unreachable: 'signedIn' },
  startingImpersonation: { logout: 'signingOut', ok: 'loadingUser', refused: 'signedIn', unreachable: 'signedIn' },
  endingImpersonation: { logout: 'signingOut', ok: 'starting', refused: 'starting', unreachable: 'signedIn' },
}

export const phaseAfter = (phase: Phase, event: Wish | PhaseOutcome): Phase | undefined => SESSION[phase][event]
