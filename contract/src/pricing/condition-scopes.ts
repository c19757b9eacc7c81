import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

export const CONDITION_SCOPES = { company: 'Для покупателя', group: 'Для ценовой группы', all: 'Для всех' } as const
export type ConditionScope = keyof typeof CONDITION_SCOPES
export const ConditionScope = z.enum(keysOf(CONDITION_SCOPES))
