import { z } from 'zod'
import { IdParams } from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/** Facts are counted over so many days. */
export const FACT_DAYS = 90

/** What has become of the lines that were ordered from a supplier. */
export const SupplierFacts = z.object({
  /** Lines that he was sent. */
  ordered: z.int(),
  /** He brings nothing of them. */
  refused: z.int(),
  /** Their goods are here. */
  arrived: z.int(),
  /** They were here by the day that the client was told to expect them. */
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
