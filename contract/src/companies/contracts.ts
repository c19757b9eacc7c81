import { z } from 'zod'
import { Day, Id, IdParams, Kop, Moment, requiredText, text, Version } from '../core/fields.ts'
import { defineRoutes, FILE } from '../core/route.ts'

export const DEFERMENT_FROM = { shipment: 'с отгрузки', receipt: 'с получения' } as const
export const DEFERMENT_CALENDAR = { calendar: 'календарных', banking: 'банковских' } as const

/** Operators of electronic documents named by the Tax Service; «Другой» is typed. */
export const EDO_OPERATORS = ['Диадок', 'СБИС (Saby)', 'Такском', 'Калуга Астрал'] as const

/** Terms of a contract: share of prepayment in per cent, deferment in days, limit in kopecks. */
const terms = {
  seller_id: Id,
  number: requiredText(50),
  signed_on: Day,
  valid_to: Day.nullable(),
  prepayment_percent: z.int('Целое число').min(0, 'От 0 до 100').max(100, 'От 0 до 100'),
  deferment_days: z.int('Целое число').min(0, 'От 0 до 365').max(365, 'От 0 до 365'),
  deferment_from: z.enum(['shipment', 'receipt']),
  deferment_calendar: z.enum(['calendar', 'banking']),
  limit_kop: Kop.min(0, 'Не меньше нуля').max(1_000_000_000_000, 'Слишком большая сумма'),
  /** Price column of this contract; `null` uses the company's. */
  price_group_id: Id.nullable(),
  edo_operator: text(100).nullable(),
  edo_id: text(100).nullable(),
  invoice_notice: text(500).nullable(),
  /** True when sums of open claims count as overdue and use the limit like any other. */
  disputes_block: z.boolean(),
  is_default: z.boolean(),
}

function checkTerms(
  input: { signed_on?: string | undefined; valid_to?: string | null | undefined },
  context: z.RefinementCtx,
) {
  if (input.signed_on && input.valid_to && input.valid_to < input.signed_on)
    context.addIssue({ code: 'custom', path: ['valid_to'], message: 'Раньше даты договора' })
}

export const Contract = z.strictObject(terms).superRefine(checkTerms)
export type Contract = z.infer<typeof Contract>

export const ContractPatch = z
  .strictObject({ version: Version, ...z.object(terms).omit({ seller_id: true }).partial().shape })
  .superRefine(checkTerms)
export type ContractPatch = z.infer<typeof ContractPatch>

export const ContractItem = z.object({
  id: Id,
  ...terms,
  seller: z.string(),
  price_group: z.string().nullable(),
  /** Scan of the signed contract. */
  file: z.object({ name: z.string(), size: z.int(), uploaded_at: Moment }).nullable(),
  is_expired: z.boolean(),
  /** Days to its end, when it ends within 30 of them. */
  ends_in_days: z.int().nullable(),
  version: Version,
})
export type ContractItem = z.infer<typeof ContractItem>

const CONTRACTS = '/api/v1/contractors/:id/contracts'
const ONE = '/api/v1/contracts/:id'
const Saved = z.object({ version: Version })

export const contractRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: CONTRACTS,
    summary: 'Договоры покупателя',
    access: 'contractors:read',
    ownSums: true,
    params: IdParams,
    reply: z.object({ results: z.array(ContractItem) }),
  },
  create: {
    method: 'POST',
    path: CONTRACTS,
    summary: 'Новый договор',
    access: 'contractors:manage',
    params: IdParams,
    body: Contract,
    example: {
      seller_id: 1,
      number: 'К-2',
      signed_on: '2026-01-12',
      valid_to: null,
      prepayment_percent: 100,
      deferment_days: 0,
      deferment_from: 'shipment',
      deferment_calendar: 'calendar',
      limit_kop: 0,
      price_group_id: null,
      edo_operator: null,
      edo_id: null,
      invoice_notice: null,
      disputes_block: false,
      is_default: true,
    },
    reply: z.object({ id: Id }),
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: ONE,
    summary: 'Изменение условий договора; прежние остаются в истории',
    access: 'contractors:manage',
    params: IdParams,
    body: ContractPatch,
    example: { version: 1 },
    reply: Saved,
  },
  copy: {
    method: 'POST',
    path: `${ONE}/copy`,
    summary: 'Договор на новый срок с теми же условиями; основным становится новый',
    access: 'contractors:manage',
    params: IdParams,
    body: z
      .strictObject({ version: Version, number: requiredText(50), signed_on: Day, valid_to: Day.nullable() })
      .superRefine(checkTerms),
    example: { version: 1, number: 'Д-2', signed_on: '2027-01-12', valid_to: null },
    reply: z.object({ id: Id }),
    status: 201,
  },
  upload: {
    method: 'POST',
    path: `${ONE}/file`,
    summary: 'Скан договора (PDF, JPEG или PNG)',
    access: 'contractors:manage',
    params: IdParams,
    query: z.strictObject({ name: requiredText(200) }),
    upload: 10 * 1024 * 1024,
    reply: Saved,
  },
  file: {
    method: 'GET',
    path: `${ONE}/file`,
    summary: 'Файл договора',
    access: 'contractors:read',
    params: IdParams,
    reply: FILE,
  },
})
