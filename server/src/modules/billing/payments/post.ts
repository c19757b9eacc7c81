import type { NewPayment, PaymentPart, PaymentReason, PostPayment } from '@artikul/contract/billing/payments'
import { formatMoney } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { dayText, moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { lockInvoices, settleInvoices } from '../documents/index.ts'
import * as known from './match.queries.ts'
import { publishPostings, publishUndoing } from './publish-payments.ts'
import * as write from './write-payments.queries.ts'

export interface PaymentDeps {
  clock: Clock
}

type Tx = Transaction<DB>

const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })
const sumOf = (parts: readonly PaymentPart[]) => parts.reduce((sum, part) => sum + part.sum_kop, 0)
/** «Платёж № 12 от 17.11.2026 на 1 234,50 ₽» */
export const nameOf = ({ number, day, sum_kop: sum }: { number: string; day: string; sum_kop: number }) =>
  `Платёж № ${number} от ${dayText(day)} на ${formatMoney(sum)} ₽`

function requireOnce(parts: readonly PaymentPart[]) {
  const seen = new Set<string>()
  for (const [at, { contract_id: contract, invoice_id: invoice }] of parts.entries()) {
    const name = invoice === null ? `contract ${contract}` : `invoice ${invoice}`
    if (seen.has(name))
      throw refuse(`parts.${at}.sum_kop`, invoice === null ? 'Договор повторяется' : 'Счёт повторяется')
    seen.add(name)
  }
}

/** Requires contracts of the buyer with a single seller, and returns the seller. */
async function requireContracts(tx: Db, contractorId: number, parts: readonly PaymentPart[], sellerId: number | null) {
  const rows = await known.selectContractsToMatch(tx, [...new Set(parts.map((part) => part.contract_id))])
  let seller: known.MatchContractRow | undefined
  for (const [at, { contract_id: id }] of parts.entries()) {
    const own = rows.find((row) => row.id === id)
    const path = `parts.${at}.contract_id`
    if (own?.contractor_id !== contractorId) throw refuse(path, 'У покупателя нет такого договора')
    if (own.seller_id !== (sellerId ?? seller?.seller_id ?? own.seller_id))
      throw refuse(path, sellerId === null ? 'Договоры разных продавцов' : 'Деньги пришли другому продавцу')
    seller ??= own
  }
  if (!seller) throw refuse('parts', 'Укажите, за что платёж')
  return seller
}

/** Requires invoices of their contracts with a sufficient unpaid sum; they stay locked until the payment is written. */
async function requireInvoices(tx: Db, parts: readonly PaymentPart[]) {
  const ids = parts.flatMap(({ invoice_id: id }) => (id === null ? [] : [id]))
  await lockInvoices(tx, ids)
  const rows = await known.selectInvoicesByIds(tx, ids)
  for (const [at, { invoice_id: id, contract_id: contract, sum_kop: sum }] of parts.entries()) {
    if (id === null) continue
    const own = rows.find((row) => row.id === id)
    if (own?.contract_id !== contract) throw refuse(`parts.${at}.invoice_id`, 'Счёта по этому договору нет')
    if (own.is_closed) throw new AppError('payment.refused', { detail: `Счёт № ${own.number} заменён или отменён` })
    if (own.left_kop === 0) throw new AppError('payment.refused', { detail: `Счёт № ${own.number} уже оплачен` })
    if (sum > own.left_kop) throw refuse(`parts.${at}.sum_kop`, `По счёту осталось ${formatMoney(own.left_kop)} ₽`)
  }
}

export async function putDown(tx: Tx, { clock }: PaymentDeps, author: Author, posting: write.Posting) {
  const now = clock.now()
  const posted = await write.insertPostings(tx, author, [posting], now)
  await settleInvoices(
    tx,
    posting.parts.flatMap(({ invoice_id: id }) => (id === null ? [] : [id])),
  )
  await publishPostings(tx, author, posted, now)
}

const STATES = {
  waiting: 'он ждёт разнесения',
  posted: 'он уже проведён',
  aside: 'он отложен как поступление не от покупателя',
} as const

/**
 * Creates and posts a payment typed by a person.
 * @throws AppError `not_found` for an unknown buyer, `input.invalid`, `payment.exists`, `payment.refused`
 */
export async function createPayment(tx: Tx, deps: PaymentDeps, author: Author, input: NewPayment) {
  const now = deps.clock.now()
  if (input.day > moscowDate(now)) throw refuse('day', 'День ещё не наступил')
  const buyer = await known.selectBuyer(tx, input.contractor_id)
  if (!buyer) throw new AppError('not_found', { detail: 'Покупатель не найден' })
  requireOnce(input.parts)
  const { seller_id, seller, accounting_mode } = await requireContracts(tx, buyer.id, input.parts, null)
  if (accounting_mode === '1c' && input.external_number === undefined)
    throw new AppError('input.invalid', {
      detail: `Учёт продавца ведётся в 1С: укажите номер платежа из неё. ${seller}`,
      errors: [{ path: 'external_number', message: 'Укажите номер из 1С' }],
    })
  const sum_kop = sumOf(input.parts)
  const document = {
    seller_id,
    payer_inn: buyer.inn,
    number: input.number,
    day: input.day,
    sum_kop,
    paid_on: input.day,
    payer: buyer.name,
    payer_account: '',
    purpose: input.purpose,
    file_name: '',
    external_number: accounting_mode === '1c' ? (input.external_number ?? null) : null,
  }
  const [id] = (await write.insertDocuments(tx, author, [document], now)).values()
  if (id === undefined) {
    const [same] = (await write.selectKnownDocuments(tx, [document])).values()
    const detail = `${nameOf(document)} от этого покупателя уже есть: ${STATES[same?.state ?? 'posted']}`
    throw new AppError('payment.exists', { detail })
  }
  await requireInvoices(tx, input.parts)
  await putDown(tx, deps, author, { document_id: id, contractor_id: buyer.id, parts: input.parts })
  await recordEvent(tx, author, { event: 'payment.created', contractorId: buyer.id, object: nameOf(document) })
  return { id, version: 2 }
}

/** @throws AppError `not_found`, `stale`, `payment.invalid_state` */
async function begin(tx: Tx, { id, version }: { id: number; version: number }, states: readonly string[]) {
  const document = await write.lockBankDocument(tx, id)
  if (!document) throw new AppError('not_found', { detail: 'Платёж не найден' })
  if (document.version !== version) throw new AppError('stale')
  if (!states.includes(document.state)) throw new AppError('payment.invalid_state')
  return document
}

/**
 * Posts the whole sum of a waiting payment to contracts and invoices of one buyer chosen by a person.
 * @throws AppError `not_found`, `stale`, `payment.invalid_state`, `input.invalid`, `payment.refused`
 */
export async function postPayment(tx: Tx, deps: PaymentDeps, author: Author, input: PostPayment & { id: number }) {
  const document = await begin(tx, input, ['waiting'])
  const buyer = await known.selectBuyer(tx, input.contractor_id)
  if (!buyer) throw new AppError('not_found', { detail: 'Покупатель не найден' })
  requireOnce(input.parts)
  await requireContracts(tx, buyer.id, input.parts, document.seller_id)
  const sum = sumOf(input.parts)
  if (sum !== document.sum_kop)
    throw refuse('parts', `Разнесено ${formatMoney(sum)} ₽ из ${formatMoney(document.sum_kop)} ₽`)
  await requireInvoices(tx, input.parts)
  await putDown(tx, deps, author, { document_id: input.id, contractor_id: buyer.id, parts: input.parts })
  await recordEvent(tx, author, { event: 'payment.posted', contractorId: buyer.id, object: nameOf(document) })
  return { id: input.id, version: document.version + 1 }
}

/**
 * Reverses the posting of a payment: the ledger contains both the entry and its reversal.
 * @throws AppError `not_found`, `stale`, `payment.invalid_state`
 */
export async function undoPayment(
  tx: Tx,
  { clock }: PaymentDeps,
  author: Author,
  input: PaymentReason & { id: number },
) {
  const document = await begin(tx, input, ['posted', 'aside'])
  const now = clock.now()
  const { payments, invoiceIds } = await write.insertUndoing(
    tx,
    author,
    { documentId: input.id, reason: input.reason },
    now,
  )
  await lockInvoices(tx, invoiceIds)
  await settleInvoices(tx, invoiceIds)
  await publishUndoing(tx, author, payments, now)
  await recordEvent(tx, author, {
    event: 'payment.unposted',
    contractorId: payments[0]?.contractor_id ?? null,
    object: `${nameOf(document)}: ${input.reason}`,
  })
  const { version } = await write.updateDocument(tx, input.id, {
    state: 'waiting',
    wait_reason: 'undone',
    skip_reason: '',
  })
  return { id: input.id, version }
}

/**
 * Sets aside money that comes from no buyer: the payment stays recorded and leaves the queue.
 * @throws AppError `not_found`, `stale`, `payment.invalid_state`
 */
export async function setPaymentAside(tx: Tx, author: Author, input: PaymentReason & { id: number }) {
  const document = await begin(tx, input, ['waiting'])
  await recordEvent(tx, author, { event: 'payment.set_aside', object: `${nameOf(document)}: ${input.reason}` })
  const next = { state: 'aside' as const, wait_reason: null, skip_reason: input.reason }
  const { version } = await write.updateDocument(tx, input.id, next)
  return { id: input.id, version }
}
