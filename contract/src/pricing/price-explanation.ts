import { z } from 'zod'
import { Id, Kop } from '../core/fields.ts'
import { PriceConditionTerms } from './price-condition.ts'

/** One step from the purchase price to the client's. */
export const PriceStep = z.object({
  kind: z.enum([
    'purchase',
    'weight',
    'source_markup',
    'group_markup',
    'column',
    'column_price',
    'condition',
    'ruble',
    'floor',
    'bounds',
  ]),
  /** Markup of the step, hundredths of a per cent. */
  hundredths: z.int().nullable(),
  /** Name of the inventory group or column. */
  name: z.string().nullable(),
  condition: PriceConditionTerms.nullable(),
  /** Price after the step. */
  kop: Kop,
})
export type PriceStep = z.infer<typeof PriceStep>

export const ExplainedOffer = z.object({
  offer_id: Id,
  warehouse: z.string(),
  source: z.string(),
  /** `null` when not sold to the contractor. */
  price_kop: Kop.nullable(),
  /** Markup over the cost net of VAT, hundredths of a per cent. */
  net_markup_hundredths: z.int().nullable(),
  steps: z.array(PriceStep),
})
export type ExplainedOffer = z.infer<typeof ExplainedOffer>
