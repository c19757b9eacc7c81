import { z } from 'zod'
import {
  Day,
  Empty,
  Id,
  IdParams,
  Kop,
  Moment,
  Numbered,
  PathId,
  Qty,
  Reason,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import {
  InvoiceBasis,
  MAX_INVOICE_KOP,
  MAX_INVOICE_LINES,
  MAX_INVOICE_ORDERS,
  MAX_INVOICE_SHIPMENTS,
} from './invoice-basis.ts'
import { Invoice, InvoiceLine } from './invoices.ts'
import { defineRoutes } from '../core/route.ts'

/** Most drafts of one person over all companies. */
export const MAX_INVOICE_DRAFTS = 50
/** Days that a draft is stored after its last change. */
export const INVOICE_DRAFT_DAYS = 30
/** Articles of one request; a longer list is looked up in parts. */
export const MAX_ARTICLES_PER_SEARCH = 100
/** Orders and shipments to choose from, the oldest first. */
export const MAX_INVOICEABLE = 200

/** Contract under which an invoice may be issued. */
export const InvoiceContract = z.object({
  id: Id,
  number: z.string(),
  signed_on: Day,
  seller: z.string(),
  /** «40702810…, ПАО СБЕРБАНК» */
  account: z.string(),
  /** Reason why goods and advances cannot be invoiced under the contract, with a contact; `null` when it is active. */
  stopped: z.string().nullable(),
})
export type InvoiceContract = z.infer<typeof InvoiceContract>

export const InvoiceableOrder = z.object({
  id: Id,
  number: z.string(),
  day: Day,
  consignee: z.string(),
  total_kop: Kop,
  /** Sum neither paid by name nor shipped yet. */
  left_kop: Kop,
  /** Invoice of the order that the new one would replace. */
  invoice: Numbered.nullable(),
  /** Another invoice of several orders that already covers this order. */
  taken_by: Numbered.nullable(),
})
export type InvoiceableOrder = z.infer<typeof InvoiceableOrder>

export const InvoiceableShipment = z.object({
  id: Id,
  number: z.string(),
  /** УПД number in the seller's accounts. */
  upd_number: z.string().nullable(),
  day: Day,
  due_on: Day,
  total_kop: Kop,
  /** Unpaid rest that no claim disputes. */
  left_kop: Kop,
  /** Another invoice that already covers this shipment. */
  taken_by: Numbered.nullable(),
})
export type InvoiceableShipment = z.infer<typeof InvoiceableShipment>

export const InvoicePreview = z.object({
  lines: z.array(
    InvoiceLine.extend({
      /** «Кратно 4, исправлено 3 → 4», «На складе 2 шт.» */
      note: z.string().nullable(),
    }),
  ),
  total_kop: Kop,
  vat_totals: Invoice.shape.vat_totals,
  pay_until: Day,
})
export type InvoicePreview = z.infer<typeof InvoicePreview>

/** Row of a list: an article, optionally preceded by its maker, and a quantity. */
const FindRow = z.strictObject({ article: requiredText(100), qty: Qty })

export const FoundGoods = z.object({
  offer_id: Id,
  brand: z.string(),
  article: z.string(),
  name: z.string(),
  unit: z.string(),
  price_kop: Kop,
  /** Rounded up to the multiplicity. */
  qty: z.number(),
  available: z.string(),
})
export type FoundGoods = z.infer<typeof FoundGoods>

/**
 * Invoice draft; missing parts are empty. Fields of the other kinds are kept so that switching the kind loses nothing.
 */
export const InvoiceDraftFields = z.strictObject({
  kind: z.enum(['advance', 'orders', 'shipments', 'goods']),
  contract_id: Id.nullable(),
  sum_kop: Kop.min(0, 'Укажите сумму больше нуля').max(MAX_INVOICE_KOP, 'Не больше 1 000 000 000 ₽').nullable(),
  purpose: text(200),
  order_ids: z.array(Id).max(MAX_INVOICE_ORDERS),
  shipment_ids: z.array(Id).max(MAX_INVOICE_SHIPMENTS),
  lines: z
    .array(
      z.strictObject({
        offer_id: Id.nullable(),
        /** Name of the catalogue goods at the time of the search. */
        name: text(300),
        unit: text(10),
        qty: Qty.nullable(),
        price_kop: Kop.min(0, 'Укажите цену больше нуля').max(MAX_INVOICE_KOP, 'Слишком большая цена').nullable(),
      }),
    )
    .max(MAX_INVOICE_LINES, `В одном счёте не больше ${MAX_INVOICE_LINES} строк`),
  /** Invoice that the new one replaces. */
  replaces_id: Id.nullable(),
})
export type InvoiceDraftFields = z.infer<typeof InvoiceDraftFields>

export const InvoiceDraft = z.object({
  id: Id,
  contractor: z.object({ id: Id, name: z.string() }),
  fields: InvoiceDraftFields,
  version: Version,
  changed_at: Moment,
  /** Last day before the draft is deleted. */
  until: Day,
})
export type InvoiceDraft = z.infer<typeof InvoiceDraft>

/** Company named by staff; a client always means the current company. */
const company = { contractor_id: PathId.optional() }
const PATH = '/api/v1/invoices'

/**
 * Returns 403 when the company's administrator hides prices, and, for orders and shipments, when settlements are
 * hidden.
 */
export const newInvoiceRoutes = defineRoutes({
  buyers: {
    method: 'GET',
    path: `${PATH}/buyers`,
    summary: 'Покупатели, которым можно выставить счёт: по названию или ИНН, не больше 20; для сотрудников портала',
    access: 'invoices:any_company',
    query: z.strictObject({ q: text(100).optional() }),
    reply: z.object({ results: z.array(z.object({ id: Id, name: z.string() })) }),
  },
  contracts: {
    method: 'GET',
    path: `${PATH}/contracts`,
    summary: 'Договоры компании: по каким и от какого продавца можно выставить счёт',
    access: 'invoices:write',
    query: z.strictObject(company),
    reply: z.object({ contractor: z.object({ id: Id, name: z.string() }), results: z.array(InvoiceContract) }),
  },
  payable: {
    method: 'GET',
    path: `${PATH}/payable`,
    summary: 'Неоплаченные заказы и отгрузки договора, старые первыми',
    access: 'invoices:write',
    query: z.strictObject({ contract_id: PathId }),
    reply: z.object({
      orders: z.array(InvoiceableOrder),
      shipments: z.array(InvoiceableShipment),
      /** True when more exist than are listed. */
      has_more: z.boolean(),
    }),
  },
  find: {
    method: 'POST',
    path: `${PATH}/find`,
    summary: 'Товары продавца по артикулам, по своим ценам',
    access: 'invoices:write',
    body: z.strictObject({
      contract_id: Id,
      rows: z
        .array(FindRow)
        .min(1, 'Укажите артикул')
        .max(MAX_ARTICLES_PER_SEARCH, `За раз не больше ${MAX_ARTICLES_PER_SEARCH} артикулов`),
    }),
    reply: z.object({
      /** Possible products of each row: several when several makers match, none when the seller has none. */
      rows: z.array(z.object({ choices: z.array(FoundGoods) })),
    }),
  },
  preview: {
    method: 'POST',
    path: `${PATH}/preview`,
    summary: 'Каким будет счёт: строки, НДС и сумма; ничего не записывается',
    access: 'invoices:write',
    body: z.strictObject({ ask: InvoiceBasis, replaces_id: Id.nullable() }),
    reply: InvoicePreview,
  },
  issue: {
    method: 'POST',
    path: PATH,
    summary: 'Выставить счёт на оплату не одного заказа; суммы строк сверяются с показанными',
    access: 'invoices:write',
    body: z.strictObject({
      ask: InvoiceBasis,
      /** Line sums as the preview displayed them, kopecks. */
      shown: z.array(Kop).max(MAX_INVOICE_LINES + MAX_INVOICE_SHIPMENTS),
      replaces_id: Id.nullable(),
      /** Draft that is deleted when the invoice is created. */
      draft_id: Id.nullable(),
    }),
    reply: Numbered,
    status: 201,
    idempotent: true,
  },
  cancel: {
    method: 'POST',
    path: `${PATH}/:id/cancel`,
    summary: 'Аннулировать неоплаченный счёт',
    access: 'invoices:write',
    params: IdParams,
    body: Reason,
    example: { reason: 'Любая' },
    reply: Empty,
  },
  drafts: {
    method: 'GET',
    path: `${PATH}/drafts`,
    summary: 'Свои черновики счетов, новые первыми; хранятся 30 дней после последней правки',
    access: 'invoices:write',
    reply: z.object({ results: z.array(InvoiceDraft) }),
  },
  saveDraft: {
    method: 'POST',
    path: `${PATH}/drafts`,
    summary: 'Сохранить новый черновик счёта',
    access: 'invoices:write',
    body: z.strictObject({ contractor_id: Id.nullable(), fields: InvoiceDraftFields }),
    reply: z.object({ id: Id, version: Version }),
    status: 201,
    idempotent: true,
  },
  changeDraft: {
    method: 'PATCH',
    path: `${PATH}/drafts/:id`,
    summary: 'Изменить черновик счёта',
    access: 'invoices:write',
    params: IdParams,
    body: z.strictObject({ version: Version, fields: InvoiceDraftFields }),
    example: {
      version: 1,
      fields: {
        kind: 'advance',
        contract_id: null,
        sum_kop: null,
        purpose: '',
        order_ids: [],
        shipment_ids: [],
        lines: [],
        replaces_id: null,
      },
    },
    reply: z.object({ id: Id, version: Version }),
  },
  removeDraft: {
    method: 'DELETE',
    path: `${PATH}/drafts/:id`,
    summary: 'Удалить черновик счёта',
    access: 'invoices:write',
    params: IdParams,
    reply: Empty,
  },
})
