import { ANSWER_HOURS } from '@artikul/contract/ordering/orders/change-approvals'
import { toThousandths } from '@artikul/contract/core/money'
import { isPriceWithin } from '@artikul/contract/companies/tolerance'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { priceLines } from '../../cart/index.ts'
import { readTolerance } from '../../../companies/index.ts'
import type { Pricing } from '../../../pricing/index.ts'
import { applyTerms, dueIn, termsOf } from '../change-approvals/change-approvals.ts'
import {
  insertChangeApprovals,
  selectTermed,
  type TermedLine,
  type TermsRow,
} from '../change-approvals/change-approvals.queries.ts'
import { changeWords } from '../change-approvals/approval-texts.ts'
import { moveLines } from './line-transitions.ts'
import type { PartRow } from './line-transitions.queries.ts'
import { publishChangeApproval } from '../publish-orders.ts'
import { selectRepriced } from './reprice.queries.ts'

interface Change {
  line: TermedLine
  before: TermsRow
  after: TermsRow
  /** True when the rise exceeds the company's tolerance. */
  isAsked: boolean
}

const heldLineOf = (parts: readonly PartRow[], id: number) =>
  parts.reduce((sum, { line_id: lineId, qty }) => sum + (lineId === id ? toThousandths(qty) : 0), 0) / 1000

/** Finds held lines whose price or date differs today; goods that are gone are left for their supplier to refuse. */
async function changesOf(tx: Transaction<DB>, pricing: Pricing, contractorId: number, parts: readonly PartRow[]) {
  const lines = await selectRepriced(tx, [...new Set(parts.map((part) => part.line_id))])
  if (lines.length === 0) return []
  const [priced, tolerance, termed] = [
    await priceLines(tx, pricing, contractorId, lines),
    await readTolerance(tx, contractorId),
    await selectTermed(
      tx,
      lines.map(({ id }) => id),
    ),
  ]
  return termed.flatMap((line): Change[] => {
    const offer = priced.get(line.id)?.offer
    if (!offer) return []
    const before = { ...termsOf(line), qty: heldLineOf(parts, line.id) }
    const { price_kop, expected_date, guaranteed_date } = offer
    const after = { ...before, price_kop, expected_date, guaranteed_date }
    const isAsked = !isPriceWithin(tolerance, before.price_kop, price_kop)
    return changeWords(before, after) === '' ? [] : [{ line, before, after, isAsked }]
  })
}

const APPROVAL_REASON = 'Пока заказ был приостановлен, цена выросла'

/** Makes parts wait for the client's approval; after it they wait for the release of their order again. */
async function requestApproval(tx: Transaction<DB>, changes: readonly Change[], now: Date) {
  const moves = changes.map(({ line, before, after }) => ({
    lineId: line.id,
    from: 'on_hold' as const,
    to: 'needs_confirm' as const,
    qty: before.qty,
    reason: `${APPROVAL_REASON}: ${changeWords(before, after)}`,
  }))
  await moveLines(tx, { mover: 'decision', author: null }, moves, now)
  const dueAt = await dueIn(tx, ANSWER_HOURS, now)
  await insertChangeApprovals(
    tx,
    changes.map(({ line, before, after }) => ({
      line,
      before,
      after,
      origins: [{ state: 'on_hold' as const, qty: before.qty }],
      reason: APPROVAL_REASON,
      bySupplier: false,
      withoutAnswer: 'drop' as const,
      dueAt,
      isApplied: false,
    })),
    null,
    now,
  )
  for (const { line } of changes) await publishChangeApproval(tx, line, 'asked', null, now)
}

interface HeldOrder {
  contractorId: number
  /** Held parts of an order that is already locked. */
  parts: readonly PartRow[]
  now: Date
}

/**
 * Updates prices and dates of held parts to those of the release day: a lower price or a rise within the company's
 * tolerance is applied, a larger rise requires the client's approval. Dates are recalculated without approval, because
 * the client let the original ones pass.
 * @returns lines that stay held, and the changes of the others as texts for the history
 */
export async function repriceHeldOrder(tx: Transaction<DB>, pricing: Pricing, { contractorId, parts, now }: HeldOrder) {
  const changes = await changesOf(tx, pricing, contractorId, parts)
  const toApprove = changes.filter(({ isAsked }) => isAsked)
  const accepted = changes.filter(({ isAsked }) => !isAsked)
  for (const { line, before, after } of accepted) await applyTerms(tx, line, after, before.qty)
  if (toApprove.length > 0) await requestApproval(tx, toApprove, now)
  return {
    approvalLineIds: new Set(toApprove.map(({ line }) => line.id)),
    words: new Map(accepted.map(({ line, before, after }) => [line.id, changeWords(before, after)])),
  }
}
