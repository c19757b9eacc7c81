import { seesPrices, type CompanyScope } from '../../../platform/access/index.ts'
import { CLAIM_TERMS, isOfMoney, usesPieces, tooFewFilesText } from '@artikul/contract/fulfilment/claim-rules'
import { CLAIM_KINDS, type ClaimKind } from '@artikul/contract/fulfilment/claim-states'
import type { ClaimableGoods } from '@artikul/contract/fulfilment/claim-goods'
import type { NewClaim } from '@artikul/contract/fulfilment/new-claim'
import { formatQty, lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import type { Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { isOnBehalf, type Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import type { ReadDirectory } from '../../catalog/index.ts'
import { selectCompanyName, type Mailer } from '../../../platform/mail/index.ts'
import { addWorkingDays } from '../../pricing/index.ts'
import { allKinds, eligibilityOf, type LineFacts, type EligibilityContext } from './eligibility.ts'
import * as goods from './claimed-goods.queries.ts'
import { newClaim } from './claim-emails.ts'
import { selectHandlers } from './claims.queries.ts'
import { publishClaim } from './publish-claims.ts'
import {
  attachClaimFiles,
  insertClaim,
  insertClaimLines,
  insertClaimMessage,
  nextClaimNumber,
  type ClaimFilePlace,
} from './write-claims.queries.ts'

export interface ClaimDeps {
  clock: Clock
  mailer: Pick<Mailer, 'queue' | 'linkTo'>
  readDirectory: ReadDirectory
}

const NOT_FOUND = { detail: 'Отгрузка не найдена' }

const factsOf = (shipment: goods.ClaimedShipment, line: goods.ShippedLine): LineFacts => ({
  ...line,
  shipped_on: shipment.shipped_on,
  received_on: shipment.received_on,
  is_cancelled: shipment.is_cancelled,
})

async function dayOf({ clock, readDirectory }: ClaimDeps): Promise<EligibilityContext> {
  return { today: moscowDate(clock.now()), daysOff: (await readDirectory()).daysOff }
}

/**
 * Lists the lines of a shipment with every kind of claim: deadline, quantity, and reasons against it.
 * @throws AppError `not_found`, also for another company's shipment
 */
export async function readGoods(db: Db, deps: ClaimDeps, member: CompanyScope, id: number): Promise<ClaimableGoods> {
  const shipment = await goods.selectClaimedShipment(db, member, id)
  if (!shipment) throw new AppError('not_found', NOT_FOUND)
  const [lines, now] = [await goods.selectShippedLines(db, id), await dayOf(deps)]
  return {
    id,
    number: shipment.number,
    shipped_on: shipment.shipped_on,
    seller: shipment.seller,
    consignee: shipment.consignee,
    lines: lines.map((line) => ({
      shipment_line_id: line.shipment_line_id,
      order_line_id: line.order_line_id,
      brand: line.brand,
      article: line.article,
      name: line.name,
      unit: line.unit,
      order_number: line.order_number,
      shipped_qty: line.qty,
      price_kop: line.price_kop,
      kinds: allKinds(factsOf(shipment, line), now),
    })),
  }
}

type ClaimInput = NewClaim['lines'][number]
interface ChosenLine {
  input: ClaimInput
  line: goods.ShippedLine
  withheld: number
}

/** Checks the lines again while their shipment is locked, because the form may be outdated. */
function chooseLines(
  shipment: goods.ClaimedShipment,
  lines: goods.ShippedLine[],
  input: NewClaim,
  now: EligibilityContext,
): ChosenLine[] {
  const byId = new Map(lines.map((line) => [line.shipment_line_id, line]))
  const refuse = (at: number, field: string, message: string) =>
    new AppError('input.invalid', { errors: [{ path: `lines.${at}.${field}`, message }] })
  const ids = input.lines.map((line) => line.shipment_line_id)
  return input.lines.map((one, at) => {
    const line = byId.get(one.shipment_line_id)
    if (!line) throw new AppError('not_found', { detail: 'Строка отгрузки не найдена' })
    if (ids.indexOf(one.shipment_line_id) !== at) throw refuse(at, 'shipment_line_id', 'Строка повторяется')
    const may = eligibilityOf(input.kind, factsOf(shipment, line), now)
    const name = `${line.brand} ${line.article}`
    if (may.reason !== null) throw new AppError('claim.not_eligible', { detail: `${name}. ${may.reason}` })
    if (may.qty !== null && toThousandths(one.qty) > toThousandths(may.qty))
      throw new AppError('claim.not_eligible', {
        detail: `${name}. Осталось ${formatQty(may.qty)} ${unitText(line.unit)}`,
        errors: [{ path: `lines.${at}.qty`, message: `Не больше ${formatQty(may.qty)}` }],
      })
    if (input.kind === 'price' && toThousandths(one.qty) !== toThousandths(line.qty))
      throw refuse(at, 'qty', 'О цене спорят сразу по всей строке')
    const askedKop = input.kind === 'price' && isOfMoney(input.outcome) ? one.asked_kop : null
    if (askedKop !== null && askedKop >= line.price_kop)
      throw refuse(at, 'asked_kop', 'Верная цена должна быть ниже указанной в документе')
    return { input: { ...one, asked_kop: askedKop }, line, withheld: may.withheld_percent }
  })
}

/**
 * Calculates the disputed sum: the goods' price or the excess over the right price, at most the remaining sum of the
 * line.
 */
function disputedKop(kind: ClaimKind, chosen: readonly ChosenLine[]): number {
  if (kind === 'surplus') return 0
  return chosen.reduce((sum, { input, line }) => {
    const thousandths = toThousandths(input.qty)
    const right = kind === 'price' ? lineSumKop(input.asked_kop ?? line.price_kop, thousandths) : 0
    const free = Math.max(line.sum_kop - line.gone_kop - line.disputed_kop, 0)
    return sum + Math.min(lineSumKop(line.price_kop, thousandths) - right, free)
  }, 0)
}

function requireSensible({ kind, outcome, text, file_ids: files }: NewClaim, member: CompanyScope) {
  const { outcomes, leastFiles, proof } = CLAIM_TERMS[kind]
  const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
  if (!outcomes.includes(outcome)) throw refuse('outcome', 'Такого исхода у этого обращения нет')
  // The verdict on an excessive price would reveal the price.
  if (kind === 'price' && isOfMoney(outcome) && !seesPrices(member))
    throw refuse('outcome', 'Цены вам не показаны: выберите «Исправить документы»')
  if (new Set(files).size < leastFiles) throw refuse('file_ids', `${tooFewFilesText(kind)}. ${proof}`)
  if (kind === 'price' && outcome === 'fix' && text === '') throw refuse('text', 'Опишите, что неверно в документах')
}

/** Inserts the lines of the claim, its first message and the files. */
async function writeParts(
  tx: Transaction<DB>,
  { place, author, now }: { place: ClaimFilePlace; author: Author; now: Date },
  input: NewClaim,
  chosen: readonly ChosenLine[],
) {
  await insertClaimLines(
    tx,
    chosen.map(({ input: one, line, withheld }, at) => ({
      ...place,
      position: at + 1,
      shipment_line_id: line.shipment_line_id,
      article_key: line.article_key,
      qty: one.qty,
      asked_kop: one.asked_kop,
      withheld_percent: withheld,
      held_qty: usesPieces(input.kind) ? one.qty : 0,
    })),
  )
  const words = { kind: 'created' as const, text: input.text, from_staff: false, created_at: now }
  const message = await insertClaimMessage(tx, place, author, words)
  const files = { userId: author.actorId, messageId: message.id, from: null }
  if ((await attachClaimFiles(tx, place, files, input.file_ids)) < new Set(input.file_ids).size)
    throw new AppError('input.invalid', {
      errors: [{ path: 'file_ids', message: 'Файл не найден: приложите его снова' }],
    })
}

/**
 * Creates the claim and notifies the staff in charge. The shipment is locked, so that of concurrent claims for one
 * piece only one succeeds.
 * @throws AppError `not_found`, `input.invalid`, `claim.not_eligible`
 */
export async function createClaim(
  tx: Transaction<DB>,
  deps: ClaimDeps,
  { author, member }: { author: Author; member: CompanyScope },
  input: NewClaim,
) {
  requireSensible(input, member)
  const shipment = await goods.lockClaimedShipment(tx, member, input.shipment_id)
  if (!shipment) throw new AppError('not_found', NOT_FOUND)
  const day = await dayOf(deps)
  const chosen = chooseLines(shipment, await goods.selectShippedLines(tx, shipment.id), input, day)
  const now = deps.clock.now()
  const { contractor_id } = shipment
  const number = await nextClaimNumber(tx)
  const answerBy = addWorkingDays(day.today, CLAIM_TERMS[input.kind].answerDays, day.daysOff)
  const { id } = await insertClaim(tx, author, {
    number,
    kind: input.kind,
    outcome: input.outcome,
    text: input.text,
    seller_id: shipment.seller_id,
    contract_id: shipment.contract_id,
    contractor_id,
    consignee_id: shipment.consignee_id,
    shipment_id: shipment.id,
    asker_id: author.subjectId,
    answer_by: answerBy,
    disputed_kop: disputedKop(input.kind, chosen),
    created_at: now,
  })
  const place = { claim_id: id, contractor_id }
  await writeParts(tx, { place, author, now }, input, chosen)
  const made = { id, number, contractor_id, consignee_id: shipment.consignee_id }
  await publishClaim(tx, { isStaff: false, author }, made, { kind: 'created', at: now })
  if (isOnBehalf(author))
    await recordEvent(tx, author, {
      event: 'claim.created_on_behalf',
      contractorId: contractor_id,
      object: `Обращение ${number}, ${CLAIM_KINDS[input.kind]}`,
    })
  const company = await selectCompanyName(tx, contractor_id)
  for (const email of await selectHandlers(tx))
    await deps.mailer.queue(
      tx,
      newClaim(deps.mailer, email, { id, number, company, kind: input.kind, lines: chosen.length, answerBy }),
    )
  return { id, number, answer_by: answerBy }
}
