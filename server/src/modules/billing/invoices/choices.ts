import { seesSettlements } from '../../../platform/access/index.ts'
import { MAX_INVOICEABLE, type InvoiceContract } from '@artikul/contract/billing/new-invoice'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectManagerContact } from '../../companies/index.ts'
import { requireParties, whyNotInForce } from './compose.ts'
import { companyOf, type Person } from './person.ts'
import * as queries from './sources.queries.ts'

/** Lists the companies that staff may choose. */
export async function listBuyers(db: Db, typed: string) {
  const rows = await queries.selectInvoiceBuyers(db, typed)
  return rows.map(({ id, name, inn }) => ({ id, name: `${name}, ИНН ${inn}` }))
}

/**
 * Lists the company's contracts, each with its seller and bank account.
 * @throws AppError `not_found`, `input.invalid` when staff name no company
 */
export async function listContracts(
  db: Db,
  { clock }: { clock: Clock },
  { reader }: Person,
  named: number | undefined,
) {
  const company = await queries.selectCompany(db, companyOf(reader, named))
  if (!company) throw new AppError('not_found', { detail: 'Компания не найдена' })
  const today = moscowDate(clock.now())
  const manager = await selectManagerContact(db, company.id, today)
  const rows = await queries.selectInvoiceContracts(db, company.id)
  return {
    contractor: company,
    results: rows.map((row): InvoiceContract => {
      const why = whyNotInForce(row, today)
      return {
        id: row.id,
        number: row.number,
        signed_on: row.signed_on,
        seller: row.seller,
        account: `${row.account}, ${row.bank_name}`,
        stopped: why && [why, manager].filter(Boolean).join('. '),
      }
    }),
  }
}

/**
 * Lists the unpaid items of the contract: orders not shipped yet, and shipments.
 * @throws AppError `not_found` for a contract of another company, `section.hidden`
 */
export async function listPayable(db: Db, { reader }: Person, contractId: number) {
  if (!seesSettlements(reader)) throw new AppError('section.hidden')
  await requireParties(db, reader, contractId)
  const wanted = { contractId, ids: null, most: MAX_INVOICEABLE + 1, insteadOf: [] }
  const [orders, shipments] = [
    await queries.selectOrderSources(db, reader, wanted),
    await queries.selectShipmentSources(db, reader, wanted),
  ]
  return {
    orders: orders.slice(0, MAX_INVOICEABLE).map(({ rates, ...order }) => order),
    shipments: shipments.slice(0, MAX_INVOICEABLE).map(({ rates, ...shipment }) => shipment),
    has_more: orders.length > MAX_INVOICEABLE || shipments.length > MAX_INVOICEABLE,
  }
}
