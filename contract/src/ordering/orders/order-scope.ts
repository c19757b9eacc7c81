import { z } from 'zod'
import { Day, PathId, text } from '../../core/fields.ts'

/** Rows that are leafed through where the orders of several companies stand in one list. */
export const MAX_MERGED_ROWS = 1000

/** What orders and their lines are narrowed by alike. */
export const orderScope = {
  /** Number (also its tail), own number, «Ваша пометка» or article. */
  q: text(100).optional(),
  consignee: PathId.optional(),
  /** Of one company, for staff; a client reads the orders of his current one anyway. */
  contractor_id: PathId.optional(),
  /** Of all companies of a company's administrator, not of his current one alone. */
  companies: z.literal('all').optional(),
  from: Day.optional(),
  to: Day.optional(),
}
