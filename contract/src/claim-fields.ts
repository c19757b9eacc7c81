import { z } from 'zod'
import {
  CLAIM_KINDS,
  CLAIM_OUTCOMES,
  CLAIM_STATES,
  type ClaimKind as Kind,
  type ClaimOutcome as Outcome,
  type ClaimState as State,
} from './claim-rules.ts'

const keysOf = <T extends string>(words: Record<T, string>) => Object.keys(words) as [T, ...T[]]
export const ClaimKind = z.enum(keysOf<Kind>(CLAIM_KINDS))
export const ClaimOutcome = z.enum(keysOf<Outcome>(CLAIM_OUTCOMES))
export const ClaimState = z.enum(keysOf<State>(CLAIM_STATES))
