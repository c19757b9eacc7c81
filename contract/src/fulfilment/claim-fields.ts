import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Id } from '../core/fields.ts'
import { CLAIM_OUTCOMES, SUPPLYING_OUTCOMES } from './claim-rules.ts'
import { CLAIM_KINDS, CLAIM_STATES } from './claim-states.ts'

export const ClaimKindField = z.enum(keysOf(CLAIM_KINDS))
export const ClaimOutcomeField = z.enum(keysOf(CLAIM_OUTCOMES))
export const ClaimStateField = z.enum(keysOf(CLAIM_STATES))

/** Origin of goods shipped by a claim: «Довоз по обращению О-000123» and the order of the claimed line. */
export const ClaimOrigin = z.object({
  id: Id,
  number: z.string(),
  outcome: z.enum(SUPPLYING_OUTCOMES),
  order_id: Id,
  order_number: z.string(),
})
export type ClaimOrigin = z.infer<typeof ClaimOrigin>
