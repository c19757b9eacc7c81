import { z } from 'zod'
import { ProductBrief } from '../catalog/catalog.ts'
import { Empty, Id, IdParams, Moment, Qty, ShownKop } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Watches of one person in one company. */
export const MOST_WATCHES = 200
const MOST_KOP = 10_000_000_000

/** `stock`: the product is there, in a quantity if one is named; `price`: it costs no more than is named. */
export const WatchKind = z.enum(['stock', 'price'])
export type WatchKind = z.infer<typeof WatchKind>

export const WatchFields = z
  .strictObject({
    product_id: Id,
    kind: WatchKind,
    /** In the product's unit, of all warehouses together; null: any. */
    qty: Qty.nullable(),
    price_kop: z
      .int('Укажите цену')
      .positive('Укажите цену больше нуля')
      .max(MOST_KOP, 'Слишком большая цена')
      .nullable(),
  })
  .superRefine(({ kind, qty, price_kop: price }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (kind === 'price' && price === null) refuse('price_kop', 'Укажите цену')
    if (kind === 'price' && qty !== null) refuse('qty', 'Количество указывают, когда ждут поступления')
    if (kind === 'stock' && price !== null) refuse('price_kop', 'Цену указывают, когда ждут снижения цены')
  })
export type WatchFields = z.infer<typeof WatchFields>

export const WatchItem = z.object({
  id: Id,
  product: ProductBrief,
  kind: WatchKind,
  qty: z.number().nullable(),
  price_kop: ShownKop,
  /** When it came true and the person was told by a letter; null: still waited for. */
  told_at: Moment.nullable(),
})
export type WatchItem = z.infer<typeof WatchItem>

const PATH = '/api/v1/watches'

export const watchRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'За какими товарами я слежу: до 200, новые первыми',
    access: 'watches:use',
    reply: z.object({ results: z.array(WatchItem) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Сообщить о поступлении или о цене; то же ожидание ещё раз меняет условие и ждёт снова',
    access: 'watches:use',
    body: WatchFields,
    reply: z.object({ id: Id }),
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: `${PATH}/:id`,
    summary: 'Больше не следить',
    access: 'watches:use',
    params: IdParams,
    reply: Empty,
  },
})
