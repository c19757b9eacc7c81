import { MAX_DIFFERENCE_MESSAGES, OUTCOMES_OF, type DifferenceOutcome } from '@artikul/contract/billing/reconciliation'
import type { Kysely, Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import {
  markDifferenceClosed,
  countDifferenceMessages,
  insertDifferenceMessage,
  lockDifference,
  openDifference,
} from './differences.queries.ts'
import {
  labelOf,
  reconciliationNotFound,
  scopeOfReconciliation,
  type ReconciliationParty,
  type ReconciliationDeps,
} from './reconciliation.ts'

async function lockForMessage(tx: Db, party: ReconciliationParty, id: number) {
  const difference = await lockDifference(tx, scopeOfReconciliation(party), id)
  if (!difference) throw reconciliationNotFound()
  // A resolved difference accepts no messages.
  if (difference.outcome === 'agreed') throw new AppError('reconciliation.invalid_state')
  return difference
}

type LockedDifference = Awaited<ReturnType<typeof lockForMessage>>

const eventOf = (
  kind: 'reconciliation.message' | 'reconciliation.changed',
  difference: LockedDifference,
  party: ReconciliationParty,
) =>
  ({
    kind,
    about: 'reconciliation',
    aboutId: difference.reconciliation_id,
    contractorId: difference.contractor_id,
    label: labelOf(difference),
    tells: party.reader === 'any' ? 'client' : 'staff',
    author: party.author,
  }) as const

/**
 * Sends a message to the other side and publishes it; a closed difference is reopened.
 * @throws AppError `not_found`, also for another company's difference, `reconciliation.invalid_state`,
 * `reconciliation.message_limit_reached`
 */
export async function postDifferenceMessage(
  tx: Transaction<DB>,
  { clock }: ReconciliationDeps,
  party: ReconciliationParty,
  id: number,
  text: string,
) {
  const now = clock.now()
  const difference = await lockForMessage(tx, party, id)
  if ((await countDifferenceMessages(tx, id)) >= MAX_DIFFERENCE_MESSAGES)
    throw new AppError('reconciliation.message_limit_reached')
  const place = { difference_id: id, contractor_id: difference.contractor_id }
  await insertDifferenceMessage(tx, place, party.author, { text, from_staff: party.reader === 'any', created_at: now })
  if (difference.outcome !== null) await openDifference(tx, id)
  await publishEvents(tx, [eventOf('reconciliation.message', difference, party)], now)
}

/**
 * Closes a difference with the commitment of the caller's side.
 * @throws AppError `not_found`, also for another company's difference, `stale`, `reconciliation.invalid_state`,
 * `auth.forbidden` for a commitment that only the other side can make
 */
export async function closeDifference(
  db: Kysely<DB>,
  { clock }: ReconciliationDeps,
  party: ReconciliationParty,
  { id, version, outcome }: { id: number; version: number; outcome: DifferenceOutcome },
) {
  const allowed: readonly DifferenceOutcome[] = OUTCOMES_OF[party.reader === 'any' ? 'staff' : 'client']
  if (!allowed.includes(outcome))
    throw new AppError('auth.forbidden', { detail: 'Так закрывает расхождение другая сторона' })
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    const difference = await lockForMessage(tx, party, id)
    if (difference.version !== version) throw new AppError('stale')
    if (difference.outcome !== null) throw new AppError('reconciliation.invalid_state')
    await markDifferenceClosed(tx, id, { outcome, closed_by: party.author.actorId, closed_at: now })
    await publishEvents(tx, [eventOf('reconciliation.changed', difference, party)], now)
  })
}
