import type { AccessScope } from '../../../platform/access/index.ts'
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
  const { rows, counted, dueOn } = await composeInvoice(db, deps, person, ask, insteadOf === null ? [] : [insteadOf])
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

/** Reads the replaced invoices after they were locked. */
async function requireOld(tx: Tx, reader: AccessScope, ids: readonly number[]): Promise<InvoiceRecord[]> {
  const found: InvoiceRecord[] = []
  for (const id of ids) {
    const old = await selectInvoice(tx, reader, id)
    if (!old) throw new AppError('not_found', { detail: 'Счёт не найден' })
    found.push(old)
  }
  return found
}

/** «взамен счёта № 5», «взамен счетов № 5, 6»; empty for a new invoice. */
const replacing = (old: readonly InvoiceRecord[]) =>
  old.length === 0
    ? ''
    : `взамен ${old.length > 1 ? 'счетов' : 'счёта'} № ${old.map(({ number }) => number).join(', ')}`

export interface InvoiceToIssue {
  ask: InvoiceBasis
  shown: readonly number[]
  replaces_id: number | null
  draft_id: number | null
}

const publishIssued = (
  tx: Tx,
  author: Author | null,
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

interface IssueWriter {
  reader: AccessScope
  sellsBelow: boolean
  /** Null when the portal itself issues the invoice. */
  author: Author | null
}

const PORTAL = { address: '', requestId: '' }

/**
 * Writes a composed invoice, numbered without gaps, and ends the ones that it replaces. Locks are taken in the common
 * order: orders, shipments, invoices, the number.
 */
async function issue(
  tx: Tx,
  deps: InvoicesDeps,
  { author, ...writer }: IssueWriter,
  { ask, shown, insteadOf }: { ask: InvoiceBasis; shown: readonly number[] | null; insteadOf: readonly number[] },
) {
  if (ask.kind === 'orders') await lockOrders(tx, ask.order_ids)
  if (ask.kind === 'shipments') await lockShipments(tx, ask.shipment_ids)
  const own = ask.kind === 'orders' ? await selectOwnInvoices(tx, ask.order_ids) : []
  await lockInvoices(tx, [...own, ...insteadOf])
  const old = await requireOld(tx, writer.reader, insteadOf)
  const composed = await composeInvoice(tx, deps, writer, ask, insteadOf)
  const { parties, rows, subject, isOfGoods, dueOn } = composed
  for (const one of old) requireReplaceable(one, ask, parties.contractor_id)
  if (shown) requireShown(composed, shown)
  const invoice = await writeInvoice(tx, deps, author, {
    kind: ask.kind,
    order_id: null,
    asked: ask,
    parties,
    rows: rows.map(({ note, ...row }) => row),
    consignee: '',
    basis: replacing(old),
    subject,
    isOfGoods,
    dueOn,
  })
  await writeParts(tx, invoice.id, composed)
  await endInvoices(tx, [...own, ...insteadOf], invoice.id)
  await recordEvent(tx, author ?? PORTAL, {
    event: 'invoice.issued',
    contractorId: parties.contractor_id,
    object: `Счёт № ${invoice.number} на ${formatMoney(composed.counted.totalKop)} ₽`,
    changes: old.map(({ number }) => ({ field: 'Взамен счёта', before: number, after: invoice.number })),
  })
  await publishIssued(tx, author, 'issued', invoice, parties.contractor_id, deps.clock.now())
  return { id: invoice.id, number: invoice.number }
}

/**
 * Issues an invoice that does not cover exactly one order: frozen and published to both sides. It replaces the orders'
 * own invoices and the one named by the caller.
 * @throws AppError as `composeInvoice`, and `invoice.changed`, `invoice.belongs_to_order`, `invoice.not_in_force`,
 * `invoice.already_paid`
 */
export async function issueInvoice(tx: Tx, deps: InvoicesDeps, person: Person, input: InvoiceToIssue) {
  const { ask, shown, replaces_id: replaced } = input
  const invoice = await issue(tx, deps, person, { ask, shown, insteadOf: replaced === null ? [] : [replaced] })
  if (input.draft_id !== null) await deleteInvoiceDraft(tx, person, input.draft_id)
  return invoice
}

/**
 * Issues the portal's own invoice for unpaid shipments of a contract, at their current sums.
 * @throws AppError as `issueInvoice`
 */
export const issueDebtInvoice = (
  tx: Tx,
  deps: InvoicesDeps,
  { insteadOf, ...basis }: { contract_id: number; shipment_ids: number[]; insteadOf: readonly number[] },
) =>
  issue(
    tx,
    deps,
    { reader: 'any', sellsBelow: false, author: null },
    { ask: { kind: 'shipments', ...basis }, shown: null, insteadOf },
  )

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
