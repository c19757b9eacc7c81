import { seesSettlements, type AccessScope } from '../../../platform/access/index.ts'
import type { Invoice } from '@artikul/contract/billing/invoices'
import { formatMoney } from '@artikul/contract/core/money'
import type { Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { publishEvents } from '../../../platform/events/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import type { ReadDirectory } from '../../catalog/index.ts'
import { addWorkingDays } from '../../pricing/index.ts'
import * as queries from './documents.queries.ts'
import { buildInvoice, GOODS_SUBJECT, rowOfLine, type InvoiceFacts } from './invoice-snapshot.ts'
import { qrPath } from '../../../platform/files/qr-path.ts'

/** Payment term in banking days, equal to that of the reservation. */
const PAY_DAYS = 3

export interface DocumentDeps {
  clock: Clock
  readDirectory: ReadDirectory
}

/**
 * Issues the payment invoice of an order with a number without gaps within the seller's year and a frozen copy of all
 * printed data. An existing invoice is returned unchanged.
 * @throws AppError `not_found`, `invoice.nothing_to_pay`
 */
export async function issueOrderInvoice(
  tx: Transaction<DB>,
  { clock, readDirectory }: DocumentDeps,
  reader: AccessScope,
  orderId: number,
  author: Writer,
): Promise<{ id: number; number: string }> {
  await queries.lockOrderForInvoice(tx, orderId)
  const order = await queries.selectOrderForInvoice(tx, reader, orderId)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const existing = await queries.selectInvoiceOfOrder(tx, reader, orderId)
  if (existing) return { id: existing.id, number: existing.number }
  const lines = await queries.selectLivingLines(tx, orderId)
  if (lines.every((line) => line.price_kop === 0)) throw new AppError('invoice.nothing_to_pay')
  const parties = await queries.selectInvoiceParties(tx, order.contract_id)
  if (!parties) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const consignee = order.consignee_legal_name ?? parties.buyer_name
  const issued = await writeInvoice(tx, { clock, readDirectory }, author, {
    kind: 'order',
    order_id: orderId,
    asked: null,
    parties,
    rows: lines.map(rowOfLine),
    consignee: `${consignee}, ${order.consignee_name}, ${order.consignee_address}`,
    basis: `заказ № ${order.number}`,
    subject: GOODS_SUBJECT,
    isOfGoods: true,
  })
  const about = { about: 'invoice', aboutId: issued.id, label: issued.number } as const
  const consigneeId = order.consignee_id
  // The order itself notifies people.
  const event = { kind: 'invoice.changed', ...about, contractorId: order.contractor_id, consigneeId, author } as const
  await publishEvents(tx, [event], clock.now())
  return issued
}

type NewInvoiceFacts = Omit<InvoiceFacts, 'number' | 'day' | 'payUntil'> &
  Pick<queries.NewOrderInvoice, 'kind' | 'order_id' | 'asked'> & { dueOn?: string | null }

/** Returns the last day of payment for an invoice issued today, never before `dueOn` of the debts that it names. */
export async function payUntilOf({ clock, readDirectory }: DocumentDeps, dueOn: string | null): Promise<string> {
  const { daysOff } = await readDirectory()
  const usual = addWorkingDays(moscowDate(clock.now()), PAY_DAYS, daysOff)
  return dueOn !== null && dueOn > usual ? dueOn : usual
}

/** Assigns the next number of the seller's year and stores the printed data of the invoice permanently. */
export async function writeInvoice(
  tx: Transaction<DB>,
  deps: DocumentDeps,
  author: Writer | null,
  { kind, order_id, asked, dueOn = null, ...facts }: NewInvoiceFacts,
): Promise<{ id: number; number: string }> {
  const now = deps.clock.now()
  const day = moscowDate(now)
  const payUntil = await payUntilOf(deps, dueOn)
  const { parties } = facts
  const running = await queries.nextDocumentNumber(tx, parties.seller_id, 'invoice', Number(day.slice(0, 4)))
  const number = `${parties.invoice_prefix}-${String(running).padStart(6, '0')}`
  const { snapshot, totalKop, vatKop } = buildInvoice({ ...facts, number, day, payUntil })
  return queries.insertInvoice(tx, {
    kind,
    order_id,
    asked,
    number,
    seller_id: parties.seller_id,
    contract_id: parties.contract_id,
    contractor_id: parties.contractor_id,
    issued_at: now,
    pay_until: payUntil,
    total_kop: totalKop,
    vat_kop: vatKop,
    snapshot,
    actor_id: author?.actorId ?? null,
    subject_id: author?.subjectId ?? null,
  })
}

const stateOf = ({ status, pay_until: until, is_awaited: isAwaited }: queries.InvoiceRecord, today: string) =>
  (status === 'unpaid' || status === 'partly_paid') && until < today && isAwaited ? 'overdue' : status

/** For a collective invoice, the changed order is named. */
const changeText = ({ kind, changed }: queries.InvoiceRecord) =>
  changed &&
  `Сумма заказа${kind === 'order' ? '' : ` № ${changed.number}`} изменилась: ${formatMoney(changed.total_kop)} ₽`

/** An invoice that is not in force must not be paid. */
function whyNotToPay(row: queries.InvoiceRecord): string | null {
  if (row.status === 'cancelled') return 'Счёт аннулирован'
  if (row.status === 'replaced')
    return row.replaced_by ? `Взамен выставлен счёт № ${row.replaced_by.number}` : 'Счёт заменён'
  return row.status === 'paid' ? null : changeText(row)
}

function present(row: queries.InvoiceRecord, clock: Clock, reader: AccessScope): Invoice {
  const { payment, ...printed } = row.snapshot
  const isOpen = row.status === 'unpaid' || row.status === 'partly_paid'
  const isUntouched = row.kind !== 'order' && row.status === 'unpaid'
  return {
    ...printed,
    id: row.id,
    kind: row.kind,
    contractor_id: row.contractor_id,
    order_id: row.order_id,
    order_number: row.kind === 'order' ? (row.orders[0]?.number ?? null) : null,
    orders: row.orders,
    issued_at: row.issued_at.toISOString(),
    qr: qrPath(payment),
    state: stateOf(row, moscowDate(clock.now())),
    replaced_by: row.replaced_by,
    asked: row.asked,
    paid_kop: seesSettlements(reader) ? row.paid_kop : null,
    outdated: whyNotToPay(row),
    can: {
      cancel: isUntouched,
      replace: isUntouched || (isOpen && (row.kind === 'orders' || row.kind === 'shipments')),
    },
  }
}

/**
 * Reads the invoice in force of an order as printed, with its paid sum.
 * @throws AppError `not_found` for another company's order, `invoice.not_issued`
 */
export async function readInvoiceOfOrder(db: Db, clock: Clock, reader: AccessScope, orderId: number): Promise<Invoice> {
  const row = await queries.selectInvoiceOfOrder(db, reader, orderId)
  if (row) return present(row, clock, reader)
  const isSeen = await queries.seesOrder(db, reader, orderId)
  throw new AppError(isSeen ? 'invoice.not_issued' : 'not_found')
}

/**
 * Reads an invoice of any kind and state, as printed.
 * @throws AppError `not_found`, also for another company's invoice
 */
export async function readInvoice(db: Db, clock: Clock, reader: AccessScope, id: number): Promise<Invoice> {
  const row = await queries.selectInvoice(db, reader, id)
  if (!row) throw new AppError('not_found', { detail: 'Счёт не найден' })
  return present(row, clock, reader)
}
