import type { PARTNER_API, PartnerOrderRequest } from '@artikul/contract/integrations/partner-api'
import { toThousandths } from '@artikul/contract/core/money'
import { mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import { orderRoutes, type MoveLines, type Order } from '@artikul/contract/ordering/orders/orders'
import type { Kysely, Transaction } from 'kysely'
import { companyScopeOf } from '../../../platform/access/index.ts'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { callRoute, type Actor, type Call } from '../../../platform/http/index.ts'
import {
  placeGoods,
  requerySuppliersOfGoods,
  type PlaceGoodsDeps,
  type RequeryBeforePlacing,
} from '../../ordering/index.ts'

export interface PlaceByKeyDeps extends PlaceGoodsDeps {
  askAgain: RequeryBeforePlacing
}

type Unanswered = Awaited<ReturnType<typeof preparePlacing>>

/** Queries the suppliers of the goods again, before the transaction of the order. */
export const preparePlacing = (
  db: Kysely<DB>,
  { askAgain }: Pick<PlaceByKeyDeps, 'askAgain'>,
  lines: PartnerOrderRequest['lines'],
) => requerySuppliersOfGoods(db, askAgain, lines)

const HUNDREDTHS = 100

/** Share and days of a program as the tolerance of a company. */
const toleranceOf = (given: PartnerOrderRequest['tolerance']) =>
  given && { rise_share: Math.round(given.price_percent * HUNDREDTHS), rise_kop: 0, delay_days: given.delay_days }

/**
 * Places the goods named by a program for the person of its key.
 * @throws AppError every refusal of `placeGoods`
 */
export function placeByKey(
  tx: Transaction<DB>,
  deps: PlaceByKeyDeps,
  { actor, body }: { actor: Actor; body: PartnerOrderRequest },
  unanswered: Unanswered,
) {
  const buyer = {
    ...companyScopeOf(actor),
    ...{ actorId: actor.userId, subjectId: actor.subjectId, apiKey: actor.key?.name },
  }
  const point = body.consignee_id ?? actor.key?.consigneeId ?? undefined
  const order = { ...body, consignee_id: point, tolerance: toleranceOf(body.tolerance), unanswered }
  return placeGoods(tx, buyer, deps, order)
}

interface FreeParts {
  order: Order
  lineId: number
  /** Quantity to cancel; undefined for all that is free. */
  qty: number | undefined
  reason: string
}

/**
 * Cancels parts of a line that have not been procured.
 * @throws AppError `not_found`, `order.transition_refused` when less than the quantity can be cancelled directly
 */
export async function cancelFree(
  call: Parameters<typeof callRoute>[0],
  tx: Transaction<DB>,
  { order, lineId, qty, reason }: FreeParts,
): Promise<number> {
  const line = order.lines.find(({ id }) => id === lineId)
  if (!line) throw new AppError('not_found', { detail: 'Строка не найдена' })
  const free = line.parts.filter(({ state }) => mayMove('client', state, 'cancelled_client'))
  const whole = free.reduce((sum, part) => sum + toThousandths(part.qty), 0)
  const wanted = qty === undefined ? whole : toThousandths(qty)
  if (wanted === 0 || wanted > whole)
    throw new AppError('order.transition_refused', {
      detail: `Отменить можно ${whole / 1000}: остальное уже в работе, запросите отмену`,
    })
  let left = wanted
  const moves = free.flatMap((part): MoveLines['moves'] => {
    const taken = Math.min(left, toThousandths(part.qty))
    left -= taken
    const move = { line_id: lineId, from: part.state, to: 'cancelled_client' as const, qty: taken / 1000 }
    return taken === 0 ? [] : [{ ...move, ...(reason !== '' && { reason }) }]
  })
  await callRoute(call, orderRoutes.move, { params: { id: order.id }, body: { moves }, tx })
  return wanted / 1000
}

type CancelCall = Call<(typeof PARTNER_API)['orders']['cancelLine']>

/** @throws AppError every refusal of `cancelFree` */
export async function cancelLine(call: CancelCall, tx: Transaction<DB>): Promise<{ cancelled_qty: number }> {
  const { order_id: orderId, reason = '', qty } = call.body
  const order = await callRoute(call, orderRoutes.get, { params: { id: orderId }, tx })
  return { cancelled_qty: await cancelFree(call, tx, { order, lineId: call.params.id, qty, reason }) }
}
