import type { Db } from '../../../platform/db/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'

/** Notifies staff's open pages to reload these orders. */
export const publishSupplierOrders = (tx: Db, orderIds: readonly number[], now: Date): Promise<void> =>
  publishEvents(
    tx,
    [...new Set(orderIds)].map((aboutId) => ({
      kind: 'supplier_order.changed',
      about: 'supplier_order',
      aboutId,
      contractorId: null,
    })),
    now,
  )
