import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import type { Keys } from './tokens.ts'

export interface AuthDeps {
  db: Kysely<DB>
  keys: Keys
  clock: Clock
  mailer: Mailer
  log: Logger
  /** Name of the portal, which authenticator applications show. */
  readName: () => Promise<string>
  /** Whether staff must set up a second factor. */
  staffSecondFactor: 'optional' | 'required'
}

/** Origin of a call that is not authenticated yet. */
export interface Caller {
  address: string
  userAgent: string
  requestId: string
}

export interface IssuedTokens {
  accessToken: string
  refreshToken: string
}
