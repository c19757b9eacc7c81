import { z } from 'zod'
import { keysOf } from '../../core/keys.ts'
import { Day, Empty, Id, IdParams, Kop, LinkToken, Moment, Qty, requiredText, ShownKop } from '../../core/fields.ts'
import { defineRoutes } from '../../core/route.ts'

/** States of a change approval. */
export const DECISION_STATES = {
  open: 'Ждёт ответа',
  agreed: 'Клиент согласился',
  declined: 'Клиент снял строку',
  other: 'Клиент подбирает другое',
  kept: 'Ответа не было: строка осталась как была',
  dropped: 'Ответа не было: строка снята',
  replaced: 'Условия изменились ещё раз',
  settled: 'Строку перевёл менеджер',
  applied: 'Условия стали лучше, спрашивать не о чем',
} as const
export type ChangeApprovalState = keyof typeof DECISION_STATES
export const ChangeApprovalState = z.enum(keysOf(DECISION_STATES))

/** Default applied at the deadline without an answer. */
export const WITHOUT_ANSWER = {
  keep: 'строка останется как была',
  drop: 'строка будет снята',
} as const
export type WithoutAnswer = keyof typeof WITHOUT_ANSWER
export const WithoutAnswer = z.enum(keysOf(WITHOUT_ANSWER))

/** Hours of working days for the client's answer by default. */
export const ANSWER_HOURS = 24
export const MAX_ANSWER_HOURS = 240

const LineTerms = z.object({
  price_kop: ShownKop,
  expected_date: Day,
  guaranteed_date: Day,
  brand: z.string(),
  article: z.string(),
  qty: z.number(),
})
export type LineTerms = z.infer<typeof LineTerms>

/** Compares terms for the client: worse, same, or of another number. */
export function compareTerms(before: WithKnownPrice<LineTerms>, after: WithKnownPrice<LineTerms>) {
  const isOtherNumber = before.brand !== after.brand || before.article !== after.article
  const isWorse =
    after.price_kop > before.price_kop ||
    after.expected_date > before.expected_date ||
    after.guaranteed_date > before.guaranteed_date ||
    after.qty < before.qty ||
    isOtherNumber
  const isSame =
    !isWorse &&
    after.price_kop === before.price_kop &&
    after.expected_date === before.expected_date &&
    after.guaranteed_date === before.guaranteed_date &&
    after.qty === before.qty
  return { isWorse, isSame, isOtherNumber }
}
type WithKnownPrice<T extends { price_kop: unknown }> = Omit<T, 'price_kop'> & { price_kop: number }

/** Texts about a price change for people without prices. */
export const PRICE_GOES = { up: 'Цена станет выше', down: 'Цена станет ниже' } as const

/** Change approval: the line as promised and as proposed. */
export const ChangeApproval = z.object({
  id: Id,
  line_id: Id,
  order_id: Id,
  order_number: z.string(),
  consignee: z.string(),
  name: z.string(),
  unit: z.string(),
  before: LineTerms,
  after: LineTerms,
  /** Direction of the price, shown even when prices are hidden. */
  price_goes: z.enum(['up', 'down', 'nowhere']),
  reason: z.string(),
  state: ChangeApprovalState,
  asked_at: Moment,
  due_at: Moment,
  on_timeout: WithoutAnswer,
  /** Time of the answer or of the expiry, and its author; empty when the deadline passed. */
  ended_at: Moment.nullable(),
  ended_by: z.string(),
})
export type ChangeApproval = z.infer<typeof ChangeApproval>

export const ANSWERS = { agree: 'Согласен', decline: 'Снять строку', other: 'Подобрать другое' } as const
export type Answer = keyof typeof ANSWERS
export const Answer = z.enum(keysOf(ANSWERS))

/** New terms of a line; absent fields stay unchanged. */
export const ChangeLine = z
  .strictObject({
    price_kop: Kop.positive('Укажите цену').max(100_000_000_000, 'Слишком большая цена').optional(),
    expected_date: Day.optional(),
    guaranteed_date: Day.optional(),
    /** Product offered instead. */
    product_id: Id.optional(),
    /** Quantity of the not yet arrived goods that will be supplied. */
    qty: Qty.optional(),
    /** Explanation that the client reads. */
    reason: requiredText(300),
    answer_hours: z.int('Укажите часы').min(1, 'Не меньше 1 часа').max(MAX_ANSWER_HOURS, 'Не больше 240 часов'),
    on_timeout: WithoutAnswer,
  })
  .refine(
    ({ price_kop, expected_date, guaranteed_date, product_id, qty }) =>
      [price_kop, expected_date, guaranteed_date, product_id, qty].some((value) => value !== undefined),
    'Измените хотя бы одно условие',
  )
export type ChangeLine = z.infer<typeof ChangeLine>

/** Most open change approvals listed at once. */
export const MAX_CHANGE_APPROVALS = 50

export const changeApprovalRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/change-approvals',
    summary: 'Строки, по которым ждут решения клиента, первые по сроку; не больше 50',
    access: 'change_approvals:answer',
    reply: z.object({ results: z.array(ChangeApproval), has_more: z.boolean() }),
  },
  answer: {
    method: 'POST',
    path: '/api/v1/change-approvals/:id/answer',
    summary: 'Согласиться с новыми условиями строки, снять её или подобрать вместо неё другое',
    access: 'change_approvals:answer',
    params: IdParams,
    body: z.strictObject({ answer: Answer }),
    example: { answer: 'agree' },
    reply: Empty,
  },
  change: {
    method: 'POST',
    path: '/api/v1/order-lines/:id/terms',
    summary: 'Изменить срок, цену, номер или количество строки: лучше — сразу, хуже — после согласия клиента',
    access: 'orders:change',
    params: IdParams,
    body: ChangeLine,
    example: { price_kop: 100, reason: 'Любая', answer_hours: 24, on_timeout: 'keep' },
    reply: z.object({ is_asked: z.boolean() }),
    idempotent: true,
  },
  close: {
    method: 'POST',
    path: '/api/v1/change-approvals/:id/close',
    summary: 'Истекшее решение разобрано',
    access: 'orders:change',
    params: IdParams,
    reply: Empty,
  },
  readLink: {
    method: 'POST',
    path: '/api/v1/change-approval-links/read',
    summary: 'О чём спрашивает ссылка из письма; ничего не меняет',
    access: 'public',
    body: z.strictObject({ token: LinkToken }),
    reply: ChangeApproval,
  },
  answerLink: {
    method: 'POST',
    path: '/api/v1/change-approval-links/answer',
    summary: 'Ответить по ссылке из письма, один раз',
    access: 'public',
    body: z.strictObject({ token: LinkToken, answer: Answer }),
    reply: Empty,
  },
})
