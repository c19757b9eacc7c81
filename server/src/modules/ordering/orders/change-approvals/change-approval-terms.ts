import { compareTerms, type ChangeLine } from '@artikul/contract/ordering/orders/change-approvals'
import { CHANGEABLE } from '@artikul/contract/ordering/orders/line-transitions'
import { formatQty, toThousandths } from '@artikul/contract/core/money'
import { isDropped, type LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { selectSupplied } from '../lines/claimed-goods.queries.ts'
import { applyTerms, dueIn, movesBack, termsOf } from './change-approvals.ts'
import * as queries from './change-approvals.queries.ts'
import type { ChangeApprovalRow, Origin, TermedLine, TermsRow } from './change-approvals.queries.ts'
import { changeWords } from './approval-texts.ts'
import { moveLines, recountOrders } from '../lines/line-transitions.ts'
import { lockParts, insertMoves, type PartRow } from '../lines/line-transitions.queries.ts'
import { publishChangeApproval } from '../publish-orders.ts'

const refused = (detail: string) => new AppError('line.terms_refused', { detail })
const sumOf = (rows: readonly { qty: number }[]) => rows.reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000
const isLiving = ({ state, shipment_line_id: shipped }: PartRow) => shipped === null && CHANGEABLE.includes(state)

/** Finds the product that replaces the ordered one. */
async function otherProduct(tx: Transaction<DB>, line: TermedLine, productId: number | undefined) {
  if (productId === undefined || productId === line.product_id) return undefined
  const product = await queries.selectProduct(tx, productId)
  if (!product) throw new AppError('not_found', { detail: 'Товар не найден' })
  if (line.is_own) throw refused('Товар лежит на своём складе: номер такой строки не меняется')
  if (product.unit !== line.unit) throw refused('Другой товар продаётся в других единицах: оформите его новой строкой')
  return product
}

/** Reads the current and the proposed terms for the quantity that has not arrived yet. */
async function readChange(
  tx: Transaction<DB>,
  line: TermedLine,
  parts: readonly PartRow[],
  body: ChangeLine,
  now: Date,
) {
  const living = parts.filter(isLiving)
  const qty = sumOf(living)
  if (qty === 0) throw refused('Товар уже пришёл, отгружен или снят: условия строки больше не меняются')
  const product = await otherProduct(tx, line, body.product_id)
  const isWhole = parts.every((part) => isLiving(part) || isDropped(part.state))
  const before: TermsRow = { ...termsOf(line), qty }
  const expected = body.expected_date ?? before.expected_date
  const later = expected > before.guaranteed_date ? expected : before.guaranteed_date
  const after: TermsRow = {
    price_kop: body.price_kop ?? before.price_kop,
    expected_date: expected,
    guaranteed_date: body.guaranteed_date ?? later,
    brand: product?.brand ?? before.brand,
    article: product?.article ?? before.article,
    qty: body.qty ?? qty,
  }
  if (after.expected_date !== before.expected_date && after.expected_date < moscowDate(now))
    throw refused('Этот день уже прошёл')
  if (after.guaranteed_date < after.expected_date) throw refused('Гарантируем не раньше, чем ожидаем')
  if (after.qty > qty) throw refused(`Ещё не пришло ${formatQty(qty)}: больше не бывает, оформите новый заказ`)
  if (!isWhole && (after.price_kop !== before.price_kop || product))
    throw refused('Часть строки уже пришла или отгружена: цена и номер не меняются')
  return { before, after, living }
}

const FOR_THE_ORDER: readonly LineState[] = ['new', 'awaiting_payment', 'on_hold']

/**
 * Returns the state for parts that need an approval: a pending payment or order hold applies again after the answer.
 */
export function withoutQuestion({
  stood,
  is_own: isOwn,
  is_unpaid: isUnpaid,
  is_on_hold: isOnHold,
}: TermedLine): LineState {
  if (stood !== null && FOR_THE_ORDER.includes(stood)) return stood
  if (stood === null && isUnpaid) return 'awaiting_payment'
  if (stood === null && isOnHold) return 'on_hold'
  return isOwn ? 'reserved' : 'in_work'
}

/**
 * Returns the states to which the parts return after the answer; for parts of an earlier question, their original
 * states.
 */
function originsOf(
  line: TermedLine,
  living: readonly PartRow[],
  openApproval: ChangeApprovalRow | undefined,
): Origin[] {
  const waiting = sumOf(living.filter(({ state }) => state === 'needs_confirm'))
  const unasked = (toThousandths(waiting) - toThousandths(openApproval?.old_qty ?? 0)) / 1000
  return [
    ...(openApproval?.origins ?? []),
    ...(unasked > 0 ? [{ state: withoutQuestion(line), qty: unasked }] : []),
    ...living.filter(({ state }) => state !== 'needs_confirm').map(({ state, qty }) => ({ state, qty })),
  ]
}

interface Change {
  lineId: number
  author: Writer
  body: ChangeLine
  now: Date
}

/**
 * Changes the terms of a line on behalf of a manager: improvements apply immediately and the client is notified,
 * anything worse waits for the client's approval. A newer change replaces a pending one.
 * @returns true when the client's approval is required
 * @throws AppError `not_found`, `line.terms_refused`
 */
export async function changeLine(tx: Transaction<DB>, { lineId, author, body, now }: Change): Promise<boolean> {
  const parts = await lockParts(tx, [lineId])
  const [line] = await queries.selectTermed(tx, [lineId])
  if (!line) throw new AppError('not_found', { detail: 'Строка не найдена' })
  if ((await selectSupplied(tx, [lineId])).length > 0)
    throw refused('Товар уходит по обращению: условия такой строки не меняются')
  const { before, after, living } = await readChange(tx, line, parts, body, now)
  const { isWorse, isSame } = compareTerms(before, after)
  if (isSame) throw refused('Условия остались прежними: изменять нечего')
  const [openApproval] = await queries.selectOpenOfLines(tx, [lineId])
  if (openApproval) await queries.endChangeApprovals(tx, [openApproval.id], { state: 'replaced', author, now })
  const reason = [changeWords(before, after), body.reason].join('. ')
  const question = { line, before, after, reason: body.reason, bySupplier: false, withoutAnswer: body.on_timeout }
  const by = { mover: 'decision' as const, author }
  if (isWorse) {
    const origins = originsOf(line, living, openApproval)
    const moves = living
      .filter(({ state }) => state !== 'needs_confirm')
      .map(({ state: from, qty }) => ({ lineId, from, to: 'needs_confirm' as const, qty, reason }))
    await moveLines(tx, by, moves, now)
    const dueAt = await dueIn(tx, body.answer_hours, now)
    await queries.insertChangeApprovals(tx, [{ ...question, origins, dueAt, isApplied: false }], author, now)
  } else {
    await applyTerms(tx, line, after, before.qty)
    const back = openApproval ? movesBack(lineId, openApproval.origins, openApproval.old_qty, reason) : []
    const at = living[0]?.state ?? 'new'
    // The history records the change even though no part moves.
    if (back.length === 0) {
      await insertMoves(tx, [{ lineId, from: at, to: at, qty: before.qty, reason }], { author, bySupplier: false, now })
      await recountOrders(tx, [line.order_id])
    }
    await moveLines(tx, by, back, now)
    await queries.insertChangeApprovals(tx, [{ ...question, origins: [], dueAt: now, isApplied: true }], author, now)
  }
  await publishChangeApproval(tx, line, isWorse ? 'asked' : 'improved', author, now)
  return isWorse
}
