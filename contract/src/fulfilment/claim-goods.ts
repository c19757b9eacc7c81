import { z } from 'zod'
import { ClaimKindField } from './claim-fields.ts'
import { Day, Id, ShownKop } from '../core/fields.ts'

/** A shipment that a claim may be about, as it is found by an article, a number or an order. */
export const ClaimableShipment = z.object({
  id: Id,
  number: z.string(),
  shipped_on: Day,
  seller: z.string(),
  consignee: z.string(),
  /** Its first goods of those that were found, in a line. */
  subject: z.string(),
  lines_count: z.int(),
})
export type ClaimableShipment = z.infer<typeof ClaimableShipment>

/** May a line be claimed so: told before anything is typed. */
export const Eligibility = z.object({
  kind: ClaimKindField,
  /** The last day; null: no term. */
  until: Day.nullable(),
  /** The most that may be claimed; null: whatever was found too much. */
  qty: z.number().nullable(),
  withheld_percent: z.int(),
  /** Why not; null: it may be. */
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
