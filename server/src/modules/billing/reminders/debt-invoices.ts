import { MAX_INVOICE_SHIPMENTS } from '@artikul/contract/billing/invoice-basis'
import { formatMoney } from '@artikul/contract/core/money'
import type { Kysely } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { drawInvoice, readInvoice } from '../documents/index.ts'
import { issueDebtInvoice, type InvoicesDeps } from '../invoices/index.ts'
import { selectDueShipments, type DueShipment } from './payment-reminders.queries.ts'

const tomorrowOf = (now: Date) => moscowDate(new Date(now.getTime() + 86_400_000))

/**
 * Decides which due shipments of a contract need a new invoice, and which it replaces: outdated ones of earlier
 * reminders. Exact invoices stay in force, because they may be on their way to the bank, and so do a person's own ones.
 * Null when nothing needs an invoice.
 */
export function planDebtInvoice(due: readonly Pick<DueShipment, 'id' | 'invoice'>[]) {
  const wanted = due
    .filter(({ invoice }) => invoice === null || (invoice.is_own && !invoice.is_exact))
    .slice(0, MAX_INVOICE_SHIPMENTS)
  const insteadOf = [...new Set(wanted.flatMap(({ invoice }) => invoice?.id ?? []))]
  return wanted.length === 0 ? null : { shipment_ids: wanted.map(({ id }) => id), insteadOf }
}

/** Issues the missing invoices for the company's debts due by tomorrow, one per contract. */
export async function issueDebtInvoices(db: Kysely<DB>, deps: InvoicesDeps, contractorId: number) {
  const due = await selectDueShipments(db, contractorId, tomorrowOf(deps.clock.now()))
  for (const [contractId, shipments] of Map.groupBy(due, ({ contract_id: id }) => id)) {
    const plan = planDebtInvoice(shipments)
    if (!plan) continue
    try {
      await db.transaction().execute((tx) => issueDebtInvoice(tx, deps, { contract_id: contractId, ...plan }))
    } catch (error) {
      // A refusal, such as a concurrent invoice for the same shipment, leaves the reminder without this invoice.
      if (!(error instanceof AppError)) throw error
    }
  }
}

export interface DebtsDeps {
  clock: Clock
  drawPdf: DrawPdf
}

/** Reads the exact invoices for the company's debts, each with its PDF. */
export async function readDebtInvoices(db: Db, { clock, drawPdf }: DebtsDeps, contractorId: number, now: Date) {
  const due = await selectDueShipments(db, contractorId, tomorrowOf(now))
  const exact = new Map(
    due.flatMap(({ invoice, contract }) => (invoice?.is_exact ? [[invoice.id, contract] as const] : [])),
  )
  const invoices = []
  for (const [id, contract] of exact) {
    const invoice = await readInvoice(db, clock, 'any', id)
    const { name, bytes } = await drawInvoice(db, drawPdf, invoice)
    invoices.push({
      id,
      text: `Счёт № ${invoice.number} на ${formatMoney(invoice.total_kop)} ₽ по договору № ${contract} — во вложении, с QR-кодом для оплаты.`,
      file: { name, content: bytes },
    })
  }
  return invoices
}
