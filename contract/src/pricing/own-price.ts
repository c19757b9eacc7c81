import { z } from 'zod'
import { Day, Id, PathId, ShownKop } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Condition that gave a buyer the price, without figures of the supplier. */
export const OwnCondition = z.object({
  /** Who has it: the company alone, its price group, or everybody. */
  scope: z.enum(['company', 'price_group', 'everybody']),
  goods: z.enum(['product', 'brand', 'inventory_group', 'any']),
  effect: z.enum(['fixed', 'discount', 'special']),
  /** Of a discount, with at most two decimals. */
  discount_percent: z.number().nullable(),
  /** Smallest quantity of the condition in the item's unit; 0 for any. */
  qty_from: z.number(),
  /** Last day; `null` until it is ended. */
  valid_to: Day.nullable(),
})
export type OwnCondition = z.infer<typeof OwnCondition>

/** Price of the company and the list price beside it. */
export const OwnPrice = z.object({
  offer_id: Id,
  warehouse: z.string(),
  /** For the smallest quantity that is sold. */
  price_kop: ShownKop,
  /** Higher price of a buyer without conditions; `null` when the own one is not lower. */
  list_kop: ShownKop,
  /** `null` when the price follows from the company's price column alone. */
  condition: OwnCondition.nullable(),
})
export type OwnPrice = z.infer<typeof OwnPrice>

export const ownPriceRoutes = defineRoutes({
  explain: {
    method: 'GET',
    path: '/api/v1/own-prices',
    summary: '«Почему такая цена»: прайсовая цена, своя цена и условие, по которому она посчитана',
    access: 'cart:use',
    query: z.strictObject({ product_id: PathId }),
    reply: z.object({ results: z.array(OwnPrice) }),
  },
})
