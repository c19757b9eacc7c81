import { accessScopeOf } from '../../../platform/access/index.ts'
import { toThousandths } from '@artikul/contract/core/money'
import { isReversible, leavesByShipment } from '@artikul/contract/ordering/orders/line-transitions'
import type { LineState, MoveLines } from '@artikul/contract/ordering/orders/orders'
import { isStaff } from '@artikul/contract/core/roles'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'
import type { Transaction } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Writer } from '../../../platform/http/index.ts'
import { requireUndoable, rethrowUndoConflict } from '../../../platform/undo.ts'
import { selectSupplied } from './lines/claimed-goods.queries.ts'
import { selectOpenOfLines } from './change-approvals/change-approvals.queries.ts'
import { readRemarks } from './lines/line-history.ts'
import { moveLines, type LineMove } from './lines/line-transitions.ts'
import { lockOrdersOf, selectLastMoves, selectReadableLines } from './lines/line-transitions.queries.ts'

interface Person {
  actor: Actor
  author: Writer
  now: Date
}

/**
 * Moves parts of one order's lines on behalf of a person: a client's own order, or any order for staff.
 * @throws AppError `not_found` for a line that the person may not read, `order.may_not_place`, plus every refusal of
 * moving
 */
export async function moveOrderLines(
  tx: Transaction<DB>,
  { actor, author, now }: Person,
  orderId: number,
  requestedMoves: MoveLines['moves'],
) {
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  const readable = new Map(
    (await selectReadableLines(tx, accessScopeOf(actor), orderId)).map((line) => [line.id, line]),
  )
  const moves = requestedMoves.map(({ line_id: lineId, reason, ...move }) => ({
    lineId,
    ...move,
    ...(reason && { reason }),
  }))
  if (!moves.every(({ lineId }) => readable.has(lineId)))
    throw new AppError('not_found', { detail: 'Строка не найдена' })
  const mover = isStaff(actor.roles) ? 'staff' : 'client'
  if (mover === 'staff' && moves.some(({ from, to }) => leavesByShipment(from, to)))
    throw new AppError('order.transition_refused', {
      detail: 'Товар уходит с отгрузкой: оформите её в разделе «Отгрузки»',
    })
  await requireOrdered(tx, moves)
  if (mover === 'client') {
    if (moves.some(({ lineId }) => readable.get(lineId)?.is_delivery))
      throw new AppError('order.transition_refused', {
        detail: 'Доставка снимается вместе с последним товаром заказа. Чтобы забрать заказ самим, напишите менеджеру',
      })
    await requireClarified(tx, moves)
    await requireNoQuestion(tx, moves)
  }
  await moveLines(tx, { mover, author }, moves, now)
}

/** Reason of the reverse transitions; the client reads it too. */
const UNDO_REASON = 'Отмена смены статуса'

const actOf = (lineId: number, from: LineState | null, to: LineState, qty: number) =>
  [lineId, from, to, toThousandths(qty)].join(' ')

/**
 * Undoes transitions that staff have just made, all or none.
 * @throws AppError `undo.not_yours`, `undo.expired`, `undo.conflict` when anything else happened to the lines since,
 * `order.transition_refused` when the transition cannot be reversed
 */
export async function undoMoves(
  tx: Transaction<DB>,
  { author, now }: Pick<Person, 'author' | 'now'>,
  requestedMoves: MoveLines['moves'],
) {
  const lineIds = [...new Set(requestedMoves.map(({ line_id: id }) => id))]
  await lockOrdersOf(tx, lineIds)
  const last = await selectLastMoves(tx, lineIds)
  const made = new Set(requestedMoves.map(({ line_id: id, from, to, qty }) => actOf(id, from, to, qty)))
  if (
    last.length !== made.size ||
    !last.every(({ line_id: id, from_state: from, to_state: to, qty }) => made.has(actOf(id, from, to, qty)))
  )
    throw new AppError('undo.conflict')
  for (const { actor_id: actorId, created_at: at } of last) requireUndoable({ actorId, at }, author, now)
  if (!requestedMoves.every(({ from, to }) => isReversible(from, to)))
    throw new AppError('order.transition_refused', { detail: 'Эту смену статуса не отменить' })
  const back = requestedMoves.map(({ line_id: lineId, from, to, qty }) => ({
    ...{ lineId, from: to, to: from, qty },
    reason: UNDO_REASON,
  }))
  await requireOrdered(tx, back)
  // Released goods may be reserved by somebody else since.
  await moveLines(tx, { mover: 'staff', author }, back, now).catch(rethrowUndoConflict)
}

const LYING: readonly LineState[] = SHIPPABLE_STATES

/** Requires that goods under a claim, which are in the own warehouse and already owed, only move towards shipping. */
async function requireOrdered(tx: Transaction<DB>, moves: readonly LineMove[]) {
  const astray = moves.filter(({ from, to }) => !LYING.includes(to) && from !== 'shipped' && from !== 'issued')
  const ids = astray.map(({ lineId }) => lineId)
  if (ids.length > 0 && (await selectSupplied(tx, ids)).length > 0)
    throw new AppError('order.transition_refused', {
      detail: 'Товар уходит по обращению: чтобы отказаться от него, напишите в обращение',
    })
}

/** Requires that lines with an open change approval are not moved; the approval is answered as a whole. */
async function requireNoQuestion(tx: Transaction<DB>, moves: readonly LineMove[]) {
  const ids = moves.filter(({ from }) => from === 'needs_confirm').map(({ lineId }) => lineId)
  if (ids.length > 0 && (await selectOpenOfLines(tx, ids)).length > 0)
    throw new AppError('order.transition_refused', {
      detail: 'По строке ждут вашего решения: согласитесь или снимите её',
    })
}

/** Requires that parts which a manager must clarify first are not confirmed by the client. */
async function requireClarified(tx: Transaction<DB>, moves: readonly LineMove[]) {
  const agreed = moves.filter(({ from, to }) => from === 'needs_confirm' && to === 'in_work')
  const remarksOf = await readRemarks(tx, { questioned: agreed.map(({ lineId }) => lineId) })
  if (!agreed.every(({ lineId }) => remarksOf(lineId).question?.is_clients))
    throw new AppError('order.transition_refused', { detail: 'Строку уточняет менеджер: дождитесь его ответа' })
}
