import { z } from 'zod'
import { AddedLine } from '../cart.ts'
import { Day, Id, IdParams, Qty } from '../../core/fields.ts'
import { PlacedOrder } from './orders.ts'
import { defineRoutes } from '../../core/route.ts'

/** Catalogue offer ordered in place of a refused line. */
const Chosen = z.strictObject({
  offer_id: Id,
  /** Replaced quantity; the ordered quantity is rounded up to the multiplicity. */
  qty: Qty,
})

export const OrderReplacement = Chosen.extend({
  /** `null` when prices are hidden from the client. */
  price_kop: z.int().nonnegative().nullable(),
  expected_date: Day,
})
export type OrderReplacement = z.infer<typeof OrderReplacement>

const ONE = '/api/v1/order-lines/:id'

/** Replacement of a refused line; its consignee, note, comment and client number are carried over. */
export const replacementRoutes = defineRoutes({
  order: {
    method: 'POST',
    path: `${ONE}/replacement`,
    summary: 'Заказать вместо отказанной строки: сразу новый заказ, связанный с ней',
    access: 'orders:place',
    params: IdParams,
    body: OrderReplacement,
    example: { offer_id: 1, qty: 1, price_kop: null, expected_date: '2026-12-01' },
    reply: z.object({ orders: z.array(PlacedOrder) }),
    status: 201,
    idempotent: true,
  },
  toCart: {
    method: 'POST',
    path: `${ONE}/replacement-to-cart`,
    summary: 'Положить замену отказанной строки в корзину: связь останется и в заказе',
    access: 'cart:use',
    params: IdParams,
    body: Chosen,
    example: { offer_id: 1, qty: 1 },
    reply: AddedLine,
    status: 201,
    idempotent: true,
  },
})
