import { companyScopeOf } from '../../../../platform/access/index.ts'
import {
  ASKED_TO_CANCEL,
  type AskToCancel,
  type CancelRequest,
} from '@artikul/contract/ordering/orders/cancel-requests'
import { formatQty, toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Writer } from '../../../../platform/http/index.ts'
import * as queries from './cancel-requests.queries.ts'
import { selectSupplied } from '../lines/claimed-goods.queries.ts'
import { moveLines, type LineMove } from '../lines/line-moves.ts'
import { holdParts, type PartRow } from '../lines/line-moves.queries.ts'
import { tellOfCancelRequest } from '../orders.tell.ts'

interface Client {
  actor: Actor
  author: Writer
  now: Date
}
type Manager = Omit<Client, 'actor'>

const LINE_NOT_FOUND = 'Строка не найдена'
const NOT_FOUND = 'Запрос на отмену не найден'

/** Parts that may be asked about, the least begun first. */
const askable = (parts: readonly PartRow[]) =>
  ASKED_TO_CANCEL.flatMap((state) => parts.filter((part) => part.state === state && part.shipment_line_id === null))
const sumOf = (parts: readonly PartRow[]) => parts.reduce((sum, { qty }) => sum + toThousandths(qty), 0)

/**
 * «Запрос на отмену»: a client asks to take off what is being got for him.
 * @throws AppError `not_found`, `order.may_not_place`, `order.move_refused` when there is nothing to ask about,
 * `order.line_moved` for more than there is, `order.cancel_asked`
 */
export async function askToCancel(
  tx: Transaction<DB>,
  { actor, author, now }: Client,
  lineId: number,
  { qty, message }: AskToCancel,
) {
  const line = await queries.selectLineToAsk(tx, companyScopeOf(actor), lineId)
  if (!line) throw new AppError('not_found', { detail: LINE_NOT_FOUND })
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  const left = sumOf(askable(await holdParts(tx, [lineId])))
  if (left === 0)
    throw new AppError('order.move_refused', {
      detail: 'Попросить отменить можно то, что в работе или в пути. Что уже пришло, возвращают обращением',
    })
  if ((await selectSupplied(tx, [lineId])).length > 0)
    throw new AppError('order.move_refused', { detail: 'Товар уходит по обращению: напишите в обращение' })
  if (toThousandths(qty) > left)
    throw new AppError('order.line_moved', { detail: `Попросить отменить можно не больше ${formatQty(left / 1000)}` })
  const id = await queries.insertRequest(tx, line, { qty, message }, author, now)
  if (id === undefined) throw new AppError('order.cancel_asked')
  await tellOfCancelRequest(tx, line, 'asked', author, now)
  return { id }
}

/**
 * The client has thought better of it.
 * @throws AppError `not_found`, `order.may_not_place`, `order.cancel_answered`
 */
export async function withdrawRequest(tx: Transaction<DB>, { actor, author, now }: Client, id: number) {
  const request = await queries.selectRequest(tx, companyScopeOf(actor), id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  if (!(await queries.endRequest(tx, id, { answer: 'withdrawn' }, author, now)))
    throw new AppError('order.cancel_answered')
  await tellOfCancelRequest(tx, request, 'withdrawn', author, now)
}

/** So much of the parts, the least begun first. */
function takeOff(parts: readonly PartRow[], qty: number, reason: string): LineMove[] {
  let left = toThousandths(qty)
  return parts.flatMap(({ line_id: lineId, state: from, qty: has }) => {
    const taken = Math.min(left, toThousandths(has))
    left -= taken
    return taken > 0 ? [{ lineId, from, to: 'cancelled_client' as const, qty: taken / 1000, reason }] : []
  })
}

/**
 * A manager takes off what was asked for, as far as it has not come yet.
 * @throws AppError `not_found`, `order.cancel_answered`, `order.line_moved` when nothing is left to take off
 */
export async function agreeToCancel(tx: Transaction<DB>, { author, now }: Manager, id: number) {
  const request = await queries.selectRequest(tx, 'any', id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  const parts = askable(await holdParts(tx, [request.line_id]))
  if (!(await queries.endRequest(tx, id, { answer: 'agreed' }, author, now)))
    throw new AppError('order.cancel_answered')
  const moves = takeOff(parts, request.qty, `По просьбе клиента: ${request.message}`)
  if (moves.length === 0)
    throw new AppError('order.line_moved', { detail: 'Отменять нечего: товар уже пришёл или снят. Обновите страницу' })
  await moveLines(tx, { mover: 'staff', author }, moves, now)
  return { qty: moves.reduce((sum, move) => sum + toThousandths(move.qty), 0) / 1000 }
}

/** @throws AppError `not_found`, `order.cancel_answered` */
export async function declineToCancel(tx: Transaction<DB>, { author, now }: Manager, id: number, reason: string) {
  const request = await queries.selectRequest(tx, 'any', id)
  if (!request) throw new AppError('not_found', { detail: NOT_FOUND })
  if (!(await queries.endRequest(tx, id, { answer: 'declined', reason }, author, now)))
    throw new AppError('order.cancel_answered')
  await tellOfCancelRequest(tx, request, 'declined', author, now)
}

/** What the page of the order says of it; nothing once there is nothing left to cancel. */
export function presentRequest(
  request: queries.RequestOfLine | undefined,
  parts: readonly { state: string }[],
): CancelRequest | null {
  const isAskable = parts.some(({ state }) => (ASKED_TO_CANCEL as readonly string[]).includes(state))
  if (!request || !isAskable) return null
  const { id, qty, message, by, at, decline_reason } = request
  return { id, qty, message, by, at: at.toISOString(), decline_reason }
}
