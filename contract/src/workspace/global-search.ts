import { z } from 'zod'
import { Day, Id, Moment, Numbered, text } from '../core/fields.ts'
import { OrderStatus } from '../ordering/orders/orders.ts'
import { defineRoutes } from '../core/route.ts'
import { Suggestion } from '../ordering/search.ts'
import { ShipmentState } from '../fulfilment/shipment-states.ts'

/** Limit per kind, newest first; typing more narrows the search. */
export const MAX_FOUND = 5
/** Less than that is not looked for. */
export const MIN_TYPED = 2

/** Results of the command palette; each kind contains only what the person may open. */
export const GlobalSearchResult = z.object({
  /** By the end of the number, or by the buyer's own number. */
  orders: z.array(
    z.object({
      ...Numbered.shape,
      client_number: z.string(),
      status: OrderStatus,
      ordered_at: Moment,
      contractor: z.string(),
      consignee: z.string(),
    }),
  ),
  /** By how the article begins, else by words of the name. */
  products: z.array(Suggestion),
  /** Lines by «Ваша пометка». */
  lines: z.array(
    z.object({
      id: Id,
      order: Numbered,
      client_ref: z.string(),
      brand: z.string(),
      article: z.string(),
      name: z.string(),
      contractor: z.string(),
    }),
  ),
  /** By the end of our number, or of the number of the УПД. */
  shipments: z.array(
    z.object({
      ...Numbered.shape,
      upd_number: z.string().nullable(),
      shipped_on: Day,
      state: ShipmentState,
      contractor: z.string(),
    }),
  ),
  /** By the end of the number; none for whom the company shows no prices. */
  invoices: z.array(z.object({ ...Numbered.shape, day: Day, contractor: z.string() })),
  /** For order managers: by a part of the name, by how ИНН begins or ends. */
  companies: z.array(z.object({ id: Id, name: z.string(), inn: z.string() })),
  /** For order managers: whose telephone ends so, of a company, of its people and of its delivery points. */
  contacts: z.array(z.object({ contractor_id: Id, contractor: z.string(), name: z.string(), phone: z.string() })),
})
export type GlobalSearchResult = z.infer<typeof GlobalSearchResult>

export const findRoutes = defineRoutes({
  find: {
    method: 'GET',
    path: '/api/v1/find',
    summary: 'Быстрый переход: заказы, отгрузки, счета, детали, пометки, покупатели и телефоны по началу или концу',
    access: 'catalog:read',
    query: z.strictObject({ q: text(100) }),
    reply: GlobalSearchResult,
  },
})
