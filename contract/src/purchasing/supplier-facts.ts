import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Number of days that facts are counted over. */
export const FACT_DAYS = 90

/** Outcomes of the lines ordered from a supplier. */
export const SupplierFacts = z.object({
  /** Lines sent to the supplier. */
  ordered: z.int(),
  /** Lines not delivered at all. */
  refused: z.int(),
  /** Lines whose goods have arrived. */
  arrived: z.int(),
  /** Lines received by the day expected by the client. */
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
