import { createHash, randomBytes } from 'node:crypto'
import type { Membership } from '@artikul/contract/identity/accounts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { countLinks, expireJoinLinks, expireLinks, insertLink, consumeOneTimeToken } from './links.queries.ts'

export type OneTimeTokenPurpose = 'reset' | 'invite' | 'email' | 'join'

const HOUR_MS = 3_600_000
const LIFE_MS: Record<OneTimeTokenPurpose, number> = {
  reset: HOUR_MS,
  invite: 72 * HOUR_MS,
  email: 24 * HOUR_MS,
  join: 7 * 24 * HOUR_MS,
}

interface LinkFacts {
  purpose: OneTimeTokenPurpose
  userId: number
  /** Address to confirm (`email`). */
  email?: string
  /** Company to join and the role in it (`join`). */
  membership?: Membership
}

/** Creates an unguessable secret of 43 characters. */
export const newLinkSecret = () => randomBytes(32).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Creates the secret of a link (43 characters) for an email and expires earlier links of the same purpose. A link works
 * once and for a limited time: `reset` an hour, `email` a day, `invite` three days, `join` a week.
 */
export async function createLink(
  db: Db,
  { purpose, userId, email, membership }: LinkFacts,
  now: Date,
): Promise<string> {
  const token = newLinkSecret()
  if (membership) await expireJoinLinks(db, userId, membership.contractor_id, now)
  else await expireLinks(db, userId, [purpose], now)
  await insertLink(db, {
    token_hash: hashOf(token),
    purpose,
    user_id: userId,
    email: email ?? null,
    contractor_id: membership?.contractor_id ?? null,
    membership: membership ? JSON.stringify(membership) : null,
    created_at: now,
    expires_at: new Date(now.getTime() + LIFE_MS[purpose]),
  })
  return token
}

/** Maximum number of emails with a link of one kind to one account per hour. */
const MAX_EMAILS = 3

/** Checks whether the person's limit of emails is reached; must be called under the lock of the account. */
export async function hasReachedEmailLimit(
  db: Db,
  userId: number,
  purpose: OneTimeTokenPurpose,
  now: Date,
): Promise<boolean> {
  const { links } = await countLinks(db, userId, purpose, new Date(now.getTime() - HOUR_MS))
  return links >= MAX_EMAILS
}

/**
 * Consumes a link in the caller's transaction; of concurrent calls exactly one succeeds.
 * @throws AppError `auth.link_expired` for a used, expired or unknown link, or one of another purpose
 */
export async function useLink(db: Db, token: string, purposes: readonly OneTimeTokenPurpose[], now: Date) {
  const link = await consumeOneTimeToken(db, hashOf(token), purposes, now)
  if (!link) throw new AppError('auth.link_expired')
  return link
}

export const hashOfLink = hashOf
