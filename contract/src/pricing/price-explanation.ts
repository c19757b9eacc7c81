import { z } from 'zod'
import { Id, Kop } from '../core/fields.ts'
import { PriceConditionTerms } from './price-condition.ts'

/** One step from the purchase price to the client's. */
export const PriceStep = z.object({
  kind: z.enum(['purchase', 'source_markup', 'group_markup', 'column', 'condition', 'ruble', 'floor']),
  /** Markup of the step, hundredths of a per cent. */
  hundredths: z.int().nullable(),
  /** Which group of goods or column. */
  name: z.string().nullable(),
  condition: PriceConditionTerms.nullable(),
  /** The price after it. */
  kop: Kop,
})
export type PriceStep = z.infer<typeof PriceStep>

export const ExplainedOffer = z.object({
  offer_id: Id,
  warehouse: z.string(),
  source: z.string(),
  /** `null` when not sold to the buyer. */
  price_kop: Kop.nullable(),
  /** Over the cost net of VAT, hundredths of a per cent. */
  net_markup_hundredths: z.int().nullable(),
  steps: z.array(PriceStep),
})
export type ExplainedOffer = z.infer<typeof ExplainedOffer>
