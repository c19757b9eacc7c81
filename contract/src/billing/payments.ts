import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import {
  Day,
  Id,
  IdParams,
  Kop,
  listOf,
  Moment,
  pageQuery,
  PathId,
  Reason,
  requiredText,
  text,
  Version,
} from '../core/fields.ts'
import { defineRoutes } from '../core/route.ts'

/**
 * States of a payment: waiting for a manager to assign it, posted to settlements, or set aside as unrelated to a
 * contractor.
 */
export const PAYMENT_STATES = { waiting: 'Не разнесён', posted: 'Проведён', aside: 'Не от покупателя' } as const
export type PaymentState = keyof typeof PAYMENT_STATES
export const PaymentState = z.enum(keysOf(PAYMENT_STATES))

/** Reasons why the portal did not post a payment automatically. */
export const WAIT_REASONS = {
  no_invoice: 'в назначении не назван счёт',
  unknown_invoice: 'названного счёта нет',
  foreign_invoice: 'счёт выставлен другому покупателю',
  closed_invoice: 'названный счёт уже оплачен или заменён',
  unknown_payer: 'плательщика с таким ИНН нет среди покупателей',
  several_buyers: 'с этим ИНН несколько покупателей',
  no_contract: 'у покупателя нет договора с этим продавцом',
  undone: 'разнесение отменено',
} as const
export type WaitReason = keyof typeof WAIT_REASONS
export const WaitReason = z.enum(keysOf(WAIT_REASONS))

/** Outcomes of a document of a bank file. */
export const FILE_STATES = {
  posted: 'Проведён',
  waiting: 'Не опознан',
  known: 'Уже загружен',
  outgoing: 'Исходящий',
  foreign: 'Не наш счёт',
  broken: 'Ошибка в файле',
} as const
export type FileState = keyof typeof FILE_STATES
export const FileState = z.enum(keysOf(FILE_STATES))

export const BANK_FILE_BYTES = 10_000_000
export const MAX_BANK_DOCUMENTS = 5000
/** Most invoices that one payment is spread over. */
export const MAX_PARTS = 50
/** Most open invoices offered at once. */
export const MAX_OPEN_INVOICES = 200
const MAX_KOP = 100_000_000_000_00

const Party = z.object({ id: Id, name: z.string(), inn: z.string() })

/** Payment to one contract, for an invoice or without one: then it closes the oldest debt first. */
export const PaymentPart = z.strictObject({
  contract_id: Id,
  invoice_id: Id.nullable(),
  sum_kop: z.int().positive('Укажите сумму').max(MAX_KOP, 'Слишком большая сумма'),
})
export type PaymentPart = z.infer<typeof PaymentPart>

const parts = z.array(PaymentPart).min(1, 'Укажите, за что платёж').max(MAX_PARTS, `Не больше ${MAX_PARTS} счетов`)

const PaymentFacts = z.object({
  id: Id,
  number: z.string(),
  day: Day,
  /** Day on which the money was received. */
  paid_on: Day,
  sum_kop: Kop,
  seller: z.string(),
  payer: z.string(),
  payer_inn: z.string(),
  purpose: z.string(),
  state: PaymentState,
  wait_reason: WaitReason.nullable(),
  /** Reason why the payment is not a contractor's. */
  skip_reason: z.string(),
  version: Version,
})

export const PaymentItem = PaymentFacts.extend({
  /** Contractor of a posted payment. */
  contractor: Party.nullable(),
  /** Numbers of the paid invoices. */
  invoices: z.array(z.string()),
})
export type PaymentItem = z.infer<typeof PaymentItem>

/** Posted and reverted parts of a payment. */
export const PaymentPosting = z.object({
  id: Id,
  at: Moment,
  by: z.string(),
  contractor: Party,
  contract: z.string(),
  sum_kop: Kop,
  invoices: z.array(z.object({ number: z.string(), sum_kop: Kop })),
  undone: z.object({ at: Moment, by: z.string(), reason: z.string() }).nullable(),
})
export type PaymentPosting = z.infer<typeof PaymentPosting>

/** Posting suggested by the portal; a person confirms it. */
export const PaymentSuggestion = z.object({
  why: z.enum(['invoice', 'sum', 'contract']),
  contractor: Party,
  parts: z.array(PaymentPart),
})
export type PaymentSuggestion = z.infer<typeof PaymentSuggestion>

export const Payment = PaymentFacts.extend({
  seller_id: Id,
  payer_account: z.string(),
  /** Name of the bank's file; empty when the payment was typed by a person. */
  file_name: z.string(),
  external_number: z.string().nullable(),
  created_at: Moment,
  by: z.string(),
  postings: z.array(PaymentPosting),
  suggestion: PaymentSuggestion.nullable(),
})
export type Payment = z.infer<typeof Payment>

export const PaymentsQuery = z.strictObject({
  ...pageQuery,
  /** Part of the number, the payer, the payer's ИНН or the purpose. */
  q: text(100).optional(),
  state: PaymentState.optional(),
  contractor_id: PathId.optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type PaymentsQuery = z.infer<typeof PaymentsQuery>

export const NewPayment = z.strictObject({
  contractor_id: Id,
  number: requiredText(50),
  day: Day,
  /** Number in 1С when the accounts are kept there. */
  external_number: requiredText(50).optional(),
  purpose: text(1000),
  parts,
})
export type NewPayment = z.infer<typeof NewPayment>

export const PostPayment = z.strictObject({ version: Version, contractor_id: Id, parts })
export type PostPayment = z.infer<typeof PostPayment>

export const PaymentReason = Reason.extend({ version: Version })
export type PaymentReason = z.infer<typeof PaymentReason>

/** Document of a bank file, identified by its first line. */
export const FileDocument = z.object({
  line: z.int(),
  state: FileState,
  /** Reason in words; empty when the state is sufficient. */
  reason: z.string(),
  /** The payment of the portal. */
  payment_id: Id.nullable(),
  number: z.string(),
  day: z.string(),
  sum_kop: Kop.nullable(),
  payer: z.string(),
  purpose: z.string(),
})
export type FileDocument = z.infer<typeof FileDocument>

export const LoadedFile = z.object({
  file_name: z.string(),
  documents: z.array(FileDocument),
  /** Other problems of the file, each with its line. */
  warnings: z.array(z.string()),
})
export type LoadedFile = z.infer<typeof LoadedFile>

export const OpenInvoice = z.object({
  id: Id,
  number: z.string(),
  issued_on: Day,
  pay_until: Day,
  contract_id: Id,
  total_kop: Kop,
  left_kop: Kop,
})
export type OpenInvoice = z.infer<typeof OpenInvoice>

/** Invoices and contracts of a contractor that a payment may be posted to. */
export const PayableBuyer = z.object({
  ...Party.shape,
  contracts: z.array(
    z.object({
      id: Id,
      number: z.string(),
      seller_id: Id,
      seller: z.string(),
      accounting_mode: z.enum(['1c', 'portal']),
    }),
  ),
  invoices: z.array(OpenInvoice),
  /** True when more open invoices exist than are listed. */
  has_more: z.boolean(),
})
export type PayableBuyer = z.infer<typeof PayableBuyer>

const PATH = '/api/v1/payments'
const Made = z.object({ id: Id, version: Version })
/** Access of order managers and of other staff with the `accountant` right. */
export const DESK = { access: 'payments:manage', rightOfOthers: 'accountant' } as const

export const paymentRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Платежи покупателей, новые сверху',
    ...DESK,
    query: PaymentsQuery,
    reply: listOf(PaymentItem).extend({
      /** All waiting payments, regardless of the filter. */
      waiting_count: z.int(),
    }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Платёж, введённый вручную',
    ...DESK,
    body: NewPayment,
    reply: Made,
    status: 201,
    idempotent: true,
  },
  load: {
    method: 'POST',
    path: `${PATH}/file`,
    summary: 'Платежи из банковского файла (1CClientBankExchange)',
    ...DESK,
    query: z.strictObject({ name: requiredText(200) }),
    upload: BANK_FILE_BYTES,
    reply: LoadedFile,
  },
  buyers: {
    method: 'GET',
    path: `${PATH}/buyers`,
    summary: 'Покупатели по части названия или началу ИНН',
    ...DESK,
    query: z.strictObject({ q: text(100).optional() }),
    reply: z.object({ results: z.array(Party) }),
  },
  buyer: {
    method: 'GET',
    path: `${PATH}/buyers/:id`,
    summary: 'Договоры и неоплаченные счета покупателя',
    ...DESK,
    params: IdParams,
    reply: PayableBuyer,
  },
  get: {
    method: 'GET',
    path: `${PATH}/:id`,
    summary: 'Платёж: что с ним сделано и чем он может быть',
    ...DESK,
    params: IdParams,
    reply: Payment,
  },
  post: {
    method: 'POST',
    path: `${PATH}/:id/post`,
    summary: 'Разнести платёж по договорам и счетам',
    ...DESK,
    params: IdParams,
    body: PostPayment,
    example: { version: 1, contractor_id: 1, parts: [{ contract_id: 1, invoice_id: null, sum_kop: 1 }] },
    reply: Made,
    idempotent: true,
  },
  undo: {
    method: 'POST',
    path: `${PATH}/:id/undo`,
    summary: 'Отменить разнесение: платёж снова ждёт',
    ...DESK,
    params: IdParams,
    body: PaymentReason,
    example: { version: 1, reason: 'Любая' },
    reply: Made,
    idempotent: true,
  },
  setAside: {
    method: 'POST',
    path: `${PATH}/:id/set-aside`,
    summary: 'Отложить поступление, которое не от покупателя',
    ...DESK,
    params: IdParams,
    body: PaymentReason,
    example: { version: 1, reason: 'Любая' },
    reply: Made,
    idempotent: true,
  },
})
