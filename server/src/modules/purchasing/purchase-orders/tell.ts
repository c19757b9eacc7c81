import type { Db } from '../../../platform/db/index.ts'
import { tellOf } from '../../../platform/events/index.ts'

/** Open desks of staff read these orders anew. */
export const tellOfOrders = (tx: Db, orderIds: readonly number[], now: Date): Promise<void> =>
  tellOf(
    tx,
    [...new Set(orderIds)].map((aboutId) => ({
      kind: 'supplier_order.changed',
      about: 'supplier_order',
      aboutId,
      contractorId: null,
    })),
    now,
  )
