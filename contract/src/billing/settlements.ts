import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { ContractBalanceReply } from '../companies/contractors.ts'
import { Day, Id, Kop, listOf, Moment, Numbered, pageQuery, PathId } from '../core/fields.ts'
import { InvoiceKind, InvoiceState } from './invoices.ts'
import { Month, MonthClose } from './month-close.ts'
import { BACKWARDS, daysOf, inOrder } from '../core/period.ts'
import { defineRoutes, FILE } from '../core/route.ts'

/** Documents that change settlements; orders and payment invoices do not. */
export const MOVEMENT_KINDS = {
  shipment: 'Отгрузка',
  correction: 'Корректировка',
  payment: 'Оплата',
  opening: 'Начальный остаток',
  offset: 'Взаимозачёт',
  refund: 'Возврат денег',
  payment_undo: 'Отмена оплаты',
} as const
export type MovementKind = keyof typeof MOVEMENT_KINDS
const MovementKind = z.enum(keysOf(MOVEMENT_KINDS))

/** Most rows of a statement as a workbook, and of one compared with a contractor's statement. */
export const MAX_STATEMENT_ROWS = 5000
/** Most rows of a statement as PDF: about two thousand sheets. */
export const MAX_STATEMENT_PDF_ROWS = 100_000
/** Most unpaid documents listed at once, those due first. */
export const MAX_UNPAID = 200

export const Movement = z.object({
  kind: MovementKind,
  /** Id of the shipment, correction, payment or entry. */
  id: Id,
  number: z.string(),
  day: Day,
  contract: z.string(),
  /** Increase of the contractor's debt. */
  debit_kop: Kop,
  /** Reduction of the contractor's debt. */
  credit_kop: Kop,
  /** Debt after the movement; negative for an advance. */
  balance_kop: Kop,
})
export type Movement = z.infer<typeof Movement>

/** Debt before and after the period and its movements between; negative for an advance. */
export const Turnover = z.object({ opening_kop: Kop, debit_kop: Kop, credit_kop: Kop, closing_kop: Kop })
export type Turnover = z.infer<typeof Turnover>

/** Shipment without payment or paid only in part; without an id, any other debt. */
export const UnpaidShipment = z.object({
  id: Id.nullable(),
  number: z.string(),
  day: Day,
  due_on: Day,
  contract_id: Id,
  contract: z.string(),
  total_kop: Kop,
  left_kop: Kop,
  /** Sum disputed by open claims; not due until they end, unless the contract says otherwise. */
  disputed_kop: Kop,
  /** Days since the due day; the due day itself is not overdue. */
  overdue_days: z.int().nonnegative(),
})
export type UnpaidShipment = z.infer<typeof UnpaidShipment>

/** Shipment that an invoice can pay; other debts have no document. */
export type PayableShipment = UnpaidShipment & { id: number }

/**
 * Unpaid invoice. Shipped goods are paid as a shipment, so their invoice is no longer due unless it was issued for that
 * shipment.
 */
export const UnpaidInvoice = z.object({
  id: Id,
  invoice_kind: InvoiceKind,
  /** `null` for documents of several orders or of none. */
  order: Numbered.nullable(),
  number: z.string(),
  issued_on: Day,
  pay_until: Day,
  contract: z.string(),
  total_kop: Kop,
  left_kop: Kop,
  state: InvoiceState,
})
export type UnpaidInvoice = z.infer<typeof UnpaidInvoice>

/** Age of a debt, by days since its due day. */
export const AGES = {
  none: 'Срок не наступил',
  week: 'До 7 дней',
  month: '8–30 дней',
  quarter: '31–90 дней',
  older: 'Больше 90 дней',
} as const
export type Age = keyof typeof AGES

export const Unpaid = z.object({
  results: z.array(UnpaidShipment),
  /** True when more exist than are listed. */
  has_more: z.boolean(),
  ages: z.object(Object.fromEntries(Object.keys(AGES).map((age) => [age, Kop])) as Record<Age, typeof Kop>),
  /** Sums due on the upcoming days that have any. */
  calendar: z.array(z.object({ due_on: Day, left_kop: Kop })),
})
export type Unpaid = z.infer<typeof Unpaid>

/** Debt under a contract in the accounting system; advances are negative. */
export const AccountedDebt = z.object({
  /** «Реализация № РТ-000012 от 02.11.2026»; may be empty. */
  document: z.string(),
  /** `null` when no due day is stated. */
  due_on: Day.nullable(),
  sum_kop: Kop,
})
export type AccountedDebt = z.infer<typeof AccountedDebt>

export const SettledContract = ContractBalanceReply.extend({
  /** «Договор № 17 от 01.02.2026» of the contractor, in force or not. */
  signed_on: Day,
  /** Accounting system of the seller: figures may differ from 1С until a document arrives. */
  accounting_mode: z.enum(['1c', 'portal']),
  /** Last exchange with the seller's accounting system; `null` when there is none. */
  exchanged_at: Moment.nullable(),
  /** What the accounting system says is owed; `null` when it does not say. Limits and holds follow the portal's sums. */
  accounted: z.object({ as_of: Moment, debts: z.array(AccountedDebt) }).nullable(),
})
export type SettledContract = z.infer<typeof SettledContract>

/** Brands shown by name, the most expensive first; the rest is summed. */
export const MAX_SPEND_BRANDS = 10
/** Longest period of the spending report in days: three years. */
export const MAX_SPEND_DAYS = 1096
export const SPEND_TOO_LONG = 'Период не длиннее трёх лет: выберите другие дни'

/** Deliveries of a period less credits, with VAT, kopecks. */
export const Spend = z.object({
  total_kop: Kop,
  /** Every month of the period, oldest first; negative when credits exceed deliveries. */
  months: z.array(z.object({ month: z.string().regex(/^\d{4}-\d\d$/), sum_kop: Kop })),
  brands: z.array(z.object({ brand: z.string(), sum_kop: Kop })),
  /** Total of all other brands. */
  others_kop: Kop,
})
export type Spend = z.infer<typeof Spend>

/** Spend by month only. */
export const SpendMonths = Spend.pick({ total_kop: true, months: true })
export type SpendMonths = z.infer<typeof SpendMonths>

const contract = { contract_id: PathId.optional() }
const period = { from: Day, to: Day }
const spendPeriod = z
  .strictObject({ ...contract, ...period })
  .refine(inOrder, BACKWARDS)
  .refine((input) => daysOf(input) <= MAX_SPEND_DAYS, { error: SPEND_TOO_LONG, path: ['from'] })
const Statement = z.strictObject({ contract_id: PathId, ...period }).refine(inOrder, BACKWARDS)
const PATH = '/api/v1/settlements'

/** Routes of the current company; 403 `section.hidden` when its administrator hides settlements. */
export const settlementRoutes = defineRoutes({
  contracts: {
    method: 'GET',
    path: PATH,
    summary: 'Взаиморасчёты по договорам: задолженность, просрочка, лимит',
    access: 'settlements:read',
    ownSums: true,
    reply: z.object({ results: z.array(SettledContract) }),
  },
  movements: {
    method: 'GET',
    path: `${PATH}/movements`,
    summary: 'Отгрузки и оплаты за период с остатком после каждой, новые сверху',
    access: 'settlements:read',
    ownSums: true,
    query: z.strictObject({ ...pageQuery, ...contract, ...period }).refine(inOrder, BACKWARDS),
    reply: listOf(Movement).extend({ turnover: Turnover }),
  },
  unpaid: {
    method: 'GET',
    path: `${PATH}/unpaid`,
    summary: 'Что оплатить и когда: неоплаченные отгрузки, возраст долга, платёжный календарь',
    access: 'settlements:read',
    ownSums: true,
    query: z.strictObject(contract),
    reply: Unpaid,
  },
  invoices: {
    method: 'GET',
    path: `${PATH}/invoices`,
    summary: 'Неоплаченные счета, первыми те, чей срок раньше',
    access: 'settlements:read',
    ownSums: true,
    query: z.strictObject(contract),
    reply: z.object({ results: z.array(UnpaidInvoice), has_more: z.boolean() }),
  },
  spend: {
    method: 'GET',
    path: `${PATH}/spend`,
    summary: 'Закупки за период по месяцам и по брендам: отгружено за вычетом корректировок, с НДС',
    access: 'settlements:read',
    ownSums: true,
    query: spendPeriod,
    reply: Spend,
  },
  spendMonths: {
    method: 'GET',
    path: `${PATH}/spend/months`,
    summary: 'Закупки за период по месяцам: отгружено за вычетом корректировок, с НДС',
    access: 'settlements:read',
    ownSums: true,
    query: spendPeriod,
    reply: SpendMonths,
  },
  month: {
    method: 'GET',
    path: `${PATH}/month`,
    summary: 'Закрытие месяца по договорам: документы, чего не хватает, обороты, сверка',
    access: 'settlements:read',
    ownSums: true,
    query: z.strictObject({ ...contract, month: Month }),
    reply: MonthClose,
  },
  statementPdf: {
    method: 'GET',
    path: `${PATH}/statement.pdf`,
    summary: 'Акт сверки взаиморасчётов по договору за период (PDF)',
    access: 'settlements:read',
    ownSums: true,
    query: Statement,
    reply: FILE,
  },
  statementXlsx: {
    method: 'GET',
    path: `${PATH}/statement.xlsx`,
    summary: 'Акт сверки взаиморасчётов по договору за период (XLSX)',
    access: 'settlements:read',
    ownSums: true,
    query: Statement,
    reply: FILE,
  },
})
