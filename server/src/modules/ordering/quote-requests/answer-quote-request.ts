import { roundedUp } from '@artikul/contract/catalog/sale-step'
import { formatMoney } from '@artikul/contract/core/money'
import type { NewAnswer } from '@artikul/contract/ordering/new-quote-request'
import type { Transaction } from 'kysely'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { selectOffersOfPairs } from '../../catalog/index.ts'
import { selectMemberAddress } from '../../../platform/mail/index.ts'
import type { RequestDeps } from './create-quote-request.ts'
import { answered } from './quote-request-emails.ts'
import { selectChosenOffers, selectQuoteRequestRows, type ChosenOffer } from './quote-requests.queries.ts'
import {
  addQuoteRequestNote,
  requireRequest,
  publishQuoteRequest,
  type QuoteRequestParty,
} from './quote-request-messages.ts'
import { insertAnswers, setRefusals, updateRequest, withdrawAnswers } from './write-quote-requests.queries.ts'

type Line = NewAnswer['lines'][number]
type ChosenLine = Line & { offer: ChosenOffer }

/** Requires that the rows of an answer belong to the request. */
async function requireOwnRows(tx: Db, requestId: number, { lines, refusals }: NewAnswer) {
  const own = new Set((await selectQuoteRequestRows(tx, requestId)).map((row) => row.id))
  const wrong = (list: string, rows: readonly { row_id: number | null }[]) =>
    rows.flatMap(({ row_id }, index) =>
      row_id === null || own.has(row_id)
        ? []
        : [{ path: `${list}.${index}.row_id`, message: 'Такой строки в запросе нет' }],
    )
  const errors = [...wrong('lines', lines), ...wrong('refusals', refusals)]
  if (errors.length > 0) throw new AppError('input.invalid', { errors })
}

async function chooseOffers(tx: Db, lines: readonly Line[]): Promise<ChosenLine[]> {
  const offers = new Map(
    (
      await selectChosenOffers(
        tx,
        lines.map((line) => line.offer_id),
      )
    ).map((offer) => [offer.id, offer]),
  )
  return lines.map((line, index) => {
    const offer = offers.get(line.offer_id)
    if (!offer)
      throw new AppError('offer.gone', {
        errors: [{ path: `lines.${index}.offer_id`, message: 'Предложение больше не действует' }],
      })
    return { ...line, offer }
  })
}

/** Requires the right to sell below the lowest price for offers under it. */
async function requireAboveFloor(
  tx: Db,
  { pricing }: RequestDeps,
  contractorId: number,
  lines: readonly ChosenLine[],
): Promise<void> {
  const [quote, rows] = await Promise.all([
    pricing(contractorId),
    selectOffersOfPairs(
      tx,
      lines.map(({ offer }) => offer),
    ),
  ])
  const floors = new Map(rows.map((row) => [row.offer_id, quote(row, null)?.floorKop ?? 0]))
  const below = lines.flatMap(({ special_kop, offer }, index) => {
    const floorKop = floors.get(offer.id) ?? 0
    const message = `Ниже наименьшей цены: ${formatMoney(floorKop)} ₽`
    return special_kop !== null && special_kop < floorKop ? [{ path: `lines.${index}.special_kop`, message }] : []
  })
  if (below.length > 0) throw new AppError('quote_request.below_floor', { errors: below })
}

/** Requires that a promise is valid in the future and not below the purchase price. */
function requireSensible(lines: readonly ChosenLine[], today: string) {
  const past = lines.flatMap(({ valid_until }, index) =>
    valid_until !== null && valid_until < today
      ? [{ path: `lines.${index}.valid_until`, message: 'Этот день уже прошёл' }]
      : [],
  )
  if (past.length > 0) throw new AppError('input.invalid', { errors: past })
  const below = lines.flatMap(({ special_kop, offer }, index) =>
    special_kop !== null && special_kop < offer.purchase_kop
      ? [{ path: `lines.${index}.special_kop`, message: `Ниже закупки: ${formatMoney(offer.purchase_kop)} ₽` }]
      : [],
  )
  if (below.length > 0) throw new AppError('quote_request.below_purchase', { errors: below })
}

/** Promised prices for the journal. */
const changesOf = (lines: readonly ChosenLine[]) =>
  lines.flatMap(({ special_kop, valid_until, qty, offer }) =>
    special_kop === null || valid_until === null
      ? []
      : [
          {
            field: `Специальная цена: ${offer.brand} ${offer.article}`,
            before: null,
            after: `${formatMoney(special_kop)} ₽ за ${qty}, до ${dayText(valid_until)}`,
          },
        ],
  )

async function withdraw(tx: Db, requestId: number, ids: readonly number[], at: Date) {
  const unique = [...new Set(ids)]
  if (unique.length > 0 && (await withdrawAnswers(tx, requestId, unique, at)) < unique.length)
    throw new AppError('stale')
}

async function writeLines(
  tx: Db,
  { author }: QuoteRequestParty,
  place: { request_id: number; contractor_id: number },
  lines: readonly ChosenLine[],
  now: Date,
) {
  if (lines.length === 0) return
  await insertAnswers(
    tx,
    author,
    lines.map(({ row_id, offer, qty, special_kop, valid_until, comment }) => ({
      ...place,
      row_id,
      product_id: offer.product_id,
      warehouse_id: offer.warehouse_id,
      // Rounded up, because another quantity could not be sold and would lose its price in the cart.
      qty: roundedUp(qty, offer),
      special_kop,
      valid_until,
      comment,
      created_at: now,
    })),
  )
}

/**
 * Adds to the answer of a request: offers, refusals of rows and withdrawn earlier offers; the author of the request
 * gets one email.
 * @throws AppError `not_found`, `input.invalid`, `offer.gone`, `quote_request.below_purchase`, `quote_request.below_floor`, `stale`
 * for an offer that was already withdrawn, `quote_request.message_limit_reached`
 */
export async function answer(
  tx: Transaction<DB>,
  deps: RequestDeps,
  party: QuoteRequestParty,
  id: number,
  input: NewAnswer,
) {
  const now = deps.clock.now()
  const request = await requireRequest(tx, party.reader, id)
  await requireOwnRows(tx, id, input)
  const lines = await chooseOffers(tx, input.lines)
  requireSensible(lines, moscowDate(now))
  if (!party.rights.includes('min_margin')) await requireAboveFloor(tx, deps, request.contractor_id, lines)
  await withdraw(tx, id, input.withdrawn, now)
  await writeLines(tx, party, { request_id: id, contractor_id: request.contractor_id }, lines, now)
  const offered = lines.flatMap(({ row_id }) => (row_id === null ? [] : [{ row_id, reason: '' }]))
  await setRefusals(tx, id, [...new Map([...offered, ...input.refusals].map((one) => [one.row_id, one])).values()])
  await updateRequest(tx, id, { state: 'answered', answered_at: now, taken_by: party.author.actorId })
  await addQuoteRequestNote(tx, party, request, { kind: 'answered', text: input.text, at: now })
  await publishQuoteRequest(tx, party, request, 'quote_request.answered', now)
  await recordEvent(tx, party.author, {
    event: 'quote_request.answered',
    contractorId: request.contractor_id,
    subjectId: request.asker_id,
    object: `Запрос ${request.number}`,
    changes: changesOf(lines),
  })
  const asker = await selectMemberAddress(tx, request.asker_id, request.contractor_id)
  if (!asker) return
  const counts = { offered: lines.length, refused: input.refusals.length, withdrawn: input.withdrawn.length }
  await deps.mailer.queue(tx, answered(deps.mailer, asker.email, { id, number: request.number, ...counts }))
}
