import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Day, Id, IdParams, Kop, Moment, Numbered } from '../core/fields.ts'
import { InvoiceBasis } from './invoice-basis.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Payment state of an invoice: one not paid in full by its day is overdue, unless its goods have been shipped. */
export const INVOICE_STATES = {
  unpaid: 'Не оплачен',
  partly_paid: 'Оплачен частично',
  paid: 'Оплачен',
  overdue: 'Срок истёк',
} as const
export type InvoiceState = keyof typeof INVOICE_STATES
export const InvoiceState = z.enum(keysOf(INVOICE_STATES))

/** States of listed invoices, including replaced and cancelled ones. */
export const LISTED_INVOICE_STATES = { ...INVOICE_STATES, replaced: 'Заменён', cancelled: 'Аннулирован' } as const
export type ListedInvoiceState = keyof typeof LISTED_INVOICE_STATES
export const ListedInvoiceState = z.enum(keysOf(LISTED_INVOICE_STATES))

/** Subjects of an invoice. */
export const INVOICE_KINDS = {
  order: 'По заказу',
  advance: 'Аванс по договору',
  orders: 'За несколько заказов',
  shipments: 'Погашение отгрузок',
  goods: 'За товары',
} as const
export type InvoiceKind = keyof typeof INVOICE_KINDS
export const InvoiceKind = z.enum(keysOf(INVOICE_KINDS))

export const InvoiceParty = z.object({
  name: z.string(),
  inn: z.string(),
  /** Empty for a sole proprietor. */
  kpp: z.string(),
  address: z.string(),
  phone: z.string(),
})

export const InvoiceLine = z.object({
  position: z.int(),
  article: z.string(),
  /** As printed: brand, article, name, «Ваша пометка». */
  name: z.string(),
  qty: z.number(),
  unit: z.string(),
  price_kop: Kop,
  vat_label: z.string(),
  vat_kop: Kop,
  sum_kop: Kop,
})

/** The payment invoice as it was issued: a frozen copy of every requisite and line. */
export const Invoice = z.object({
  id: Id,
  kind: InvoiceKind,
  contractor_id: Id,
  /** Order of the invoice; `null` when it covers several orders or none. */
  order_id: Id.nullable(),
  order_number: z.string().nullable(),
  /** Orders covered by the invoice, at most 50. */
  orders: z.array(Numbered),
  number: z.string(),
  issued_at: Moment,
  /** «Счет на оплату № … от 21 ноября 2026 г.» */
  title: z.string(),
  notice: z.string(),
  bank: z.object({
    name: z.string(),
    bic: z.string(),
    correspondent_account: z.string(),
    account: z.string(),
  }),
  seller: InvoiceParty,
  buyer: InvoiceParty,
  /** Empty when the invoice has no consignee. */
  consignee: z.string(),
  basis: z.string(),
  lines: z.array(InvoiceLine),
  total_kop: Kop,
  /** «В том числе НДС (22%)» and its sum; a line without VAT has no sum. */
  vat_totals: z.array(z.object({ label: z.string(), sum_kop: Kop.nullable() })),
  /** «Всего наименований 3, на сумму 27 450,35 руб.» */
  summary: z.string(),
  in_words: z.string(),
  pay_until: Day,
  purpose: z.string(),
  director_title: z.string(),
  director: z.string(),
  accountant: z.string(),
  manager: z.string(),
  /** Payment QR (ГОСТ Р 56042) as one SVG path over a square of `size` modules, quiet zone included. */
  qr: z.object({ size: z.int(), path: z.string() }),
  state: ListedInvoiceState,
  /** Invoice that replaced this one. */
  replaced_by: Numbered.nullable(),
  /** Basis that the invoice was built from; `null` for the invoice of one order. */
  asked: InvoiceBasis.nullable(),
  /** Payments that name the invoice; `null` when the company hides settlements from the reader. */
  paid_kop: Kop.nullable(),
  /** Reason why the invoice is outdated, such as a change of the order: its QR must not be paid any more. */
  outdated: z.string().nullable(),
  can: z.object({
    /** Allowed when nothing was paid and the invoice is not of a single order. */
    cancel: z.boolean(),
    /** True when a new invoice may replace this one. */
    replace: z.boolean(),
  }),
})
export type Invoice = z.infer<typeof Invoice>

export const invoiceRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/api/v1/invoices/:id',
    summary: 'Счёт на оплату, какого бы он ни был вида, также заменённый и аннулированный',
    access: 'invoices:read',
    params: IdParams,
    reply: Invoice,
  },
  filePdf: {
    method: 'GET',
    path: '/api/v1/invoices/:id/pdf',
    summary: 'Этот счёт в PDF',
    access: 'invoices:read',
    params: IdParams,
    reply: FILE,
  },
  fileXlsx: {
    method: 'GET',
    path: '/api/v1/invoices/:id/xlsx',
    summary: 'Этот счёт в XLSX',
    access: 'invoices:read',
    params: IdParams,
    reply: FILE,
  },
  ofOrder: {
    method: 'GET',
    path: '/api/v1/orders/:id/invoice',
    summary: 'Счёт на оплату заказа',
    access: 'invoices:read',
    params: IdParams,
    reply: Invoice,
  },
  issue: {
    method: 'POST',
    path: '/api/v1/orders/:id/invoice',
    summary: 'Выставить счёт на оплату заказа',
    access: 'invoices:issue',
    params: IdParams,
    reply: z.object({ id: Id, number: z.string() }),
    status: 201,
    idempotent: true,
  },
  pdf: {
    method: 'GET',
    path: '/api/v1/orders/:id/invoice/pdf',
    summary: 'Счёт на оплату в PDF',
    access: 'invoices:read',
    params: IdParams,
    reply: FILE,
  },
  xlsx: {
    method: 'GET',
    path: '/api/v1/orders/:id/invoice/xlsx',
    summary: 'Счёт на оплату в XLSX',
    access: 'invoices:read',
    params: IdParams,
    reply: FILE,
  },
})
