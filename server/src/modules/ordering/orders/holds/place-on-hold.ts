import { HOLD_HOURS, RESERVE_DAYS } from '@artikul/contract/ordering/orders/held-orders'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { selectWarehouseDaysOff } from '../../../catalog/index.ts'
import { addWorkingDays } from '../../../pricing/index.ts'
import { dueAfter } from '../change-approvals/expire-pending.ts'
import type { By, LineMove } from '../lines/line-transitions.ts'
import { setWait } from './order-holds.queries.ts'

/** End of a reservation that waits for payment: the end of the last of the banking days. */
export const paymentDeadline = (now: Date, daysOff: ReadonlySet<string>): Date =>
  new Date(`${addWorkingDays(moscowDate(now), RESERVE_DAYS, daysOff)}T23:59:59+03:00`)

/** End of a reservation under a credit hold: a number of hours of working days. */
export const creditHoldDeadline = (now: Date, daysOff: ReadonlySet<string>): Date => dueAfter(now, HOLD_HOURS, daysOff)

/**
 * Starts the wait of orders whose parts began to wait for payment or for the debt. Parts held manually by a manager
 * wait for that manager only.
 */
export async function placeOnHold(
  tx: Transaction<DB>,
  { mover }: By,
  orders: readonly { id: number; lineIds: ReadonlySet<number>; hold_reason: string; prepayment_percent: number }[],
  moves: readonly LineMove[],
  now: Date,
) {
  if (!moves.some(({ to }) => to === 'awaiting_payment' || (to === 'on_hold' && mover !== 'staff'))) return
  const daysOff = new Set((await selectWarehouseDaysOff(tx)).map(({ day }) => day))
  for (const { id, lineIds, hold_reason: reason, prepayment_percent: percent } of orders) {
    const own = moves.filter(({ lineId }) => lineIds.has(lineId))
    if (own.some(({ to }) => to === 'awaiting_payment'))
      await setWait(tx, id, {
        until: paymentDeadline(now, daysOff),
        // A deferred contract requires no prepayment unless a person requests it.
        ...(mover !== 'decision' && percent === 0 && { paysWhole: true }),
      })
    else if (mover !== 'staff' && own.some(({ to }) => to === 'on_hold'))
      await setWait(tx, id, { until: creditHoldDeadline(now, daysOff), reason: reason || 'Ждёт решения по оплате' })
  }
}
