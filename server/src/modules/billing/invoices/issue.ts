import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import { formatMoney } from '@artikul/contract/core/money'
import type { InvoicePreview } from '@artikul/contract/billing/new-invoice'
import type { Kysely, Transaction } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  endInvoices,
  lockInvoices,
  payUntilOf,
  selectInvoice,
  writeInvoice,
  type InvoiceRecord,
} from '../documents/index.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import { composeInvoice, type Composed, type InvoicesDeps } from './compose.ts'
import { deleteInvoiceDraft } from './drafts.ts'
import { insertOrderParts, insertShipmentParts, selectOwnInvoices } from './invoices.queries.ts'
import type { Person } from './person.ts'
import { lockOrders, lockShipments } from './sources.queries.ts'

type Tx = Transaction<DB>

/**
 * Previews the invoice without writing anything.
 * @throws AppError as `composeInvoice`
 */
export async function previewInvoice(
  db: Db,
  deps: InvoicesDeps,
  person: Person,
  { ask, replaces_id: insteadOf }: { ask: InvoiceBasis; replaces_id: number | null },
): Promise<InvoicePreview> {
  const { rows, counted, dueOn } = await composeInvoice(db, deps, person, ask, insteadOf)
  return {
    lines: counted.lines.map(({ rate, ...line }, at) => ({ ...line, note: rows[at]?.note ?? null })),
    total_kop: counted.totalKop,
    vat_totals: counted.vatTotals,
    pay_until: await payUntilOf(deps, dueOn),
  }
}

/** Requires that the issued sums equal the ones shown. */
function requireShown({ counted: { lines } }: Composed, shown: readonly number[]) {
  if (shown.length !== lines.length) throw new AppError('invoice.changed')
  const errors = lines.flatMap(({ sum_kop: sum, name }, at) => {
    const seen = shown[at] ?? 0
    const message = `${name}: было ${formatMoney(seen)} ₽, стало ${formatMoney(sum)} ₽`
    return sum === seen ? [] : [{ path: `shown.${at}`, message }]
  })
  if (errors.length > 0) throw new AppError('invoice.changed', { errors })
}

const isOpen = ({ status }: InvoiceRecord) => status === 'unpaid' || status === 'partly_paid'

/**
 * Requires that no payment was posted to the invoice, unless the new one deducts payments, as sums of orders and debts
 * do.
 */
function requireReplaceable(invoice: InvoiceRecord, ask: InvoiceBasis, contractorId: number) {
  if (invoice.kind === 'order') throw new AppError('invoice.belongs_to_order')
  if (invoice.contractor_id !== contractorId) throw new AppError('not_found', { detail: 'Счёт не найден' })
  if (!isOpen(invoice)) throw new AppError('invoice.not_in_force')
  const counts = invoice.kind === ask.kind && (ask.kind === 'orders' || ask.kind === 'shipments')
  if (invoice.paid_kop > 0 && !counts) throw new AppError('invoice.already_paid')
}

/** Reads the replaced invoice after it was locked. */
async function requireOld(tx: Tx, { reader }: Person, id: number | null): Promise<InvoiceRecord | null> {
  if (id === null) return null
  const old = await selectInvoice(tx, reader, id)
  if (!old) throw new AppError('not_found', { detail: 'Счёт не найден' })
  return old
}

export interface InvoiceToIssue {
  ask: InvoiceBasis
  shown: readonly number[]
  replaces_id: number | null
  draft_id: number | null
}

const publishIssued = (
  tx: Tx,
  author: Author,
  kind: 'issued' | 'cancelled',
  invoice: { id: number; number: string },
  company: number,
  now: Date,
) =>
  publishEvents(
    tx,
    [
      {
        kind: `invoice.${kind}`,
        about: 'invoice',
        aboutId: invoice.id,
        label: invoice.number,
        contractorId: company,
        author,
      },
    ],
    now,
  )

async function writeParts(tx: Tx, invoiceId: number, { parties, orders, shipments }: Composed) {
  const place = { invoice_id: invoiceId, contractor_id: parties.contractor_id }
  if (orders.length > 0) await insertOrderParts(tx, place, orders)
  if (shipments.length > 0) await insertShipmentParts(tx, place, shipments)
}

/**
 * Issues an invoice that does not cover exactly one order: numbered without gaps, frozen and published to both sides.
 * It replaces the orders' own invoices and the one named by the caller. Locks are taken in the common order: orders,
 * shipments, invoices, the number.
 * @throws AppError as `composeInvoice`, and `invoice.changed`, `invoice.belongs_to_order`, `invoice.not_in_force`,
 * `invoice.already_paid`
 */
export async function issueInvoice(tx: Tx, deps: InvoicesDeps, person: Person, input: InvoiceToIssue) {
  const { ask, replaces_id: insteadOf } = input
  if (ask.kind === 'orders') await lockOrders(tx, ask.order_ids)
  if (ask.kind === 'shipments') await lockShipments(tx, ask.shipment_ids)
  const own = ask.kind === 'orders' ? await selectOwnInvoices(tx, ask.order_ids) : []
  await lockInvoices(tx, [...own, ...(insteadOf === null ? [] : [insteadOf])])
  const old = await requireOld(tx, person, insteadOf)
  const composed = await composeInvoice(tx, deps, person, ask, insteadOf)
  const { parties, rows, subject, isOfGoods, dueOn } = composed
  if (old) requireReplaceable(old, ask, parties.contractor_id)
  requireShown(composed, input.shown)
  const invoice = await writeInvoice(tx, deps, person.author, {
    kind: ask.kind,
    order_id: null,
    asked: ask,
    parties,
    rows: rows.map(({ note, ...row }) => row),
    consignee: '',
    basis: old ? `взамен счёта № ${old.number}` : '',
    subject,
    isOfGoods,
    dueOn,
  })
  await writeParts(tx, invoice.id, composed)
  await endInvoices(tx, [...own, ...(old ? [old.id] : [])], invoice.id)
  if (input.draft_id !== null) await deleteInvoiceDraft(tx, person, input.draft_id)
  await recordEvent(tx, person.author, {
    event: 'invoice.issued',
    contractorId: parties.contractor_id,
    object: `Счёт № ${invoice.number} на ${formatMoney(composed.counted.totalKop)} ₽`,
    changes: old ? [{ field: 'Взамен счёта', before: old.number, after: invoice.number }] : [],
  })
  await publishIssued(tx, person.author, 'issued', invoice, parties.contractor_id, deps.clock.now())
  return { id: invoice.id, number: invoice.number }
}

/**
 * Cancels an invoice without posted payments.
 * @throws AppError `not_found`, `invoice.belongs_to_order`, `invoice.not_in_force`, `invoice.already_paid`
 */
export async function cancelInvoice(
  db: Kysely<DB>,
  { clock }: Pick<InvoicesDeps, 'clock'>,
  person: Person,
  { id, reason }: { id: number; reason: string },
) {
  await db.transaction().execute(async (tx) => {
    await lockInvoices(tx, [id])
    const invoice = await selectInvoice(tx, person.reader, id)
    if (!invoice) throw new AppError('not_found', { detail: 'Счёт не найден' })
    if (invoice.kind === 'order') throw new AppError('invoice.belongs_to_order')
    if (invoice.paid_kop > 0) throw new AppError('invoice.already_paid')
    if (!isOpen(invoice)) throw new AppError('invoice.not_in_force')
    await endInvoices(tx, [id], null)
    await recordEvent(tx, person.author, {
      event: 'invoice.cancelled',
      contractorId: invoice.contractor_id,
      object: `Счёт № ${invoice.number}`,
      changes: [{ field: 'Причина', before: null, after: reason }],
    })
    await publishIssued(tx, person.author, 'cancelled', invoice, invoice.contractor_id, clock.now())
  })
}
