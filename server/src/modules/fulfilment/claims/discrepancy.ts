import { companyScopeOf } from '../../../platform/access/index.ts'
import type { Differences } from '@artikul/contract/fulfilment/new-claim'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import { acceptShipment } from '../shipments/index.ts'
import { createClaim, type ClaimDeps } from './create-claim.ts'

export type DifferDeps = ClaimDeps & Parameters<typeof acceptShipment>[1]

/** Adds the index of the claim to a validation error. */
async function placed<T>(at: number, make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof AppError) || !error.details.errors) throw error
    const errors = error.details.errors.map(({ path, message }) => ({ path: `claims.${at}.${path}`, message }))
    throw new AppError(error.code, { ...error.details, errors })
  }
}

/**
 * «Принято с расхождениями»: marks the shipment as received and creates a claim for each kind of difference. A shipment
 * is received once, so of two devices that counted it only one creates claims.
 * @throws AppError `not_found`, `shipment.invalid_state`, `input.invalid`, `claim.not_eligible`
 */
export async function differ(
  tx: Transaction<DB>,
  deps: DifferDeps,
  { actor, author }: { actor: Actor; author: Author },
  shipmentId: number,
  { claims }: Differences,
) {
  await acceptShipment(tx, deps, { actor, author }, shipmentId)
  const made = []
  for (const [at, { lines, ...claim }] of claims.entries()) {
    const claimInput = {
      ...claim,
      shipment_id: shipmentId,
      lines: lines.map((line) => ({ ...line, asked_kop: null })),
    }
    const one = await placed(at, () => createClaim(tx, deps, { author, member: companyScopeOf(actor) }, claimInput))
    made.push({ ...one, kind: claim.kind })
  }
  return { claims: made }
}
