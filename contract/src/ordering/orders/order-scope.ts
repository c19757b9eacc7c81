import { z } from 'zod'
import { Day, PathId, text } from '../../core/fields.ts'

/** Rows that are leafed through where the orders of several companies stand in one list. */
export const MAX_MERGED_ROWS = 1000

/** Filters shared by orders and their lines. */
export const orderScope = {
  /** Number (also its tail), own number, «Ваша пометка» or article. */
  q: text(100).optional(),
  consignee: PathId.optional(),
  /** Company for staff; a client always reads the orders of the current company. */
  contractor_id: PathId.optional(),
  /** All companies of a company administrator instead of the current one. */
  companies: z.literal('all').optional(),
  from: Day.optional(),
  to: Day.optional(),
}
