import type { AccessScope } from '../../../../platform/access/index.ts'
import { articleKey } from '@artikul/contract/catalog/article'
import { ANSWER_HOURS, type Answer, type WithoutAnswer } from '@artikul/contract/ordering/orders/change-approvals'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { isDropped } from '@artikul/contract/ordering/orders/orders'
import { vatIncludedKop } from '@artikul/contract/core/vat'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Writer } from '../../../../platform/http/index.ts'
import { processEach } from '../../../../platform/process-each.ts'
import { selectWarehouseDaysOff } from '../../../catalog/index.ts'
import * as queries from './change-approvals.queries.ts'
import type { ChangeApprovalRow, NewChangeApproval, Origin, TermedLine, TermsRow } from './change-approvals.queries.ts'
import { dueAfter } from './expire-pending.ts'
import { afterOf, endedText, presentChangeApproval } from './approval-texts.ts'
import { moveLines, type LineMove } from '../lines/line-transitions.ts'
import { lockOrdersOf, moveStock, selectPartsOf } from '../lines/line-transitions.queries.ts'
import { publishChangeApproval } from '../publish-orders.ts'

/** Reads the open approvals of an order as its buyer sees them. */
export const openApprovalsOf = async (db: Db, orderId: number) =>
  (await queries.selectOpenOfOrder(db, orderId)).map(presentChangeApproval)

/** Applies new terms to a line. Stock reserved for the old goods becomes reserved for the new ones. */
export async function applyTerms(tx: Transaction<DB>, line: TermedLine, after: TermsRow, held: number) {
  const sumKop = lineSumKop(after.price_kop, toThousandths(line.qty))
  const key = articleKey(after.article)
  const isOther = after.brand !== line.brand || after.article !== line.article
  const product = isOther ? ((await queries.selectProductNamed(tx, after.brand, key)) ?? null) : null
  const isOtherProduct = product !== null && product.id !== line.product_id
  if (isOtherProduct) await moveStock(tx, [{ line_id: line.id, released: held, shipped: 0 }])
  await queries.updateTerms(tx, line.id, {
    priceKop: after.price_kop,
    sumKop,
    vatKop: vatIncludedKop(sumKop, line.vat_rate),
    expectedDate: after.expected_date,
    guaranteedDate: after.guaranteed_date,
    brand: after.brand,
    article: after.article,
    articleKey: key,
    product,
  })
  if (isOtherProduct) await moveStock(tx, [{ line_id: line.id, released: -held, shipped: 0 }])
}

/** Moves parts back to their original states; the last ones are removed when the new quantity is smaller. */
export function movesBack(lineId: number, origins: readonly Origin[], brought: number, reason: string): LineMove[] {
  let left = toThousandths(brought)
  return origins.flatMap(({ state, qty }) => {
    const kept = Math.min(left, toThousandths(qty))
    left -= kept
    const dropped = toThousandths(qty) - kept
    const from = 'needs_confirm' as const
    return [
      ...(kept > 0 && state !== from ? [{ lineId, from, to: state, qty: kept / 1000, reason }] : []),
      ...(dropped > 0 ? [{ lineId, from, to: 'removed' as const, qty: dropped / 1000, reason }] : []),
    ]
  })
}

export const dueIn = async (tx: Transaction<DB>, hours: number, now: Date) =>
  dueAfter(now, hours, new Set((await selectWarehouseDaysOff(tx)).map(({ day }) => day)))

/** Change by a supplier of a line whose parts wait for the client's approval. */
export interface SupplierChange {
  lineId: number
  /** New price of the client's line; null when unchanged. */
  priceKop: number | null
  /** New article; empty when unchanged. */
  article: string
  /** Quantity that has just entered the waiting state. */
  qty: number
  reason: string
}

/** Sums up the quantity of each line that is neither cancelled nor refused. */
async function livingOf(tx: Transaction<DB>, lines: Iterable<TermedLine>) {
  const orderIds = [...new Set([...lines].map(({ order_id: id }) => id))]
  const living = new Map<number, number>()
  for (const { line_id: id, state, qty } of await selectPartsOf(tx, orderIds))
    if (!isDropped(state)) living.set(id, (living.get(id) ?? 0) + toThousandths(qty))
  return living
}

/**
 * Requests clients' approval of suppliers' changes, in the transaction that moved the parts into the waiting state.
 * Without an answer the line is removed. A line has one price and one number: when only a part of it is changed, its
 * parts wait for a manager's new terms.
 */
export async function requestApprovalOfSupplierChanges(
  tx: Transaction<DB>,
  author: Writer | null,
  changes: readonly SupplierChange[],
  now: Date,
) {
  if (changes.length === 0) return
  const lineIds = changes.map(({ lineId }) => lineId)
  const lines = new Map((await queries.selectTermed(tx, lineIds)).map((line) => [line.id, line]))
  const open = new Map((await queries.selectOpenOfLines(tx, lineIds)).map((row) => [row.line_id, row]))
  const living = await livingOf(tx, lines.values())
  const dueAt = await dueIn(tx, ANSWER_HOURS, now)
  const questions = [...Map.groupBy(changes, ({ lineId }) => lineId)].flatMap(([lineId, own]): NewChangeApproval[] => {
    const line = lines.get(lineId)
    const openApproval = open.get(lineId)
    const moved = own.reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000
    const qty = (toThousandths(moved) + toThousandths(openApproval?.old_qty ?? 0)) / 1000
    if (!line || qty === 0 || toThousandths(qty) !== living.get(lineId)) return []
    const before = { ...termsOf(line), qty }
    const prior = openApproval ? afterOf(openApproval) : before
    const newest = own.at(-1)
    const price = own.findLast(({ priceKop }) => priceKop !== null)?.priceKop ?? prior.price_kop
    const article = own.findLast((change) => change.article !== '')?.article ?? prior.article
    const origins = [
      ...(openApproval?.origins ?? []),
      ...(moved > 0 ? [{ state: 'in_work' as const, qty: moved }] : []),
    ]
    const after = {
      ...prior,
      price_kop: price,
      article,
      qty: (toThousandths(moved) + toThousandths(openApproval?.new_qty ?? 0)) / 1000,
    }
    const rest = { reason: newest?.reason ?? '', bySupplier: true, withoutAnswer: 'drop' as const, isApplied: false }
    return [{ line, before, after, origins, dueAt, ...rest }]
  })
  if (questions.length === 0) return
  const replaced = questions.flatMap(({ line }) => open.get(line.id) ?? [])
  await queries.endChangeApprovals(
    tx,
    replaced.map(({ id }) => id),
    { state: 'replaced', author, now },
  )
  await queries.insertChangeApprovals(tx, questions, author, now)
  // Parts that have just entered the waiting state are already covered by the event of their move.
  const untold = questions.filter(({ line, before }) => before.qty === open.get(line.id)?.old_qty)
  for (const { line } of untold) await publishChangeApproval(tx, line, 'asked', author, now)
}

export const termsOf = ({ price_kop, expected_date, guaranteed_date, brand, article }: TermedLine) => ({
  price_kop,
  expected_date,
  guaranteed_date,
  brand,
  article,
})

const refusal = (row: ChangeApprovalRow) => new AppError('change_approval.invalid_state', { detail: endedText(row) })

interface Answering {
  id: number
  reader: AccessScope
  author: Writer
  answer: Answer
  /** Source of the answer for the history. */
  from?: string
  now: Date
}

/** Locks the approval and its line until the transaction ends. */
async function lockApproval(tx: Transaction<DB>, reader: AccessScope, id: number) {
  const seen = await queries.selectChangeApproval(tx, reader, id)
  if (!seen) throw new AppError('not_found', { detail: 'Вопрос не найден' })
  await lockOrdersOf(tx, [seen.line_id])
  // Read again after the lock: a concurrent transaction may have answered the approval or changed the line.
  const [row, [line]] = [
    await queries.selectChangeApproval(tx, reader, id),
    await queries.selectTermed(tx, [seen.line_id]),
  ]
  if (!row || !line) throw new AppError('not_found', { detail: 'Вопрос не найден' })
  return { row, line }
}

const ANSWERED = { agree: 'agreed', decline: 'declined', other: 'other' } as const satisfies Record<Answer, string>

/**
 * Records the client's answer; of several concurrent answers exactly one applies.
 * @throws AppError `not_found` for an approval that the reader may not read, `change_approval.invalid_state` with its outcome
 */
export async function answerChangeApproval(
  tx: Transaction<DB>,
  { id, reader, author, answer, from = '', now }: Answering,
) {
  const { row, line } = await lockApproval(tx, reader, id)
  if (row.state !== 'open' || row.due_at <= now) throw refusal(row)
  const state = ANSWERED[answer]
  await queries.endChangeApprovals(tx, [id], { state, author, now })
  const words = (text: string) => [text, from].filter(Boolean).join(', ')
  const by = { mover: 'decision' as const, author }
  if (answer === 'agree') {
    await applyTerms(tx, line, afterOf(row), row.old_qty)
    const back = movesBack(line.id, row.origins, row.new_qty, words('Клиент согласился с новыми условиями'))
    await moveLines(tx, by, back, now)
  } else
    await moveLines(
      tx,
      by,
      [
        {
          lineId: line.id,
          from: 'needs_confirm',
          to: 'cancelled_client',
          qty: row.old_qty,
          reason: words(answer === 'other' ? 'Клиент подбирает другое' : 'Клиент не согласился'),
        },
      ],
      now,
    )
  await publishChangeApproval(tx, line, answer === 'agree' ? 'answered' : 'cancelled', author, now)
}

const DONE = { keep: 'kept', drop: 'dropped' } as const satisfies Record<WithoutAnswer, string>

/** Applies the default outcome of an expired approval; does nothing when it was ended meanwhile. */
async function carryOut(tx: Transaction<DB>, id: number, now: Date) {
  const { row, line } = await lockApproval(tx, 'any', id)
  if (row.state !== 'open' || row.due_at > now) return
  await queries.endChangeApprovals(tx, [id], { state: DONE[row.on_timeout], author: null, now })
  const reason = 'Ответа в срок не было'
  const moves: LineMove[] =
    row.on_timeout === 'keep'
      ? movesBack(line.id, row.origins, row.old_qty, reason)
      : [{ lineId: line.id, from: 'needs_confirm', to: 'removed', qty: row.old_qty, reason }]
  await moveLines(tx, { mover: 'decision', author: null }, moves, now)
  await publishChangeApproval(tx, line, 'unanswered', null, now)
}

const AT_ONCE = 100

/**
 * Ends expired approvals, each once and in its own transaction, also with several servers. A failure does not delay the
 * others.
 */
export async function endUnanswered(db: Kysely<DB>, { clock }: { clock: Clock }, stopping?: AbortSignal) {
  const now = clock.now()
  const expired = await queries.selectExpiredApprovals(db, now, AT_ONCE)
  await processEach(expired, (id) => db.transaction().execute((tx) => carryOut(tx, id, now)), stopping)
}
