import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { ProductBrief } from '../catalog/catalog.ts'
import { Day, Id, Kop, Moment, Qty, text, Version } from '../core/fields.ts'
import { Percent } from './price-groups.ts'

const MAX_KOP = 10_000_000_000
/** One hundred per cent, in hundredths. */
export const WHOLE = 10_000

const PriceKop = z.int('Укажите цену').positive('Укажите цену больше нуля').max(MAX_KOP, 'Слишком большая цена')

/** Effect of a condition on the price. */
export const PriceEffect = z.discriminatedUnion('kind', [
  /** Replaces the markup of the price column. */
  z.strictObject({ kind: z.literal('markup'), hundredths: Percent }),
  /** Discount from the price of the column. */
  z.strictObject({ kind: z.literal('discount'), hundredths: Percent.lt(WHOLE, 'Скидка меньше 100 %') }),
  z.strictObject({ kind: z.literal('fixed'), price_kop: PriceKop }),
  /** Replaces the contractor's column by that of another price group. */
  z.strictObject({ kind: z.literal('column'), price_group_id: Id }),
  z.strictObject({ kind: z.literal('not_sold') }),
])
export type PriceEffect = z.infer<typeof PriceEffect>

/**
 * Scope of a price condition: contractor or price group (else everybody), goods (`null` for any), quantity, period and
 * price. Of the matching conditions the most specific one applies; conditions never add up.
 */
export const ConditionFields = z
  .strictObject({
    contractor_id: Id.nullable(),
    price_group_id: Id.nullable(),
    product_id: Id.nullable(),
    brand_id: Id.nullable(),
    inventory_group_id: Id.nullable(),
    supply_route_id: Id.nullable(),
    /** Range of the purchase price, lower bound inclusive and upper bound exclusive, kopecks. */
    purchase_from_kop: PriceKop.nullable(),
    purchase_to_kop: PriceKop.nullable(),
    /** Quantity in the item's unit; 0 for any quantity. */
    qty_from: z.union([z.literal(0), Qty]),
    effect: PriceEffect,
    valid_from: Day,
    /** Last day of the condition; `null` until it is ended. */
    valid_to: Day.nullable(),
    note: text(200),
  })
  .superRefine((fields, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (fields.contractor_id !== null && fields.price_group_id !== null)
      refuse('price_group_id', 'Укажите или покупателя, или ценовую группу')
    if (fields.product_id !== null && (fields.brand_id !== null || fields.inventory_group_id !== null))
      refuse('product_id', 'Для артикула бренд и группа номенклатуры не нужны')
    if (fields.effect.kind === 'fixed' && fields.product_id === null)
      refuse('product_id', 'Цену назначают для артикула')
    if ((fields.purchase_from_kop ?? 0) >= (fields.purchase_to_kop ?? Infinity))
      refuse('purchase_to_kop', 'Закупка «до» должна быть больше, чем «от»')
    if (fields.valid_to !== null && fields.valid_to < fields.valid_from)
      refuse('valid_to', 'Последний день раньше первого')
  })
export type ConditionFields = z.infer<typeof ConditionFields>

const Named = z.object({ id: Id, name: z.string() })

/** `in_force` today, `coming` later, `ended` before today. */
export const CONDITION_STATES = { in_force: 'Действуют', coming: 'Начнутся', ended: 'Закончились' } as const
export type ConditionState = keyof typeof CONDITION_STATES
const ConditionState = z.enum(keysOf(CONDITION_STATES))

export const PriceConditionTerms = z.object({
  id: Id,
  version: Version,
  state: ConditionState,
  contractor: Named.nullable(),
  price_group: Named.nullable(),
  product: ProductBrief.nullable(),
  brand: Named.nullable(),
  inventory_group: Named.nullable(),
  source: Named.nullable(),
  purchase_from_kop: Kop.nullable(),
  purchase_to_kop: Kop.nullable(),
  qty_from: z.number(),
  effect: PriceEffect,
  /** Name of the other column. */
  column: z.string().nullable(),
  valid_from: Day,
  valid_to: Day.nullable(),
  note: z.string(),
  /** Newer condition with the same scope, which overrides this one since that day. */
  overlapped: z.object({ by: Id, since: Day }).nullable(),
  author: z.string(),
  changed_at: Moment,
})
export type PriceConditionTerms = z.infer<typeof PriceConditionTerms>
