import { createHash, randomBytes } from 'node:crypto'
import type { Membership } from '@artikul/contract/identity/accounts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { countLinks, expireJoinLinks, expireLinks, insertLink, takeLink } from './links.queries.ts'

export type LinkPurpose = 'reset' | 'invite' | 'email' | 'join'

const HOUR_MS = 3_600_000
const LIFE_MS: Record<LinkPurpose, number> = {
  reset: HOUR_MS,
  invite: 72 * HOUR_MS,
  email: 24 * HOUR_MS,
  join: 7 * 24 * HOUR_MS,
}

interface LinkFacts {
  purpose: LinkPurpose
  userId: number
  /** The address to confirm (`email`). */
  email?: string
  /** The company to join and what one may there (`join`). */
  membership?: Membership
}

/** Forty-three characters that nobody guesses. */
export const newLinkSecret = () => randomBytes(32).toString('base64url')

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Makes the secret of a link (43 characters) for a letter; earlier links of the same purpose die. It works once and for
 * a limited time: `reset` an hour, `email` a day, `invite` three days, `join` a week.
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

/** Letters with a link of one kind to one account within an hour. */
const MOST_LETTERS = 3

/** Enough letters of the kind have gone to the person lately; ask under the lock of his account. */
export async function hasEnoughLetters(db: Db, userId: number, purpose: LinkPurpose, now: Date): Promise<boolean> {
  const { links } = await countLinks(db, userId, purpose, new Date(now.getTime() - HOUR_MS))
  return links >= MOST_LETTERS
}

/**
 * Uses a link up, in the caller's transaction; of parallel uses one succeeds.
 * @throws AppError `auth.link_dead` for a used, expired, unknown one, or one of another purpose
 */
export async function useLink(db: Db, token: string, purposes: readonly LinkPurpose[], now: Date) {
  const link = await takeLink(db, hashOf(token), purposes, now)
  if (!link) throw new AppError('auth.link_dead')
  return link
}

export const hashOfLink = hashOf
