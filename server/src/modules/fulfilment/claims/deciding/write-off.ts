import type { WriteOff } from '@artikul/contract/fulfilment/new-claim'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import type { DB } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { recordEvent } from '../../../../platform/audit/index.ts'
import { dropClaimed } from '../../../ordering/index.ts'
import type { ClaimDeps } from '../create-claim.ts'
import { decided } from '../claim-emails.ts'
import { selectCorrection, selectSupplies } from '../claims.queries.ts'
import { correct, creditOf, sumOf, type CreditedLine } from './settle-claim.ts'
import { lockShipmentToCorrect, selectLinesToSettle, type LineToSettle } from './settle-claim.queries.ts'
import { begin, addClaimNote, emailClient, type ClaimParty } from '../claim-messages.ts'
import { updateClaim, updateLines } from '../write-claims.queries.ts'

/** Calculates credits for goods that were billed and will not be delivered. */
function creditsOf(lines: readonly LineToSettle[], dropped: ReadonlyMap<number, number>): CreditedLine[] {
  return lines.flatMap((line) => {
    const qty = dropped.get(line.id)
    return qty === undefined ? [] : [{ line, credit: creditOf(line, qty) }]
  })
}

/**
 * Cancels the unshipped goods of a claim: their stock is freed, and their bill is credited.
 * @throws AppError `not_found`, `stale`, `claim.invalid_state`, `input.invalid`, `claim.number_taken`
 */
export async function writeOffSupply(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  party: ClaimParty,
  input: { id: number } & WriteOff,
) {
  const now = deps.clock.now()
  const { author } = party
  const { claim } = await begin(tx, party, input, 'writeOff')
  await lockShipmentToCorrect(tx, claim.shipment_id)
  const supplies = await selectSupplies(tx, claim.id)
  const lineIds = supplies.map(({ line_id: id }) => id)
  const reason = `Обращение ${claim.number}: ${input.text}`.slice(0, 500)
  const droppedByLine = await dropClaimed(tx, { mover: 'staff', author }, lineIds, reason, now)
  if (droppedByLine.size === 0)
    throw new AppError('claim.invalid_state', { detail: 'Всё уже отгружено или снято, обновите страницу' })
  const isBilled = claim.outcome === 'resupply'
  if (isBilled && (await selectCorrection(tx, claim.id)))
    throw new AppError('claim.invalid_state', { detail: 'Корректировка по этому обращению уже есть' })
  const lines = await selectLinesToSettle(tx, claim.id)
  const dropped = new Map(
    supplies.flatMap(({ claim_line_id: id, line_id: lineId }) => {
      const qty = droppedByLine.get(lineId)
      return qty === undefined ? [] : [[id, qty] as const]
    }),
  )
  const credited = isBilled ? creditsOf(lines, dropped) : []
  const number = await correct(tx, claim, { author, now, typed: input.correction_number ?? '' }, credited)
  await updateLines(
    tx,
    claim.id,
    credited.map(({ line, credit }) => ({ id: line.id, credited_kop: credit.sum_kop })),
  )
  await addClaimNote(tx, party, claim, { kind: 'settled', at: now, text: input.text })
  await recordEvent(tx, author, {
    event: 'claim.settled',
    contractorId: claim.contractor_id,
    object: `Обращение ${claim.number}: товар не будет отправлен${
      number ? `, корректировка № ${number} на ${formatMoney(sumOf(credited))} ₽` : ''
    }`,
    changes: lines
      .filter(({ id }) => dropped.has(id))
      .map(({ id, brand, article }) => ({
        field: `${brand} ${article}`,
        before: formatQty(dropped.get(id) ?? 0),
        after: formatQty(0),
      })),
  })
  await emailClient(tx, deps, claim, (email) =>
    decided(deps.mailer, email, { ...claim, state: 'closed', text: input.text }),
  )
  return updateClaim(tx, claim.id, { state: 'closed' })
}
