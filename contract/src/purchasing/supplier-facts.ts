import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Facts are counted over so many days. */
export const FACT_DAYS = 90

/** Outcomes of the lines ordered from a supplier. */
export const SupplierFacts = z.object({
  /** Lines that he was sent. */
  ordered: z.int(),
  /** Lines not delivered at all. */
  refused: z.int(),
  /** Their goods are here. */
  arrived: z.int(),
  /** Lines received by the expected day of the client. */
  in_time: z.int(),
})
export type SupplierFacts = z.infer<typeof SupplierFacts>

export const supplierFactsRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/online-suppliers/:id/facts',
    summary: 'Как поставщик держит слово: отказы и сроки за 90 дней',
    access: 'online_suppliers:read',
    params: IdParams,
    reply: SupplierFacts,
  },
})
