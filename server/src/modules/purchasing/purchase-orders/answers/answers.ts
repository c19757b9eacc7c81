import { isStepBack, mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import { formatQty, halfUpShare, toThousandths } from '@artikul/contract/core/money'
import { LINE_STATES, type LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { dayText } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import {
  requestApprovalOfSupplierChanges,
  lockParts,
  moveLines,
  type By,
  type LineMove,
  type SupplierChange,
} from '../../../ordering/index.ts'
import * as queries from './answers.queries.ts'
import { writeSettled, type SettledWish } from '../cancel.queries.ts'
import { insertEvents, newsOf } from '../line-events.ts'
import { publishSupplierOrders } from '../publish-supplier-orders.ts'
import { isCancelling, textForClient } from '../supplier-texts.ts'

/** Supplier's answer about one line; absent fields stay unchanged. */
export interface SupplierLineAnswer {
  /** Id of the line in the supplier order. */
  lineId: number
  /** Quantity confirmed by the supplier; 0 for none. */
  confirmedQty?: number
  priceKop?: number | null
  newArticle?: string
  promisedOn?: string | null
  /** Reason in the supplier's words; shown to clients unless it contains the supplier's name or numbers. */
  reason?: string
  supplierNumber?: string
  positionId?: string
  status?: { code: string; name: string }
  /** State into which the client's part moves; by default it stays. */
  target?: LineState
}

/** Line whose client part could not follow the answer, with the reason. */
export interface NotApplied {
  lineId: number
  reason: string
}

/** States of parts that follow a supplier's answer, most likely first. */
const FOLLOWED: readonly LineState[] = [
  'ordered_supplier',
  'confirmed_supplier',
  'in_transit',
  'delayed',
  'in_work',
  'needs_confirm',
]

/** States of received goods, which the supplier's answer no longer affects. */
export const HERE: readonly LineState[] = [
  'arrived',
  'picking',
  'ready',
  'shipped',
  'issued',
  'return_requested',
  'returned',
]

/** Quantities of the clients' parts in thousandths, including the moves planned so far. */
type Parts = Map<number, Map<LineState, number>>

interface Plan {
  by: By
  parts: Parts
  moves: LineMove[]
}

/** Plans a move of the quantity in thousandths; returns the reason when it is impossible, else an empty text. */
function plan(
  { by, parts, moves }: Plan,
  row: queries.AnsweredRow,
  { to, qty, reason }: { to: LineState; qty: number; reason: string },
): string {
  if (row.order_line_id === null) return ''
  const there = parts.get(row.order_line_id) ?? new Map<LineState, number>()
  const from = [row.line_state, ...FOLLOWED].find((state) => (there.get(state) ?? 0) >= qty)
  if (from === to || (!from && isHere(there, qty))) return ''
  if (!from) return `У клиента нет ${formatQty(qty / 1000)}, которые ждут поставщика`
  if (!mayMove(by.mover, from, to)) return `Не переводится: «${LINE_STATES[from]}» → «${LINE_STATES[to]}»`
  there.set(from, (there.get(from) ?? 0) - qty).set(to, (there.get(to) ?? 0) + qty)
  const words = reason || (isStepBack(from, to) ? 'По данным поставщика' : '')
  moves.push({ lineId: row.order_line_id, from, to, qty: qty / 1000, reason: words })
  return ''
}

const isHere = (there: ReadonlyMap<LineState, number>, qty: number) =>
  HERE.reduce((sum, state) => sum + (there.get(state) ?? 0), 0) >= qty

/** Returns the purchase price underlying the client's price: the markup was preserved in every approved increase. */
const basisOf = ({ purchase_kop: ordered, agreed }: queries.AnsweredRow) =>
  agreed.reduce((kop, [before, after]) => halfUpShare(kop, after, before), ordered)

const isDearer = (row: queries.AnsweredRow, kop: number) =>
  kop * 10_000 > basisOf(row) * (10_000 + row.tolerance_hundredths)

/** Builds the question to the client about the news of the answer, in words that the client may read. */
function questionOf(row: queries.AnsweredRow, after: queries.AnsweredFields): string {
  const { confirmed_kop: kop, new_article: article } = after
  if (row.order_line_id === null) return ''
  if (kop !== null && kop !== row.confirmed_kop && isDearer(row, kop)) return 'Цена поставщика выросла'
  if (article !== row.new_article && article !== '' && row.replacement_policy === 'only_this')
    return `Поставляется под номером ${article}`
  return ''
}

/** Determines the state of the remaining part and the text for the client. */
function targetOf(row: queries.AnsweredRow, after: queries.AnsweredFields, target: LineState | undefined) {
  const question = questionOf(row, after)
  if (question) return { to: 'needs_confirm' as const, reason: question }
  const day = after.promised_on
  if (day !== null && day !== row.promised_on && row.guaranteed_date !== null && day > row.guaranteed_date)
    return { to: 'delayed' as const, reason: `Новый срок поставки: ${dayText(day)}` }
  const isNewArticle = after.new_article !== row.new_article && after.new_article !== ''
  return { to: target, reason: isNewArticle ? `Поставляется под номером ${after.new_article}` : '' }
}

const livingQty = (row: queries.AnsweredRow) =>
  ['refused', 'cancelled'].includes(row.state) ? 0 : toThousandths(row.confirmed_qty ?? row.qty)

/** Calculates the row after the answer, without the moves of the client's part. */
function rowAfter(row: queries.AnsweredRow, answer: SupplierLineAnswer): queries.AnsweredFields {
  const { status, target } = answer
  const answeredQty = Math.max(answer.confirmedQty ?? row.confirmed_qty ?? row.qty, row.received_qty)
  const confirmed = Math.min(answeredQty, livingQty(row) / 1000)
  const isOrdered = target === undefined ? row.state !== 'confirmed' : target === 'ordered_supplier'
  return {
    id: row.id,
    state: confirmed === 0 ? 'refused' : isOrdered ? 'ordered' : 'confirmed',
    confirmed_qty: answer.confirmedQty === undefined ? row.confirmed_qty : confirmed,
    confirmed_kop: answer.priceKop ?? row.confirmed_kop,
    promised_on: answer.promisedOn ?? row.promised_on,
    new_article: answer.newArticle ?? row.new_article,
    supplier_number: answer.supplierNumber ?? row.supplier_number,
    position_id: answer.positionId || row.position_id,
    status_code: status?.code ?? row.status_code,
    status_name: status?.name ?? row.status_name,
    reason: answer.reason ?? row.reason,
    not_applied: '',
    line_state: row.line_state,
  }
}

/** Interprets the answer as the outcome of a cancellation, if it is one. */
function settledBy(
  row: queries.AnsweredRow,
  { status, target }: SupplierLineAnswer,
  freed: number,
): SettledWish | null {
  if (row.wish_state === null) return null
  const cancelled_qty = (row.wish_cancelled ?? 0) + freed / 1000
  const goesOn = target !== undefined && row.wish_state === 'asked' && status?.code !== row.wish_status_before
  if (goesOn && status && freed === 0 && !isCancelling(status.name))
    return { line_id: row.id, cancelled_qty, state: 'refused', reason: `у поставщика «${status.name}»` }
  return freed > 0 ? { line_id: row.id, cancelled_qty, state: null, reason: '' } : null
}

interface Followed {
  row: queries.AnsweredRow
  after: queries.AnsweredFields
  wish: SettledWish | null
  /** Change that requires the client's approval. */
  change: SupplierChange | null
}

/** Calculates the client's price for the supplier's new price with an unchanged markup. */
const priceAfter = (row: queries.AnsweredRow, kop: number) =>
  basisOf(row) > 0 ? halfUpShare(row.price_kop, kop, basisOf(row)) : row.price_kop + kop

/** Determines the change that requires the client's approval, for the given quantity. */
function changeOf(
  row: queries.AnsweredRow & { order_line_id: number },
  after: queries.AnsweredFields,
  qty: number,
): SupplierChange {
  const { confirmed_kop: kop, new_article: article } = after
  const isRise = kop !== null && kop !== row.confirmed_kop && isDearer(row, kop)
  return {
    lineId: row.order_line_id,
    priceKop: isRise ? priceAfter(row, kop) : null,
    article: article === row.new_article ? '' : article,
    qty: qty / 1000,
    reason: questionOf(row, after),
  }
}

/**
 * Moves the remaining part to the state given by the answer, or makes it wait for the client's approval; a further
 * change during the wait renews the request. An answer repeated unchanged has no effect, so that later manual changes
 * persist.
 */
function moveLiving(
  planned: Plan,
  row: queries.AnsweredRow,
  after: queries.AnsweredFields,
  { target, left }: { target: LineState | undefined; left: number },
): { outcome: string; change: SupplierChange | null } {
  const { to, reason } = targetOf(row, after, target)
  if (left === 0 || to === undefined) return { outcome: '', change: null }
  const isAsked = questionOf(row, after) !== ''
  if (to === row.line_state && !isAsked) return { outcome: '', change: null }
  const before = planned.moves.length
  const outcome = plan(planned, row, { to, qty: left, reason })
  if (outcome === '') after.line_state = to
  const isMoved = planned.moves.length > before
  // An approval that is already pending is requested again.
  if (!isAsked || outcome !== '' || row.order_line_id === null) return { outcome, change: null }
  const ofClient = { ...row, order_line_id: row.order_line_id }
  return { outcome, change: changeOf(ofClient, after, isMoved ? left : 0) }
}

/** Calculates the row after the answer and adds the moves of the client's parts to the plan. */
function follow(row: queries.AnsweredRow, answer: SupplierLineAnswer, planned: Plan): Followed {
  const after = rowAfter(row, answer)
  const living = livingQty(row)
  const brought = after.state === 'refused' ? 0 : toThousandths(after.confirmed_qty ?? row.qty)
  // Missing quantities first count towards the client's cancellation.
  const unwanted = Math.min(living, toThousandths(row.wish_qty ?? 0) - toThousandths(row.wish_cancelled ?? 0))
  const freed = Math.max(0, Math.min(unwanted, living - brought))
  const left = Math.min(living - unwanted, brought)
  const refused = living - unwanted - left
  const why: string[] = []
  if ((answer.confirmedQty ?? 0) * 1000 > living)
    why.push(`Поставщик назвал ${formatQty(answer.confirmedQty ?? 0)}, ждём ${formatQty(living / 1000)}`)
  if (brought === 0 && refused === 0 && freed > 0) after.state = 'cancelled'
  if (refused > 0) {
    const refusal = {
      to: 'refused_supplier' as const,
      qty: refused,
      reason: textForClient(after.reason, row.source),
    }
    const outcome = plan(planned, row, refusal)
    why.push(outcome)
    if (outcome === '' && left === 0) after.line_state = 'refused_supplier'
  }
  const coming = { target: answer.target, left: Math.max(0, left - toThousandths(row.received_qty)) }
  const { outcome, change } = moveLiving(planned, row, after, coming)
  why.push(outcome)
  after.not_applied = why.filter(Boolean).join('. ').slice(0, 500)
  return { row, after, wish: settledBy(row, answer, freed), change }
}

const isNews = (row: queries.AnsweredRow, after: queries.AnsweredFields) =>
  row.not_applied !== after.not_applied ||
  (Object.keys(after) as (keyof queries.AnsweredFields)[]).some((field) => after[field] !== row[field])

async function write(tx: Transaction<DB>, author: Writer | null, changed: readonly Followed[], now: Date) {
  if (changed.length === 0) return
  await queries.writeAnswers(
    tx,
    changed.map(({ after }) => after),
    now,
  )
  const wishes = changed.flatMap(({ wish }) => wish ?? [])
  if (wishes.length > 0) await writeSettled(tx, wishes, now)
  const events = changed.map(({ row, after, wish }) => ({
    lineId: row.id,
    text: [newsOf(row, after), wish?.state === 'refused' ? `Не отменено: ${wish.reason}` : '']
      .filter(Boolean)
      .join('. '),
  }))
  await insertEvents(tx, events, author, now)
  await publishSupplierOrders(
    tx,
    changed.flatMap(({ row }) => row.supplier_order_id ?? []),
    now,
  )
}

/**
 * Applies a supplier's answers from any channel: API, returned file or word of mouth. They are stored in the supplier's
 * rows, and the clients' parts follow by the table of transitions: confirmed, refused, late, dearer. Parts that cannot
 * follow are recorded in `not_applied` for a person. The client's price stays unchanged.
 * @param author person who recorded the answer; null when the portal queried it
 * @returns lines whose parts could not follow
 */
export async function applyAnswers(
  tx: Transaction<DB>,
  author: Writer | null,
  answers: readonly SupplierLineAnswer[],
  now: Date,
): Promise<NotApplied[]> {
  const rows = await queries.lockRows(
    tx,
    answers.map(({ lineId }) => lineId),
  )
  const parts: Parts = new Map()
  for (const { line_id, state, qty } of await lockParts(
    tx,
    rows.flatMap((row) => row.order_line_id ?? []),
  )) {
    const there = parts.get(line_id) ?? new Map<LineState, number>()
    parts.set(line_id, there.set(state, (there.get(state) ?? 0) + toThousandths(qty)))
  }
  const by: By = author ? { mover: 'staff', author } : { mover: 'supplier', author: null }
  const planned: Plan = { by, parts, moves: [] }
  const answerOf = new Map(answers.map((answer) => [answer.lineId, answer]))
  const changed = rows.flatMap((row) => {
    const answer = answerOf.get(row.id)
    if (!answer || row.state === 'waiting' || row.state === 'held') return []
    const followed = follow(row, answer, planned)
    return isNews(row, followed.after) || followed.wish ? [followed] : []
  })
  await moveLines(tx, by, planned.moves, now)
  await requestApprovalOfSupplierChanges(
    tx,
    author,
    changed.flatMap(({ change }) => change ?? []),
    now,
  )
  await write(tx, author, changed, now)
  return changed.flatMap(({ after: { id, not_applied: reason } }) => (reason === '' ? [] : [{ lineId: id, reason }]))
}
