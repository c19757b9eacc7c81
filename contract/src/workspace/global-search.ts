import { z } from 'zod'
import { Day, Id, Moment, Numbered, text } from '../core/fields.ts'
import { OrderStatus } from '../ordering/orders/orders.ts'
import { defineRoutes } from '../core/route.ts'
import { Suggestion } from '../ordering/search.ts'
import { ShipmentState } from '../fulfilment/shipment-states.ts'

/** Limit per kind, newest first; typing more narrows the search. */
export const MAX_FOUND = 5
/** Shortest text that is searched. */
export const MIN_TYPED = 2

/** Results of the command palette; each kind contains only what the person may open. */
export const GlobalSearchResult = z.object({
  /** Orders by the end of the number, or by the client's own number. */
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
  /** Products by the beginning of the article, else by words of the name. */
  products: z.array(Suggestion),
  /** Order lines by «Ваша пометка». */
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
  /** Shipments by the end of the own number, or of the УПД number. */
  shipments: z.array(
    z.object({
      ...Numbered.shape,
      upd_number: z.string().nullable(),
      shipped_on: Day,
      state: ShipmentState,
      contractor: z.string(),
    }),
  ),
  /** Invoices by the end of the number; empty when the company hides prices. */
  invoices: z.array(z.object({ ...Numbered.shape, day: Day, contractor: z.string() })),
  /** For order managers: companies by a part of the name, or by the beginning or end of ИНН. */
  companies: z.array(z.object({ id: Id, name: z.string(), inn: z.string() })),
  /** For order managers: contacts by the end of a telephone of a company, its people or its consignees. */
  contacts: z.array(z.object({ contractor_id: Id, contractor: z.string(), name: z.string(), phone: z.string() })),
})
export type GlobalSearchResult = z.infer<typeof GlobalSearchResult>

export const findRoutes = defineRoutes({
  find: {
    method: 'GET',
    path: '/api/v1/global-search',
    summary: 'Быстрый переход: заказы, отгрузки, счета, детали, пометки, покупатели и телефоны по началу или концу',
    access: 'catalog:read',
    query: z.strictObject({ q: text(100) }),
    reply: GlobalSearchResult,
  },
})
