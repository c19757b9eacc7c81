import { CLAIM_TERMS, isOfMoney, isSupplied, usesPieces, type ClaimAct } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimDecision } from '@artikul/contract/fulfilment/new-claim'
import { formatMoney, toThousandths } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { moveLines, putBackInStock, type LineMove } from '../../../ordering/index.ts'
import type { ClaimDeps } from '../create-claim.ts'
import { decided } from '../claim-emails.ts'
import { creditPrice } from './corrections.ts'
import type { ClaimRecord } from '../claims.queries.ts'
import { settlementChanges, correct, creditOf, requireOwnLines, sumOf, type CreditedLine } from './settle-claim.ts'
import {
  lockShipmentToCorrect,
  selectLinesToSettle,
  selectShippedParts,
  type LineToSettle,
} from './settle-claim.queries.ts'
import { supplyGoods } from './supply-by-claim.ts'
import { begin, addClaimNote, emailClient, type ClaimParty } from '../claim-messages.ts'
import { updateClaim, updateLines } from '../write-claims.queries.ts'

interface Decided {
  line: LineToSettle
  qty: number
  priceKop: number | null
  refusal: string
  toStock: boolean
}

const isAccepted = ({ qty }: { qty: number }) => qty > 0

/** Determines the state of the claim after the decision. */
function actOf({ lines }: ClaimDecision, claim: Pick<ClaimRecord, 'kind'>): ClaimAct {
  if (!lines.some(isAccepted)) return 'decline'
  return CLAIM_TERMS[claim.kind].comesBack ? 'approve' : 'grant'
}

/** Moves accepted pieces into the return state: received ones first, then those in transit. */
async function requestReturn(tx: Transaction<DB>, party: ClaimParty, lines: readonly Decided[], now: Date) {
  const parts = await selectShippedParts(
    tx,
    lines.map(({ line }) => line),
  )
  const moves: LineMove[] = []
  for (const { line, qty } of lines) {
    let missing = toThousandths(qty)
    for (const part of parts.filter((one) => one.shipment_line_id === line.shipment_line_id)) {
      const allocated = Math.min(missing, toThousandths(part.qty))
      if (allocated === 0) continue
      const own = line.shipment_line_id
      moves.push({
        lineId: line.order_line_id,
        from: part.state,
        to: 'return_requested',
        qty: allocated / 1000,
        shipmentLine: { from: own, to: own },
      })
      missing -= allocated
    }
    if (missing > 0) throw new AppError('order.line_changed')
  }
  await moveLines(tx, { mover: 'staff', author: party.author }, moves, now)
}

function requirePrices(lines: readonly Decided[], claim: ClaimRecord) {
  if (claim.kind !== 'price') return
  for (const [at, { line, qty, priceKop }] of lines.entries()) {
    if (qty === 0) continue
    if (toThousandths(qty) !== toThousandths(line.qty))
      throw new AppError('input.invalid', {
        errors: [{ path: `lines.${at}.qty`, message: 'О цене решают сразу по всей строке' }],
      })
    if (!isOfMoney(claim.outcome)) continue
    const message = priceKop === null ? 'Укажите верную цену' : 'Верная цена должна быть ниже прежней'
    if (priceKop === null || priceKop >= line.price_kop)
      throw new AppError('input.invalid', { errors: [{ path: `lines.${at}.price_kop`, message }] })
  }
}

function requireHandOver(input: ClaimDecision, act: ClaimAct, today: string) {
  if (act !== 'approve') return
  const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
  if (input.hand_over_until === null || input.hand_over_until < today)
    throw refuse('hand_over_until', 'Укажите день не раньше сегодняшнего')
  if (input.hand_over_to === '') throw refuse('hand_over_to', 'Укажите, куда сдать товар')
}

/** Calculates the credits that are due immediately because no goods have to be returned. */
function creditsOf(claim: ClaimRecord, lines: readonly Decided[]): CreditedLine[] {
  if (!isOfMoney(claim.outcome)) return []
  return lines.filter(isAccepted).map(({ line, qty, priceKop }) => ({
    line,
    credit:
      claim.kind === 'price'
        ? creditPrice({ ...line, qty: line.shipped_qty }, priceKop ?? line.price_kop)
        : creditOf(line, qty),
  }))
}

/** Returns the granted outcome: the requested one, or another of the same kind. @throws AppError `input.invalid` */
function grantedOf({ kind, outcome }: ClaimRecord, input: ClaimDecision) {
  const granted = input.outcome ?? outcome
  if (granted === outcome) return outcome
  if (kind !== 'price' && CLAIM_TERMS[kind].outcomes.includes(granted)) return granted
  throw new AppError('input.invalid', { errors: [{ path: 'outcome', message: 'Такого исхода у этого обращения нет' }] })
}

interface Supplying {
  claim: ClaimRecord
  input: ClaimDecision
  act: ClaimAct
  /** Missing pieces that were found in the own warehouse. */
  found: readonly { lineId: number; qty: number }[]
  lines: readonly Decided[]
}

/** Orders the goods to be shipped again: missing ones immediately, exchanged ones after the return. */
async function supply(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  by: { author: ClaimParty['author']; now: Date },
  { claim, input, act, found, lines }: Supplying,
) {
  if (act === 'decline' || !isSupplied(claim.outcome)) {
    await putBackInStock(tx, found)
    return null
  }
  const notBefore = input.hand_over_until ?? moscowDate(by.now)
  return supplyGoods(tx, deps, by, { claim, outcome: claim.outcome, notBefore, found, lines })
}

/** Describes the outcome for the journal. */
const storyOf = (
  claim: ClaimRecord,
  made: { number: string | null; order: { number: string } | null; credited: readonly CreditedLine[] },
) =>
  [
    `Обращение ${claim.number}`,
    ...(made.number ? [`корректировка № ${made.number} на ${formatMoney(sumOf(made.credited))} ₽`] : []),
    ...(made.order ? [`заказ ${made.order.number}`] : []),
  ].join(', ')

/** Sums that stay disputed until the goods are returned. */
const stillDisputed = (lines: readonly Decided[]) =>
  lines.reduce((sum, { line, qty }) => sum + (qty > 0 ? creditOf({ ...line, withheld_percent: 0 }, qty).sum_kop : 0), 0)

async function writeLines(
  tx: Transaction<DB>,
  claim: ClaimRecord,
  lines: readonly Decided[],
  credited: CreditedLine[],
) {
  const isFinal = !CLAIM_TERMS[claim.kind].comesBack
  await updateLines(
    tx,
    claim.id,
    lines.map(({ line, qty, refusal, toStock }) => ({
      id: line.id,
      accepted_qty: qty,
      ...(isFinal && { settled_qty: qty }),
      held_qty: usesPieces(claim.kind) ? qty : 0,
      refusal,
      to_stock: toStock,
      credited_kop: credited.find((one) => one.line.id === line.id)?.credit.sum_kop ?? 0,
    })),
  )
}

/**
 * Records the decision by line. Lines with a return are approved and wait for the goods, others are credited
 * immediately; a claim without accepted lines is refused.
 * @throws AppError `not_found`, `stale`, `claim.invalid_state`, `input.invalid`, `claim.number_taken`
 */
export async function decide(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  input: { id: number } & ClaimDecision,
) {
  const now = deps.clock.now()
  const { author } = party
  const { claim: original } = await begin(tx, party, input, null)
  const claim = { ...original, outcome: grantedOf(original, input) }
  const act = actOf(input, claim)
  const { to } = await begin(tx, party, input, act)
  if (to === 'approved') requireHandOver(input, act, moscowDate(now))
  const shipment = await lockShipmentToCorrect(tx, claim.shipment_id)
  if (shipment.cancelled_at !== null && act !== 'decline')
    throw new AppError('claim.invalid_state', { detail: 'Отгрузка отменена: по обращению можно только отказать' })
  const lines = requireOwnLines(await selectLinesToSettle(tx, claim.id), input.lines, (line) => line.qty).map(
    ({ line, given: one }): Decided => ({
      line,
      qty: one.qty,
      priceKop: one.price_kop,
      refusal: one.refusal,
      toStock: claim.kind === 'shortage' && one.to_stock === true && one.qty > 0 && line.is_own_stock,
    }),
  )
  requirePrices(lines, claim)
  if (act === 'approve' && claim.kind !== 'surplus') await requestReturn(tx, party, lines, now)
  const found = lines.filter(({ toStock }) => toStock).map(({ line, qty }) => ({ lineId: line.order_line_id, qty }))
  const order = await supply(tx, deps, { author, now }, { claim, input, act, found, lines: lines.filter(isAccepted) })
  const credited = act === 'grant' ? creditsOf(claim, lines) : []
  const number = await correct(tx, claim, { author, now, typed: input.correction_number ?? '' }, credited)
  await writeLines(tx, claim, lines, credited)
  await addClaimNote(tx, party, claim, { kind: 'decided', at: now, text: input.text })
  await recordEvent(tx, author, {
    event: 'claim.decided',
    contractorId: claim.contractor_id,
    object: storyOf(claim, { number, order, credited }),
    changes: settlementChanges(lines),
  })
  const handOver = { handOverUntil: input.hand_over_until, handOverTo: input.hand_over_to }
  const state = to === 'approved' ? 'approved' : to === 'closed' ? 'closed' : 'declined'
  await emailClient(tx, deps, claim, (email) =>
    decided(deps.mailer, email, { ...claim, state, text: input.text, ...handOver }),
  )
  const isEnded = state !== 'approved'
  return updateClaim(tx, claim.id, {
    state: to,
    granted_outcome: act !== 'decline' && claim.outcome !== original.outcome ? claim.outcome : null,
    taken_by: claim.taken_by ?? author.actorId,
    decided_at: now,
    ended_at: isEnded ? now : null,
    hand_over_until: isEnded ? null : input.hand_over_until,
    hand_over_to: isEnded ? '' : input.hand_over_to,
    disputed_kop: isEnded || claim.kind === 'surplus' ? 0 : Math.min(stillDisputed(lines), claim.disputed_kop),
  })
}
