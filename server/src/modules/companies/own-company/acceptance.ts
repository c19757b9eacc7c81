import type { OfferToAccept } from '@artikul/contract/companies/legal'
import type { Kysely } from 'kysely'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { requireContractor, type Actor } from '../../../platform/http/index.ts'
import {
  isPublicOfferAccepted,
  lockAcceptance,
  selectChangesAfter,
  selectNewestAccepted,
} from './acceptance.queries.ts'
import { recordConsents } from './consents.ts'
import { selectTextInForce } from './legal.queries.ts'

/** Reads the public offer that the company has to accept before its next order; null for none. */
export async function readOfferToAccept(db: Db, contractorId: number, now: Date): Promise<OfferToAccept | null> {
  const today = moscowDate(now)
  if (await isPublicOfferAccepted(db, contractorId, today)) return null
  const accepted = await selectNewestAccepted(db, contractorId)
  const { version, in_force_from, note } = await selectTextInForce(db, 'offer', today)
  const changes = accepted === null ? [{ version, in_force_from, note }] : await selectChangesAfter(db, accepted, today)
  return { version, in_force_from, is_changed: accepted !== null, changes }
}

interface Acceptance {
  /** Version shown to the user. */
  version: number
  at: Date
  address: string
  userAgent: string
}

/**
 * Records that the person accepted the public offer in force for their company, unless a colleague already has.
 * @throws AppError `order.may_not_place`, `legal.changed`
 */
export async function acceptOffer(
  db: Kysely<DB>,
  actor: Actor,
  { version, at, address, userAgent }: Acceptance,
): Promise<Record<string, never>> {
  const contractorId = requireContractor(actor)
  if (actor.limits && !actor.limits.mayPlace) throw new AppError('order.may_not_place')
  const today = moscowDate(at)
  return db.transaction().execute(async (tx) => {
    await lockAcceptance(tx, contractorId)
    const text = await selectTextInForce(tx, 'offer', today)
    if (text.version !== version) throw new AppError('legal.changed')
    if (await isPublicOfferAccepted(tx, contractorId, today)) return {}
    const facts = { userId: actor.subjectId, contractorId, form: 'order', givenAt: at, address, userAgent }
    await recordConsents(tx, facts, [{ kind: 'offer', version, hash: text.hash }])
    return {}
  })
}
