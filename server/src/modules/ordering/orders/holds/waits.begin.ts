import { HOLD_HOURS, RESERVE_DAYS } from '@artikul/contract/ordering/orders/waiting-orders'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { selectDaysOff } from '../../../catalog/index.ts'
import { addWorkingDays } from '../../../pricing/index.ts'
import { dueAfter } from '../change-approvals/decisions.due.ts'
import type { By, LineMove } from '../lines/line-moves.ts'
import { setWait } from './waits.queries.ts'

/** Until when goods are held for money: the end of the last of so many banking days. */
export const heldForMoney = (now: Date, daysOff: ReadonlySet<string>): Date =>
  new Date(`${addWorkingDays(moscowDate(now), RESERVE_DAYS, daysOff)}T23:59:59+03:00`)

/** Until when goods are held while the debt is: so many hours of working days. */
export const heldForCredit = (now: Date, daysOff: ReadonlySet<string>): Date => dueAfter(now, HOLD_HOURS, daysOff)

/**
 * Orders whose parts have come to wait for money or for the debt wait anew from now. What a manager holds by hand waits
 * for him alone.
 */
export async function beginWaits(
  tx: Transaction<DB>,
  { mover }: By,
  orders: readonly { id: number; lineIds: ReadonlySet<number>; hold_reason: string; prepayment_percent: number }[],
  moves: readonly LineMove[],
  now: Date,
) {
  if (!moves.some(({ to }) => to === 'awaiting_payment' || (to === 'on_hold' && mover !== 'staff'))) return
  const daysOff = new Set((await selectDaysOff(tx)).map(({ day }) => day))
  for (const { id, lineIds, hold_reason: reason, prepayment_percent: percent } of orders) {
    const own = moves.filter(({ lineId }) => lineIds.has(lineId))
    if (own.some(({ to }) => to === 'awaiting_payment'))
      await setWait(tx, id, {
        until: heldForMoney(now, daysOff),
        // Under a deferred contract nothing is paid beforehand unless somebody says so.
        ...(mover !== 'decision' && percent === 0 && { paysWhole: true }),
      })
    else if (mover !== 'staff' && own.some(({ to }) => to === 'on_hold'))
      await setWait(tx, id, { until: heldForCredit(now, daysOff), reason: reason || 'Ждёт решения по оплате' })
  }
}
