import { MAX_INVOICE_EMAILS, SHOWN_INVOICE_MAILS } from '@artikul/contract/billing/invoice-emails'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { dayText, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor, Author } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { drawInvoice, readInvoice, requirePriceReader } from '../documents/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import {
  countSince,
  insertSent,
  lockSending,
  selectKnownAddresses,
  selectEmailsOfInvoice,
} from './invoice-emails.queries.ts'

const HOUR_MS = 3_600_000
/** Maximum number of suggested addresses. */
const MAX_SUGGESTED = 5

export interface InvoiceEmailsDeps {
  clock: Clock
  drawPdf: DrawPdf
  mailer: Pick<Mailer, 'queue' | 'linkTo'>
}

const readOwn = (db: Db, { clock }: Pick<InvoiceEmailsDeps, 'clock'>, actor: Actor, id: number) =>
  readInvoice(db, clock, requirePriceReader(actor), id)

/**
 * Lists the last emails with an invoice, and suggested recipients.
 * @throws AppError `not_found`, `section.hidden`
 */
export async function listInvoiceEmails(db: Db, deps: InvoiceEmailsDeps, actor: Actor, id: number) {
  const invoice = await readOwn(db, deps, actor, id)
  const whose = {
    contractorId: invoice.contractor_id,
    orderId: invoice.order_id,
    // The address of a staff member is no suggestion.
    personId: actor.contractorId === null ? null : actor.subjectId,
  }
  const [rows, known] = await Promise.all([
    selectEmailsOfInvoice(db, id, SHOWN_INVOICE_MAILS),
    selectKnownAddresses(db, whose),
  ])
  const suggested = [...known.recent, known.of_point, known.own].filter((address) => address !== null)
  return {
    results: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    suggested: [...new Set(suggested)].slice(0, MAX_SUGGESTED),
  }
}

/** An invoice that is not in force must not be paid, so it is not sent. */
function requireSendable({ state }: Invoice) {
  if (state === 'replaced' || state === 'cancelled') throw new AppError('invoice.not_in_force')
}

/**
 * Draws the PDF attached to the email.
 * @throws AppError `not_found`, `section.hidden`, `invoice.not_in_force`
 */
export async function drawSendable(db: Db, deps: InvoiceEmailsDeps, actor: Actor, id: number) {
  const invoice = await readOwn(db, deps, actor, id)
  requireSendable(invoice)
  return drawInvoice(db, deps.drawPdf, invoice)
}

const textOf = (invoice: Invoice, link: string) =>
  [
    'Здравствуйте!',
    `Счёт на оплату № ${invoice.number} от ${dayText(invoice.issued_at.slice(0, 10))} на ${formatMoney(invoice.total_kop)} ₽ — во вложенном файле.`,
    `Поставщик: ${invoice.seller.name}, ИНН ${invoice.seller.inn}.`,
    `Покупатель: ${invoice.buyer.name}, ИНН ${invoice.buyer.inn}.`,
    invoice.state === 'paid' ? 'Счёт оплачен.' : `Оплатить не позднее ${dayText(invoice.pay_until)}.`,
    invoice.outdated === null || invoice.state === 'paid' ? '' : `Внимание: ${invoice.outdated}. Уточните у менеджера.`,
    `Назначение платежа: ${invoice.purpose}`,
    invoice.manager && `Менеджер: ${invoice.manager}`,
    `На портале: ${link}`,
  ]
    .filter(Boolean)
    .join('\n\n')

/**
 * Queues an email with the invoice to each address, stores them and writes the journal, all or none.
 * @param to distinct addresses
 * @throws AppError `not_found`, `section.hidden`, `invoice.not_in_force`, `invoice.email_limit_reached`
 */
export async function sendInvoice(
  tx: Transaction<DB>,
  deps: InvoiceEmailsDeps,
  { actor, author }: { actor: Actor; author: Author },
  { id, to, file }: { id: number; to: readonly string[]; file: { name: string; bytes: Buffer } },
) {
  const { clock, mailer } = deps
  const now = clock.now()
  const invoice = await readOwn(tx, deps, actor, id)
  requireSendable(invoice)
  const { contractor_id: contractorId, number } = invoice
  await lockSending(tx, contractorId)
  const before = await countSince(tx, contractorId, new Date(now.getTime() - HOUR_MS))
  if (before + to.length > MAX_INVOICE_EMAILS) throw new AppError('invoice.email_limit_reached', { retryAfter: 600 })
  const letter = {
    subject: `Счёт на оплату № ${number}`,
    text: textOf(invoice, mailer.linkTo(`/invoice/${id}`)),
    files: [{ name: file.name, content: file.bytes }],
  }
  const sent = []
  for (const recipient of to) {
    const mailId = await mailer.queue(tx, { ...letter, to: recipient })
    sent.push({ invoiceId: id, contractorId, mailId, recipient, at: now })
  }
  await insertSent(tx, author, sent)
  await recordEvent(tx, author, {
    event: 'invoice.emailed',
    contractorId,
    object: `Счёт № ${number}`,
    changes: [{ field: 'Адреса', before: null, after: to.join(', ') }],
  })
  return { sent: to.length }
}
