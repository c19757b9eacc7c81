import { recipientTopicLabel, type RecipientLink } from '@artikul/contract/companies/email-recipients'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf, recordFailure, requirePatience, type Attempt } from '../../identity/index.ts'
import { markConfirmed, markStopped, selectByLink } from './email-recipients.queries.ts'
import { recipientState } from './email-recipients.ts'

interface Asking {
  token: string
  address: string
  now: Date
}

/** Attempts are limited by network address, so that guessing does not affect other users. */
const attemptsOf = (address: string): Attempt[] => [{ kind: 'recipient at address', of: networkOf(address) }]

/** @throws AppError `email_recipient.link_expired`, `auth.too_many_attempts` */
async function requireRecipient(db: Db, { token, address, now }: Asking) {
  await requirePatience(db, attemptsOf(address), now)
  const row = await selectByLink(db, token)
  if (!row) {
    await recordFailure(db, attemptsOf(address), now)
    throw new AppError('email_recipient.link_expired')
  }
  const { state } = recipientState(row, now)
  if (state === 'overdue') throw new AppError('email_recipient.link_expired')
  return { row, state }
}

/** Reads the subscription behind a link without changing it. */
export async function readRecipientLink(db: Db, asking: Asking): Promise<RecipientLink> {
  const { row, state } = await requireRecipient(db, asking)
  const { company, email, point } = row
  return { company, email, point, state, topics: row.topics.map(recipientTopicLabel) }
}

export async function confirmByLink(db: Db, asking: Asking): Promise<void> {
  const { row, state } = await requireRecipient(db, asking)
  if (state !== 'confirmed') await markConfirmed(db, row.id, asking.now)
}

export async function stopByLink(db: Db, asking: Asking): Promise<void> {
  const { row } = await requireRecipient(db, asking)
  await markStopped(db, row.id, asking.now)
}
