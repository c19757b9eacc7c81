import { Day, PathId, text } from './fields.ts'

/** What orders and their lines are narrowed by alike. */
export const orderScope = {
  /** Number (also its tail), own number, «Ваша пометка» or article. */
  q: text(100).optional(),
  consignee: PathId.optional(),
  /** Of one company, for staff; a client reads the orders of his current one anyway. */
  contractor_id: PathId.optional(),
  from: Day.optional(),
  to: Day.optional(),
}
