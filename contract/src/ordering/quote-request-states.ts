import { z } from 'zod'
import { keysOf } from '../core/keys.ts'

export const REQUEST_STATES = {
  waiting: 'Ждёт ответа',
  in_work: 'В работе',
  answered: 'Есть ответ',
  closed: 'Закрыт',
} as const
export type RequestState = keyof typeof REQUEST_STATES
export const RequestState = z.enum(keysOf(REQUEST_STATES))

/** Checks whether a request still needs an answer. */
export const isUnanswered = (state: RequestState) => state === 'waiting' || state === 'in_work'
