import { seesSettlements, type AccessScope } from '../../../platform/access/index.ts'
import type { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import { MAX_INVOICE_KOP } from '@artikul/contract/billing/invoice-basis'
import { formatMoney } from '@artikul/contract/core/money'
import { spreadKop, type VatRate } from '@artikul/contract/core/vat'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { readVatRates, selectManagerContact } from '../../companies/index.ts'
import {
  countInvoice,
  GOODS_SUBJECT,
  selectInvoiceParties,
  type DocumentDeps,
  type SnapshotRow,
  type InvoiceParties,
} from '../documents/index.ts'
import type { Pricing } from '../../pricing/index.ts'
import { goodsRows } from './compose-goods.ts'
import type { OrderPart } from './invoices.queries.ts'
import type { Person } from './person.ts'
import { selectOrderSources, selectShipmentSources } from './sources.queries.ts'

export interface InvoicesDeps extends DocumentDeps {
  pricing: Pricing
}

/** Content of an invoice before it gets a number. */
export interface Composed {
  parties: InvoiceParties
  rows: (SnapshotRow & { position: number; note: string | null })[]
  counted: ReturnType<typeof countInvoice>
  subject: string
  isOfGoods: boolean
  orders: OrderPart[]
  shipments: { shipment_id: number; sum_kop: number }[]
  /** Latest day on which one of the shipments is due. */
  dueOn: string | null
}

type Rows = (SnapshotRow & { note?: string | null })[]
type Made = { rows: Rows } & Partial<Pick<Composed, 'orders' | 'shipments' | 'dueOn'>> &
  Pick<Composed, 'subject' | 'isOfGoods'>

const refuse = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })

/**
 * Reads the contract's parties within the person's rights.
 * @throws AppError `not_found` for a contract of another company
 */
export async function requireParties(db: Db, reader: AccessScope, contractId: number): Promise<InvoiceParties> {
  const parties = await selectInvoiceParties(db, contractId)
  if (!parties || (reader !== 'any' && parties.contractor_id !== reader.contractorId))
    throw new AppError('not_found', { detail: 'Договор не найден' })
  return parties
}

/** Explains why the contract allows no new sales today; null when it does. */
export function whyNotInForce({ signed_on, valid_to }: Pick<InvoiceParties, 'signed_on' | 'valid_to'>, today: string) {
  if (signed_on > today) return `Договор начнёт действовать ${dayText(signed_on)}`
  return valid_to !== null && valid_to < today ? `Срок договора истёк ${dayText(valid_to)}` : null
}

async function requireInForce(db: Db, parties: InvoiceParties, today: string) {
  const why = whyNotInForce(parties, today)
  if (why === null) return
  const manager = await selectManagerContact(db, parties.contractor_id, today)
  throw new AppError('contract.expired', { detail: [why, manager].filter(Boolean).join('. ') })
}

/** Splits a sum into rows by VAT rate, in proportion to the shares of the rates. */
function rowsByRate(name: string, sumKop: number, rates: readonly { rate: VatRate; sum_kop: number }[]): Rows {
  const known = rates.filter((one) => one.sum_kop > 0)
  const shares = spreadKop(
    sumKop,
    known.map((one) => one.sum_kop),
  )
  return known.flatMap(({ rate }, at) => {
    const share = shares[at] ?? 0
    return share > 0 ? [{ article: '', name, qty: 1, unit: 'шт.', price_kop: share, rate }] : []
  })
}

const MAX_NAMED = 5
const named = (numbers: readonly string[], of: string, many: string) =>
  numbers.length > MAX_NAMED
    ? `за автозапчасти, ${many}: ${numbers.length}`
    : `за автозапчасти по ${of} № ${numbers.join(', ')}`

function requireSettlements(reader: AccessScope) {
  if (!seesSettlements(reader)) throw new AppError('section.hidden')
}

function requireFree(path: string, what: string, invoice: { number: string } | null) {
  if (invoice)
    throw new AppError('invoice.already_invoiced', {
      detail: `${what} уже стоит в счёте № ${invoice.number}: аннулируйте его или выставьте новый взамен`,
      errors: [{ path, message: `Уже в счёте № ${invoice.number}` }],
    })
}

type Of<K extends InvoiceBasis['kind']> = Extract<InvoiceBasis, { kind: K }>

async function ofOrders(db: Db, reader: AccessScope, ask: Of<'orders'>, insteadOf: readonly number[]): Promise<Made> {
  requireSettlements(reader)
  const ids = ask.order_ids
  const found = await selectOrderSources(db, reader, { contractId: ask.contract_id, ids, most: ids.length, insteadOf })
  if (found.length < ids.length) throw new AppError('not_found', { detail: 'Заказ не найден, отгружен или отменён' })
  const rows: Rows = []
  const orders: OrderPart[] = []
  let before = 0
  for (const { id, number, day, left_kop: left, total_kop: total, taken_by, rates } of found) {
    const path = `ask.order_ids.${ids.indexOf(id)}`
    if (left === 0) throw refuse(path, `Заказ № ${number} уже оплачен`)
    requireFree(path, `Заказ № ${number}`, taken_by)
    const rest = left < total ? ', остаток' : ''
    rows.push(...rowsByRate(`Автозапчасти по заказу № ${number} от ${dayText(day)}${rest}`, left, rates))
    orders.push({ order_id: id, sum_kop: left, before_kop: before, order_total_kop: total })
    before += left
  }
  const subject = named(
    found.map(({ number }) => number),
    found.length > 1 ? 'заказам' : 'заказу',
    'заказов',
  )
  return { rows, orders, subject, isOfGoods: true }
}

async function ofShipments(
  db: Db,
  reader: AccessScope,
  ask: Of<'shipments'>,
  insteadOf: readonly number[],
): Promise<Made> {
  requireSettlements(reader)
  const ids = ask.shipment_ids
  const found = await selectShipmentSources(db, reader, {
    contractId: ask.contract_id,
    ids,
    most: ids.length,
    insteadOf,
  })
  if (found.length < ids.length) throw new AppError('not_found', { detail: 'Отгрузка не найдена или отменена' })
  const rows: Rows = []
  const shipments: Composed['shipments'] = []
  for (const { id, number, upd_number: upd, day, left_kop: left, total_kop: total, taken_by, rates } of found) {
    const path = `ask.shipment_ids.${ids.indexOf(id)}`
    if (left === 0) throw refuse(path, `Отгрузка № ${number} уже оплачена`)
    requireFree(path, `Отгрузка № ${number}`, taken_by)
    const what = upd === null ? `отгрузке № ${number}` : `УПД № ${upd}`
    const rest = left < total ? ', остаток' : ''
    rows.push(...rowsByRate(`Автозапчасти по ${what} от ${dayText(day)}${rest}`, left, rates))
    shipments.push({ shipment_id: id, sum_kop: left })
  }
  const subject = named(
    found.map(({ number, upd_number: upd }) => upd ?? number),
    'УПД',
    'УПД',
  )
  const dueOn =
    found
      .map(({ due_on }) => due_on)
      .toSorted()
      .at(-1) ?? null
  return { rows, shipments, subject, isOfGoods: false, dueOn }
}

async function ofAdvance(db: Db, parties: InvoiceParties, ask: Of<'advance'>, today: string): Promise<Made> {
  await requireInForce(db, parties, today)
  const rate = (await readVatRates(db))(parties.tax_regime, today)
  const contract = `по договору № ${parties.contract_number}`
  const name = [`Аванс ${contract} от ${dayText(parties.signed_on)}`, ask.purpose].filter(Boolean).join('. ')
  return {
    rows: [{ article: '', name, qty: 1, unit: 'шт.', price_kop: ask.sum_kop, rate }],
    subject: `аванс ${contract}`,
    isOfGoods: true,
  }
}

/**
 * Composes the invoice with current sums, prices and rates.
 * @param insteadOf invoices to be replaced
 * @throws AppError `not_found` for a contract, order or shipment of another company, `input.invalid`,
 * `contract.expired`, `invoice.already_invoiced`, `invoice.below_floor`, `offer.gone`, `section.hidden`
 */
export async function composeInvoice(
  db: Db,
  deps: InvoicesDeps,
  { reader, sellsBelow }: Pick<Person, 'reader' | 'sellsBelow'>,
  ask: InvoiceBasis,
  insteadOf: readonly number[],
): Promise<Composed> {
  const parties = await requireParties(db, reader, ask.contract_id)
  const today = moscowDate(deps.clock.now())
  const make = async (): Promise<Made> => {
    if (ask.kind === 'orders') return ofOrders(db, reader, ask, insteadOf)
    if (ask.kind === 'shipments') return ofShipments(db, reader, ask, insteadOf)
    if (ask.kind === 'advance') return ofAdvance(db, parties, ask, today)
    await requireInForce(db, parties, today)
    const rows = await goodsRows(db, deps, { parties, today, isStaff: reader === 'any', sellsBelow }, ask.lines)
    return { rows, subject: GOODS_SUBJECT, isOfGoods: true }
  }
  const { rows: made, orders = [], shipments = [], dueOn = null, ...facts } = await make()
  const rows = made.map((row, at) => ({ ...row, note: row.note ?? null, position: at + 1 }))
  const counted = countInvoice(rows.map(({ note, ...row }) => row))
  if (counted.totalKop > MAX_INVOICE_KOP) throw refuse('ask', `Сумма счёта больше ${formatMoney(MAX_INVOICE_KOP)} ₽`)
  return { parties, rows, counted, orders, shipments, dueOn, ...facts }
}
