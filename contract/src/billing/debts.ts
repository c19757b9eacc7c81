import { z } from 'zod'
import { Day, Id, Kop, listOf, pageQuery, text } from '../core/fields.ts'
import { DESK } from './payments.ts'
import { defineRoutes } from '../core/route.ts'
import { DEBT_SORTS } from './debt-sorts.ts'

/** Contractor with a debt, summed over all of its contracts. */
export const Debtor = z.object({
  id: Id,
  name: z.string(),
  inn: z.string(),
  manager: z.string().nullable(),
  debt_kop: Kop,
  overdue_kop: Kop,
  /** Days since the oldest unpaid shipment fell due. */
  overdue_days: z.int(),
  disputed_kop: Kop,
  limit_kop: Kop,
  last_paid_on: Day.nullable(),
})
export type Debtor = z.infer<typeof Debtor>

export const DebtsQuery = z.strictObject({
  ...pageQuery,
  /** Part of the name, or the beginning of ИНН. */
  q: text(100).optional(),
  sort: z.enum(DEBT_SORTS).optional(),
  overdue: z.literal('true').optional(),
})
export type DebtsQuery = z.infer<typeof DebtsQuery>

export const debtRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/debts',
    summary: 'Долги покупателей',
    ...DESK,
    query: DebtsQuery,
    reply: listOf(Debtor).extend({
      /** Total of all buyers found. */
      debt_kop: Kop,
      overdue_kop: Kop,
    }),
  },
})
