import { z } from 'zod'
import { ClaimKindField } from './claim-fields.ts'
import { Day, Id, ShownKop } from '../core/fields.ts'

/** Shipment that a claim may refer to, found by an article, a number or an order. */
export const ClaimableShipment = z.object({
  id: Id,
  number: z.string(),
  shipped_on: Day,
  seller: z.string(),
  consignee: z.string(),
  /** First of the found goods, in one line. */
  subject: z.string(),
  /** Its order line. */
  order_line_id: Id,
  lines_count: z.int(),
})
export type ClaimableShipment = z.infer<typeof ClaimableShipment>

/** Whether a claim of this kind is possible for the line, shown before anything is typed. */
export const Eligibility = z.object({
  kind: ClaimKindField,
  /** Last day for the claim; `null` for no limit. */
  until: Day.nullable(),
  /** Largest quantity to claim; `null` for a surplus, which has no limit. */
  qty: z.number().nullable(),
  withheld_percent: z.int(),
  /** Reason why the claim is impossible; `null` when it is possible. */
  reason: z.string().nullable(),
})
export type Eligibility = z.infer<typeof Eligibility>

export const ClaimableLine = z.object({
  shipment_line_id: Id,
  order_line_id: Id,
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  order_number: z.string(),
  shipped_qty: z.number(),
  price_kop: ShownKop,
  kinds: z.array(Eligibility),
})
export type ClaimableLine = z.infer<typeof ClaimableLine>

export const ClaimableGoods = z.object({
  id: Id,
  number: z.string(),
  shipped_on: Day,
  seller: z.string(),
  consignee: z.string(),
  lines: z.array(ClaimableLine),
})
export type ClaimableGoods = z.infer<typeof ClaimableGoods>
