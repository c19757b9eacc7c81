import { isIP } from 'node:net'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { countFailures, deleteFailures, insertFailures } from './attempts.queries.ts'

const WINDOW_MS = 15 * 60_000

/** Number of attempts for each kind of subject within a quarter of an hour. */
const MOST: Record<AttemptKind, number> = {
  // Limits an account only for the guessing network address, so that a stranger cannot lock its owner out.
  'account at address': 10,
  address: 100,
  // Limit from all addresses together; browsers that have signed in to the account before are not included.
  account: 200,
  // Browsers that have signed in to this account before have their own count, independent of others at their address.
  'known device': 10,
  'own password': 10,
  // At this step the password is already proven.
  code: 10,
  'reset at address': 30,
  // Public calls with a cost.
  'registration at address': 20,
  'setup at address': 20,
  setup: 200,
  'decision at address': 30,
  'part at address': 30,
  'recipient at address': 30,
  'directory at address': 60,
  // Suggestions of addresses are queried at every pause in typing.
  'directory of person': 300,
}
type AttemptKind =
  | 'account'
  | 'account at address'
  | 'address'
  | 'known device'
  | 'own password'
  | 'code'
  | 'reset at address'
  | 'registration at address'
  | 'setup at address'
  | 'setup'
  | 'decision at address'
  | 'part at address'
  | 'recipient at address'
  | 'directory at address'
  | 'directory of person'

export interface Attempt {
  kind: AttemptKind
  of: string
}

/** Returns the network of an address: a household has a whole /64 of IPv6, which counts as one address. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6 || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}

const nameOf = (attempt: Attempt) => `${attempt.kind} ${attempt.of}`.slice(0, 500)

/** @throws AppError `auth.too_many_attempts` when any of the subjects has failed too often recently */
export async function requirePatience(db: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  const names = attempts.map(nameOf)
  const failures = await countFailures(db, names, new Date(now.getTime() - WINDOW_MS))
  if (attempts.some((attempt) => (failures.get(nameOf(attempt)) ?? 0) >= MOST[attempt.kind]))
    throw new AppError('auth.too_many_attempts', {
      detail: 'Слишком много попыток, повторите через 15 мин.',
      retryAfter: WINDOW_MS / 1000,
    })
}

export const recordFailure = (db: Db, attempts: readonly Attempt[], now: Date) =>
  insertFailures(db, attempts.map(nameOf), now)

/** Clears the failures of the account after a success; those of the network address stay. */
export const forgiveFailures = (db: Db, attempts: readonly Attempt[]) =>
  deleteFailures(db, attempts.filter((attempt) => attempt.kind !== 'address').map(nameOf))

const DAY_MS = 24 * 3_600_000

/** Daily limits of emails to other people. */
const MAX_PER_DAY = { 'invitations of company': 100, 'invitations of person': 500 } as const

export interface DailyAct {
  kind: keyof typeof MAX_PER_DAY
  of: string
}

/** Counts an action. @throws AppError `auth.too_many_attempts` with the detail when the daily limit is reached */
export async function requireDailyLimit(db: Db, acts: readonly DailyAct[], now: Date, detail: string): Promise<void> {
  const nameOfAct = ({ kind, of }: DailyAct) => `${kind} ${of}`
  const counts = await countFailures(db, acts.map(nameOfAct), new Date(now.getTime() - DAY_MS))
  if (acts.some((act) => (counts.get(nameOfAct(act)) ?? 0) >= MAX_PER_DAY[act.kind]))
    throw new AppError('auth.too_many_attempts', { detail, retryAfter: 3600 })
  await insertFailures(db, acts.map(nameOfAct), now)
}
