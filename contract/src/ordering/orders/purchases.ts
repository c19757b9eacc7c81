import { z } from 'zod'
import { ProductBrief } from '../../catalog/catalog.ts'
import { Day, Id, idList, ShownKop } from '../../core/fields.ts'
import { LineState } from './orders.ts'
import { defineRoutes } from '../../core/route.ts'

/** Most products of one request. */
export const MAX_QUERIED_PRODUCTS = 200
/** Most incoming parts shown per product. */
export const MAX_COMING = 5

/** Orders, carts and bulk orders of the company with the product. */
export const Purchases = z.object({
  product_id: Id,
  /** Ordered and not received parts, latest first, at most `MAX_COMING`. */
  coming: z.array(
    z.object({ order_id: Id, number: z.string(), qty: z.number(), state: LineState, consignee: z.string() }),
  ),
  /** «Прошлая закупка 12.10: 1 240 ₽». */
  last: z.object({ day: Day, price_kop: ShownKop }).nullable(),
})
export type Purchases = z.infer<typeof Purchases>

/** Products of «Часто берёте». */
export const MAX_FREQUENT = 12

/** Product that the company ordered more than once lately. */
export const FrequentPurchase = z.object({
  product: ProductBrief,
  /** Among the last orders. */
  orders_count: z.int(),
  last_ordered_on: Day,
})
export type FrequentPurchase = z.infer<typeof FrequentPurchase>

export const purchaseRoutes = defineRoutes({
  ofProducts: {
    method: 'GET',
    path: '/api/v1/purchases',
    summary: '«Уже заказано» и «Прошлая закупка» по товарам',
    access: 'cart:use',
    query: z.strictObject({ product_ids: idList('товаров', MAX_QUERIED_PRODUCTS) }),
    reply: z.object({ results: z.array(Purchases) }),
  },
  frequent: {
    method: 'GET',
    path: '/api/v1/purchases/frequent',
    summary: '«Часто берёте»: товары из последних ста заказов, заказанные больше одного раза',
    access: 'cart:use',
    reply: z.object({ results: z.array(FrequentPurchase) }),
  },
})
