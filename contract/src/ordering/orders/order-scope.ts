import { z } from 'zod'
import { Day, PathId, text } from '../../core/fields.ts'

/** Most rows paged in a list that merges the orders of several companies. */
export const MAX_MERGED_ROWS = 1000

/** Filters shared by orders and their lines. */
export const orderScope = {
  /** Number (also its tail), own number, «Ваша пометка» or article. */
  q: text(100).optional(),
  consignee: PathId.optional(),
  /** Company for staff; a client always reads the orders of the current company. */
  contractor_id: PathId.optional(),
  /** Manager of the companies; for staff. */
  manager_id: PathId.optional(),
  /** Every company of a company administrator instead of the current one. */
  companies: z.literal('all').optional(),
  from: Day.optional(),
  to: Day.optional(),
}
