import type { Invoice, InvoiceState } from '@artikul/contract/invoices'
import { formatMoney } from '@artikul/contract/money'
import type { Transaction } from 'kysely'
import { moscowDate, type Clock } from '../../platform/clock.ts'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Writer } from '../../platform/http/index.ts'
import type { ReadDirectory } from '../catalog/index.ts'
import { seesSettlements, type Reader } from '../consignees/index.ts'
import { addWorkingDays } from '../pricing/index.ts'
import * as queries from './documents.queries.ts'
import { buildInvoice } from './invoice.snapshot.ts'
import { qrPath } from '../../platform/qr-path.ts'

/** Banking days to pay: the reserve lives as long. */
const PAY_DAYS = 3

export interface DocumentDeps {
  clock: Clock
  readDirectory: ReadDirectory
}

/**
 * Issues the payment invoice of an order: a number without gaps within the seller's year and a frozen copy of all that
 * is printed. An order that has one keeps it.
 * @throws AppError `not_found`, `invoice.nothing_to_pay`
 */
export async function issueInvoice(
  tx: Transaction<DB>,
  { clock, readDirectory }: DocumentDeps,
  reader: Reader,
  orderId: number,
  author: Writer,
): Promise<{ id: number; number: string }> {
  await queries.lockOrder(tx, orderId)
  const order = await queries.selectOrderForInvoice(tx, reader, orderId)
  if (!order) throw new AppError('not_found', { detail: 'Заказ не найден' })
  const existing = await queries.selectInvoiceOfOrder(tx, reader, orderId)
  if (existing) return { id: existing.id, number: existing.number }
  const lines = await queries.selectLivingLines(tx, orderId)
  if (lines.every((line) => line.price_kop === 0)) throw new AppError('invoice.nothing_to_pay')
  const now = clock.now()
  const day = moscowDate(now)
  const { daysOff } = await readDirectory()
  const payUntil = addWorkingDays(day, PAY_DAYS, daysOff)
  const year = Number(day.slice(0, 4))
  const running = await queries.nextDocumentNumber(tx, order.seller_id, 'invoice', year)
  const number = `${order.invoice_prefix}-${String(running).padStart(6, '0')}`
  const { snapshot, totalKop, vatKop } = buildInvoice({ order, lines, number, day, payUntil })
  return queries.insertInvoice(tx, {
    number,
    seller_id: order.seller_id,
    contract_id: order.contract_id,
    contractor_id: order.contractor_id,
    order_id: orderId,
    issued_at: now,
    pay_until: payUntil,
    total_kop: totalKop,
    vat_kop: vatKop,
    snapshot,
    actor_id: author.actorId,
    subject_id: author.subjectId,
  })
}

/** What has left is paid as a shipment, when that falls due. */
const NOT_AWAITED = new Set(['shipped', 'done', 'cancelled'])

const invoiceState = (
  { status, pay_until: until, order_status: order }: { status: string; pay_until: string; order_status: string },
  today: string,
): InvoiceState => {
  if (status === 'paid') return 'paid'
  if (until < today && !NOT_AWAITED.has(order)) return 'overdue'
  return status === 'partly_paid' ? 'partly_paid' : 'unpaid'
}

/**
 * The issued invoice of an order, as printed, and how far it is paid.
 * @throws AppError `not_found` for another company's order, `invoice.not_issued`
 */
export async function readInvoice(db: Db, clock: Clock, reader: Reader, orderId: number): Promise<Invoice> {
  const row = await queries.selectInvoiceOfOrder(db, reader, orderId)
  if (!row) {
    const isSeen = await queries.seesOrder(db, reader, orderId)
    throw new AppError(isSeen ? 'invoice.not_issued' : 'not_found')
  }
  const { payment, ...printed } = row.snapshot
  const isChanged = row.order_total_kop !== row.total_kop
  return {
    ...printed,
    id: row.id,
    order_id: orderId,
    order_number: row.order_number,
    issued_at: row.issued_at.toISOString(),
    qr: qrPath(payment),
    state: invoiceState(row, moscowDate(clock.now())),
    paid_kop: seesSettlements(reader) ? row.paid_kop : null,
    outdated: isChanged ? `Сумма заказа изменилась: ${formatMoney(row.order_total_kop)} ₽` : null,
  }
}
