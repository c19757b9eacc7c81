import { z } from 'zod'
import { ProductBrief } from '../catalog/catalog.ts'
import { Empty, Id, IdParams, Moment, Qty, ShownKop } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Most product alerts of one person in one company. */
export const MAX_PRODUCT_ALERTS = 200
const MAX_KOP = 10_000_000_000

/** `stock`: the product is available in the given quantity, if any; `price`: it costs no more than the given price. */
export const ProductAlertKind = z.enum(['stock', 'price'])
export type ProductAlertKind = z.infer<typeof ProductAlertKind>

export const ProductAlertFields = z
  .strictObject({
    product_id: Id,
    kind: ProductAlertKind,
    /** Quantity in the product's unit over all warehouses; `null` for any. */
    qty: Qty.nullable(),
    price_kop: z
      .int('Укажите цену')
      .positive('Укажите цену больше нуля')
      .max(MAX_KOP, 'Слишком большая цена')
      .nullable(),
  })
  .superRefine(({ kind, qty, price_kop: price }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'price' && price === null) refuse('price_kop', 'Укажите цену')
    if (kind === 'price' && qty !== null) refuse('qty', 'Количество указывают, когда ждут поступления')
    if (kind === 'stock' && price !== null) refuse('price_kop', 'Цену указывают, когда ждут снижения цены')
  })
export type ProductAlertFields = z.infer<typeof ProductAlertFields>

export const ProductAlert = z.object({
  id: Id,
  product: ProductBrief,
  kind: ProductAlertKind,
  qty: z.number().nullable(),
  price_kop: ShownKop,
  /** Time of the notification email; `null` while the alert is waiting. */
  notified_at: Moment.nullable(),
})
export type ProductAlert = z.infer<typeof ProductAlert>

const PATH = '/api/v1/product-alerts'

export const productAlertRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'За какими товарами я слежу: до 200, новые первыми',
    access: 'product_alerts:use',
    reply: z.object({ results: z.array(ProductAlert) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Сообщить о поступлении или о цене; та же подписка ещё раз меняет условие и ждёт снова',
    access: 'product_alerts:use',
    body: ProductAlertFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Больше не следить',
    access: 'product_alerts:use',
    params: IdParams,
    reply: Empty,
  },
})
