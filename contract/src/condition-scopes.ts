import { z } from 'zod'

export const CONDITION_SCOPES = { company: 'Для покупателя', group: 'Для ценовой группы', all: 'Для всех' } as const
export type ConditionScope = keyof typeof CONDITION_SCOPES
export const ConditionScope = z.enum(Object.keys(CONDITION_SCOPES) as [ConditionScope, ...ConditionScope[]])
