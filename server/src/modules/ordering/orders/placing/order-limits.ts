import { seesPrices } from '../../../../platform/access/index.ts'
import { formatMoney } from '@artikul/contract/core/money'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Buyer } from '../../cart/index.ts'
import { lockMembership, selectPlacedSince } from './order-limits.queries.ts'
import type { PlannedOrder } from './plan-orders.ts'

/**
 * Requires permission to place orders.
 * @throws AppError `order.may_not_place`
 */
export function requireMayPlace({ limits }: Buyer) {
  if (limits && !limits.mayPlace) throw new AppError('order.may_not_place')
}

/**
 * Locks the membership of a person with a monthly limit, so that two orders are counted one after another. This lock
 * precedes every other lock of placing.
 */
export async function lockMonth(db: Db, { contractorId, subjectId, limits }: Buyer) {
  if (limits && limits.monthLimitKop !== null) await lockMembership(db, contractorId, subjectId)
}

/** First moment of the current month in Moscow. */
const monthStart = (now: Date) => new Date(`${moscowDate(now).slice(0, 7)}-01T00:00:00+03:00`)

const overLimit = (limitKop: number, of: string, orderedKop: number, buyer: Buyer) =>
  new AppError('order.employee_limit', {
    detail: `Ваш предел — ${formatMoney(limitKop)} ₽ ${of}, ${
      seesPrices(buyer) ? `а выходит ${formatMoney(orderedKop)} ₽` : 'а выходит больше'
    }. Попросите администратора компании оформить заказ или поднять предел.`,
  })

/**
 * Requires the orders to be within the spending limits that the company's admin set for the employee.
 * @throws AppError `order.employee_limit`
 */
export async function requireWithinLimits(tx: Db, buyer: Buyer, plans: PlannedOrder[], now: Date) {
  const { limits, contractorId, subjectId } = buyer
  if (!limits) return
  const { orderLimitKop, monthLimitKop } = limits
  const dearest = Math.max(...plans.map((order) => order.totalKop))
  if (orderLimitKop !== null && dearest > orderLimitKop) throw overLimit(orderLimitKop, 'на заказ', dearest, buyer)
  if (monthLimitKop === null) return
  const placed = await selectPlacedSince(tx, contractorId, subjectId, monthStart(now))
  const month = plans.reduce((sum, order) => sum + order.totalKop, placed)
  if (month > monthLimitKop) throw overLimit(monthLimitKop, 'на месяц', month, buyer)
}
