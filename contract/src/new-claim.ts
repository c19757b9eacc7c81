import { z } from 'zod'
import { fileIds } from './attachments.ts'
import { ClaimKind, ClaimOutcome } from './claim-fields.ts'
import { Day, Id, Qty, text, Version } from './fields.ts'

/** The lines of one claim. */
export const MOST_CLAIM_LINES = 100
/** Files of a claim altogether. */
export const MOST_FILES_OF_CLAIM = 100
const MOST_KOP = 10_000_000_000

const priceKop = z.int('Укажите цену').min(0, 'Укажите цену').max(MOST_KOP, 'Слишком большая цена')

export const NewClaim = z
  .strictObject({
    shipment_id: Id,
    kind: ClaimKind,
    outcome: ClaimOutcome,
    text: text(2000),
    lines: z
      .array(
        z.strictObject({
          shipment_line_id: Id,
          qty: Qty,
          /** The price that is right, where the price is wrong. */
          asked_kop: priceKop.nullable(),
        }),
      )
      .min(1, 'Выберите товары')
      .max(MOST_CLAIM_LINES, 'В обращении не больше 100 строк'),
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

const zeroOrQty = z.union([z.literal(0), Qty])

export const ClaimDecision = z
  .strictObject({
    version: Version,
    lines: z
      .array(
        z.strictObject({
          id: Id,
          qty: zeroOrQty,
          /** The price that is right; of a claim of prices alone. */
          price_kop: priceKop.nullable(),
          refusal: text(500),
        }),
      )
      .min(1)
      .max(MOST_CLAIM_LINES),
    text: text(2000),
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
    .max(MOST_CLAIM_LINES)
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
          /** In a state to be sold again: it goes back to our own shelf. */
          to_stock: z.boolean(),
          refusal: text(500),
        }),
      )
      .min(1)
      .max(MOST_CLAIM_LINES),
    text: text(2000),
    correction_number: text(50).optional(),
  })
  .superRefine(({ lines }, context) => requireReasons(lines, context))
export type ClaimSettlement = z.infer<typeof ClaimSettlement>

function requireReasons(lines: readonly { qty: number; refusal: string }[], context: z.RefinementCtx) {
  for (const [at, { qty, refusal }] of lines.entries())
    if (qty === 0 && refusal === '')
      context.addIssue({ code: 'custom', path: ['lines', at, 'refusal'], message: 'Укажите причину отказа' })
}
