import { CLAIM_TERMS, isCorrected } from '@artikul/contract/fulfilment/claim-rules'
import type { ClaimReceipt, ClaimSettlement } from '@artikul/contract/fulfilment/new-claim'
import { formatMoney, formatQty, toThousandths } from '@artikul/contract/core/money'
import type { LineState } from '@artikul/contract/ordering/orders/orders'
import type { Transaction } from 'kysely'
import { moscowDate } from '../../../../platform/clock.ts'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Author } from '../../../../platform/http/index.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { nextDocumentNumber } from '../../../billing/index.ts'
import { moveLines, putBackInStock, type LineMove } from '../../../ordering/index.ts'
import { addWorkingDays } from '../../../pricing/index.ts'
import type { ClaimDeps } from '../create-claim.ts'
import { decided } from '../claim-emails.ts'
import { creditPieces, type Credit } from './corrections.ts'
import type { ClaimRecord } from '../claims.queries.ts'
import * as queries from './settle-claim.queries.ts'
import { lockSupplyLines } from './supply-by-claim.ts'
import { begin, addClaimNote, emailClient, type ClaimParty } from '../claim-messages.ts'
import { releaseLines, updateClaim, updateLines } from '../write-claims.queries.ts'

export interface CreditedLine {
  line: queries.LineToSettle
  credit: Credit
}

/** Requires that every line of the claim is listed exactly once, with at most its quantity. */
export function requireOwnLines<T extends { id: number; qty: number }>(
  lines: readonly queries.LineToSettle[],
  given: readonly T[],
  mostOf: (line: queries.LineToSettle) => number,
): { line: queries.LineToSettle; given: T; at: number }[] {
  const byId = new Map(lines.map((line) => [line.id, line]))
  const pairs = given.map((one, at) => ({ line: byId.get(one.id), given: one, at }))
  const ids = new Set(given.map(({ id }) => id))
  if (ids.size !== given.length || ids.size !== lines.length)
    throw new AppError('input.invalid', { errors: [{ path: 'lines', message: 'Решите по каждой строке один раз' }] })
  return pairs.map(({ line, given: one, at }) => {
    if (!line) throw new AppError('not_found', { detail: 'Такой строки в обращении нет' })
    const most = mostOf(line)
    if (toThousandths(one.qty) > toThousandths(most))
      throw new AppError('input.invalid', {
        errors: [{ path: `lines.${at}.qty`, message: `Не больше ${formatQty(most)}` }],
      })
    return { line, given: one, at }
  })
}

const shippedLineOf = (line: queries.LineToSettle) => ({ ...line, qty: line.shipped_qty })

export const creditOf = (line: queries.LineToSettle, qty: number) =>
  creditPieces(shippedLineOf(line), qty, line.withheld_percent)

/** Builds moves of pieces into another state; they stay in their shipment. */
function movesInto(
  lines: readonly { line: queries.LineToSettle; qty: number }[],
  from: LineState,
  to: LineState,
): LineMove[] {
  return lines
    .filter(({ qty }) => qty > 0)
    .map(({ line, qty }) => ({
      lineId: line.order_line_id,
      from,
      to,
      qty,
      shipmentLine: { from: line.shipment_line_id, to: line.shipment_line_id },
    }))
}

/** Returns the number given by 1С, or the next one of the seller's year. */
async function numberOf(tx: Db, claim: ClaimRecord, typed: string, today: string): Promise<string> {
  const { accounting_mode, invoice_prefix: prefix, name } = await queries.selectAccountingMode(tx, claim.seller_id)
  if (accounting_mode === '1c') {
    if (typed !== '') return typed
    throw new AppError('input.invalid', {
      detail: `Учёт продавца ведётся в 1С: укажите номер корректировки. ${name}`,
      errors: [{ path: 'correction_number', message: 'Укажите номер из 1С' }],
    })
  }
  if (typed !== '')
    throw new AppError('input.invalid', {
      errors: [{ path: 'correction_number', message: 'Этому продавцу номера даёт портал' }],
    })
  const running = await nextDocumentNumber(tx, claim.seller_id, 'correction', Number(today.slice(0, 4)))
  return `${prefix}-К-${String(running).padStart(6, '0')}`
}

/**
 * Creates the document that reduces the company's debt; nothing is created for a zero sum.
 * @returns the number of the document
 * @throws AppError `input.invalid`, `claim.number_taken`
 */
export async function correct(
  tx: Db,
  claim: ClaimRecord,
  { author, now, typed }: { author: Author; now: Date; typed: string },
  credited: readonly CreditedLine[],
): Promise<string | null> {
  const lines = credited.filter(({ credit }) => credit.sum_kop > 0)
  const [first] = lines
  if (!first) return null
  const today = moscowDate(now)
  const number = await numberOf(tx, claim, typed, today)
  const correction = await queries.insertCorrection(tx, author, {
    number,
    seller_id: claim.seller_id,
    contract_id: claim.contract_id,
    contractor_id: claim.contractor_id,
    shipment_id: first.line.billed_shipment_id,
    claim_id: claim.id,
    made_on: today,
    sum_kop: lines.reduce((sum, { credit }) => sum + credit.sum_kop, 0),
    vat_kop: lines.reduce((sum, { credit }) => sum + credit.vat_kop, 0),
    created_at: now,
  })
  if (!correction)
    throw new AppError('claim.number_taken', { detail: `Корректировка № ${number} у этого продавца уже есть` })
  await queries.insertCorrectionLines(
    tx,
    lines.map(({ line, credit }) => ({
      correction_id: correction.id,
      contractor_id: claim.contractor_id,
      shipment_line_id: line.billed_line_id,
      ...credit,
    })),
  )
  return number
}

export const sumOf = (lines: readonly CreditedLine[]) => lines.reduce((sum, { credit }) => sum + credit.sum_kop, 0)

const nameOf = ({ brand, article }: queries.LineToSettle) => `${brand} ${article}`

/** Changes for the journal. */
export const settlementChanges = (lines: readonly { line: queries.LineToSettle; qty: number; refusal: string }[]) =>
  lines.map(({ line, qty, refusal }) => ({
    field: nameOf(line),
    before: formatQty(line.qty),
    after: refusal === '' ? formatQty(qty) : `${formatQty(qty)}: ${refusal}`,
  }))

/** Calculates the new deadline for returned goods, which are inspected within the promised days. */
async function promiseAnew({ clock, readDirectory }: ClaimDeps, { kind }: ClaimRecord) {
  const { daysOff } = await readDirectory()
  return addWorkingDays(moscowDate(clock.now()), CLAIM_TERMS[kind].answerDays, daysOff)
}

/** @throws AppError `not_found`, `stale`, `claim.invalid_state`, `input.invalid` */
export async function receive(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  input: { id: number } & ClaimReceipt,
) {
  const now = deps.clock.now()
  const { claim, to } = await begin(tx, party, input, 'receive')
  const lines = await queries.selectLinesToSettle(tx, claim.id)
  const receivedLines = requireOwnLines(lines, input.lines, (line) => line.accepted_qty ?? 0)
  await updateLines(
    tx,
    claim.id,
    receivedLines.map(({ line, given: { qty } }) => ({ id: line.id, received_qty: qty })),
  )
  const words = receivedLines.map(({ line, given: { qty } }) => `${nameOf(line)}: ${formatQty(qty)}`).join('; ')
  await addClaimNote(tx, party, claim, { kind: 'received', at: now, text: words })
  await recordEvent(tx, party.author, {
    event: 'claim.received',
    contractorId: claim.contractor_id,
    object: `Обращение ${claim.number}: ${words}`,
  })
  return updateClaim(tx, claim.id, { state: to, answer_by: await promiseAnew(deps, claim) })
}

/** @throws AppError `not_found`, `stale`, `claim.invalid_state` */
export async function inspect(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  at: { id: number; version: number },
) {
  const { claim, to } = await begin(tx, party, at, 'inspect')
  await addClaimNote(tx, party, claim, { kind: 'inspected', at: deps.clock.now() })
  return updateClaim(tx, claim.id, { state: to, answer_by: await promiseAnew(deps, claim) })
}

const hasMoves = ({ kind }: ClaimRecord) => CLAIM_TERMS[kind].comesBack && kind !== 'surplus'

/**
 * Ends a claim whose goods were not handed over: the buyer keeps them. @throws AppError `not_found`, `stale`,
 * `claim.invalid_state`
 */
export async function closeAsAbandoned(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  at: { id: number; version: number },
) {
  const now = deps.clock.now()
  const { claim, to } = await begin(tx, party, at, 'closeAsAbandoned')
  if (hasMoves(claim)) {
    const lines = await queries.selectLinesToSettle(tx, claim.id)
    const supplied = await lockSupplyLines(tx, claim, lines)
    const kept = lines.map((line) => ({ line, qty: line.accepted_qty ?? 0 }))
    await moveLines(tx, { mover: 'staff', author: party.author }, movesInto(kept, 'return_requested', 'issued'), now)
    await supplied.release(() => 0, party.author, now)
  }
  await releaseLines(tx, claim.id)
  const text = 'Товар не сдан в срок'
  await addClaimNote(tx, party, claim, { kind: 'forgone', at: now, text })
  await emailClient(tx, deps, claim, (email) => decided(deps.mailer, email, { ...claim, state: 'declined', text }))
  return updateClaim(tx, claim.id, { state: to, ended_at: now, disputed_kop: 0 })
}

/** Moves returned pieces and adds the resaleable ones to the own warehouse. */
async function moveBack(
  tx: Transaction<DB>,
  { author, now }: { author: Author; now: Date },
  settledLines: readonly { line: queries.LineToSettle; qty: number; toStock: boolean }[],
) {
  const back = movesInto(settledLines, 'return_requested', 'returned')
  const kept = settledLines.map(({ line, qty }) => ({
    line,
    qty: (toThousandths(line.accepted_qty ?? 0) - toThousandths(qty)) / 1000,
  }))
  const moves = [...back, ...movesInto(kept, 'return_requested', 'issued')]
  await moveLines(tx, { mover: 'staff', author }, moves, now)
  const stock = settledLines.filter(({ line, qty, toStock }) => toStock && qty > 0 && line.is_own_stock)
  await putBackInStock(
    tx,
    stock.map(({ line, qty }) => ({ lineId: line.order_line_id, qty })),
  )
}

/**
 * Settles a claim after the return: accepted pieces, the correction, and the warehouse for the goods. Locks are taken
 * in a fixed order: claim, shipment, orders, offers, numbers.
 * @throws AppError `not_found`, `stale`, `claim.invalid_state`, `input.invalid`, `claim.number_taken`
 */
export async function settleClaim(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  input: { id: number } & ClaimSettlement,
) {
  const now = deps.clock.now()
  const { author } = party
  const isAccepted = input.lines.some(({ qty }) => qty > 0)
  const { claim, to } = await begin(tx, party, input, isAccepted ? 'settle' : 'refuse')
  await queries.lockShipmentToCorrect(tx, claim.shipment_id)
  const lines = await queries.selectLinesToSettle(tx, claim.id)
  const settledLines = requireOwnLines(lines, input.lines, (line) => line.received_qty ?? 0).map(
    ({ line, given: one }) => ({
      line,
      qty: one.qty,
      refusal: one.refusal,
      toStock: one.to_stock && line.is_own_stock && hasMoves(claim),
    }),
  )
  const supplied = await lockSupplyLines(tx, claim, lines)
  if (hasMoves(claim)) await moveBack(tx, { author, now }, settledLines)
  await supplied.release((id) => settledLines.find(({ line }) => line.id === id)?.qty ?? 0, author, now)
  const credited = settledLines
    .filter(({ qty }) => qty > 0 && isCorrected(claim.outcome))
    .map(({ line, qty }) => ({ line, credit: creditOf(line, qty) }))
  const number = await correct(tx, claim, { author, now, typed: input.correction_number ?? '' }, credited)
  await updateLines(
    tx,
    claim.id,
    settledLines.map(({ line, qty, refusal, toStock }) => ({
      id: line.id,
      settled_qty: qty,
      held_qty: claim.kind === 'surplus' ? 0 : qty,
      refusal,
      to_stock: toStock && qty > 0,
      credited_kop: credited.find((one) => one.line.id === line.id)?.credit.sum_kop ?? 0,
    })),
  )
  await addClaimNote(tx, party, claim, { kind: 'settled', at: now, text: input.text })
  await recordEvent(tx, author, {
    event: 'claim.settled',
    contractorId: claim.contractor_id,
    object: `Обращение ${claim.number}${number ? `, корректировка № ${number} на ${formatMoney(sumOf(credited))} ₽` : ''}`,
    changes: settlementChanges(settledLines),
  })
  const state = isAccepted ? ('closed' as const) : ('declined' as const)
  await emailClient(tx, deps, claim, (email) => decided(deps.mailer, email, { ...claim, state, text: input.text }))
  return updateClaim(tx, claim.id, { state: to, ended_at: now, disputed_kop: 0 })
}
