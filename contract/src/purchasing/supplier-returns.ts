import { z } from 'zod'
import { AttachedFile } from '../core/attachments.ts'
import { Id, IdParams, Kop, listOf, Moment, Numbered, pageQuery, PathId, Qty, text, Version } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'
import { defineRoutes } from '../core/route.ts'

/** States of a return; the last two and `refused` end it. */
export const SUPPLIER_RETURN_STATES = {
  draft: 'Черновик',
  sent: 'Ждём решения поставщика',
  accepted: 'Поставщик принял',
  refused: 'Поставщик отказал',
  goods_sent: 'Товар отправлен',
  credited: 'Деньги зачтены',
  replaced: 'Товар заменён',
} as const
export type SupplierReturnState = keyof typeof SUPPLIER_RETURN_STATES
const State = z.enum(keysOf(SUPPLIER_RETURN_STATES))

/** How a return ends after the supplier has accepted it. */
export const RETURN_OUTCOMES = {
  credited: 'Поставщик зачёл деньги',
  replaced: 'Поставщик заменил товар',
  refused: 'Поставщик отказал',
} as const
export type ReturnOutcome = keyof typeof RETURN_OUTCOMES

const MAX_LINES = 200
const Named = z.object({ id: Id, name: z.string() })
const Price = z.int('Укажите цену').min(0, 'Не меньше нуля').max(2_000_000_000, 'Слишком большая цена')
const Counted = z.union([z.literal(0), Qty])

export const SupplierReturnLine = z.object({
  id: Id,
  claim_line_id: Id,
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  qty: z.number(),
  purchase_kop: Kop,
  /** `null` until the supplier answers. */
  accepted_qty: z.number().nullable(),
})
export type SupplierReturnLine = z.infer<typeof SupplierReturnLine>

/** Return of a claim's goods to one supplier; for staff only. */
export const SupplierReturnItem = z.object({
  id: Id,
  number: z.string(),
  claim: Numbered,
  contractor: z.string(),
  source: Named,
  state: State,
  lines_count: z.int(),
  /** Purchase price of the goods, after the answer of the accepted ones. */
  total_kop: Kop,
  credited_kop: Kop.nullable(),
  created_at: Moment,
  sent_at: Moment.nullable(),
})
export type SupplierReturnItem = z.infer<typeof SupplierReturnItem>

export const SupplierReturn = SupplierReturnItem.extend({
  version: Version,
  /** What is wrong with the goods, for the supplier. */
  text: z.string(),
  answer: z.string(),
  document_number: z.string(),
  answered_at: Moment.nullable(),
  ended_at: Moment.nullable(),
  made_by: z.string(),
  /** Email that a sent return goes to; empty when a person passes it on. */
  email: z.string(),
  lines: z.array(SupplierReturnLine),
  /** Photos and documents of the claim, which are sent with the return. */
  files: z.array(AttachedFile),
})
export type SupplierReturn = z.infer<typeof SupplierReturn>

/** Decision on a line of the claim that follows from its supplier's answer. */
export const DecisionAdvice = z.object({
  claim_line_id: Id,
  qty: z.number(),
  /** Reason that the client may read; empty for accepted goods. */
  refusal: z.string(),
})
export type DecisionAdvice = z.infer<typeof DecisionAdvice>

export const ChangedReturn = z.strictObject({
  text: text(2000),
  /** Zero removes the line. */
  lines: z.array(z.strictObject({ id: Id, qty: Counted, purchase_kop: Price })).max(MAX_LINES, 'Не больше 200 строк'),
})
export type ChangedReturn = z.infer<typeof ChangedReturn>

export const ReturnAnswer = z
  .strictObject({
    lines: z
      .array(z.strictObject({ id: Id, accepted_qty: Counted }))
      .min(1, 'Укажите строки')
      .max(MAX_LINES),
    answer: text(500),
    document_number: text(50),
  })
  .refine(({ lines, answer }) => answer !== '' || lines.some((line) => line.accepted_qty > 0), {
    path: ['answer'],
    message: 'Укажите причину отказа',
  })
export type ReturnAnswer = z.infer<typeof ReturnAnswer>

export const ReturnEnd = z
  .strictObject({
    outcome: z.enum(keysOf(RETURN_OUTCOMES)),
    /** Credited sum; `null` for another outcome. */
    credited_kop: Price.nullable(),
    document_number: text(50),
    answer: text(500),
  })
  .refine(({ outcome, credited_kop }) => (outcome === 'credited') === (credited_kop !== null), {
    path: ['credited_kop'],
    message: 'Укажите зачтённую сумму',
  })
  .refine(({ outcome, answer }) => outcome !== 'refused' || answer !== '', {
    path: ['answer'],
    message: 'Укажите причину отказа',
  })
export type ReturnEnd = z.infer<typeof ReturnEnd>

const PATH = '/api/v1/supplier-returns'
const ONE = `${PATH}/:id`
const manage = { access: 'supplier_returns:manage' } as const
const versioned = { params: IdParams, body: z.strictObject({ version: Version }), example: { version: 1 } } as const
const next = { reply: z.object({ version: Version }) } as const

export const supplierReturnRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Возвраты поставщикам',
    ...manage,
    query: z.strictObject({
      ...pageQuery,
      state: State.optional(),
      supply_route_id: PathId.optional(),
      /** Tail of the number. */
      q: text(30).optional(),
    }),
    reply: listOf(SupplierReturnItem),
  },
  sources: {
    method: 'GET',
    path: `${PATH}/sources`,
    summary: 'Поставщики, которым возвращают товар',
    ...manage,
    reply: z.object({ results: z.array(Named) }),
  },
  ofClaim: {
    method: 'GET',
    path: '/api/v1/claims/:id/supplier-returns',
    summary: 'Возвраты поставщикам по обращению и решение, которое следует из ответов поставщиков',
    ...manage,
    params: IdParams,
    reply: z.object({
      results: z.array(SupplierReturnItem),
      advice: z.array(DecisionAdvice),
      /** Lines of the claim that stand in no return yet. */
      rest_count: z.int(),
    }),
  },
  get: {
    method: 'GET',
    path: ONE,
    summary: 'Возврат поставщику со строками и фото',
    ...manage,
    params: IdParams,
    reply: SupplierReturn,
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Составить возвраты поставщикам по обращению, по одному на поставщика',
    ...manage,
    body: z.strictObject({
      claim_id: Id,
      /** Supplier of goods from own stock, whose origin is unknown; `null` to leave such lines out. */
      supply_route_id: Id.nullable(),
    }),
    example: { claim_id: 1, supply_route_id: null },
    reply: z.object({ results: z.array(Numbered) }),
    status: 201,
    idempotent: true,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменить черновик возврата поставщику',
    ...manage,
    params: IdParams,
    body: ChangedReturn.extend({ version: Version }),
    example: { version: 1, text: 'Трещина', lines: [] },
    ...next,
  },
  send: {
    method: 'POST',
    path: `${ONE}/send`,
    summary: 'Отправить возврат поставщику',
    ...manage,
    ...versioned,
    ...next,
  },
  answer: {
    method: 'POST',
    path: `${ONE}/answer`,
    summary: 'Записать решение поставщика',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version, answer: ReturnAnswer }),
    example: { version: 1, answer: { lines: [{ id: 1, accepted_qty: 1 }], answer: '', document_number: '' } },
    ...next,
  },
  goodsSent: {
    method: 'POST',
    path: `${ONE}/goods-sent`,
    summary: 'Товар отправлен поставщику',
    ...manage,
    ...versioned,
    ...next,
  },
  finish: {
    method: 'POST',
    path: `${ONE}/finish`,
    summary: 'Чем закончился возврат: деньги, замена или отказ',
    ...manage,
    params: IdParams,
    body: z.strictObject({ version: Version, end: ReturnEnd }),
    example: {
      version: 1,
      end: { outcome: 'credited', credited_kop: 10_000, document_number: 'К-5', answer: '' },
    },
    ...next,
  },
  discard: {
    method: 'POST',
    path: `${ONE}/discard`,
    summary: 'Удалить черновик возврата поставщику',
    ...manage,
    ...versioned,
    reply: z.object({}),
  },
})
