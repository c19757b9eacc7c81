import { companyScopeOf } from '../../../../platform/access/index.ts'
import {
  CANCELLED_BY_REQUEST,
  type NewCancelRequest,
  type CancelRequest,
} from '@artikul/contract/ordering/orders/cancel-requests'
import { formatQty, toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Writer } from '../../../../platform/http/index.ts'
import * as queries from './cancel-requests.queries.ts'
import { selectSupplied } from '../lines/claimed-goods.queries.ts'
import { moveLines, type LineMove } from '../lines/line-transitions.ts'
import { lockParts, type PartRow } from '../lines/line-transitions.queries.ts'
import { publishCancelRequest } from '../publish-orders.ts'

interface Client {
  actor: Actor
  author: Writer
  now: Date
}
type Manager = Omit<Client, 'actor'>

const LINE_NOT_FOUND = 'Строка не найдена'
const NOT_FOUND = 'Запрос на отмену не найден'

/** Parts that may be cancelled on request, the least advanced first. */
const askable = (parts: readonly PartRow[]) =>
  CANCELLED_BY_REQUEST.flatMap((state) =>
    parts.filter((part) => part.state === state && part.shipment_line_id === null),
  )
const sumOf = (parts: readonly PartRow[]) => parts.reduce((sum, { qty }) => sum + toThousandths(qty), 0)

/**
 * «Запрос на отмену»: creates a client's request to cancel goods that are being procured for them.
 * @throws AppError `not_found`, `order.may_not_place`, `order.transition_refused` when nothing can be cancelled,
 * `order.line_changed` for more than the available quantity, `order.cancellation_requested`
 */
export async function createCancelRequest(
  tx: Transaction<DB>,
  { actor, author, now }: Client,
  lineId: number,
  { qty, message }: NewCancelRequest,
) {
  const line = await queries.selectLineToCancel(tx, companyScopeOf(actor), lineId)
  if (!line) throw new AppError('not_found', { detail: LINE_NOT_FOUND })
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  const left = sumOf(askable(await lockParts(tx, [lineId])))
  if (left === 0)
    throw new AppError('order.transition_refused', {
      detail: 'Попросить отменить можно то, что в работе или в пути. Что уже пришло, возвращают обращением',
    })
  if ((await selectSupplied(tx, [lineId])).length > 0)
    throw new AppError('order.transition_refused', { detail: 'Товар уходит по обращению: напишите в обращение' })
  if (toThousandths(qty) > left)
    throw new AppError('order.line_changed', { detail: `Попросить отменить можно не больше ${formatQty(left / 1000)}` })
  const id = await queries.insertCancelRequest(tx, line, { qty, message }, author, now)
  if (id === undefined) throw new AppError('order.cancellation_requested')
  await publishCancelRequest(tx, line, 'requested', author, now)
  return { id }
}

/**
 * Withdraws the client's request.
 * @throws AppError `not_found`, `order.may_not_place`, `order.cancellation_resolved`
 */
export async function withdrawRequest(tx: Transaction<DB>, { actor, author, now }: Client, id: number) {
  const request = await queries.selectCancelRequest(tx, companyScopeOf(actor), id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  if (!(await queries.endRequest(tx, id, { answer: 'withdrawn' }, author, now)))
    throw new AppError('order.cancellation_resolved')
  await publishCancelRequest(tx, request, 'withdrawn', author, now)
}

/** Takes the quantity from the parts, the least advanced first. */
function takeFromParts(parts: readonly PartRow[], qty: number, reason: string): LineMove[] {
  let left = toThousandths(qty)
  return parts.flatMap(({ line_id: lineId, state: from, qty: has }) => {
    const removed = Math.min(left, toThousandths(has))
    left -= removed
    return removed > 0 ? [{ lineId, from, to: 'cancelled_client' as const, qty: removed / 1000, reason }] : []
  })
}

/**
 * Accepts the request and removes the requested quantity as far as it has not arrived yet.
 * @throws AppError `not_found`, `order.cancellation_resolved`, `order.line_changed` when nothing is left to remove
 */
export async function agreeToCancel(tx: Transaction<DB>, { author, now }: Manager, id: number) {
  const request = await queries.selectCancelRequest(tx, 'any', id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  const parts = askable(await lockParts(tx, [request.line_id]))
  if (!(await queries.endRequest(tx, id, { answer: 'agreed' }, author, now)))
    throw new AppError('order.cancellation_resolved')
  const moves = takeFromParts(parts, request.qty, `По просьбе клиента: ${request.message}`)
  if (moves.length === 0)
    throw new AppError('order.line_changed', {
      detail: 'Отменять нечего: товар уже пришёл или снят. Обновите страницу',
    })
  await moveLines(tx, { mover: 'staff', author }, moves, now)
  return { qty: moves.reduce((sum, move) => sum + toThousandths(move.qty), 0) / 1000 }
}

/** @throws AppError `not_found`, `order.cancellation_resolved` */
export async function declineToCancel(tx: Transaction<DB>, { author, now }: Manager, id: number, reason: string) {
  const request = await queries.selectCancelRequest(tx, 'any', id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  if (!(await queries.endRequest(tx, id, { answer: 'declined', reason }, author, now)))
    throw new AppError('order.cancellation_resolved')
  await publishCancelRequest(tx, request, 'declined', author, now)
}

/** Presents the request on the page of the order; undefined once nothing is left to cancel. */
export function presentRequest(
  request: queries.RequestOfLine | undefined,
  parts: readonly { state: string }[],
): CancelRequest | null {
  const isAskable = parts.some(({ state }) => (CANCELLED_BY_REQUEST as readonly string[]).includes(state))
  if (!request || !isAskable) return null
  const { id, qty, message, by, at, decline_reason } = request
  return { id, qty, message, by, at: at.toISOString(), decline_reason }
}
