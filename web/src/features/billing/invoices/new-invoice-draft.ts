import { InvoiceBasis } from '@artikul/contract/billing/invoice-basis'
import type { InvoiceDraftFields } from '@artikul/contract/billing/new-invoice'
import { refusalsOf } from '../../../lib/api/form-errors.ts'

export type InvoiceDraftLine = InvoiceDraftFields['lines'][number]
export type InvoiceKindChoice = InvoiceDraftFields['kind']

export const EMPTY_INVOICE_DRAFT: InvoiceDraftFields = {
  kind: 'advance',
  contract_id: null,
  sum_kop: null,
  purpose: '',
  order_ids: [],
  shipment_ids: [],
  lines: [],
  replaces_id: null,
}

const lineOf = ({ offer_id: offer, name, unit, qty, price_kop: price }: InvoiceDraftLine) =>
  offer === null ? { offer_id: null, name, unit, qty, price_kop: price } : { offer_id: offer, qty, price_kop: price }

/** Builds the request from the fields of the chosen kind. */
function toBasis(fields: InvoiceDraftFields): Record<string, unknown> {
  const { kind, contract_id } = fields
  if (kind === 'advance') return { kind, contract_id, sum_kop: fields.sum_kop, purpose: fields.purpose }
  if (kind === 'orders') return { kind, contract_id, order_ids: fields.order_ids }
  if (kind === 'shipments') return { kind, contract_id, shipment_ids: fields.shipment_ids }
  return { kind, contract_id, lines: fields.lines.map(lineOf) }
}

/** Returns the valid basis of the invoice, or null while a field is missing. */
export const invoiceBasisOf = (fields: InvoiceDraftFields): InvoiceBasis | null =>
  InvoiceBasis.safeParse(toBasis(fields)).data ?? null

function lineMissing({ offer_id: offer, name, unit, qty, price_kop: price }: InvoiceDraftLine, at: number) {
  const path = `ask.lines.${at}`
  return {
    ...((qty === null || qty <= 0) && { [`${path}.qty`]: 'Укажите количество' }),
    ...(offer === null && name.trim() === '' && { [`${path}.name`]: 'Укажите название' }),
    ...(offer === null && unit.trim() === '' && { [`${path}.unit`]: 'Укажите единицу' }),
    ...(offer === null && (price === null || price <= 0) && { [`${path}.price_kop`]: 'Укажите цену' }),
  }
}

/** Returns missing fields by the paths that the server uses too. */
export function missingOf(fields: InvoiceDraftFields): Record<string, string> {
  const errorEntries = Object.entries(refusalsOf(InvoiceBasis, toBasis(fields))).map(([path, message]) => [
    `ask.${path}`,
    message,
  ])
  const lines = fields.kind === 'goods' ? fields.lines.map(lineMissing) : []
  return {
    ...(Object.fromEntries(errorEntries.filter(([path]) => !/^ask\.lines\.\d/.test(path ?? ''))) as Record<
      string,
      string
    >),
    ...(fields.contract_id === null && { 'ask.contract_id': 'Выберите договор' }),
    ...(fields.kind === 'advance' && !fields.sum_kop && { 'ask.sum_kop': 'Укажите сумму больше нуля' }),
    ...Object.fromEntries(lines.flatMap((line) => Object.entries(line))),
  }
}

/** Converts the basis of an invoice to form fields; goods are named as printed. */
export function draftOfBasis(ask: InvoiceBasis, names: readonly string[], replacesId: number): InvoiceDraftFields {
  const start = { ...EMPTY_INVOICE_DRAFT, kind: ask.kind, contract_id: ask.contract_id, replaces_id: replacesId }
  if (ask.kind === 'advance') return { ...start, sum_kop: ask.sum_kop, purpose: ask.purpose }
  if (ask.kind === 'orders') return { ...start, order_ids: ask.order_ids }
  if (ask.kind === 'shipments') return { ...start, shipment_ids: ask.shipment_ids }
  const lines = ask.lines.map((line, at): InvoiceDraftLine => {
    const { qty, price_kop } = line
    return line.offer_id === null
      ? { offer_id: null, name: line.name, unit: line.unit, qty, price_kop }
      : { offer_id: line.offer_id, name: (names[at] ?? '').slice(0, 300), unit: '', qty, price_kop }
  })
  return { ...start, lines }
}
