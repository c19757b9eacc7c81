import { z } from 'zod'
import { Day, Id, Kop, Moment } from '../core/fields.ts'
import { keysOf } from '../core/keys.ts'

/** Reasons why the documents of a month are incomplete. */
export const MONTH_GAPS = {
  upd: 'УПД не пришли из 1С',
  correction: 'Корректировки по обращениям не оформлены',
  receipt: 'Получение не подтверждено',
} as const
export type MonthGapKind = keyof typeof MONTH_GAPS
export const MonthGapKind = z.enum(keysOf(MONTH_GAPS))

/** Most documents listed for one reason and contract, the oldest first. */
export const MAX_MONTH_GAPS = 20

export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Укажите месяц, например 2026-10')

const MonthGap = z.object({
  kind: MonthGapKind,
  total: z.int(),
  /** Shipments; for `correction`, the claims that promise them. */
  documents: z.array(z.object({ id: Id, number: z.string(), day: Day, days: z.int() })),
})
export type MonthGap = z.infer<typeof MonthGap>

/** Documents and settlements of one contract in a month, to be closed by the accountant. */
export const MonthContract = z.object({
  contract_id: Id,
  contract: z.string(),
  seller: z.string(),
  opening_kop: Kop,
  debit_kop: Kop,
  credit_kop: Kop,
  closing_kop: Kop,
  documents: z.object({ shipment: z.int(), correction: z.int(), invoice: z.int(), claim: z.int() }),
  gaps: z.array(MonthGap),
  /** Latest comparison of a statement that covers the month; `null` when there is none. */
  reconciliation: z
    .object({
      id: Id,
      open_count: z.int(),
      created_at: Moment,
      /** The debt has changed since: it must be compared again. */
      is_outdated: z.boolean(),
    })
    .nullable(),
})
export type MonthContract = z.infer<typeof MonthContract>

/** Contracts with documents, movements or a debt; a contract without any of them is left out. */
export const MonthClose = z.object({ from: Day, to: Day, contracts: z.array(MonthContract) })
export type MonthClose = z.infer<typeof MonthClose>

/** Checks whether the statement of the month must be compared: it has movements. */
export const hasMovements = ({ debit_kop: debit, credit_kop: credit }: MonthContract) => debit > 0 || credit > 0

/** Checks whether nothing is left to do for the contract. */
export const isMonthReady = (contract: MonthContract): boolean =>
  contract.gaps.length === 0 &&
  (contract.reconciliation === null
    ? !hasMovements(contract)
    : contract.reconciliation.open_count === 0 && !contract.reconciliation.is_outdated)
