import { keysOf } from '@artikul/contract/core/keys'
import { expect, test } from 'vitest'
import { phaseAfter, SESSION, type PhaseOutcome, type Phase, type Wish } from './session-machine.ts'

const PHASES = keysOf(SESSION)
const RESTING: Phase[] = ['signedIn', 'signedOut', 'unreachable']

const walk = (from: Phase, ...events: (Wish | PhaseOutcome)[]) =>
  events.reduce<Phase | undefined>((phase, event) => phase && phaseAfter(phase, event), from)

test.each<[string, Phase, (Wish | PhaseOutcome)[], Phase]>([
  ['startup without the flag', 'signedOut', ['start', 'noFlag'], 'signedOut'],
  ['startup without a token', 'signedOut', ['start', 'noToken', 'ok', 'ok', 'ok'], 'signedIn'],
  ['startup with a refused token', 'signedOut', ['start', 'hasToken', 'refused', 'ok', 'ok', 'ok'], 'signedIn'],
  ['startup of a company admin', 'signedOut', ['start', 'hasToken', 'ok', 'admin', 'ok'], 'signedIn'],
  ['a second verify that fails', 'signedOut', ['start', 'hasToken', 'refused', 'ok', 'refused'], 'signedOut'],
  ['a refresh that fails at startup', 'signedOut', ['start', 'noToken', 'refused'], 'signedOut'],
  ['a user who cannot be loaded', 'signedOut', ['start', 'hasToken', 'ok', 'refused'], 'signedOut'],
  ['a server that is away at startup', 'signedOut', ['start', 'hasToken', 'unreachable'], 'unreachable'],
  ['login', 'signedOut', ['login', 'ok', 'ok'], 'signedIn'],
  ['a refused login', 'signedOut', ['login', 'refused'], 'signedOut'],
  ['logout that the server refuses', 'signedIn', ['logout', 'refused'], 'signedOut'],
  ['renewal', 'signedIn', ['renewalDue', 'ok', 'ok'], 'signedIn'],
  ['a refused renewal', 'signedIn', ['renewalDue', 'refused', 'ok'], 'signedOut'],
  ['a renewal that the network lost', 'signedIn', ['renewalDue', 'unreachable'], 'signedIn'],
  ['impersonation', 'signedIn', ['impersonate', 'ok', 'ok'], 'signedIn'],
  ['a refused impersonation', 'signedIn', ['impersonate', 'refused'], 'signedIn'],
  ['the end of impersonation', 'signedIn', ['endImpersonation', 'ok', 'hasToken', 'ok', 'ok'], 'signedIn'],
  [
    'a return in the middle of a renewal',
    'signedIn',
    ['renewalDue', 'endImpersonation', 'ok', 'hasToken'],
    'verifying',
  ],
  ['a logout while the user is loaded', 'signedOut', ['login', 'ok', 'logout', 'ok'], 'signedOut'],
  ['a refresh that some call lost', 'signedIn', ['lost'], 'signedOut'],
  ['another tab becomes somebody else', 'signedIn', ['changedElsewhere', 'hasToken', 'ok', 'ok'], 'signedIn'],
])('session goes through the expected phases: %s', (_, from, events, to) => {
  expect(walk(from, ...events)).toBe(to)
})

test('every session phase is reachable from the start', () => {
  const reached = new Set<Phase>(['signedOut'])
  for (const phase of reached) for (const next of Object.values(SESSION[phase])) reached.add(next)
  expect([...reached].sort()).toEqual([...PHASES].sort())
})

test('every active session phase handles a refusal', () => {
  const silent = PHASES.filter((phase) => !RESTING.includes(phase) && phase !== 'starting' && !SESSION[phase].refused)
  expect(silent).toEqual([])
})
