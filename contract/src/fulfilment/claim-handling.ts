import { z } from 'zod'
import { MessageBody } from '../core/attachments.ts'
import { IdParams, Version } from '../core/fields.ts'
import { ClaimDecision, ClaimReceipt, ClaimSettlement, WriteOff } from './new-claim.ts'
import type { Route } from '../core/route.ts'

export const PATH = '/api/v1/claims'
export const ONE = `${PATH}/:id`
const Done = z.object({ version: Version })
export const JustVersion = z.strictObject({ version: Version })
/** Question to the client about the claim. */
export const ClaimQuestion = MessageBody.extend({ version: Version })
export const act = { method: 'POST', params: IdParams, reply: Done, idempotent: true } as const

/** Actions of the person handling a claim. */
export const claimHandling = {
  assign: {
    ...act,
    path: `${ONE}/assign`,
    summary: '«Взять в работу»',
    access: 'claims:handle',
    body: JustVersion,
    example: { version: 1 },
  },
  requestDetails: {
    ...act,
    path: `${ONE}/request-details`,
    summary: 'Задать клиенту вопрос: срок ответа ждёт его',
    access: 'claims:handle',
    body: ClaimQuestion,
    example: { version: 1, text: 'Любой', file_ids: [] },
  },
  decide: {
    ...act,
    path: `${ONE}/decision`,
    summary: 'Решить по строкам: принять, принять часть или отказать',
    access: 'claims:handle',
    body: ClaimDecision,
    example: {
      version: 1,
      lines: [{ id: 1, qty: 1, price_kop: null, refusal: '' }],
      text: '',
      hand_over_until: '2026-12-01',
      hand_over_to: 'Склад',
    },
  },
  receive: {
    ...act,
    path: `${ONE}/receipt`,
    summary: 'Записать, что получено от клиента',
    access: 'claims:handle',
    body: ClaimReceipt,
    example: { version: 1, lines: [{ id: 1, qty: 1 }] },
  },
  closeAsAbandoned: {
    ...act,
    path: `${ONE}/close-as-abandoned`,
    summary: 'Закрыть: товар не сдан в срок',
    access: 'claims:handle',
    body: JustVersion,
    example: { version: 1 },
  },
  inspect: {
    ...act,
    path: `${ONE}/inspection`,
    summary: 'Отправить полученное на экспертизу',
    access: 'claims:handle',
    body: JustVersion,
    example: { version: 1 },
  },
  settle: {
    ...act,
    path: `${ONE}/settlement`,
    summary: 'Закрыть обращение: что принято окончательно и что вернулось на склад',
    access: 'claims:handle',
    body: ClaimSettlement,
    example: { version: 1, lines: [{ id: 1, qty: 1, to_stock: false, refusal: '' }], text: '' },
  },
  writeOff: {
    ...act,
    path: `${ONE}/write-off`,
    summary: 'Не довезём: вернуть корректировкой деньги за то, что ещё не ушло',
    access: 'claims:handle',
    body: WriteOff,
    example: { version: 1, text: 'Любой' },
  },
} as const satisfies Record<string, Route>
