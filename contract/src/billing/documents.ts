import { z } from 'zod'
import { ClaimKindField, ClaimStateField } from '../fulfilment/claim-fields.ts'
import { Day, Id, listOf, Numbered, pageQuery, PathId, ShownKop, text } from '../core/fields.ts'
import { InvoiceKind, ListedInvoiceState } from './invoices.ts'
import { BACKWARDS, inOrder } from '../core/period.ts'
import { defineRoutes, FILE } from '../core/route.ts'
import { ShipmentState } from '../fulfilment/shipment-states.ts'
import { DocumentKind } from './document-kinds.ts'

/** Days within which the seller issues the VAT invoice after a shipment (НК РФ ст. 168 п. 3). */
export const UPD_DAYS = 5

const common = {
  id: Id,
  number: z.string(),
  day: Day,
  seller: z.string(),
  contract: z.string(),
  /** Empty when the document has no consignee. */
  consignee: z.string(),
}

export const CompanyDocument = z.discriminatedUnion('kind', [
  z.object({
    ...common,
    kind: z.literal('invoice'),
    sum_kop: ShownKop,
    invoice_kind: InvoiceKind,
    /** `null` for documents of several orders or of none. */
    order: Numbered.nullable(),
    state: ListedInvoiceState,
  }),
  z.object({
    ...common,
    kind: z.literal('shipment'),
    sum_kop: ShownKop,
    state: ShipmentState,
    /** Number of the УПД received from 1С. */
    upd_number: z.string().nullable(),
    /** Days since the УПД became expected; `null` when it was received or none is expected from 1С. */
    upd_days: z.int().nonnegative().nullable(),
  }),
  z.object({
    ...common,
    kind: z.literal('claim'),
    claim_kind: ClaimKindField,
    /** Disputed sum while the claim is open; `null` once it has ended. */
    sum_kop: ShownKop,
    state: ClaimStateField,
  }),
  z.object({
    ...common,
    kind: z.literal('correction'),
    /** Reduction of the company's debt; never positive. */
    sum_kop: ShownKop,
    claim: Numbered,
    shipment: Numbered,
  }),
])
export type CompanyDocument = z.infer<typeof CompanyDocument>

const filters = {
  kind: DocumentKind.optional(),
  /** Document number or its tail. */
  q: text(50).optional(),
  contract_id: PathId.optional(),
  from: Day.optional(),
  to: Day.optional(),
  /** Company of the documents: required for staff; a client reads the documents of the current company. */
  contractor_id: PathId.optional(),
}

export const DocumentsQuery = z.strictObject({ ...pageQuery, ...filters }).refine(inOrder, BACKWARDS)
export type DocumentsQuery = z.infer<typeof DocumentsQuery>

/** DocumentsQuery without pages: an archive contains every matching document. */
export const DocumentArchiveQuery = z.strictObject(filters).refine(inOrder, BACKWARDS)
export type DocumentArchiveQuery = z.infer<typeof DocumentArchiveQuery>

/**
 * Largest archive: a month of a large company. Its documents are rendered one after another while the file is being
 * received, so that the server holds one of them at a time.
 */
export const MAX_ARCHIVED = 3000

/**
 * Returns 403 `section.hidden` when the company's administrator hides settlements; users without prices get no invoices
 * and no sums.
 */
export const documentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/api/v1/documents',
    summary: 'Документы компании: счета, отгрузки, акты по обращениям, корректировки; новые сверху',
    access: 'documents:read',
    query: DocumentsQuery,
    reply: listOf(CompanyDocument),
  },
  archive: {
    method: 'GET',
    path: '/api/v1/documents/archive',
    summary: `Все документы периода одним архивом ZIP с реестром, не больше ${MAX_ARCHIVED} за раз`,
    access: 'documents:read',
    query: DocumentArchiveQuery,
    reply: FILE,
  },
})
