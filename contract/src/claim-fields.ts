import { z } from 'zod'
import { Id } from './fields.ts'
import { CLAIM_OUTCOMES, SUPPLYING_OUTCOMES, type ClaimOutcome as Outcome } from './claim-rules.ts'
import { CLAIM_KINDS, CLAIM_STATES, type ClaimKind as Kind, type ClaimState as State } from './claim-states.ts'

const keysOf = <T extends string>(words: Record<T, string>) => Object.keys(words) as [T, ...T[]]
export const ClaimKind = z.enum(keysOf<Kind>(CLAIM_KINDS))
export const ClaimOutcome = z.enum(keysOf<Outcome>(CLAIM_OUTCOMES))
export const ClaimState = z.enum(keysOf<State>(CLAIM_STATES))

/** Where goods that leave by a claim come from: «Довоз по обращению О-000123», and the order whose line it is about. */
export const ClaimOrigin = z.object({
  id: Id,
  number: z.string(),
  outcome: z.enum(SUPPLYING_OUTCOMES),
  order_id: Id,
  order_number: z.string(),
})
export type ClaimOrigin = z.infer<typeof ClaimOrigin>
