import { z } from 'zod'
import { fileIds } from '../core/attachments.ts'
import { ClaimKindField, ClaimOutcomeField } from './claim-fields.ts'
import { Day, Id, Qty, requiredText, text, Version } from '../core/fields.ts'

/** Most lines of one claim. */
export const MAX_CLAIM_LINES = 100
/** Most files of one claim. */
export const MAX_CLAIM_FILES = 100
const MAX_KOP = 10_000_000_000

const priceKop = z.int('Укажите цену').min(0, 'Укажите цену').max(MAX_KOP, 'Слишком большая цена')

export const NewClaim = z
  .strictObject({
    shipment_id: Id,
    kind: ClaimKindField,
    outcome: ClaimOutcomeField,
    text: text(2000),
    lines: z
      .array(
        z.strictObject({
          shipment_line_id: Id,
          qty: Qty,
          /** Correct price, in a claim about a price. */
          asked_kop: priceKop.nullable(),
        }),
      )
      .min(1, 'Выберите товары')
      .max(MAX_CLAIM_LINES, 'В обращении не больше 100 строк'),
    file_ids: fileIds,
  })
  .refine(
    ({ kind, outcome, lines }) =>
      kind !== 'price' || outcome === 'fix' || lines.every((line) => line.asked_kop !== null),
    {
      path: ['lines'],
      message: 'Укажите верную цену в каждой строке',
    },
  )
export type NewClaim = z.infer<typeof NewClaim>

/** Differences that can be found by counting a parcel at acceptance. */
export const COUNT_DIFFERENCE_KINDS = ['shortage', 'surplus', 'wrong', 'damage'] as const satisfies readonly z.infer<
  typeof ClaimKindField
>[]
export type CountDifferenceKind = (typeof COUNT_DIFFERENCE_KINDS)[number]

/** Differences from the documents: one claim per kind, created together with the receipt of the shipment. */
export const Differences = z.strictObject({
  claims: z
    .array(
      z.strictObject({
        kind: z.enum(COUNT_DIFFERENCE_KINDS),
        outcome: ClaimOutcomeField,
        text: text(2000),
        lines: z
          .array(z.strictObject({ shipment_line_id: Id, qty: Qty }))
          .min(1, 'Выберите товары')
          .max(MAX_CLAIM_LINES, 'В обращении не больше 100 строк'),
        file_ids: fileIds,
      }),
    )
    .min(1, 'Отметьте, что не так')
    .max(COUNT_DIFFERENCE_KINDS.length)
    .refine((claims) => new Set(claims.map(({ kind }) => kind)).size === claims.length, 'Каждый вид — один раз'),
})
export type Differences = z.infer<typeof Differences>

const zeroOrQty = z.union([z.literal(0), Qty])

export const ClaimDecision = z
  .strictObject({
    version: Version,
    lines: z
      .array(
        z.strictObject({
          id: Id,
          qty: zeroOrQty,
          /** Correct price, only in claims about prices. */
          price_kop: priceKop.nullable(),
          /** Missing pieces that were never shipped and return to own stock. */
          to_stock: z.boolean().optional(),
          refusal: text(500),
        }),
      )
      .min(1)
      .max(MAX_CLAIM_LINES),
    text: text(2000),
    /** Outcome granted instead of the requested one, limited to those of the kind. */
    outcome: ClaimOutcomeField.optional(),
    hand_over_until: Day.nullable(),
    hand_over_to: text(300),
    correction_number: text(50).optional(),
  })
  .superRefine(({ lines }, context) => requireReasons(lines, context))
export type ClaimDecision = z.infer<typeof ClaimDecision>

export const ClaimReceipt = z.strictObject({
  version: Version,
  lines: z
    .array(z.strictObject({ id: Id, qty: zeroOrQty }))
    .min(1)
    .max(MAX_CLAIM_LINES)
    .refine((lines) => lines.some((line) => line.qty > 0), 'Отметьте, что получено'),
})
export type ClaimReceipt = z.infer<typeof ClaimReceipt>

export const ClaimSettlement = z
  .strictObject({
    version: Version,
    lines: z
      .array(
        z.strictObject({
          id: Id,
          qty: zeroOrQty,
          /** True when the goods can be sold again and return to own stock. */
          to_stock: z.boolean(),
          refusal: text(500),
        }),
      )
      .min(1)
      .max(MAX_CLAIM_LINES),
    text: text(2000),
    correction_number: text(50).optional(),
  })
  .superRefine(({ lines }, context) => requireReasons(lines, context))
export type ClaimSettlement = z.infer<typeof ClaimSettlement>

export const WriteOff = z.strictObject({
  version: Version,
  /** Explanation that the client also reads. */
  text: requiredText(2000),
  correction_number: text(50).optional(),
})
export type WriteOff = z.infer<typeof WriteOff>

function requireReasons(lines: readonly { qty: number; refusal: string }[], context: z.RefinementCtx) {
  for (const [at, { qty, refusal }] of lines.entries())
    if (qty === 0 && refusal === '')
      context.addIssue({ code: 'custom', path: ['lines', at, 'refusal'], message: 'Укажите причину отказа' })
}
