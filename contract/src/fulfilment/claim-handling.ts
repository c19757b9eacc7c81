import { z } from 'zod'
import { Words } from '../core/attachments.ts'
import { IdParams, Version } from '../core/fields.ts'
import { ClaimDecision, ClaimReceipt, ClaimSettlement, GivenUp } from './new-claim.ts'
import type { Route } from '../core/route.ts'

export const PATH = '/api/v1/claims'
export const ONE = `${PATH}/:id`
const Done = z.object({ version: Version })
export const JustVersion = z.strictObject({ version: Version })
/** What a client is asked about his claim. */
export const Question = Words.extend({ version: Version })
export const act = { method: 'POST', params: IdParams, reply: Done, idempotent: true } as const

/** What moves a claim on, by the word of whoever handles it. */
export const claimHandling = {
  take: {
    ...act,
    path: `${ONE}/take`,
    summary: '«Взять в работу»',
    access: 'claims:handle',
    body: JustVersion,
  },
  ask: {
    ...act,
    path: `${ONE}/ask`,
    summary: 'Задать клиенту вопрос: срок ответа ждёт его',
    access: 'claims:handle',
    body: Question,
  },
  decide: {
    ...act,
    path: `${ONE}/decision`,
    summary: 'Решить по строкам: принять, принять часть или отказать',
    access: 'claims:handle',
    body: ClaimDecision,
  },
  receive: {
    ...act,
    path: `${ONE}/receipt`,
    summary: 'Записать, что получено от клиента',
    access: 'claims:handle',
    body: ClaimReceipt,
  },
  forgo: {
    ...act,
    path: `${ONE}/forgo`,
    summary: 'Закрыть: товар не сдан в срок',
    access: 'claims:handle',
    body: JustVersion,
  },
  inspect: {
    ...act,
    path: `${ONE}/inspection`,
    summary: 'Отправить полученное на экспертизу',
    access: 'claims:handle',
    body: JustVersion,
  },
  settle: {
    ...act,
    path: `${ONE}/settlement`,
    summary: 'Закрыть обращение: что принято окончательно и что вернулось на склад',
    access: 'claims:handle',
    body: ClaimSettlement,
  },
  giveUp: {
    ...act,
    path: `${ONE}/give-up`,
    summary: 'Не довезём: вернуть корректировкой деньги за то, что ещё не ушло',
    access: 'claims:handle',
    body: GivenUp,
  },
} as const satisfies Record<string, Route>
