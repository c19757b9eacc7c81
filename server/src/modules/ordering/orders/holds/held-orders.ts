import { companyScopeOf } from '../../../../platform/access/index.ts'
import { lineSumKop, formatMoney, toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Writer } from '../../../../platform/http/index.ts'
import { selectManagerContact } from '../../../companies/index.ts'
import { publishEvents } from '../../../../platform/events/index.ts'
import { moveLines, type LineMove } from '../lines/line-transitions.ts'
import { selectReadableLines, selectPartsOf, type PartRow } from '../lines/line-transitions.queries.ts'
import type { OrderDeps } from '../placing/place-order.ts'
import { seesReasons } from '../redaction.ts'
import { lockWaitingOrders, movesOn, type HeldOrder } from './release.ts'
import { insertOverrideRequest } from './order-holds.queries.ts'

interface Person {
  actor: Actor
  author: Writer
}

/**
 * Locks the held order with its stock and contract until the transaction ends.
 * @throws AppError `not_found` for an order that the reader may not read, `order.may_not_place`, `order.not_on_hold`
 */
async function lockOwnOrder(tx: Transaction<DB>, { actor }: Person, id: number, now: Date) {
  const member = companyScopeOf(actor)
  if ((await selectReadableLines(tx, member, id)).length === 0)
    throw new AppError('not_found', { detail: 'Заказ не найден' })
  if (actor.limits?.mayPlace === false) throw new AppError('order.may_not_place')
  const order = await lockWaitingOrders(tx, id, now)
  if (order?.kind !== 'credit') throw new AppError('order.not_on_hold')
  return order
}

const isHeld = ({ state }: PartRow) => state === 'on_hold'

/**
 * «Выставить счёт»: releases the order from the credit hold and makes it wait for its own full payment.
 * @throws AppError `not_found`, `order.may_not_place`, `order.not_on_hold`
 */
export async function prepayOrder(
  tx: Transaction<DB>,
  { clock, issueInvoice }: Pick<OrderDeps, 'clock' | 'issueInvoice'>,
  person: Person,
  id: number,
) {
  const now = clock.now()
  await lockOwnOrder(tx, person, id, now)
  const parts = (await selectPartsOf(tx, [id])).filter(isHeld)
  const reason = 'Клиент оплатит заказ заранее'
  const moves = parts.map(({ line_id: lineId, qty }): LineMove => {
    return { lineId, from: 'on_hold', to: 'awaiting_payment', qty, reason }
  })
  await moveLines(tx, { mover: 'system', author: person.author }, moves, now)
  const invoice = await issueInvoice(tx, id, person.author)
  return { invoice_id: invoice.id, invoice_number: invoice.number }
}

const sumsOf = (parts: readonly PartRow[]) =>
  parts.reduce((sum, { price_kop: price, qty }) => sum + lineSumKop(price, toThousandths(qty)), 0)

/** Builds the error for an exceeded limit, with sums only for readers who may see them. */
async function overCredit(
  tx: Transaction<DB>,
  { actor }: Person,
  { contractor_id: company, available_kop: available }: HeldOrder,
  { kop, now }: { kop: number; now: Date },
) {
  const manager = await selectManagerContact(tx, company, moscowDate(now))
  if (!seesReasons(companyScopeOf(actor))) return new AppError('order.over_credit', { detail: manager })
  const detail = `Выбрано ${formatMoney(kop)} ₽, доступно ${formatMoney(available)} ₽. ${manager}`
  return new AppError('order.over_credit', { detail })
}

/**
 * «Оформить на доступную сумму»: releases the chosen lines and removes the other waiting ones.
 * @throws AppError `not_found`, `order.may_not_place`, `order.not_on_hold`, `order.over_credit`, `order.line_changed`
 */
export async function placePart(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  person: Person,
  { id, lineIds }: { id: number; lineIds: readonly number[] },
) {
  const now = clock.now()
  const order = await lockOwnOrder(tx, person, id, now)
  const held = (await selectPartsOf(tx, [id])).filter(isHeld)
  // Delivery is paid with any of the goods.
  const wanted = new Set([...lineIds, ...held.filter((part) => part.is_delivery).map((part) => part.line_id)])
  const chosen = held.filter((part) => wanted.has(part.line_id))
  if (chosen.every((part) => part.is_delivery)) throw new AppError('order.line_changed')
  if (new Set(chosen.map((part) => part.line_id)).size < wanted.size) throw new AppError('order.line_changed')
  const kop = sumsOf(chosen)
  if (kop > order.available_kop) throw await overCredit(tx, person, order, { kop, now })
  const rest = held.filter((part) => !wanted.has(part.line_id))
  const off = rest.map(({ line_id: lineId, qty }): LineMove => {
    return { lineId, from: 'on_hold', to: 'cancelled_client', qty, reason: 'Оформлено на доступную сумму' }
  })
  await moveLines(tx, { mover: 'client', author: person.author }, off, now)
  const on = await movesOn(tx, chosen, 'Клиент оформил заказ на доступную сумму')
  await moveLines(tx, { mover: 'system', author: person.author }, on, now)
}

/**
 * «Запросить разблокировку»: creates an unblock request, which finances read at `/settlements`.
 * @throws AppError `not_found`, `order.may_not_place`, `order.not_on_hold`, `order.override_requested`
 */
export async function requestCreditHoldOverride(
  tx: Transaction<DB>,
  { clock }: { clock: Clock },
  person: Person,
  { id, message }: { id: number; message: string },
) {
  const now = clock.now()
  const order = await lockOwnOrder(tx, person, id, now)
  const { contract_id, contractor_id, consignee_id, number } = order
  const request = { order_id: id, contract_id, contractor_id, message }
  if (!(await insertOverrideRequest(tx, request, person.author, now))) throw new AppError('order.override_requested')
  await publishEvents(
    tx,
    [
      {
        kind: 'order.override_requested',
        about: 'order',
        aboutId: id,
        label: number,
        contractorId: contractor_id,
        consigneeId: consignee_id,
        author: person.author,
      },
    ],
    now,
  )
}
